import type { Table } from '../../engine/codecs/pdf-docx/layout/blocks.ts';
import { layOutDocument, segmentPage } from '../../engine/codecs/pdf-docx/layout/document-layout.ts';
import { textOfParagraph } from '../../engine/codecs/pdf-docx/layout/paragraph-text.ts';
import type { FontFace, Glyph, PageModel, Rule } from '../../engine/content/pages/model.ts';
import { helveticaWidth } from './pdf-writer.ts';

export const FACE: FontFace = { name: 'Helvetica', bold: false, italic: false, monospace: false, serif: false };

interface LineOptions {
  readonly size?: number;
  /** Degrees clockwise. */
  readonly rotation?: 0 | 90;
}

/** Glyphs of a line that begins at `x` on `baseline`; turned by a quarter it runs down the page from there. */
export function line(
  x: number,
  baseline: number,
  text: string,
  { size = 10, rotation = 0 }: LineOptions = {},
): Glyph[] {
  let pen = 0;
  return [...text].map((character, order): Glyph => {
    const advance = helveticaWidth(character, size);
    const start = pen;
    pen += advance;
    const box =
      rotation === 0
        ? { x0: x + start, x1: x + pen, y0: baseline - 0.8 * size, y1: baseline + 0.2 * size }
        : { x0: x - 0.2 * size, x1: x + 0.8 * size, y0: baseline + start, y1: baseline + pen };
    const origin = rotation === 0 ? { originX: x + start, baseline } : { originX: x, baseline: baseline + start };
    const look = { size, stretch: 1, rotation, font: FACE, color: '#000000' };
    return { text: character, ...box, ...origin, advance, ...look, order };
  });
}

/** The lines of a grid. */
export function grid(xs: readonly number[], ys: readonly number[]): Rule[] {
  const look = { width: 0.5, color: '#000000' };
  return [
    ...ys.map((position): Rule => ({ axis: 'h', position, start: xs[0]!, end: xs.at(-1)!, ...look })),
    ...xs.map((position): Rule => ({ axis: 'v', position, start: ys[0]!, end: ys.at(-1)!, ...look })),
  ];
}

export function pageOf(glyphs: readonly (readonly Glyph[])[], rules: readonly Rule[] = []): PageModel {
  const drawn = { rules, fills: [], images: [], links: [], vectorCount: 0 };
  return { width: 612, height: 792, glyphs: glyphs.flat(), ...drawn };
}

export const layOut = (...pages: readonly PageModel[]) => layOutDocument(pages.map(segmentPage));

export const blocksOf = (layout: ReturnType<typeof layOut>, page = 0) =>
  layout.layouts[page]!.bands.flatMap(({ columns }) => columns.flatMap(({ blocks }) => blocks));

/** Cells of a table as texts, row by row. */
export const rowsOf = ({ cells, ys }: Table): string[][] =>
  ys.slice(1).map((_, row) =>
    cells
      .filter((cell) => cell.row === row)
      .sort((a, b) => a.column - b.column)
      .map(({ paragraphs }) => paragraphs.map(textOfParagraph).join(' / ')),
  );
