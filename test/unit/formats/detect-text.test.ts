import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bytesSource, detect } from '../../../engine/formats/detect/index.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { bytes, tar, utf16 } from '../../support/sample-files.ts';

const formatOf = async (content: Uint8Array | string, fileName?: string): Promise<FormatId> =>
  (await detect(bytesSource(typeof content === 'string' ? bytes(content) : content), { fileName })).format;

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>';

it.each<[string, Uint8Array | string]>([
  ['bare', SVG],
  ['a declaration', `<?xml version="1.0"?>\n${SVG}`],
  ['a comment', `<!-- made by hand -->\n<!-- <html> -->\n${SVG}`],
  ['a document type', `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">${SVG}`],
  ['an internal subset', `<?xml version="1.0"?><!DOCTYPE svg [ <!ENTITY ns "http://x/"> <!ENTITY b "c"> ]>${SVG}`],
  ['a byte order mark', bytes([0xef, 0xbb, 0xbf], SVG)],
  ['UTF-16', utf16(`<?xml version="1.0" encoding="UTF-16"?>${SVG}`)],
  ['UTF-16, big-endian, without a mark', utf16(SVG, { bigEndian: true, mark: false })],
  ['a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'],
])('knows SVG in every dress: %s', async (_name, content) => {
  expect(await formatOf(content)).toBe('svg');
});

it('knows raw frames by their signature where their bytes would be text', async () => {
  expect(await formatOf(`YUV4MPEG2 W8 H8 F25:1 C420jpeg\nFRAME\n${'gray '.repeat(20)}`)).toBe('y4m');
  expect(await formatOf('YUV4MPEG streams hold raw video.')).toBe('txt');
});

it.each<[string, FormatId]>([
  ['<?xml version="1.0"?><note><to>x</to></note>', 'xml'],
  ['<note><to>x</to></note>', 'xml'],
  ['<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"></FictionBook>', 'fb2'],
  ['<?xml version="1.0"?><article xmlns="http://docbook.org/ns/docbook"></article>', 'docbook'],
  ['<?xml version="1.0"?><!DOCTYPE article PUBLIC "-//NLM//DTD JATS 1.2//EN" "x.dtd"><article></article>', 'jats'],
  ['<opml version="2.0"><head/></opml>', 'opml'],
  ['<tt xmlns="http://www.w3.org/ns/ttml"></tt>', 'ttml'],
  ['<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"/>', 'kml'],
  ['<?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>', 'xmlss'],
  ['<office:document xmlns:office="o" office:mimetype="application/vnd.oasis.opendocument.text"/>', 'fodt'],
  ['<!DOCTYPE html><p>x', 'html'],
  ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"></html>', 'html'],
  ['<HTML><BODY>x</BODY></HTML>', 'html'],
  ['<!-- a --><!doctype HTML PUBLIC "x"><title>x</title>', 'html'],
  ['<h1>Title</h1>\n<p>Some text with <b>bold</b>.</p>', 'html'],
  ['<3 is a heart, and 2 < 3 > 1', 'txt'],
])('tells XML dialects and HTML apart: %s', async (content, expected) => {
  expect(await formatOf(content)).toBe(expected);
});

it.each<[string, string, FormatId]>([
  ['an object', '{"a": 1, "b": [true, null]}', 'json'],
  ['one line', '{"a":1}\n', 'json'],
  ['an array over several lines', '[\n  1,\n  2\n]', 'json'],
  ['one object a line', '{"a":1}\n{"a":2}\n', 'ndjson'],
  ['one array a line', '[1,2]\r\n[3,4]\r\n', 'ndjson'],
  ['a long array, cut by the head', `[${'{"key":"value","number":12},'.repeat(4000)}{}]`, 'json'],
  ['many lines, cut by the head', '{"key":"value","number":12}\n'.repeat(4000), 'ndjson'],
  ['comments and bare keys', '// settings\n{\n  a: 1,\n  b: [1, 2,],\n}', 'json5'],
  ['a map', '{"type":"FeatureCollection","features":[]}', 'geojson'],
  ['a notebook', '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}', 'ipynb'],
  ['a scene', '{"asset":{"version":"2.0"},"scenes":[]}', 'gltf'],
  ['braces of prose', '{curly} braces are used in (many) languages.', 'txt'],
  ['a bare number', '42\n', 'txt'],
])('tells JSON and its kinds apart: %s', async (_name, content, expected) => {
  expect(await formatOf(content)).toBe(expected);
});

it('reads one line of JSON as lines when it is named so', async () => {
  expect(await formatOf('{"a":1}\n', 'x.jsonl')).toBe('ndjson');
  expect(await formatOf('42\n', 'x.json')).toBe('json');
  expect(await formatOf('{"type":"FeatureCollection","features":[]}', 'x.json')).toBe('json');
});

it.each<[string, string, FormatId]>([
  ['commas', 'name,age,city\nAnn,31,Rome\nBob,25,Oslo\n', 'csv'],
  ['semicolons', 'name;age\nAnn;31\nBob;25\nCid;4\n', 'csv'],
  ['quotes with separators and line ends', 'a,b,c\n"x, y","line\nline",3\n4,"say ""hi""",6\n', 'csv'],
  ['tabs', 'name\tage\nAnn\t31\nBob\t25\n', 'tsv'],
  ['a separator line', 'sep=;\na;b\n1;2\n', 'csv'],
  ['one column', 'name\nAnn\nBob\n', 'txt'],
  [
    'prose with commas',
    'When it rained, we stayed in the house and read,\nwhen it was dry, we went out to walk, as one does,\nand so it went on.\n',
    'txt',
  ],
  ['a salutation', 'Dear Ann,\nThank you,\n', 'txt'],
  [
    'an outline full of colons',
    'item 0 at level 0: group: root\n  item 1 at level 1: title: Head\n    item 2: text: Body\n',
    'txt',
  ],
  ['a Markdown table', '| a | b |\n|---|---|\n| 1 | 2 |\n\n**bold** and [link](x)\n', 'md'],
])('tells tables from text: %s', async (_name, content, expected) => {
  expect(await formatOf(content)).toBe(expected);
});

it('reads a single column as a table when it is named so', async () => {
  expect(await formatOf('name\nAnn\nBob\n', 'people.csv')).toBe('csv');
  expect(await formatOf('name,age,city\nAnn,31,Rome\nBob,25,Oslo\n', 'people.txt')).toBe('txt');
});

it.each<[string, string, FormatId]>([
  ['nested YAML', 'name: x\nlist:\n  - a\n  - b\nmap:\n  key: value\n', 'yaml'],
  ['YAML with its marker', '---\nname: x\n', 'yaml'],
  ['a block of text in YAML', 'text: |\n  free text, with anything: (in it)\n  more\nnext: 1\n', 'yaml'],
  ['TOML', 'title = "x"\n[owner]\nname = "y"\nages = [1,\n  2]\n', 'toml'],
  ['INI', '[section]\nkey=some value\n; comment\nother=1 2 3\n', 'ini'],
  ['a note', 'Note: call back.\nThat is all.\n', 'txt'],
  ['Markdown', '# Title\n\nSome *text* with a [link](http://x).\n\n- one\n- two\n', 'md'],
  ['Markdown with front matter', '---\ntitle: x\n---\n\n# Heading\n\n- a\n- b\n', 'md'],
  ['reStructuredText', 'Title\n=====\n\n.. note:: x\n\nSee :ref:`y` and ``code``.\n', 'rst'],
  ['LaTeX', '% comment\n\\documentclass{article}\n\\begin{document}x\\end{document}', 'latex'],
  ['Org', '#+TITLE: x\n* Heading\n', 'org'],
  ['a manual page', '.\\" comment\n.TH LS 1\n.SH NAME\n', 'man'],
  ['a manual page of BSD', '.\\" comment\n.Dd May 1, 2020\n.Dt LS 1\n.Os\n', 'mdoc'],
  ['a roff manuscript', '.TL\nTitle\n.AU\nName\n.LP\nText\n', 'ms'],
  ['Perl documentation', '=pod\n\n=head1 NAME\n\nx - y\n\n=cut\n', 'pod'],
  ['ConTeXt', '\\setuppapersize[A4]\n\\starttext\nx\n\\stoptext\n', 'context'],
  ['a Zim page', 'Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.4\n\n====== x ======\n', 'zimwiki'],
  ['txt2tags', 'Title\nAuthor\nDate\n\n%!encoding: UTF-8\n\n= Head =\n', 't2t'],
  ['TWiki', '---+ Head\n\n   * one\n   * two\n\n[[A][b]]\n', 'twiki'],
  ['DokuWiki', '====== Head ======\n\nSome //words// and [[page|a link]].\n\n  * item\n', 'dokuwiki'],
  ['Jira', 'h1. Head\n\n||a||b||\n|1|2|\n\n{code:java}\nx\n{code}\n', 'jira'],
  ['BBCode', '[b]bold[/b] and [url=https://x.example]a link[/url]\n[quote]x[/quote]\n', 'bbcode'],
  ['Textile', 'h1. Head\n\n"link":https://x.example and\n\nbq. quoted\n', 'textile'],
  ['EndNote', '<?xml version="1.0"?>\n<xml><records><record></record></records></xml>', 'endnotexml'],
  ['a book in BITS', '<?xml version="1.0"?><book dtd-version="2.0" xml:lang="en"><book-meta/></book>', 'bits'],
  ['CSL JSON', '[{"id":"a","type":"book","title":"x","issued":{"date-parts":[[2001]]}}]', 'csljson'],
  ['RTF', '{\\rtf1\\ansi x}', 'rtf'],
  ['a message', 'From: a@example.org\r\nTo: b@example.org\r\nSubject: x\r\n\r\nText', 'eml'],
  ['a mailbox', 'From a@example.org Mon Jan  1 10:00:00 2024\nFrom: a@example.org\nSubject: x\n\nText', 'mbox'],
  ['a calendar', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n', 'ics'],
  ['a contact', 'BEGIN:VCARD\r\nVERSION:4.0\r\n', 'vcf'],
  ['PostScript', '%!PS-Adobe-3.0\n', 'ps'],
  ['Encapsulated PostScript', '%!PS-Adobe-3.0 EPSF-3.0\n', 'eps'],
  ['plain words', 'Nothing in particular.\n', 'txt'],
  ['one letter', 'a', 'txt'],
  [
    'umlauts in an old encoding',
    'Gr\u00fc\u00dfe aus K\u00f6ln, sagte er, und das war alles, was er zu sagen hatte an diesem Tag.\n',
    'txt',
  ],
])('tells settings, markup, mail and text apart: %s', async (_name, content, expected) => {
  expect(await formatOf(content)).toBe(expected);
});

it.each<FormatId>(['creole', 'vimwiki', 'xwiki', 'markua', 'muse', 'haddock', 'djot', 'tikiwiki'])(
  'takes the name for it that a text is %s',
  async (format) => expect(await formatOf('= A head =\n\nSome text.\n', `page.${format}`)).toBe(format),
);

it('reads text in an 8-bit encoding', async () => {
  const latin = Uint8Array.from('Gr\u00fc\u00dfe aus K\u00f6ln\n'.repeat(8), (char) => char.charCodeAt(0));
  expect(await formatOf(latin)).toBe('txt');
});

it.each<[string, string, FormatId]>([
  ['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nHello\n', 'srt'],
  ['SubRip with blank lines before', '\r\n\r\n1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n', 'srt'],
  ['WebVTT', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n', 'vtt'],
  ['WebVTT with a title', 'WEBVTT - title\n\n', 'vtt'],
  ['a word that begins like WebVTT', 'WEBVTTX\n', 'txt'],
  ['Advanced SubStation', '[Script Info]\nTitle: x\nScriptType: v4.00+\n', 'ass'],
  ['SubStation', '[Script Info]\nTitle: x\nScriptType: v4.00\n', 'ssa'],
  ['YouTube', '0:00:01.000,0:00:02.000\nHello\n', 'sbv'],
  ['MicroDVD', '{25}{50}Hello|there\n{60}{90}Bye\n', 'sub'],
  ['lyrics', '[ti:Song]\n[00:12.00]First line\n', 'lrc'],
  ['SAMI', '<SAMI><BODY></BODY></SAMI>', 'smi'],
])('tells subtitles apart: %s', async (_name, content, expected) => {
  expect(await formatOf(content)).toBe(expected);
});

it.each<[string, Uint8Array, FormatId]>([
  ['gzip', gzipSync('some text'), 'gz'],
  ['a tar in gzip', gzipSync(tar('a.txt')), 'tgz'],
  ['an SVG in gzip', gzipSync(SVG), 'svgz'],
  ['a tar in zstd', zstdCompressSync(tar('a.txt')), 'tzst'],
  ['zstd', zstdCompressSync('some text'), 'zst'],
])('looks into compressed files: %s', async (_name, content, expected) => {
  expect(await formatOf(content)).toBe(expected);
});
