import { type IParagraphStyleOptions, type IStylesOptions } from 'docx';
import type { HeadingLevel } from '../layout/segment.ts';
import type { BodyStyle } from '../layout/document-style.ts';
import type { Paragraph } from '../layout/blocks.ts';
import { isBlank } from '../../../content/pages/model.ts';
import { measuredScale } from './line-fit.ts';
import type { BaseFormat } from './runs.ts';
import { typefaceOf } from './typefaces.ts';
import { STYLE_SHEET } from '../thresholds/writing.ts';

const { MIN_STYLE_SCALE } = STYLE_SHEET;

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

/** `paragraphs` is all text of the flow: it tells how wide the body's font runs. */
export function buildStyleSheet(
  body: BodyStyle,
  headings: ReadonlyMap<Paragraph, HeadingLevel>,
  paragraphs: readonly Paragraph[],
): StyleSheet {
  const { family } = typefaceOf(body.face);
  const plain = { family, size: Math.round(body.size * 2), bold: false, italic: false, color: '000000' };
  const normal = { ...plain, scale: styleScale(paragraphs.filter((paragraph) => !headings.has(paragraph))) };
  const byLevel = Map.groupBy(headings.keys(), (paragraph) => headings.get(paragraph)!);
  return {
    normal,
    headings: new Map([...byLevel].map(([level, paragraphs]) => [level, prevailingFormat(paragraphs) ?? normal])),
  };
}

/** Scale of a style: that of its text, when it is noticeable. */
function styleScale(paragraphs: readonly Paragraph[]): number {
  const scale = Math.round(measuredScale(paragraphs.flatMap(({ rows }) => rows)));
  return Math.abs(scale - 100) < MIN_STYLE_SCALE ? 100 : Math.max(80, Math.min(120, scale));
}

/** The format of most glyphs of some paragraphs. */
function prevailingFormat(paragraphs: readonly Paragraph[]): BaseFormat | undefined {
  const scale = styleScale(paragraphs);
  const counts = new Map<string, { format: BaseFormat; count: number }>();
  for (const { rows } of paragraphs) {
    for (const glyph of rows.flatMap(({ segments }) => segments.flatMap(({ glyphs }) => glyphs))) {
      if (isBlank(glyph)) continue;
      const format: BaseFormat = {
        family: typefaceOf(glyph.font).family,
        size: Math.max(2, Math.round(glyph.size * 2)),
        bold: glyph.font.bold,
        italic: glyph.font.italic,
        color: glyph.color.slice(1),
        scale,
      };
      const key = Object.values(format).join('|');
      counts.set(key, { format, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.format;
}

export function styleOptions({ normal, headings }: StyleSheet): IStylesOptions {
  const heading = (level: HeadingLevel) => {
    const { family, size, bold, italic, color, scale } = headings.get(level) ?? normal;
    return {
      run: { font: family, size, bold, italics: italic, color, ...(scale !== normal.scale && { scale }) },
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
        run: { font: normal.family, size: normal.size, ...(normal.scale !== 100 && { scale: normal.scale }) },
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
