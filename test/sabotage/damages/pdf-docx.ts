import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Damage, Harm, Scenario } from '../scenario.ts';

type Change = (text: string) => string;

/** Changes parts of a package whose names match; nothing where nothing changed. */
function changeParts(file: Uint8Array, parts: RegExp, change: Change): Uint8Array | undefined {
  const entries = unzipSync(file);
  let changed = false;
  for (const [name, bytes] of Object.entries(entries)) {
    if (!parts.test(name)) continue;
    const before = strFromU8(bytes);
    const after = change(before);
    changed ||= before !== after;
    entries[name] = strToU8(after);
  }
  return changed ? zipSync(entries) : undefined;
}

const BODY = /^word\/document\.xml$/;
const TEXT = /(<w:t(?: [^>]*)?>)([^<]*)(<\/w:t>)/g;
const PARAGRAPH = /<w:p[ >](?:(?!<w:p[ >]|<\/w:p>)[\s\S])*<\/w:p>/g;

function inBody(name: string, harm: Harm, change: Change): Damage {
  return { name, harm, apply: (file) => changeParts(file, BODY, change) };
}

const inTexts =
  (change: Change): Change =>
  (xml) =>
    xml.replace(TEXT, (_, open: string, text: string, close: string) => `${open}${change(text)}${close}`);
const nextDigits: Change = (text) => text.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10));
const mojibake: Change = (text) => Buffer.from(text.replace(/e/g, 'é'), 'utf8').toString('latin1');
const withRun =
  (property: string): Change =>
  (xml) =>
    xml
      .replace(/<w:(?:color|sz|szCs|vanish)(?: [^>]*)?\/>/g, '')
      .replace(/<w:rPr\/>/g, '')
      .replace(/<w:r>(?!<w:rPr>)/g, '<w:r><w:rPr></w:rPr>')
      .replace(/(<w:r(?: [^>]*)?>)(?!<w:rPr>)/g, '$1<w:rPr></w:rPr>')
      .replace(/<w:r><w:rPr><\/w:rPr><w:rPr>/g, '<w:r><w:rPr>')
      .replace(/<w:rPr>/g, `<w:rPr>${property}`);

/** Paragraphs of a text that hold some, exchanged or dropped. */
function changeParagraphs(change: (paragraphs: string[]) => string[] | undefined): Change {
  return (xml) => {
    const found = xml.match(PARAGRAPH)?.filter((one) => (one.match(TEXT)?.join('') ?? '').length > 150) ?? [];
    const wanted = change([...found]);
    if (!wanted) return xml;
    let at = 0;
    return xml.replace(PARAGRAPH, (one) => (found[at] === one ? (wanted[at++] ?? '') : one));
  };
}

const PARTS = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;

const DOCX: readonly Damage[] = [
  inBody('every digit changed', 'number', inTexts(nextDigits)),
  inBody('mojibake', 'text', inTexts(mojibake)),
  inBody('third of the texts lost', 'text', (xml) => {
    let at = 0;
    return xml.replace(TEXT, (all, open: string, _: string, close: string) => (at++ % 3 === 2 ? open + close : all));
  }),
  inBody('second half lost', 'block', (xml) => {
    const texts = [...xml.matchAll(TEXT)];
    const middle = texts[texts.length >> 1]?.index ?? 0;
    return xml.slice(0, middle) + inTexts(() => '')(xml.slice(middle));
  }),
  inBody(
    'all text lost',
    'block',
    inTexts(() => ''),
  ),
  inBody(
    'one paragraph lost',
    'block',
    changeParagraphs((list) =>
      list.length > 1 ? list.map((one, index) => (index === list.length >> 1 ? '<w:p/>' : one)) : undefined,
    ),
  ),
  inBody(
    'one paragraph doubled three times',
    'block',
    changeParagraphs((list) =>
      list.length > 1 ? list.map((one, index) => (index === 0 ? list.join('').repeat(3) : one)) : undefined,
    ),
  ),
  inBody(
    'words glued together',
    'text',
    inTexts((text) => text.replace(/ /g, '')),
  ),
  inBody('headings plain', 'structure', (xml) =>
    xml.replace(/<w:pStyle w:val="(?:Heading|Title)[^"]*"\/>/g, '').replace(/<w:outlineLvl [^>]*\/>/g, ''),
  ),
  inBody('drawings lost', 'image', (xml) => xml.replace(/<w:drawing>[\s\S]*?<\/w:drawing>/g, '')),
  inBody('tables lost', 'block', (xml) => xml.replace(/<w:tbl>[\s\S]*?<\/w:tbl>/g, '<w:p/>')),
  inBody('a table row lost', 'block', (xml) =>
    xml.replace(/<w:tr(?: [^>]*)?>(?:(?!<\/w:tr>)[\s\S])*<\/w:tr>(?=<w:tr)/, ''),
  ),
  inBody('numbers in cells changed', 'number', (xml) => xml.replace(/<w:tbl>[\s\S]*?<\/w:tbl>/g, inTexts(nextDigits))),
  inBody('all text white', 'visibility', withRun('<w:color w:val="FFFFFF"/>')),
  inBody('all text hidden', 'visibility', withRun('<w:vanish/>')),
  inBody('30 pt throughout', 'style', withRun('<w:sz w:val="60"/>')),
  inBody('1 pt throughout', 'visibility', withRun('<w:sz w:val="2"/>')),
  inBody('links lost', 'link', (xml) => xml.replace(/<\/?w:hyperlink(?: [^>]*)?>/g, '')),
  {
    name: 'links lead elsewhere',
    harm: 'link',
    apply: (file) =>
      changeParts(file, /^word\/_rels\/document/, (xml) =>
        xml.replace(/Target="(?:https?|mailto):[^"]*"/g, 'Target="https://elsewhere.example/"'),
      ),
  },
  {
    name: 'media deleted',
    harm: 'image',
    apply(file) {
      const entries = Object.entries(unzipSync(file));
      const kept = entries.filter(([name]) => !name.startsWith('word/media/'));
      return kept.length < entries.length ? zipSync(Object.fromEntries(kept)) : undefined;
    },
  },
  {
    name: 'all parts in the wrong encoding',
    harm: 'text',
    apply: (file) =>
      changeParts(
        file,
        PARTS,
        inTexts((text) => Buffer.from(text, 'utf8').toString('latin1')),
      ),
  },
  {
    name: 'headers and footers lost',
    harm: 'block',
    apply: (file) =>
      changeParts(
        file,
        /^word\/(?:header|footer)\d*\.xml$/,
        inTexts(() => ''),
      ),
  },
  {
    name: 'notes lost',
    harm: 'note',
    apply: (file) =>
      changeParts(
        file,
        /^word\/(?:footnotes|endnotes)\.xml$/,
        inTexts(() => ''),
      ),
  },
  { name: 'truncated', harm: 'unreadable', apply: (file) => file.slice(0, file.length >> 1) },
  {
    name: 'random bytes',
    harm: 'unreadable',
    apply: (file) => file.map((_, index) => (index * 7919 + (index >> 3)) & 255),
  },
];

function inText(name: string, harm: Harm, change: Change): Damage {
  return {
    name,
    harm,
    apply(file) {
      const before = strFromU8(file);
      const after = change(before);
      return before === after ? undefined : strToU8(after);
    },
  };
}

const lines =
  (change: (list: string[]) => string[]): Change =>
  (text) => {
    // What is before the body of a page is no text of it.
    const start = /<body[^>]*>/.exec(text);
    const from = start ? start.index + start[0].length : 0;
    return text.slice(0, from) + change(text.slice(from).split('\n')).join('\n');
  };

const PLAIN: readonly Damage[] = [
  inText('every digit changed', 'number', nextDigits),
  inText(
    'first half lost',
    'block',
    lines((list) => list.slice(list.length >> 1)),
  ),
  inText(
    'second half lost',
    'block',
    lines((list) => list.slice(0, list.length >> 1)),
  ),
  inText(
    'every fifth line lost',
    'block',
    lines((list) => list.filter((_, index) => index % 5 !== 4)),
  ),
  inText('twice', 'block', (text) => `${text}\n${text}`),
  inText('mojibake', 'text', (text) => Buffer.from(text.replace(/e/g, 'é'), 'utf8').toString('latin1')),
  inText('words glued together', 'text', (text) => text.replace(/(\p{L}) (\p{L})/gu, '$1$2')),
  inText('empty', 'block', () => '\n'),
  inText('vowels lost', 'text', (text) => text.replace(/[aeiou]/g, '')),
];

const HTML: readonly Damage[] = [
  ...PLAIN.slice(1, 3),
  inText('every digit of the text changed', 'number', (html) =>
    html.replace(
      /(>)([^<]+)(?=<)/g,
      (_, open: string, text: string) => open + (text.includes('{') ? text : nextDigits(text)),
    ),
  ),
  inText('links lost', 'link', (html) => html.replace(/<\/?a(?: [^>]*)?>/g, '')),
  inText('links lead elsewhere', 'link', (html) =>
    html.replace(/href="(?:https?|mailto):[^"]*"/g, 'href="https://elsewhere.example/"'),
  ),
  inText('pictures lost', 'image', (html) => html.replace(/<img[^>]*>/g, '')),
  inText('headings plain', 'structure', (html) => html.replace(/<(\/?)h[1-6]/g, '<$1p')),
];

const SVG: readonly Damage[] = [
  inText('every digit of the text changed', 'number', (svg) =>
    svg.replace(/(<t(?:ext|span)[^>]*>)([^<]+)/g, (_, open: string, text: string) => open + nextDigits(text)),
  ),
  inText('text lost', 'text', (svg) => svg.replace(/<text[\s\S]*?<\/text>/g, '')),
  inText('everything shrunk', 'visibility', (svg) =>
    svg.replace(
      /viewBox="0 0 ([\d.]+) ([\d.]+)"/,
      (_, w: string, h: string) => `viewBox="0 0 ${Number(w) * 5} ${Number(h) * 5}"`,
    ),
  ),
  inText('everything outside', 'visibility', (svg) => svg.replace(/viewBox="0 0/, 'viewBox="5000 0')),
  inText('all fills white', 'visibility', (svg) => svg.replace(/fill="#[0-9a-f]+"/gi, 'fill="#ffffff"')),
  inText('paths lost', 'visibility', (svg) => svg.replace(/<path (?!d="M0 0H)[^>]*\/>/g, '')),
  inText('upside down', 'visibility', (svg) =>
    svg
      .replace(
        /<svg ([^>]*?)>/,
        (_, more: string) => `<svg ${more} style="transform:rotate(180deg)"><g transform="rotate(180 297 421)">`,
      )
      .replace('</svg>', '</g></svg>'),
  ),
  inText('links lead elsewhere', 'link', (svg) =>
    svg.replace(/xlink:href="https?:[^"]*"/g, 'xlink:href="https://elsewhere.example/"'),
  ),
  inText('half of the file', 'unreadable', (svg) => svg.slice(0, svg.length >> 1)),
];

function scenario(
  source: string,
  to: Scenario['to'],
  damages: readonly Damage[],
  more: Partial<Scenario> = {},
): Scenario {
  return { family: 'pdf', source, to, damages, ...more };
}

export const SCENARIOS: readonly Scenario[] = [
  scenario('corpus/sources/pdf/letter-headings-table-link.pdf', 'docx', DOCX),
  scenario('corpus/sources/pdf/header-footer-page-numbers.pdf', 'docx', DOCX),
  scenario('corpus/sources/pdf/essay-footnotes-ruled-table.pdf', 'docx', DOCX),
  scenario('corpus/sources/pdf/tables-over-pages.pdf', 'docx', DOCX),
  scenario('../shared/corpora/pdf/sample-files/pdflatex-outline.pdf', 'docx', DOCX),
  scenario('../shared/corpora/pdf/markitdown/REPAIR-2022-INV-001_multipage.pdf', 'docx', DOCX),
  scenario('../shared/corpora/pdf/pdf2docx/demo-image.pdf', 'docx', DOCX),
  scenario('../shared/corpora/pdf/docling/multi_page.pdf', 'txt', PLAIN),
  scenario('corpus/sources/pdf/letter-headings-table-link.pdf', 'md', PLAIN),
  scenario('../shared/corpora/pdf/sample-files/pdflatex-outline.pdf', 'html', HTML),
  scenario('../shared/corpora/pdf/pdf2docx/demo-image.pdf', 'html', HTML),
  scenario('corpus/sources/pdf/letter-headings-table-link.pdf', 'svg', SVG),
  scenario('../shared/corpora/pdf/pdfplumber/issue-336-example.pdf', 'svg', SVG),
];
