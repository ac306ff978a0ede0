import { type IParagraphStyleOptions, type IStylesOptions } from 'docx';
import type { HeadingLevel } from '../layout/segment.ts';
import type { BodyStyle } from '../layout/document-style.ts';
import type { Paragraph } from '../layout/blocks.ts';
import { isBlank } from '../../../content/pages/model.ts';
import type { BaseFormat } from './runs.ts';
import type { DocumentFonts } from './document-fonts.ts';

/** Page breaks fall where the PDF has them, also after a single line. The library's types leave this out. */
const BREAKS_AFTER_ANY_LINE: object = { widowControl: false };

/** The formatting of Word's named styles in this document. */
export interface StyleSheet {
  readonly normal: BaseFormat;
  readonly headings: ReadonlyMap<HeadingLevel, BaseFormat>;
}

export const STYLE_IDS: Readonly<Record<HeadingLevel, string>> = {
  0: 'Title',
  1: 'Heading1',
  2: 'Heading2',
  3: 'Heading3',
  4: 'Heading4',
  5: 'Heading5',
  6: 'Heading6',
};

export function buildStyleSheet(
  body: BodyStyle,
  headings: ReadonlyMap<Paragraph, HeadingLevel>,
  fonts: DocumentFonts,
): StyleSheet {
  const { family, stretch } = fonts.choose(body.face);
  const normal = { family, stretch, size: Math.round(body.size * 2), bold: false, italic: false, color: '000000' };
  const byLevel = Map.groupBy(headings.keys(), (paragraph) => headings.get(paragraph)!);
  return {
    normal,
    headings: new Map(
      [...byLevel].map(([level, paragraphs]) => [level, prevailingFormat(paragraphs, fonts) ?? normal]),
    ),
  };
}

/** The format of most glyphs of some paragraphs. */
function prevailingFormat(paragraphs: readonly Paragraph[], fonts: DocumentFonts): BaseFormat | undefined {
  const counts = new Map<string, { format: BaseFormat; count: number }>();
  for (const { rows } of paragraphs) {
    for (const glyph of rows.flatMap(({ segments }) => segments.flatMap(({ glyphs }) => glyphs))) {
      if (isBlank(glyph)) continue;
      const { family, stretch } = fonts.choose(glyph.font);
      const format: BaseFormat = {
        family,
        stretch,
        size: Math.max(2, Math.round(glyph.size * 2)),
        bold: glyph.font.bold,
        italic: glyph.font.italic,
        color: glyph.color.slice(1),
      };
      const key = Object.values(format).join('|');
      counts.set(key, { format, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.format;
}

export function styleOptions({ normal, headings }: StyleSheet): IStylesOptions {
  const heading = (level: HeadingLevel) => {
    const { family, stretch, size, bold, italic, color } = headings.get(level) ?? normal;
    return {
      run: { font: family, size, bold, italics: italic, color, ...(stretch !== normal.stretch && { scale: stretch }) },
      paragraph: { keepNext: true, spacing: { before: 0, after: 0 } },
    };
  };
  const listParagraph: IParagraphStyleOptions = {
    id: 'ListParagraph',
    name: 'List Paragraph',
    basedOn: 'Normal',
    quickFormat: true,
  };
  return {
    default: {
      document: {
        run: { font: normal.family, size: normal.size, ...(normal.stretch !== 100 && { scale: normal.stretch }) },
        paragraph: BREAKS_AFTER_ANY_LINE,
      },
      title: heading(0),
      heading1: heading(1),
      heading2: heading(2),
      heading3: heading(3),
      heading4: heading(4),
      heading5: heading(5),
      heading6: heading(6),
    },
    paragraphStyles: [{ id: 'Normal', name: 'Normal', quickFormat: true }, listParagraph],
  };
}
