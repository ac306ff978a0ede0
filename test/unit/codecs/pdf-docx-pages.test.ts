import { describe, expect, it } from 'vitest';
import { textOfParagraph } from '../../../engine/codecs/pdf-docx/layout/paragraph-text.ts';
import type { Glyph, PageModel } from '../../../engine/content/pages/model.ts';
import { blocksOf, FACE, grid, layOut, line, pageOf, rowsOf } from '../../support/page-models.ts';

const PROSE = 'The kiln was fired in the morning with the charcoal of the day before, and nobody left the yard';

describe('headers and footers', () => {
  const bodyLines = [200, 212, 224, 236].map((y) => line(72, y, PROSE));

  it('are not the cells of a table in which text of the page stands beside them', () => {
    const form = (number: number) =>
      pageOf(
        [
          line(80, 50, 'Application'),
          line(80, 116, `for the yard of kiln number ${number}, with what it needs`),
          line(420, 60, `Copy ${number}`),
          ...bodyLines,
        ],
        grid([72, 400, 540], [36, 130]),
      );
    const layout = layOut(form(1), form(2), form(3));
    expect(layout.titled.pages[0]!.header).toEqual([]);
    const [table] = blocksOf(layout);
    expect(table?.kind === 'table' && rowsOf(table)).toEqual([
      ['Application / for the yard of kiln number 1, with what it needs', 'Copy 1'],
    ]);
  });

  it('may stand in a table of their own', () => {
    const page = () =>
      pageOf(
        [line(80, 50, 'Kilns of the valley'), line(420, 50, 'Second edition'), ...bodyLines],
        grid([72, 400, 540], [36, 60]),
      );
    const { header } = layOut(page(), page(), page()).titled.pages[0]!;
    expect(header.flatMap(({ segments }) => segments.map(({ text }) => text))).toEqual([
      'Kilns of the valley',
      'Second edition',
    ]);
  });

  it('are not the first lines of a paragraph that comes back on every page', () => {
    const copies = [1, 2, 3].map(() => pageOf([84, 96, 108, 120].map((y) => line(72, y, PROSE))));
    const layout = layOut(...copies);
    expect(layout.titled.pages.map(({ header }) => header)).toEqual([[], [], []]);
    expect(blocksOf(layout)).toHaveLength(1);
  });
});

describe('numbered lists', () => {
  it('count on behind headings', () => {
    const parts = ['Foundations', 'Walls', 'Roof'].flatMap((name, index) => [
      line(72, 100 + 60 * index, `${index + 1}.`),
      line(90, 100 + 60 * index, `${name} of the kiln`),
      line(90, 120 + 60 * index, `Goal of the ${name.toLowerCase()}`, { size: 16 }),
      line(90, 136 + 60 * index, 'Dry before the winter comes'),
    ]);
    const { lists } = layOut(pageOf(parts));
    const items = [...lists].map(([paragraph, { list, number }]) => [
      textOfParagraph(paragraph),
      list.id,
      number?.path,
    ]);
    expect(items.map(([, id, path]) => [id, path])).toEqual([
      [items[0]![1], [1]],
      [items[0]![1], [2]],
      [items[0]![1], [3]],
    ]);
  });
});

describe('pages from right to left', () => {
  it('have turned text in the cell in which it stands', () => {
    const hebrew = ['\u05e9\u05dc\u05d5\u05dd', '\u05ea\u05e0\u05d5\u05e8', '\u05d7\u05d5\u05de\u05d4'];
    const rows = hebrew.map((word, index) => line(300, 200 + 60 * index, word));
    const page = pageOf(
      [line(116, 116, 'turned', { rotation: 90 }), ...rows],
      grid([100, 130, 250, 500], [100, 160, 340]),
    );
    const [table] = blocksOf(layOut(page));
    const cell = table?.kind === 'table' ? table.cells.find(({ rotation }) => rotation === 90) : undefined;
    expect(cell).toMatchObject({ row: 0, column: 2 });
  });
});

describe('columns', () => {
  it('may end far above the one beside them, on whose lines they stand', () => {
    const left = Array.from({ length: 24 }, (_, index) => line(72, 100 + 12 * index, `Record number ${index + 100}`));
    const right = Array.from({ length: 8 }, (_, index) => line(320, 100 + 12 * index, `Bookmark number ${index + 10}`));
    const { bands } = layOut(pageOf([...left, ...right])).layouts[0]!;
    expect(bands.map(({ columns }) => columns.length)).toEqual([2]);
  });

  it('are a table where they end together', () => {
    const names = ['Tower', 'Grate of iron', 'Damper', 'Long chimney of bricks', 'Door', 'Yard', 'Cart', 'Scales'];
    const rows = names.flatMap((name, index) => [
      line(72, 100 + 12 * index, name),
      line(320, 100 + 12 * index, `Built by ${names[7 - index]!.toLowerCase()}`),
    ]);
    expect(blocksOf(layOut(pageOf(rows))).map(({ kind }) => kind)).toEqual(['table']);
  });
});

describe('rows of many pieces', () => {
  it('are a table, also where their last column is as full as text', () => {
    const rows = Array.from({ length: 5 }, (_, index) => {
      const y = 100 + 14 * index;
      const bill = line(160, y, `Paid for ${index + 3} loads of charcoal to the same man as before`);
      const numbers = [72, 116, 440, 470, 500].map((x) => line(x, y, `38${index}`));
      return [...numbers, bill, line(530, y, '1207 Cr')];
    }).flat();
    const blocks = blocksOf(layOut(pageOf([line(72, 86, 'What came in, and what went out'), ...rows])));
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'table']);
  });
});

describe('panels', () => {
  const textsOf = (page: PageModel): string[] =>
    blocksOf(layOut(page)).map((block) => (block.kind === 'paragraph' ? textOfParagraph(block) : block.kind));
  const frameOf = (x0: number, x1: number) => grid([x0, x1], [100, 300]);
  const axis = (x: number, pitch: number, numbers: readonly string[]) =>
    numbers.map((number, index) => line(x, 120 + pitch * index, number));

  it('side by side are read one after the other', () => {
    const charts = [...axis(80, 40, ['90', '60', '30', '0']), ...axis(320, 31, ['8', '6', '4', '2', '0'])];
    const title = line(72, 80, 'How the kiln was fired');
    const page = pageOf([title, ...charts], [...frameOf(72, 300), ...frameOf(312, 540)]);
    expect(textsOf(page).join(' ')).toBe('How the kiln was fired 90 60 30 0 8 6 4 2 0');
  });

  it('are read after the text beside them', () => {
    const lines = ['Fill the tower', 'Light the grate', 'Set the damper'];
    const left = lines.map((text, index) => line(72, 150 + 60 * index, text));
    const page = pageOf([...left, line(340, 205, 'Athanor')], frameOf(312, 540));
    expect(textsOf(page)).toEqual([...lines, 'Athanor']);
    const columns = layOut(page).layouts[0]!.bands.flatMap((band) => band.columns);
    expect(columns.map(({ x0, x1 }) => [Math.round(x0), Math.round(x1)])).toEqual([
      [72, 300],
      [340, 540],
    ]);
  });

  it('whose lines stand side by side are the columns of a table', () => {
    const rows = ['Tower', 'Grate', 'Damper', 'Door'].flatMap((text, index) => [
      line(80, 120 + 40 * index, text),
      line(320, 120 + 40 * index, `${index + 1} feet`),
    ]);
    const { bands } = layOut(pageOf(rows, [...frameOf(72, 300), ...frameOf(312, 540)])).layouts[0]!;
    expect(bands.every(({ columns }) => columns.length === 1)).toBe(true);
  });
});

describe('lists side by side', () => {
  it('are read one after the other', () => {
    const items = ['Tower', 'Grate', 'Damper'].flatMap((text, index) => [
      line(72, 100 + 14 * index, `${index + 1}.`),
      line(90, 100 + 14 * index, text),
      line(320, 100 + 14 * index, `${index + 1}.`),
      line(338, 100 + 14 * index, `Old ${text.toLowerCase()}`),
    ]);
    const [table] = blocksOf(layOut(pageOf(items)));
    expect(table?.kind === 'table' && rowsOf(table)).toEqual([
      ['1. Tower / 2. Grate / 3. Damper', '1. Old tower / 2. Old grate / 3. Old damper'],
    ]);
  });
});

describe('bullets', () => {
  it('of a smaller size, which stand higher than their text, are labels all the same', () => {
    const items = ['Fill the tower', 'Light the grate', 'Set the damper'].flatMap((text, index) => [
      line(72, 196 + 26 * index, '*', { size: 9 }),
      line(90, 200 + 26 * index, text, { size: 16 }),
    ]);
    const { lists } = layOut(pageOf(items));
    expect([...lists].map(([paragraph, { list }]) => [textOfParagraph(paragraph), list.kind])).toEqual([
      ['* Fill the tower', 'bullet'],
      ['* Light the grate', 'bullet'],
      ['* Set the damper', 'bullet'],
    ]);
  });
});

describe('monospace text', () => {
  /** Lines that a tagged PDF has in one paragraph. */
  const typed = (lines: readonly string[]): PageModel => {
    const glyphs = lines.map((text, index) =>
      line(72, 100 + 12 * index, text).map((glyph, at): Glyph => {
        const box = { x0: 72 + 6 * at, x1: 78 + 6 * at, originX: 72 + 6 * at, advance: 6, mcid: 0 };
        return { ...glyph, ...box, font: { ...FACE, name: 'Courier', monospace: true } };
      }),
    );
    return { ...pageOf(glyphs), structure: { elements: [{ role: 'P' }], contents: { 0: 0 } } };
  };

  it('keeps the lines of a listing apart, which a tagged PDF has in one element', () => {
    const listing = ['begin record', 'name = kiln', 'number of doors = 2, one of them walled up', 'year = 1873', 'end'];
    expect(blocksOf(layOut(typed(listing)))).toHaveLength(5);
  });

  it('is a paragraph where the lines are full', () => {
    const letter = [
      'The kiln was fired in the morning with the charcoal of the',
      'day before, and nobody left the yard until the last load',
      'had been drawn, which took until late in the evening and',
      'for some of them much longer.',
    ];
    expect(blocksOf(layOut(typed(letter)))).toHaveLength(1);
  });
});

describe('text beside a drawn table', () => {
  it('is a cell along the table when it is not in rows with it', () => {
    const cells = [0, 1, 2, 3].flatMap((row) => [
      line(180, 212 + 20 * row, `Kiln ${row}`),
      line(300, 212 + 20 * row, `${row + 3} doors`),
    ]);
    const beside = ['If there are', 'more kilns, see', 'the other side'].map((text, at) =>
      line(72, 238 + 9 * at, text),
    );
    const page = pageOf(
      [line(72, 150, PROSE), ...cells, ...beside, line(72, 330, PROSE)],
      grid([170, 290, 400], [200, 220, 240, 260, 280]),
    );
    const blocks = blocksOf(layOut(page));
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'table', 'paragraph']);
    const [, table] = blocks;
    expect(table?.kind === 'table' && rowsOf(table)).toEqual([
      ['If there are / more kilns, see the other side', 'Kiln 0', '3 doors'],
      ['Kiln 1', '4 doors'],
      ['Kiln 2', '5 doors'],
      ['Kiln 3', '6 doors'],
    ]);
  });

  it('is no table that lies over it', () => {
    const rows = [0, 1, 2, 3, 4, 5].flatMap((row) => [
      line(72, 152 + 20 * row, `Row ${row}`),
      line(430, 152 + 20 * row, `${row} of 5`),
      line(500, 152 + 20 * row, `${row} %`),
    ]);
    const page = pageOf(
      [...rows, line(180, 212, 'Inside of the'), line(300, 212, 'drawn table')],
      grid([170, 290, 400], [200, 220, 240]),
    );
    const tables = blocksOf(layOut(page)).filter((block) => block.kind === 'table');
    for (const [index, table] of tables.entries()) {
      for (const other of tables.slice(index + 1))
        expect(Math.min(table.y1, other.y1)).toBeLessThanOrEqual(Math.max(table.y0, other.y0) + 1);
    }
    expect(tables.length).toBeGreaterThan(0);
  });
});
