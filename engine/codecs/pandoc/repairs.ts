import type { FormatId } from '../../formats/index.ts';
import { risOfEndNote } from './endnote.ts';

/** Makes what pandoc's readers stumble over into what means the same and is read. */
export function repaired(text: string, format: FormatId): string {
  return REPAIRS[format]?.(text) ?? text;
}

const REPAIRS: Partial<Record<FormatId, (text: string) => string>> = {
  rtf: (text) =>
    text
      // The letter after the substitute of a Unicode character would be lost with it.
      .replace(/\\u(-?\d{1,6})\?/g, '\\u$1 ?')
      .replaceAll('{\\*\\footnote', '{\\footnote'),
  jats: (text) =>
    withWrittenReferences(text).replace(/<string-name>([^<]*)<\/string-name>/g, '<name><surname>$1</surname></name>'),
  // Titles of chapters stand beside their text and would be left out: they become titles of sections within.
  bits: (text) =>
    text.replace(
      /<book-part-meta>(?:(?!<\/book-part-meta>)[\s\S])*?<title>((?:(?!<\/title>)[\s\S])*)<\/title>(?:(?!<\/book-part-meta>)[\s\S])*<\/book-part-meta>(\s*<body>)((?:(?!<\/body>)[\s\S])*)<\/body>/g,
      '$2<sec><title>$1</title>$3</sec></body>',
    ),
  endnotexml: risOfEndNote,
  // Tables of books have no reader: their rows become paragraphs.
  fb2: (text) =>
    text
      .replace(/<tr\b[^>]*>((?:(?!<\/tr>)[\s\S])*)<\/tr>/g, (_, cells: string) => `<p>${cells}</p>`)
      .replace(/<\/t[hd]>(?=\s*<t[hd])/g, ' — ')
      .replace(/<\/?(?:table|t[hd])\b[^>]*>/g, ''),
};

const REFERENCE_LIST = /<ref-list\b[^>]*>((?:(?!<\/ref-list>)[\s\S])*)<\/ref-list>/g;
const REFERENCE = /<ref\b[^>]*>((?:(?!<\/ref>)[\s\S])*)<\/ref>/g;
const CITATION = /<mixed-citation\b[^>]*>([\s\S]*)<\/mixed-citation>/;

/**
 * References that stand in an article as they are to be printed become a list: pandoc sets those alone whose parts are
 * named one by one, and would print empty lines for the others.
 */
function withWrittenReferences(article: string): string {
  if (article.includes('<element-citation') || !article.includes('<mixed-citation')) return article;
  return article.replace(/(<xref\b[^>]*) ref-type="bibr"/g, '$1').replace(REFERENCE_LIST, (_, list: string) => {
    const title = /<title>[\s\S]*?<\/title>/.exec(list)?.[0] ?? '<title>References</title>';
    const items = Array.from(list.matchAll(REFERENCE), ([, reference]) => {
      const label = /<label>([\s\S]*?)<\/label>/.exec(reference!)?.[1];
      const citation = CITATION.exec(reference!)?.[1] ?? '';
      return `<list-item><p>${label === undefined ? '' : `${label}. `}${withoutParts(citation)}</p></list-item>`;
    });
    return `<sec>${title}<list list-type="simple">${items.join('')}</list></sec>`;
  });
}

/** Names of what the parts of a reference are mean nothing to its print; how they look, and where they lead, does. */
function withoutParts(citation: string): string {
  return citation.replace(/<(?!\/?(?:italic|bold|sub|sup|ext-link|uri)\b)[^>]*>/g, '');
}
