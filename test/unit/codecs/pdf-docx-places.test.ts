import { describe, expect, it } from 'vitest';
import { DocumentFonts } from '../../../engine/codecs/pdf-docx/write/document-fonts.ts';
import type { Cell, Table } from '../../../engine/codecs/pdf-docx/layout/blocks.ts';
import { joinLabels } from '../../../engine/codecs/pdf-docx/layout/join-labels.ts';
import { layOutPage } from '../../../engine/codecs/pdf-docx/layout/page-layout.ts';
import { buildParagraphs } from '../../../engine/codecs/pdf-docx/layout/paragraphs.ts';
import { lineSegments } from '../../../engine/codecs/pdf-docx/layout/segments.ts';
import type { Segment } from '../../../engine/codecs/pdf-docx/layout/segment.ts';
import type { PageModel, Rule } from '../../../engine/content/pages/model.ts';
import { placeLines } from '../../../engine/codecs/pdf-docx/write/line-frame.ts';
import { spareHeight } from '../../../engine/codecs/pdf-docx/write/row-heights.ts';
import { FACE, line } from '../../support/page-models.ts';

const segmentAt = (x: number, baseline: number, text: string): Segment =>
  lineSegments(line(x, baseline, text), [], false)[0]!;

const rule = (axis: Rule['axis'], position: number, start: number, end: number): Rule => {
  return { axis, position, start, end, width: 0.5, color: '#000000' };
};

describe('lines along the edges of the page', () => {
  it('do not make a table of the whole page', () => {
    const frame = [...[0, 60, 792].map((y) => rule('h', y, 0, 612)), ...[0, 612].map((x) => rule('v', x, 0, 792))];
    const page: PageModel = {
      width: 612,
      height: 792,
      glyphs: [],
      rules: frame,
      fills: [],
      images: [],
      links: [],
      vectorCount: 0,
    };
    const segments = [100, 112, 124].map((y) => segmentAt(72, y, 'A line of running text in a frame'));
    const { bands } = layOutPage(page, segments, [], { x0: 72, x1: 540 });
    expect(bands.flatMap(({ columns }) => columns.flatMap(({ blocks }) => blocks.map(({ kind }) => kind)))).toEqual([
      'paragraph',
    ]);
  });
});

describe('labels of a table of contents', () => {
  it('belong to their entries when the number of the page is a piece of its own', () => {
    const entry = segmentAt(102, 100, 'Of furnaces and their dampers . . . . . . . . .');
    const pieces = [segmentAt(72, 100, '2.1.1'), entry, segmentAt(entry.x1 + 6, 100, '8')];
    const joined = joinLabels(pieces, () => false);
    expect(joined.map(({ label }) => label?.text)).toEqual(['2.1.1', undefined]);
  });
});

describe('a single line in a cell', () => {
  const place = (name: string, cell: { readonly x0: number; readonly x1: number }) => {
    const glyphs = line(100, 100, '28/11/2012').map((glyph) => ({ ...glyph, font: { ...FACE, name } }));
    const [paragraph] = buildParagraphs(lineSegments(glyphs, [], false), { x0: 90, x1: 300 });
    return placeLines(paragraph!, {
      area: cell,
      inTable: true,
      mayReachOut: true,
      isListItem: false,
      fonts: new DocumentFonts([], []),
    });
  };

  it('may reach out of its cell where it does in the PDF', () => {
    expect(place('Helvetica', { x0: 98, x1: 118 }).right).toBeLessThan(-20);
  });

  it('has room to grow where its font may be replaced', () => {
    expect(place('Tahoma', { x0: 98, x1: 156 }).right).toBeLessThan(-5);
    expect(place('Helvetica', { x0: 98, x1: 156 }).right).toBe(0);
  });
});

describe('the last row of a page', () => {
  const cell = (borders: Cell['borders']): Cell => {
    const box = { x0: 72, x1: 300, y0: 700, y1: 760 };
    return { row: 0, column: 0, rowSpan: 1, columnSpan: 1, box, borders, paragraphs: [] };
  };
  const table = (borders: Cell['borders']): Table => {
    const { box } = cell(borders);
    return { kind: 'table', ...box, xs: [72, 300], ys: [700, 760], cells: [cell(borders)], ruled: true };
  };

  it('gives the room below its text where nothing shows its foot', () => {
    expect(spareHeight(table({}), 0)).toBeGreaterThan(50);
  });

  it('keeps its height, but for a trifle, where a line shows its foot', () => {
    expect(spareHeight(table({ bottom: rule('h', 760, 72, 300) }), 0)).toBeLessThan(5);
  });
});
