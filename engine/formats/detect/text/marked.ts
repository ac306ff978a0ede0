/* oxlint-disable no-control-regex -- control characters are looked for: printers are driven by them */
import type { FormatId } from '../../index.ts';
import { latin1 } from '../byte-fields.ts';
import { found, type Detector, type Finding } from '../finding.ts';

interface Mark {
  readonly format: FormatId;
  readonly pattern: RegExp;
  readonly confidence: number;
  readonly orNamed: readonly FormatId[];
}

function mark(format: FormatId, pattern: RegExp, confidence = 1, orNamed: readonly FormatId[] = []): Mark {
  return { format, pattern, confidence, orNamed };
}

/** Comments come before the numbers of an image; they are rarely longer. */
const HEADER_CHARS = 4096;

const TIME = String.raw`\d{1,3}:\d\d:\d\d[,.]\d{1,3}`;

/** Blank lines and comments, in one way only: a pattern with several ways would try all of them where it fails. */
const lines = (comment: string): string => String.raw`(?:[ \t\f]*(?:${comment}[^\n]*|\r)?\n)*[ \t\f]*`;

/** Text at the beginning of files that may go on in binary. */
const HEADERS: readonly Mark[] = [
  mark('pdf', /^[^\n]{0,200}%PDF-\d/, 1, ['ai']),
  mark('pfa', /^%!(PS-AdobeFont|FontType1)/),
  mark('eps', /^%!PS-Adobe-[\d.]+ EPSF-/, 1, ['ai']),
  mark('ai', /^%!PS-Adobe-[\d.]+ *\r?\n(%%.*\r?\n)*%%Creator: Adobe Illustrator/, 1, ['ps', 'eps']),
  // TeX editors have a comment of their own that begins like PostScript.
  mark('ps', /^(\x04)?%!(?!\s*TeX\b)/i, 1, ['eps', 'ai']),
  mark('pcl', /^\x1b(E|%-12345X|&l)/, 0.95, ['ps']),
  mark('sixel', /^\x1bP[\d;]*q/),
  mark('deb', /^!<arch>\ndebian/, 1, ['ar']),
  mark('ar', /^!<arch>\n/),
  mark('cpio', /^07070[127][0-7a-fA-F]{60}/),
  mark('hdr', /^#\?(RADIANCE|RGBE)/),
  mark('warc', /^WARC\/[01]\.\d+\r?\n[\w-]+:/),
  mark('fits', /^SIMPLE {2}= +T/),
  mark('miff', /^id=ImageMagick\s/),
  mark('vicar', /^LBLSIZE=\d+ +\S+=/),
  mark('torrent', /^d(8:announce\d+:|13:announce-list|7:comment\d+:|10:created by\d+:|4:infod)/),
  mark('pgx', /^PG (ML|LM) ?[+-]? ?\d+ \d+ \d+\n/),
  mark('ply', /^ply\r?\nformat /),
  mark('off', /^(ST|C|N|4|n)*OFF(\s+BINARY)?\s+(#.*\n\s*)*\d+\s+\d+/, 0.98),
  mark('x', /^xof 0\d0\d/),
  mark('usda', /^#usda \d/),
];

/** Text formats that begin with a line of their own, surest first. The text has no byte order mark any more. */
const MARKS: readonly Mark[] = [
  ...HEADERS,
  mark('rtf', /^\s*\{\\rtf/),
  mark('xpm', /^\/\* XPM \*\//),
  // A header in C may define a width and a height too: the bits make the image.
  mark(
    'xbm',
    /^\s*(\/\*(?:[^*]|\*(?!\/))*\*\/\s*)?(?=#define\s+\S*_width\s)(#define\s+\S+\s+-?\d+\s+)+(static\s+)?(const\s+)?(unsigned\s+)?(char|short)\s+\S*_bits\s*\[/,
  ),
  mark('dxf', /^\s*0\r?\nSECTION\r?\n\s*2\r?\n/, 0.98),
  mark('vtt', /^WEBVTT([ \t\r\n]|$)/),
  mark('ssa', /^\s*\[Script Info\](?=[^[]*\nScriptType:\s*v4\.00\s)/i, 1, ['ass']),
  mark('ass', /^\s*\[Script Info\]/i, 1, ['ssa']),
  mark('scc', /^Scenarist_SCC V/),
  mark('smi', /^\s*<SAMI>/i),
  mark('srt', new RegExp(String.raw`^\s*\d+[ \t]*\r?\n${TIME}[ \t]*-->[ \t]*${TIME}`), 0.98),
  mark('srt', new RegExp(String.raw`^\s*${TIME}[ \t]*-->[ \t]*${TIME}`), 0.8, ['vtt']),
  mark('sbv', new RegExp(String.raw`^\s*${TIME},${TIME}[ \t]*\r?\n`), 0.98),
  mark('sub', /^\{\d+\}\{\d*\}/, 0.95),
  mark('lrc', /^\s*(\[(ar|ti|al|au|by|length|offset|re|ve|tool):[^\]\n]*\]\s*)*\[\d{1,3}:\d\d([.:]\d{1,3})?\]/i, 0.9),
  mark('ics', /^\s*BEGIN:VCALENDAR\r*\n/i),
  mark('vcf', /^\s*BEGIN:VCARD\r*\n/i),
  mark('bookmarks', /^\s*<!DOCTYPE NETSCAPE-Bookmark-file-1>/i, 1, ['html']),
  mark('adr', /^Opera Hotlist version/),
  mark('gpl', /^GIMP Palette\s*\r?\n/),
  mark('jascpal', /^JASC-PAL\s*\r?\n/),
  mark('paintnet', /^;?\s*paint\.net palette file/i, 1, ['txt']),
  mark('m3u', /^#EXTM3U/),
  mark('pls', /^\s*\[playlist\]\s*\r?\n/i, 1, ['ini']),
  mark('url', /^\s*(\[[^\]\n]*\]\r?\n(?:(?!\[)[^\n]*\n)*)?\[InternetShortcut\]\s*\r?\n/i, 1, ['ini']),
  mark('desktop', /^\s*(#[^\n]*\n\s*)*\[Desktop Entry\]\s*\r?\n/, 1, ['ini']),
  mark('pot', /^(\s*#[^\n]*\n)*\s*msgid ""\s*\nmsgstr ""\s*\n(?:"[^\n]*\n)*?"PO-Revision-Date: YEAR-MO-DA/, 0.9, [
    'po',
  ]),
  mark('po', new RegExp(String.raw`^${lines('#')}(msgctxt "[^\n]*\n\s*)?msgid\s+"`), 0.98, ['pot']),
  mark(
    'cue',
    /^\s*((REM|CATALOG|TITLE|PERFORMER|SONGWRITER|CDTEXTFILE)\s[^\n]*\n\s*)*FILE\s+[^\n]+\s(WAVE|MP3|AIFF|BINARY|MOTOROLA|FLAC)\s*\r?\n\s*TRACK\s+\d+\s/i,
    0.98,
  ),
  mark('maptab', /^!table\s*\n!version\s+\d+/i),
  mark('gmt', /^#\s*@VGMT1\.\d/),
  mark('mif', /^\s*version\s+\d+\s*\n\s*(charset|delimiter|unique|index|coordsys|transform|columns)\b/i, 0.98),
  mark('asc', /^\s*ncols\s+\d+\s+nrows\s+\d+\s+[xy]ll(corner|center)\s/i, 0.98),
  mark('grd', /^DSAA\s+\d+\s+\d+\s/),
  mark('nmea', /^\s*\$G[PNLAB](GGA|RMC|GSA|GSV|GLL|VTG|ZDA),/, 0.98),
  mark('igc', /^A[A-Z0-9]{3,6}[^\n]*\r?\n(?:[A-Z][^\n]*\r?\n){0,40}HFDTE/, 0.98),
  mark('wkt', /^\s*(SRID=\d+;)?(MULTI)?(POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)\s*(Z|M|ZM)?\s*(\(|EMPTY)/i, 0.95),
  mark(
    'applestrings',
    /^\s*((\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*\n)\s*)*"(?:[^"\\]|\\.)*"\s*=\s*"(?:[^"\\]|\\.)*"\s*;/,
    0.95,
  ),
  mark('hexpal', /^\s*([0-9a-f]{6}\s*\n){2,}[0-9a-f]{6}\s*$/i, 0.7),
  mark('slk', /^ID;P/),
  mark('dif', /^TABLE\r?\n0,1\r?\n/),
  mark('eth', /^(socialcalc:version:|version:1\.\d\r?\ncell:)/),
  mark('afm', /^StartFontMetrics /),
  mark('bdf', /^STARTFONT /),
  mark('arff', new RegExp(String.raw`^${lines('%')}@relation\s[^\n]*\n${lines('%')}@attribute\s`, 'i'), 0.98),
  mark('ldif', new RegExp(String.raw`^${lines('#')}(version: \d+${lines('#')})?dn::? \S`), 0.98),
  mark('reg', /^(Windows Registry Editor Version|REGEDIT4)/),
  mark('stl', /^\s*solid\b[^\n]*\r?\n\s*(color[^\n]*\r?\n\s*)?(facet\s+normal|endsolid)/i),
  mark('ifc', /^\s*(\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*ISO-10303-21;[\s\S]{0,4000}?\bFILE_SCHEMA\s*\(\s*\(\s*'IFC/i),
  mark('step', /^\s*(\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*ISO-10303-21;/),
  mark('brep', /^\s*(DBRep_DrawableShape\s+)?CASCADE Topology V\d/),
  mark('ac', /^AC3D[0-9a-f]\r?\n/),
  mark('maxase', /^\s*\*3DSMAX_ASCIIEXPORT\s/),
  mark('smd', /^\s*(\/\/[^\n]*\n\s*)*version 1\s*\n\s*nodes\s/),
  mark('ogex', /^\s*(\/\/[^\n]*\n\s*)*Metric\s*\(\s*key\s*=/),
  mark('md5mesh', /^\s*MD5Version \d+\s[\s\S]{0,2000}?\bnumMeshes\s/),
  mark('wrl', /^#VRML V/),
  mark('bvh', /^\s*HIERARCHY\s+ROOT\s/i),
  mark('iges', /^.{72}S[ 0]{6}1\r?\n/, 0.95),

  mark('pgp', /^-----BEGIN PGP /, 0.95),
  mark('p7m', /^-----BEGIN PKCS7-----/, 0.95),
  mark('mhtml', /^From: <Saved by /i, 1, ['eml']),
  mark(
    'bibtex',
    /^\s*(%.*\n\s*)*@(article|book|booklet|inbook|incollection|inproceedings|conference|manual|mastersthesis|misc|phdthesis|proceedings|techreport|unpublished|online|string|comment|preamble)\s*[{(]/i,
    0.95,
  ),
  mark('endnotexml', /^\s*(<\?xml[^>]*>\s*)?(<!--[^>]*>\s*)?<xml>\s*<records>/, 1, ['xml']),
  mark('ris', /^\s*TY {2}- [A-Z]{2,8}\s/, 0.98),
  mark('latex', /^\s*(%.*\n\s*|\\(?!documentclass)[a-zA-Z@].*\n\s*)*\\(documentclass|documentstyle)\b/, 0.98),
  mark('latex', /^\s*\\(begin|section|chapter|usepackage|input)\s*[[{]/, 0.8),
  mark('texinfo', /^(\\input texinfo|@setfilename\s)/m, 0.9),
  mark('context', /^\s*(%.*\n\s*)*\\(starttext|startdocument|mainlanguage|setuppapersize|usemodule)\b/, 0.9),
  mark('man', /^(\.\\".*\n|'\\".*\n|\.so .*\n)*\.TH\s/, 0.95),
  mark('mdoc', /^(\.\\".*\n|'\\".*\n|\.so .*\n)*\.Dd\s/, 0.95, ['man']),
  mark('ms', /^(\.\\".*\n|'\\".*\n)*\.(TL|RP|NH|LP)\s/, 0.85, ['man']),
  mark('pod', /^=(pod|head1|encoding)\b.*\n\s*\n/, 0.9),
  mark('zimwiki', /^Content-Type: text\/x-zim-wiki/),
  mark('org', /^\s*(#.*\n)*#\+(TITLE|AUTHOR|STARTUP|OPTIONS|BEGIN_SRC|begin_src|title):?/, 0.9),
  mark('t2t', /^.*\n.*\n.*\n\s*%!(?=\w+\s*(\(\w+\)\s*)?:)/, 0.85),
  // Fields that hold for all tunes, and free text, may stand before the first of them.
  mark(
    'abc',
    new RegExp(String.raw`^${lines('%')}(?:[A-Z]:[^\n]*\n${lines('%')}){0,20}X:\s*\d+[^\n]*\n${lines('%')}[A-Z]:`),
    0.95,
  ),
  mark('krn', /^(?:!![^\n]*\n|\r?\n)*(?:\*\*[\w-]+\t)*\*\*kern[\t\r\n]/, 1, ['tsv']),
  mark(
    'mermaid',
    /^\s*(%%.*\n\s*)*(sequenceDiagram|classDiagram|stateDiagram(-v2)?|erDiagram|gantt|mindmap|gitGraph|xychart(-beta)?|quadrantChart|(graph|flowchart)\s+(TD|TB|BT|RL|LR))\s/,
    0.9,
  ),
  mark(
    'gv',
    /^\s*((\/\/|#).*\n\s*|\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*(strict\s+)?(di)?graph(\s+("[^"]*"|\w+))?\s*\{/,
    0.95,
  ),
  // One formula alone, set apart as TeX does it.
  mark('texmath', /^\s*(?:\$\$[^$]+\$\$|\\\[(?:[^\\]|\\[^\]])+\\\])\s*$/, 0.9, ['latex', 'md']),
  mark('obj', /^\s*((#|mtllib |o |g |s |usemtl ).*\n\s*)*v\s+-?[\d.]+(e-?\d+)?\s+-?[\d.]+(e-?\d+)?\s+-?[\d.]+/i, 0.9),
  mark('typst', /^\s*(\/\/.*\n\s*)*#(set|import|let|show)\s+[\w"(]/, 0.85),
  mark('wrl', /^#X3D V/, 0.9),
  mark('fbx', /^; FBX \d/),
];

/** A format's own first line. */
export function detectMarked(text: string): Finding | undefined {
  return match(text, MARKS);
}

/** A header in text before binary content. */
export const detectHeader: Detector = async ({ head }) => match(latin1(head, 0, HEADER_CHARS), HEADERS);

function match(text: string, marks: readonly Mark[]): Finding | undefined {
  const hit = marks.find(({ pattern }) => pattern.test(text));
  return hit && found(hit.format, hit.confidence, hit.orNamed);
}

const KNOWN_HEADER =
  /^(from|to|cc|subject|date|received|return-path|message-id|mime-version|content-type|content-transfer-encoding|delivered-to|reply-to|sender|x-[\w-]+)$/i;
const TELLING_HEADER = /^(from|received|return-path|message-id|mime-version|delivered-to)$/i;

/** A message (RFC 5322), a mailbox of them, or a saved web page. */
export function detectMail(text: string): Finding | undefined {
  const mailbox = /^From \S+ +(Mon|Tue|Wed|Thu|Fri|Sat|Sun) .*\d\d:\d\d.*\r?\n/.exec(text);
  const body = mailbox ? text.slice(mailbox[0].length) : text;
  const end = /\r?\n\r?\n/.exec(body)?.index ?? body.length;
  const lines = body.slice(0, end).split(/\r?\n(?![ \t])/);
  const names = lines.map((line) => /^([A-Za-z][A-Za-z0-9-]*):/.exec(line)?.[1]);
  const isHeader = names.every((name) => name !== undefined);
  const known = names.filter((name) => name !== undefined && KNOWN_HEADER.test(name)).length;
  if (mailbox) return found('mbox', isHeader && known > 0 ? 0.98 : 0.85, ['eml']);
  if (!isHeader || known < 2) return undefined;
  if (!names.some((name) => name !== undefined && TELLING_HEADER.test(name))) return undefined;
  const isPage =
    lines.some((line) => /^content-type:\s*multipart\/related/i.test(line)) &&
    !names.some((name) => /^(to|received)$/i.test(name!));
  return isPage ? found('mhtml', 0.9, ['eml']) : found('eml', known >= 3 ? 0.95 : 0.85, ['mhtml', 'mbox']);
}
