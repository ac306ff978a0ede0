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
  jats: (text) => text.replace(/<string-name>([^<]*)<\/string-name>/g, '<name><surname>$1</surname></name>'),
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
