import type { Damage } from '../scenario.ts';
import { changeMatches, changeParts, FORMATS_LIKE, writingOf } from './result-text.ts';
import {
  withoutColumn,
  exchangeColumns,
  reverseRows,
  lastDigitIn,
  exchangeGroups,
  type Edit,
  type NamedEdit,
} from './named-edits.ts';
import { ODP, PPTX } from './slide-edits.ts';

/** Damages of signs and figures, of marks of the text, of spans of tables, and of parts beside the body. */
export function detailDamages(format: string): readonly Damage[] {
  const writing = writingOf(format);
  const inTexts = SIGNS.map(({ name, harm, edit }): NamedEdit => ({
    name,
    harm,
    edit: (text: string) => changeMatches(text, writing.text, (list) => list.map(edit)),
  }));
  return [...inTexts, ...(EDITS[format] ?? EDITS[FORMATS_LIKE[format] ?? ''] ?? [])].map(
    ({ name, harm, edit, at }) => ({
      name,
      harm,
      apply: (bytes) => changeParts(bytes, at ?? writing.part, edit),
    }),
  );
}

const SIGNS: readonly NamedEdit[] = [
  { name: 'decimal signs lost', harm: 'number', edit: (text) => text.replace(/(?<=\d)[.,](?=\d)(?!\d*in\b)/g, '') },
  {
    name: 'decimal signs as spaces',
    harm: 'number',
    edit: (text) => text.replace(/(?<=\d)[.,](?=\d)(?!\d*in\b)/g, ' '),
  },
  { name: 'minus signs lost', harm: 'number', edit: (text) => text.replace(/(?<![\p{L}\d])[-−](?=\d)/gu, '') },
  { name: 'percent signs lost', harm: 'number', edit: (text) => text.replace(/(?<=\d)\s?%/g, '') },
  {
    name: 'currencies exchanged',
    harm: 'number',
    edit: (text) => text.replace(/[€$£]/g, (sign) => (sign === '$' ? '€' : '$')),
  },
  {
    name: 'digits of numbers reversed',
    harm: 'number',
    edit: (text) => text.replace(/\d{2,}/g, (all) => [...all].toReversed().join('')),
  },
  {
    name: 'all in capitals',
    harm: 'text',
    edit: (text) => text.replace(/&\w+;|./gs, (all) => (all.length > 1 ? all : all.toUpperCase())),
  },
  { name: 'punctuation lost', harm: 'text', edit: (text) => text.replace(/[.,:!?](?=\s|$)/g, '') },
  {
    name: 'accents lost',
    harm: 'text',
    edit: (text) =>
      text
        .normalize('NFD')
        .replace(/(?<=\p{Script=Latin})\p{M}/gu, '')
        .normalize('NFC'),
  },
  { name: 'words glued', harm: 'text', edit: (text) => text.replace(/(?<=\p{L}) (?=\p{L})/gu, '') },
  {
    name: 'letters reversed',
    harm: 'order',
    edit: (text) => text.replace(/\p{L}{2,}/gu, (all) => [...all].toReversed().join('')),
  },
];

/** Each row without its second cell. */
const DOCX_TEXT = /(?<=<w:t(?: [^>]*)?>)[^<]+(?=<)/g;
const DOCX_ROW = /<w:tr(?: [^>]*)?>.*?<\/w:tr>/gs;
const DOCX_CELL = /<w:tc(?: [^>]*)?>.*?<\/w:tc>/gs;
/** Breaks between two texts of a paragraph: those beside an image, or before all text, part nothing. */
const DOCX_BREAK = /(?<=<\/w:t>(?:(?!<\/w:p>).)*)<w:br\/>(?=(?:(?!<\/w:p>|<w:drawing).)*<w:t[ >])/gs;
const ODT_BREAK =
  /(?<=[^<>\s]\s*(?:<\/?text:(?:span|a)[^>]*>\s*)*)<text:line-break\/>(?=\s*(?:<\/?text:(?:span|a)[^>]*>\s*)*[^<\s])/g;
const HTML_BREAK =
  /(?<=[^<>\s]\s*(?:<\/?(?:span|b|i|em|strong|a)\b[^>]*>\s*)*)<br\s*\/?>(?=\s*(?:<\/?(?:span|b|i|em|strong|a)\b[^>]*>\s*)*[^<\s])/g;
const DOCX_MARGINS = /^word\/(?:header|footer)\d*\.xml$/;
const DOCX_NOTES = /^word\/(?:foot|end)notes\.xml$/;
const withRun =
  (property: string): Edit =>
  (xml) =>
    xml
      .replace(/<w:(?:color|sz|szCs)(?: [^>]*)?\/>/g, '')
      .replace(/(<w:r(?: [^>]*)?>)(?!<w:rPr>)/g, '$1<w:rPr></w:rPr>')
      .replace(/(<w:r(?: [^>]*)?><w:rPr>)/g, `$1${property}`);

const DOCX: readonly NamedEdit[] = [
  { name: 'a digit of a note changed', harm: 'number', at: DOCX_NOTES, edit: lastDigitIn(DOCX_TEXT) },
  {
    name: 'a digit of a header changed',
    harm: 'number',
    at: DOCX_MARGINS,
    edit: (text) => (/w:fld/.test(text) ? text : lastDigitIn(DOCX_TEXT)(text)),
  },
  {
    name: 'texts of notes exchanged',
    harm: 'note',
    at: DOCX_NOTES,
    edit: exchangeGroups(/<w:(?:foot|end)note (?![^>]*w:type)[^>]*>(.*?)<\/w:(?:foot|end)note>/gs),
  },
  {
    name: 'links lead to their neighbours',
    harm: 'link',
    at: /^word\/_rels\/document\.xml\.rels$/,
    edit: exchangeGroups(/Target="((?:https?|mailto):[^"]*)"/g),
  },
  {
    name: 'bold lost',
    harm: 'style',
    at: /^word\/(?:document|styles)\.xml$/,
    edit: (text) => text.replace(/<w:b(?:Cs)?(?: [^>]*)?\/>/g, ''),
  },
  {
    name: 'italic lost',
    harm: 'style',
    at: /^word\/(?:document|styles)\.xml$/,
    edit: (text) => text.replace(/<w:i(?:Cs)?(?: [^>]*)?\/>/g, ''),
  },
  {
    name: 'raised text lost',
    harm: 'number',
    edit: (text) => text.replace(/<w:vertAlign [^>]*\/>(?=(?:(?!<\/w:r>).)*<w:t[ >])/g, ''),
  },
  { name: 'all text white', harm: 'visibility', edit: withRun('<w:color w:val="FFFFFF"/>') },
  { name: 'all text 1 pt', harm: 'visibility', edit: withRun('<w:sz w:val="2"/><w:szCs w:val="2"/>') },
  {
    name: 'all headings of level 3',
    harm: 'structure',
    edit: (text) => text.replace(/<w:pStyle w:val="Heading\d"/g, '<w:pStyle w:val="Heading3"'),
  },
  {
    name: 'nested items flattened',
    harm: 'structure',
    // The level of a heading is that of its style.
    edit: (text) =>
      text.replace(/<w:p[ >](?:(?!<\/w:p>).)*/gs, (all) =>
        all.includes('<w:pStyle w:val="Heading') ? all : all.replace(/<w:ilvl w:val="[1-8]"/g, '<w:ilvl w:val="0"'),
      ),
  },
  {
    name: 'items nested',
    harm: 'structure',
    edit: (text) => {
      let at = 0;
      return text.replace(/<w:ilvl w:val="0"/g, (all) => (at++ % 2 === 1 ? '<w:ilvl w:val="1"' : all));
    },
  },
  {
    name: 'merged cells apart',
    harm: 'structure',
    edit: (text) => text.replace(/<w:(?:gridSpan|vMerge)(?: [^>]*)?\/>/g, ''),
  },
  { name: 'a column lost', harm: 'block', edit: withoutColumn(DOCX_ROW, DOCX_CELL) },
  { name: 'two columns exchanged', harm: 'order', edit: exchangeColumns(DOCX_ROW, DOCX_CELL) },
  { name: 'rows reversed', harm: 'order', edit: reverseRows(/<w:tbl>.*?<\/w:tbl>/gs, DOCX_ROW) },
  {
    name: 'images stretched',
    harm: 'image',
    edit: (text) =>
      text.replace(
        /(<(?:wp:extent|a:ext) cx=")(\d+)/g,
        (_, head: string, size: string) => head + String(Number(size) * 3),
      ),
  },
  {
    name: 'images one point',
    harm: 'image',
    edit: (text) => text.replace(/(<(?:wp:extent|a:ext)) cx="\d+" cy="\d+"/g, '$1 cx="12700" cy="12700"'),
  },
  { name: 'bookmarks lost', harm: 'link', edit: (text) => text.replace(/<w:bookmark(?:Start|End)[^>]*>/g, '') },
  { name: 'jumps lost', harm: 'link', edit: (text) => text.replace(/ w:anchor="[^"]*"/g, '') },
  { name: 'line breaks lost', harm: 'text', edit: (text) => text.replace(DOCX_BREAK, '') },
  { name: 'tabs lost', harm: 'text', edit: (text) => text.replace(/<w:tab\/>/g, '') },
  { name: 'formulas lost', harm: 'block', edit: (text) => text.replace(/<m:oMath>.*?<\/m:oMath>/gs, '') },
  {
    name: 'header and footer exchanged',
    harm: 'order',
    at: /^word\/_rels\/document\.xml\.rels$/,
    edit: (text) =>
      text.replace(
        /Target="(header|footer)(\d)/g,
        (_, kind: string, n: string) => `Target="${kind === 'header' ? 'footer' : 'header'}${n}`,
      ),
  },
  { name: 'boxes ticked', harm: 'number', edit: (text) => text.replace(/[☐☒☑]/g, (box) => (box === '☐' ? '☒' : '☐')) },
];

const ODT_ROW = /<table:table-row(?: [^>]*)?>.*?<\/table:table-row>/gs;
const ODT_CELL = /<table:table-cell(?: [^>]*)?>.*?<\/table:table-cell>/gs;
const ODT_PARTS = /^(?:content|styles)\.xml$/;
const ODT: readonly NamedEdit[] = [
  {
    name: 'a digit of a note changed',
    harm: 'number',
    edit: (text) => text.replace(/<text:note-body>.*?<\/text:note-body>/gs, lastDigitIn(/(?<=>)[^<>]*\d[^<>]*(?=<)/g)),
  },
  {
    name: 'a digit of a header changed',
    harm: 'number',
    at: /^styles\.xml$/,
    edit: (text) =>
      text.replace(/<style:(header|footer)>.*?<\/style:\1>/gs, (all) =>
        lastDigitIn(/(?<=<text:(?:p|span|h)(?: [^>]*)?>)[^<>]*\d[^<>]*(?=<)/g)(all),
      ),
  },
  {
    name: 'links lead to their neighbours',
    harm: 'link',
    edit: exchangeGroups(/<text:a [^>]*xlink:href="((?:https?|mailto):[^"]*)/g),
  },
  { name: 'bold lost', harm: 'style', at: ODT_PARTS, edit: (text) => text.replace(/fo:font-weight="bold"/g, '') },
  { name: 'italic lost', harm: 'style', at: ODT_PARTS, edit: (text) => text.replace(/fo:font-style="italic"/g, '') },
  {
    name: 'raised text lost',
    harm: 'number',
    edit: (text) => text.replace(/style:text-position="(?:super|sub|-?[1-9])[^"]*"/g, ''),
  },
  {
    name: 'all text white',
    harm: 'visibility',
    at: ODT_PARTS,
    edit: (text) =>
      text
        .replace(/ fo:color="[^"]*"/g, '')
        .replace(/<style:text-properties /g, '$&fo:color="#ffffff" ')
        .replace(/style:use-window-font-color="true"/g, ''),
  },
  {
    name: 'all text 1 pt',
    harm: 'visibility',
    at: ODT_PARTS,
    edit: (text) =>
      text.replace(/ fo:font-size="[^"]*"/g, '').replace(/<style:text-properties /g, '$&fo:font-size="1pt" '),
  },
  {
    name: 'all headings of level 3',
    harm: 'structure',
    edit: (text) => text.replace(/text:outline-level="\d"/g, 'text:outline-level="3"'),
  },
  {
    name: 'nested items flattened',
    harm: 'structure',
    edit: (text) =>
      // Headings are in lists that nobody sees.
      !/<text:list-item>\s*<text:p(?: [^>]*)?>(?:(?!<\/text:list-item>|<text:h[ >]).)*<text:list[ >]/s.test(text)
        ? text
        : text
            .replace(
              /<text:list-item>\s*(<text:list(?: [^>]*)?>)|(<\/text:list>)\s*<\/text:list-item>/g,
              (all, start?: string, end?: string) =>
                start ? '<text:list-item><text:p/></text:list-item>' : end ? '' : all,
            )
            .replace(/<\/text:list-item>(?=<text:list-item><text:p\/>)/g, '</text:list-item>'),
  },
  {
    name: 'merged cells apart',
    harm: 'structure',
    edit: (text) =>
      text
        .replace(/ table:number-(?:columns|rows)-spanned="\d+"/g, '')
        .replace(/<(\/?)table:covered-table-cell/g, '<$1table:table-cell'),
  },
  { name: 'a column lost', harm: 'block', edit: withoutColumn(ODT_ROW, ODT_CELL) },
  { name: 'two columns exchanged', harm: 'order', edit: exchangeColumns(ODT_ROW, ODT_CELL) },
  { name: 'rows reversed', harm: 'order', edit: reverseRows(/<table:table .*?<\/table:table>/gs, ODT_ROW) },
  {
    name: 'images stretched',
    harm: 'image',
    edit: (text) =>
      text.replace(/<draw:frame (?:(?!<draw:frame).)*?<draw:image/gs, (all) =>
        all.replace(/svg:width="([\d.]+)/, (_, width: string) => `svg:width="${Number(width) * 3}`),
      ),
  },
  { name: 'bookmarks lost', harm: 'link', edit: (text) => text.replace(/<text:bookmark(?:-start|-end)?[^>]*>/g, '') },
  { name: 'line breaks lost', harm: 'text', edit: (text) => text.replace(ODT_BREAK, '') },
  { name: 'tabs lost', harm: 'text', edit: (text) => text.replace(/<text:tab\/>/g, '') },
  { name: 'spaces of runs lost', harm: 'text', edit: (text) => text.replace(/ (?=<text:span|<\/text:span)/g, '') },
];

const HTML_ROW = /<tr(?: [^>]*)?>.*?<\/tr>/gs;
const HTML_CELL = /<t[dh](?: [^>]*)?>.*?<\/t[dh]>/gs;
const HTML: readonly NamedEdit[] = [
  { name: 'links lead to their neighbours', harm: 'link', edit: exchangeGroups(/href="((?:https?|mailto):[^"]*)"/g) },
  { name: 'jumps lead elsewhere', harm: 'link', edit: exchangeGroups(/href="(#[^"]*)"/g) },
  {
    name: 'anchors lost',
    harm: 'link',
    edit: (text) => (/href="#/.test(text) ? text.replace(/ (?:id|name)="[^"]*"/g, '') : text),
  },
  {
    name: 'bold lost',
    harm: 'style',
    edit: (text) => text.replace(/<\/?(?:b|strong)(?: [^>]*)?>/g, '').replace(/font-weight:\s*(?:bold|[6-9]00)/g, ''),
  },
  {
    name: 'italic lost',
    harm: 'style',
    edit: (text) => text.replace(/<\/?(?:i|em)(?: [^>]*)?>/g, '').replace(/font-style:\s*italic/g, ''),
  },
  {
    name: 'raised text lost',
    harm: 'number',
    edit: (text) => text.replace(/<(su[bp])(?: [^>]*)?>((?:(?!<a).)*?)<\/\1>/gs, '$2'),
  },
  {
    name: 'all text white',
    harm: 'visibility',
    edit: (text) =>
      text
        .replace(/<body([^>]*)>/, '<body$1><div style="color:#fff;background:#fff">')
        .replace('</body>', '</div></body>'),
  },
  {
    name: 'all text 1 px',
    harm: 'visibility',
    edit: (text) =>
      text.replace(/<body([^>]*)>/, '<body$1><div style="font-size:1px">').replace('</body>', '</div></body>'),
  },
  {
    name: 'all text hidden',
    harm: 'visibility',
    edit: (text) =>
      text.replace(/<body([^>]*)>/, '<body$1><div style="display:none">').replace('</body>', '</div></body>'),
  },
  {
    name: 'all headings of level 3',
    harm: 'structure',
    edit: (text) => text.replace(/<(\/?)h[1-6](?=[ >])/g, '<$1h3'),
  },
  {
    name: 'nested items flattened',
    harm: 'structure',
    edit: (text) =>
      text.replace(
        /(<li(?: [^>]*)?>(?:(?!<\/?li).)*?)<[ou]l(?: [^>]*)?>((?:(?!<[ou]l).)*?)<\/[ou]l>\s*<\/li>/gs,
        '$1</li>$2',
      ),
  },
  { name: 'merged cells apart', harm: 'structure', edit: (text) => text.replace(/ (?:col|row)span="\d+"/g, '') },
  { name: 'a column lost', harm: 'block', edit: withoutColumn(HTML_ROW, HTML_CELL) },
  { name: 'two columns exchanged', harm: 'order', edit: exchangeColumns(HTML_ROW, HTML_CELL) },
  { name: 'rows reversed', harm: 'order', edit: reverseRows(/<table.*?<\/table>/gs, HTML_ROW) },
  {
    name: 'images stretched',
    harm: 'image',
    edit: (text) =>
      text.replace(/(<img[^>]*? width=")(\d+)/g, (_, head: string, width: string) => head + String(Number(width) * 3)),
  },
  { name: 'line breaks lost', harm: 'text', edit: (text) => text.replace(HTML_BREAK, '') },
  { name: 'captions lost', harm: 'block', edit: (text) => text.replace(/<(fig)?caption.*?<\/\1caption>/gs, '') },
  { name: 'formulas lost', harm: 'block', edit: (text) => text.replace(/<math.*?<\/math>/gs, '') },
];

const MD: readonly NamedEdit[] = [
  { name: 'links lead to their neighbours', harm: 'link', edit: exchangeGroups(/\]\(((?:https?|mailto):[^)]*)\)/g) },
  { name: 'bold lost', harm: 'style', edit: (text) => text.replace(/\*\*/g, '') },
  { name: 'italic lost', harm: 'style', edit: (text) => text.replace(/(?<!\*)\*(?![*\s])([^*\n]+)\*(?!\*)/g, '$1') },
  {
    name: 'raised text lost',
    harm: 'number',
    edit: (text) => text.replace(/\^(?!\d?\])([^^\s]+)\^/g, '$1').replace(/<\/?su[bp]>/g, ''),
  },
  { name: 'all headings of level 3', harm: 'structure', edit: (text) => text.replace(/^#{1,6} /gm, '### ') },
  {
    name: 'nested items flattened',
    harm: 'structure',
    edit: (text) => text.replace(/^ {2,}(?=(?:[-*]|\d+\.) )/gm, ''),
  },
  { name: 'a digit of a note changed', harm: 'number', edit: lastDigitIn(/(?<=^\[\^\w+\]:).*$/gm) },
  {
    name: 'rows reversed',
    harm: 'order',
    edit: (text) =>
      text.replace(
        /(?<=\n\|[-|: ]*-[-|: ]*\n)(?:\|[^\n]*\n)+/g,
        (rows) => `${rows.trimEnd().split('\n').toReversed().join('\n')}\n`,
      ),
  },
  { name: 'line breaks lost', harm: 'text', edit: (text) => text.replace(/(?<=\p{L})(?:\\| {2})?\n(?=\p{L})/gu, '') },
];

const EDITS: Readonly<Record<string, readonly NamedEdit[]>> = {
  docx: DOCX,
  odt: ODT,
  html: HTML,
  epub: HTML,
  pptx: PPTX,
  odp: [...ODT, ...ODP],
  md: MD,
};
