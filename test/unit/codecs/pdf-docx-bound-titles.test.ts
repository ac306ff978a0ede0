import { describe, expect, it } from 'vitest';
import { tableRowsOfBody } from '../../../engine/codecs/pdf-docx/layout/bound-titles.ts';
import type { Segment } from '../../../engine/codecs/pdf-docx/layout/segment.ts';
import type { PageModel, Rule } from '../../../engine/content/pages/model.ts';

const COLUMNS = [50, 150, 250, 350];

/** A page with a ruled table of three columns and rows of 20 points, from 60 points below its edge. */
function pageOf(rows: number): PageModel {
  const line = { width: 1, color: '#000000' };
  const bottom = 60 + rows * 20;
  const rules: Rule[] = [
    ...COLUMNS.map((position) => ({ axis: 'v', position, start: 60, end: bottom, ...line }) as const),
    ...Array.from(
      { length: rows + 1 },
      (_, row) => ({ axis: 'h', position: 60 + row * 20, start: 50, end: 350, ...line }) as const,
    ),
  ];
  return { width: 600, height: 800, glyphs: [], rules, fills: [], images: [], links: [], vectorCount: 0 };
}

/** Content in the first cell of a row. */
function inRow(row: number): Segment {
  return { x0: 60, x1: 120, y0: 64 + row * 20, y1: 76 + row * 20 } as Segment;
}

describe('the head of a table on each page', () => {
  it('belongs to the table when rows of the same columns hold content', () => {
    const rows = tableRowsOfBody(pageOf(25), [inRow(2), inRow(3), inRow(4)]);
    expect(rows.some(({ y0, y1 }) => y0 < 70 && y1 > 70)).toBe(true);
  });

  it('is a header of the page where next to nothing stands below it', () => {
    const rows = tableRowsOfBody(pageOf(25), [inRow(20)]);
    expect(rows.some(({ y0, y1 }) => y0 < 70 && y1 > 70)).toBe(false);
  });
});
