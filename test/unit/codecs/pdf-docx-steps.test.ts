import { describe, expect, it } from 'vitest';
import type { Cell, Table } from '../../../engine/codecs/pdf-docx/layout/blocks.ts';
import { joinSides } from '../../../engine/codecs/pdf-docx/layout/joined-sides.ts';
import { countRepeatedRows, goesOnWith } from '../../../engine/codecs/pdf-docx/layout/joined-tables.ts';
import { latticeTables } from '../../../engine/codecs/pdf-docx/layout/lattice-tables.ts';
import { textOfParagraph } from '../../../engine/codecs/pdf-docx/layout/paragraph-text.ts';
import { ruledTables } from '../../../engine/codecs/pdf-docx/layout/ruled-tables.ts';
import { separateHeadersFooters } from '../../../engine/codecs/pdf-docx/layout/headers-footers.ts';
import { lineSegments } from '../../../engine/codecs/pdf-docx/layout/segments.ts';
import type { Segment } from '../../../engine/codecs/pdf-docx/layout/segment.ts';
import { streamTables } from '../../../engine/codecs/pdf-docx/layout/stream-tables.ts';
import { withTables } from '../../../engine/codecs/pdf-docx/layout/text-area.ts';
import type { PageModel, Rule } from '../../../engine/content/pages/model.ts';
import { FACE, line } from '../../support/page-models.ts';
import { helveticaWidth } from '../../support/pdf-writer.ts';

const segmentAt = (x: number, baseline: number, text: string): Segment =>
  lineSegments(line(x, baseline, text), [], false)[0]!;

const horizontal = (position: number, start: number, end: number): Rule => ({
  axis: 'h',
  position,
  start,
  end,
  width: 0.5,
  color: '#000000',
});
const vertical = (position: number, start: number, end: number): Rule => ({
  ...horizontal(position, start, end),
  axis: 'v',
});

const pageWith = (rules: readonly Rule[]): PageModel => ({
  width: 612,
  height: 792,
  glyphs: [],
  rules,
  fills: [],
  images: [],
  links: [],
  vectorCount: 0,
});

/** Rows of a table as texts, with the spans of cells that reach over several columns or rows. */
function textsOf({ cells, ys }: Table): string[][] {
  return ys.slice(1).map((_, row) =>
    cells
      .filter((cell) => cell.row === row)
      .sort((a, b) => a.column - b.column)
      .map(({ paragraphs, columnSpan, rowSpan }: Cell) => {
        const span = columnSpan * rowSpan > 1 ? ` [${columnSpan}x${rowSpan}]` : '';
        return paragraphs.map(textOfParagraph).join(' / ') + span;
      }),
  );
}

const AREA = { x0: 72, x1: 540 };

describe('segments', () => {
  it('drops a space that is drawn over its neighbours', () => {
    const [first, second] = [line(72, 100, '2'), line(72 + helveticaWidth('2', 10), 100, '0')];
    const space = line(74, 100, ' ');
    expect(lineSegments([...first, ...space, ...second], [], false).map(({ text }) => text)).toEqual(['20']);
  });

  it('stand on the baseline of most of their glyphs, not on that of a raised bullet', () => {
    const pieces = lineSegments([...line(72, 98.5, '-'), ...line(78, 100, ' an item')], [], false);
    expect(pieces.map(({ baseline }) => baseline)).toEqual([100]);
  });

  it('keeps a space between words', () => {
    expect(lineSegments(line(72, 100, 'a b'), [], false).map(({ text }) => text)).toEqual(['a b']);
  });
});

describe('drawn tables', () => {
  it('have the columns of their head also where their body has no lines', () => {
    const rules = [
      ...[100, 120, 140].map((y) => horizontal(y, 72, 372)),
      ...[72, 372].map((x) => vertical(x, 100, 140)),
      ...[172, 272].map((x) => vertical(x, 100, 120)),
    ];
    const segments = [
      ...['name', 'year', 'count'].map((text, index) => segmentAt(80 + 100 * index, 113, text)),
      ...['oak', '1901', '12'].map((text, index) => segmentAt(80 + 100 * index, 133, text)),
    ];
    const { tables } = latticeTables(pageWith(rules), segments, []);
    expect(tables.map(textsOf)).toEqual([
      [
        ['name', 'year', 'count'],
        ['oak', '1901', '12'],
      ],
    ]);
  });

  it('have a last row that a single line between its cells reaches into', () => {
    const segments = ['a', 'b', 'c'].map((text, index) => segmentAt(80, 113 + 20 * index, text));
    const drawn = (end: number) =>
      latticeTables(
        pageWith([...[100, 120, 140].map((y) => horizontal(y, 72, 372)), vertical(172, 100, end)]),
        segments,
        [],
      );
    expect(drawn(160).tables.map(textsOf)).toEqual([
      [
        ['a', ''],
        ['b', ''],
        ['c', ''],
      ],
    ]);
    expect(drawn(260).tables.map(({ ys }) => ys.length)).toEqual([3]);
  });

  it('keep a text across their columns whole', () => {
    const rules = [
      ...[100, 120, 140].map((y) => horizontal(y, 72, 372)),
      ...[72, 372].map((x) => vertical(x, 100, 140)),
      vertical(172, 100, 120),
    ];
    const segments = [
      segmentAt(80, 113, 'name'),
      segmentAt(180, 113, 'year'),
      segmentAt(80, 133, 'one remark on all of the columns'),
      segmentAt(300, 133, 'end'),
    ];
    const [table] = latticeTables(pageWith(rules), segments, []).tables;
    expect(textsOf(table!)[1]).toHaveLength(1);
  });

  it('are not made of white lines on white paper', () => {
    const white = (rule: Rule): Rule => ({ ...rule, color: '#ffffff' });
    const rules = [
      ...[100, 120, 140].map((y) => horizontal(y, 72, 272)),
      ...[72, 172, 272].map((x) => vertical(x, 100, 140)),
    ];
    const segments = [segmentAt(80, 113, 'name')];
    expect(latticeTables(pageWith(rules), segments, []).tables).toHaveLength(1);
    expect(latticeTables(pageWith(rules.map(white)), segments, []).tables).toEqual([]);
  });
});

describe('tables in the cell of a table', () => {
  const frame = (x0: number, y0: number, x1: number, y1: number): Rule[] => [
    ...[y0, y1].map((y) => horizontal(y, x0, x1)),
    ...[x0, x1].map((x) => vertical(x, y0, y1)),
  ];
  const outer = [...frame(72, 100, 472, 200), horizontal(120, 72, 472), vertical(172, 100, 200)];
  const words = [segmentAt(80, 113, 'outer'), segmentAt(80, 143, 'beside')];

  it('stand in it with cells of their own, however close its lines are', () => {
    const inner = [...frame(174.5, 122.5, 400, 162.5), horizontal(142.5, 174.5, 400), vertical(300, 122.5, 162.5)];
    const segments = [...words, segmentAt(180, 136, 'one'), segmentAt(306, 156, 'two'), segmentAt(180, 185, 'below')];
    const [table, ...others] = latticeTables(pageWith([...outer, ...inner]), segments, []).tables;
    expect(others).toEqual([]);
    expect(textsOf(table!)).toEqual([
      ['outer', ''],
      ['beside', 'below'],
    ]);
    expect(table!.cells.flatMap(({ tables = [] }) => tables).map(textsOf)).toEqual([
      [
        ['one', ''],
        ['', 'two'],
      ],
    ]);
  });

  it('are none when they have text in one cell alone: a box of a form', () => {
    const boxes = [...frame(180, 130, 240, 150), vertical(210, 130, 150)];
    const [table] = latticeTables(pageWith([...outer, ...boxes]), [...words, segmentAt(185, 143, 'x')], []).tables;
    expect(textsOf(table!)[1]).toEqual(['beside', 'x']);
    expect(table!.cells.flatMap(({ tables = [] }) => tables)).toEqual([]);
  });
});

describe('rows of text beside a drawn table', () => {
  const rules = [
    ...[100, 120, 140, 160].map((y) => horizontal(y, 172, 372)),
    ...[172, 272, 372].map((x) => vertical(x, 100, 160)),
  ];
  const drawn = (): Table => {
    const texts = ['year', 'oak', 'ash'].map((text, row) => segmentAt(180, 113 + 20 * row, text));
    return latticeTables(pageWith(rules), texts, []).tables[0]!;
  };
  const beside = (y: number, step: number): readonly Table[] => {
    const pieces = [0, 1, 2].flatMap((row) => [
      segmentAt(80, y + step * row, `a${row}`),
      segmentAt(130, y + step * row, `b${row}`),
    ]);
    return streamTables(pieces, AREA).tables;
  };

  it('are columns of it', () => {
    expect(joinSides([drawn()], beside(113, 20)).map(textsOf)).toEqual([
      [
        ['a0', 'b0', 'year', ''],
        ['a1', 'b1', 'oak', ''],
        ['a2', 'b2', 'ash', ''],
      ],
    ]);
  });

  it('stay a table of their own where their lines are others', () => {
    expect(joinSides([drawn()], beside(106, 14))).toHaveLength(2);
  });
});

describe('tables with horizontal rules alone', () => {
  const body = [150, 164].flatMap((y, row) =>
    [`plant ${row}`, '10', '20'].map((text, index) => segmentAt(80 + 120 * index, y, text)),
  );

  it('have a head of two rows where a shorter rule runs under a heading of two columns', () => {
    const rules = [
      horizontal(100, 72, 400),
      horizontal(118, 190, 400),
      horizontal(138, 72, 400),
      horizontal(172, 72, 400),
    ];
    const head = [
      segmentAt(270, 112, 'Year'),
      segmentAt(80, 130, 'Name'),
      segmentAt(200, 130, '1900'),
      segmentAt(320, 130, '1901'),
    ];
    const { tables, rest } = ruledTables(rules, [...head, ...body]);
    expect(tables.map(textsOf)).toEqual([
      [
        ['Name [1x2]', 'Year [2x1]'],
        ['1900', '1901'],
        ['plant 0', '10', '20'],
        ['plant 1', '10', '20'],
      ],
    ]);
    expect(tables[0]!.headRows).toBe(2);
    expect(rest).toEqual([]);
  });

  it('join the lines of a heading', () => {
    const rules = [100, 138, 172].map((y) => horizontal(y, 72, 400));
    const head = [
      segmentAt(80, 130, 'Name'),
      segmentAt(200, 112, 'Height'),
      segmentAt(200, 130, 'in feet'),
      segmentAt(320, 130, 'Age'),
    ];
    const [table] = ruledTables(rules, [...head, ...body]).tables;
    expect(textsOf(table!)[0]).toEqual(['Name', 'Height / in feet', 'Age']);
  });

  it('do not reach out of a box at the foot of which one of their rules stands', () => {
    const rules = [100, 120, 140].map((y) => horizontal(y, 72, 400));
    const rows = [113, 133].flatMap((y) => [segmentAt(80, y, 'oak'), segmentAt(200, y, '12')]);
    const box = { x0: 72, x1: 400, y0: 80, y1: 120 };
    expect(ruledTables(rules, rows).tables.map(textsOf)).toEqual([
      [
        ['oak', '12'],
        ['oak', '12'],
      ],
    ]);
    expect(ruledTables(rules, rows, { drawn: [], panels: [box] }).tables).toEqual([]);
  });

  it('are not made of rules around running text', () => {
    const rules = [100, 150].map((y) => horizontal(y, 72, 540));
    const prose = [112, 124, 136].map((y) =>
      segmentAt(72, y, 'A line of running text which fills the width of the page'),
    );
    expect(ruledTables(rules, prose)).toEqual({ tables: [], rest: prose });
  });
});

describe('tables without rules', () => {
  it('have one row for a label of two lines with numbers beside its middle', () => {
    const rowAt = (baseline: number, label: readonly Segment[]): Segment[] => [
      ...label,
      segmentAt(240, baseline, '426'),
      segmentAt(340, baseline, '365'),
    ];
    const rows = [
      ...rowAt(100, [segmentAt(72, 100, 'Cases')]),
      ...rowAt(120, [segmentAt(72, 114.5, 'Matters which were'), segmentAt(72, 125.5, 'received')]),
      ...rowAt(140, [segmentAt(72, 140, 'Persons')]),
    ];
    expect(streamTables(rows, AREA).tables.map(textsOf)).toEqual([
      [
        ['Cases', '426', '365'],
        ['Matters which were / received', '426', '365'],
        ['Persons', '426', '365'],
      ],
    ]);
  });
});

describe('rows in pieces', () => {
  const pieces = (rows: readonly (readonly (readonly [number, string])[])[], face = FACE): Segment[] =>
    rows.flatMap((row, index) =>
      row.flatMap(([x, text]) =>
        lineSegments(
          line(x, 100 + 12 * index, text).map((glyph) => ({ ...glyph, font: face })),
          [],
          false,
        ),
      ),
    );
  const row = (name: string): readonly (readonly [number, string])[] => [
    ...(name === '' ? [] : [[72, name] as const]),
    ...[200, 280, 360, 440].map((x) => [x, 'kiln'] as const),
  ];

  it('have a column for the names that stand before only some of them', () => {
    const rows = [
      row(''),
      row(''),
      row(''),
      [
        [72, 'name'],
        [200, 'kiln and ash'],
      ] as const,
      row(''),
    ];
    const [table] = streamTables(pieces(rows), AREA).tables;
    expect(textsOf(table!)[3]).toEqual(['name', 'kiln and ash', '', '', '']);
    expect(textsOf(table!)[0]).toEqual(['', 'kiln', 'kiln', 'kiln', 'kiln']);
  });

  it('are lines of code where only one of them has the gaps', () => {
    const middle = [200, 240, 280, 320, 360].map((x) => [x, 'GG'] as const);
    const named = (name: string) => [[72, name] as const, [200, 'sequence'] as const];
    const rows = [named('first'), middle, named('second')];
    expect(streamTables(pieces(rows), AREA).tables).toHaveLength(1);
    expect(streamTables(pieces(rows, { ...FACE, monospace: true }), AREA).tables).toEqual([]);
  });
});

describe('tables over several pages', () => {
  const part = (rows: readonly string[], y0: number, headRows = 0): Table => ({
    kind: 'table',
    ruled: true,
    xs: [72, 172],
    ys: [y0, ...rows.map((_, index) => y0 + 20 * (index + 1))],
    x0: 72,
    x1: 172,
    y0,
    y1: y0 + 20 * rows.length,
    cells: rows.map((text, row) => ({
      row,
      column: 0,
      rowSpan: 1,
      columnSpan: 1,
      borders: {},
      box: { x0: 72, x1: 172, y0: y0 + 20 * row, y1: y0 + 20 * (row + 1) },
      paragraphs: [
        {
          kind: 'paragraph',
          x0: 72,
          x1: 100,
          y0,
          y1: y0 + 12,
          rows: [{ ...segmentAt(72, y0 + 10, text), segments: [segmentAt(72, y0 + 10, text)] }],
          area: { x0: 72, x1: 172 },
          size: 10,
          leading: 0,
          align: 'left',
          left: 72,
          firstIndent: 0,
          rtl: false,
        },
      ],
    })),
    ...(headRows > 0 && { headRows }),
  });

  it('go on when no row more would have found room', () => {
    expect(goesOnWith(part(['a', 'b'], 680), part(['c', 'd'], 72), 725)).toBe(true);
    expect(goesOnWith(part(['a', 'b'], 400), part(['c', 'd'], 72), 725)).toBe(false);
  });

  it('repeat their head, which is left out', () => {
    expect(countRepeatedRows(part(['head', 'b'], 680, 1), part(['head', 'd'], 72, 1))).toBe(1);
    expect(countRepeatedRows(part(['head', 'b'], 680, 1), part(['c', 'd'], 72))).toBe(0);
  });
});

describe('headers and footers of a single page', () => {
  const body = [100, 112, 124, 136].map((y) => segmentAt(72, y, 'A line of running text'));
  const bodyOf = (segments: readonly Segment[]) =>
    separateHeadersFooters([{ height: 792, segments, images: [] }]).pages[0]!;

  it('stand in the margin, far from the text', () => {
    const { header, body: rest } = bodyOf([segmentAt(250, 46, 'Quarterly report'), ...body]);
    expect(header.flatMap(({ segments }) => segments.map(({ text }) => text))).toEqual(['Quarterly report']);
    expect(rest).toEqual(body);
  });

  it('may reach further into the page the farther they are from its text', () => {
    const footer = [722, 734, 746].map((y) => segmentAt(72, y, 'A line of the footer'));
    expect(bodyOf([...body, ...footer]).footer).toHaveLength(3);
    const note = segmentAt(72, 722, 'Send this form back to us before the end of the month.');
    expect(bodyOf([...body, note]).footer).toEqual([]);
    const close = Array.from({ length: 48 }, (_, index) => segmentAt(72, 100 + 12.5 * index, 'A line of text'));
    expect(bodyOf([...close, ...footer]).footer).toEqual([]);
  });

  it('are those of one page alone where there are two', () => {
    const first = { height: 792, segments: [segmentAt(250, 46, 'Quarterly report'), ...body], images: [] };
    const other = [130, 142, 154, 166].map((y) => segmentAt(72, y, 'Another line of text'));
    const { pages } = separateHeadersFooters([first, { height: 792, segments: other, images: [] }]);
    expect(pages.map(({ header }) => header.length)).toEqual([1, 0]);
  });

  it('are not the first line of a text that fills the page', () => {
    const lines = Array.from({ length: 40 }, (_, index) => segmentAt(72, 40 + 18 * index, 'A line of running text'));
    expect(bodyOf(lines).body).toEqual(lines);
  });
});

describe('headers and footers of several pages', () => {
  const heading = (): Segment => segmentAt(72, 46, 'Quarterly report');
  const page = (segments: readonly Segment[]) => ({ height: 792, segments, images: [] });

  it('are what comes back beside other text', () => {
    const { pages } = separateHeadersFooters([page([heading(), segmentAt(72, 300, 'One')]), page([heading()])]);
    expect(pages.map(({ header, body }) => [header.length, body.length])).toEqual([
      [1, 1],
      [1, 0],
    ]);
  });

  const numberingOf = (footers: readonly string[]) =>
    separateHeadersFooters(
      footers.map((footer) => page([segmentAt(72, 300, 'Text of the page'), segmentAt(72, 750, footer)])),
    ).numbering;

  it('count the pages with a number that changes, not with one of a text that comes back', () => {
    expect(numberingOf(['page 5', 'page 6', 'page 7'])?.counts.map(({ value }) => value)).toEqual([5, 6, 7]);
    expect(numberingOf(['Articles 5, 6 and 7', 'Articles 5, 6 and 7', 'Articles 5, 6 and 7'])).toBeUndefined();
  });

  it('count in runs, which may restart in other numerals', () => {
    const { counts, shown } = numberingOf(['i', 'ii', 'iii', '1', '2', '3'])!;
    expect(counts.map(({ value, format }) => `${format} ${value}`)).toEqual([
      ...['lowerRoman 1', 'lowerRoman 2', 'lowerRoman 3'],
      ...['decimal 1', 'decimal 2', 'decimal 3'],
    ]);
    expect(shown.map((number) => number?.text)).toEqual(['i', 'ii', 'iii', '1', '2', '3']);
  });

  it('have the number of their page where it changes from page to page, not in a version', () => {
    const footers = [1, 2, 3].map((number) => `2 of it (v. 2.100) is ${number}`);
    expect(numberingOf(footers)!.shown.map((number) => [number?.text, number?.nth])).toEqual([
      ['1', 1],
      ['2', 2],
      ['3', 0],
    ]);
  });

  it('are not all that the pages have', () => {
    const { pages } = separateHeadersFooters([page([heading()]), page([heading()])]);
    expect(pages.map(({ header, body }) => [header.length, body.length])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });
});

describe('the text area', () => {
  it('has room for a table that sticks out of the text, but not for a single line', () => {
    const rules = [100, 120, 140].map((y) => horizontal(y, 30, 580));
    expect(withTables(AREA, rules, 612)).toEqual({ x0: 30, x1: 580 });
    expect(withTables(AREA, rules.slice(0, 1), 612)).toEqual(AREA);
  });
});
