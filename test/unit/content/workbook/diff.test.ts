import { describe, expect, it } from 'vitest';
import type { InspectRequest, RunContext } from '../../../../engine/contract/codec.ts';
import type { Facts } from '../../../../engine/contract/facts.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';
import { diffWorkbooks } from '../../../../engine/content/workbook/diff.ts';
import { factsOfData } from '../../../../engine/content/records/inspect-source.ts';
import { DataObject, ExactNumber, type DataValue } from '../../../../engine/content/records/model.ts';
import { sourceOfValue } from '../../../../engine/content/records/plain-values.ts';
import { GridBuilder } from '../../../../engine/content/workbook/grid.ts';
import { workbookFacts } from '../../../../engine/content/workbook/inspect.ts';
import { NO_EXTRAS, type Cell, type Row } from '../../../../engine/content/workbook/model.ts';
import { numberFormat } from '../../../../engine/content/workbook/number-format.ts';

type Value = number | string | boolean | Partial<Cell> | undefined;

const context = { limits: DEFAULT_LIMITS, signal: new AbortController().signal, warn: () => undefined };
const REQUEST: InspectRequest = { effort: 'full' };

function cellOf(value: Exclude<Value, undefined>, column: number): Cell {
  const bare = { column, isComputed: false, isHidden: false };
  if (typeof value === 'object') return { ...bare, kind: 'number', value: 0, ...value };
  const kind = typeof value === 'string' ? 'text' : typeof value;
  return { ...bare, kind: kind as Cell['kind'], value };
}

function facts(...sheets: (readonly (readonly Value[])[])[]): Facts {
  const found = workbookFacts(
    {
      hasMacros: false,
      hasMetadata: false,
      sheets: sheets.map((rows, index) => ({
        name: `Sheet ${index + 1}`,
        isHidden: false,
        read(visit) {
          for (const [at, values] of rows.entries()) {
            const cells = values.flatMap((value, column) => (value === undefined ? [] : [cellOf(value, column)]));
            if (cells.length > 0) visit({ index: at, cells } satisfies Row);
          }
          return NO_EXTRAS;
        },
      })),
    },
    REQUEST,
    context as unknown as RunContext,
  );
  return { format: 'xlsx', sizeBytes: 1, reader: 'test', ...found };
}

const EXPECTATION: Expectation = {
  ...({ from: 'xlsx', to: 'xlsx', kept: ['records', 'structure', 'formulas', 'look'], lost: [], gone: [] } as const),
  ...({ operations: [], takes: 'all', gives: 'one', options: {} } as const),
};

function diff(before: Facts, after: Facts): string[] {
  return [...diffWorkbooks(before, [after], EXPECTATION)].map(({ severity, message }) => `${severity}: ${message}`);
}

const ROWS = [
  ['Item', 'Price', 'Sold'],
  ['bolt', 1.5, 12],
  ['nut', 0.75, 30],
  ['screw', 2.25, 7],
  ['washer', 0.1, 100],
] as const;
const SUM = (value: number, formula = 'SUM(B2:B4)'): Partial<Cell> => ({ value, isComputed: true, formula });

describe('the cells of two sheets', () => {
  it('are the same where nothing is different', () => {
    expect(diff(facts(ROWS), facts(ROWS))).toEqual([]);
  });

  it('differ in one value, which is named by its place', () => {
    const changed = ROWS.map((row, index) => (index === 2 ? ['nut', 0.76, 30] : row));
    expect(diff(facts(ROWS), facts(changed))).toEqual([
      'refuse: Cell B3 of sheet "Sheet 1" is different: expected "0.75", found "0.76".',
    ]);
  });

  it('say which row is missing, and nothing of those after it', () => {
    const [first, , ...others] = ROWS;
    expect(diff(facts(ROWS), facts([first, ...others]))[0]).toBe(
      'refuse: Row 2 of sheet "Sheet 1" is missing: expected "bolt | 1.5 | 12".',
    );
  });

  it('stand at their places, with the blank rows between them', () => {
    const apart = [ROWS[0], [], ...ROWS.slice(1)];
    expect(diff(facts(apart), facts(ROWS))).toEqual([
      'refuse: Row 3 of sheet "Sheet 1" is at another place: expected 3, found 2.',
    ]);
  });

  it('keep their types', () => {
    const texts = ROWS.map((row, index) => (index === 1 ? ['bolt', '1.5', 12] : row));
    expect(diff(facts(ROWS), facts(texts))).toEqual([
      'refuse: Cell B2 of sheet "Sheet 1" is of another type: expected "number", found "text".',
    ]);
    const date = (format: string): Facts => facts([[{ kind: 'date', value: 45_000, format: numberFormat(format) }]]);
    expect(diff(date('yyyy-mm-dd'), facts([[45_000]]))).toEqual([
      'refuse: Cell A1 of sheet "Sheet 1" is shown in another number format: expected "2023-03-15", found "45000".',
    ]);
  });

  it('are the same as dates and as durations', () => {
    const days = [1, -1.2, 12.3, 2962.8].map((value) => ({ value }));
    const [dates, times] = (['date', 'time'] as const).map((kind) =>
      facts([['a'], ['b'], ['c']].map(([name]) => [name, ...days.map((day) => ({ ...day, kind }))])),
    );
    expect(diff(dates!, times!)).toEqual([]);
    expect(diff(times!, dates!)).toEqual([]);
  });

  it('keep the results of formulas, and what these refer to', () => {
    const before = facts([...ROWS, [undefined, SUM(4.5)]]);
    expect(diff(before, facts([...ROWS, [undefined, SUM(0)]]))).toEqual([
      'refuse: Cell B6 of sheet "Sheet 1" is different: expected "4.5", found "0".',
    ]);
    expect(diff(before, facts([...ROWS, [undefined, SUM(4.5, 'SUM(B3:B5)')]]))).toEqual([
      'refuse: The formula of cell B6 of sheet "Sheet 1" refers to other cells: expected "SUM(B2:B4)", found "SUM(B3:B5)".',
    ]);
    expect(diff(before, facts([...ROWS, [undefined, SUM(4.5, 'of:=SUM([.B2:.B4])')]]))).toEqual([]);
    const [chance, other] = ['RAND()*B2', 'RAND()*B3'].map((formula, index) => facts([...ROWS, [SUM(index, formula)]]));
    expect(diff(chance!, other!).map((line) => line.slice(0, 6))).toEqual(['refuse', 'tell: ']);
  });

  it('tell of results that depend on the moment, and of what is computed of them', () => {
    const of = (now: number, later: number): Facts => facts([[SUM(now, 'NOW()'), SUM(later, 'A1+1')]]);
    expect(diff(of(10, 11), of(20, 21)).map((line) => line.slice(0, 4))).toEqual(['tell', 'tell']);
    expect(diff(of(10, 11), of(10, 12)).map((line) => line.slice(0, 6))).toEqual(['refuse']);
  });

  it('may have line breaks where 1-2-3 stored none', () => {
    const result = (value: string): readonly Value[] => [
      { value, kind: 'text', isComputed: true, formula: '"a"&CHAR(10)&"b"' },
    ];
    const label = (value: string): readonly Value[] => [value];
    const from = (rows: readonly (readonly Value[])[]): Facts => ({ ...facts(rows), format: 'wk1' });
    expect(diff(from([result('ab')]), facts([result('a\nb')]))).toContainEqual(expect.stringMatching(/^tell: Cell A1/));
    expect(diff(from([result('ab')]), facts([result('a\nc')]))).toContainEqual(expect.stringMatching(/^refuse/));
    expect(diff(from([label('ab')]), facts([label('a\nb')]))).toContainEqual(expect.stringMatching(/^refuse/));
    expect(diff(facts([result('ab')]), facts([result('a\nb')]))).toContainEqual(expect.stringMatching(/^refuse/));
  });

  it('may not be hidden', () => {
    const hidden = facts([[{ value: 1, isHidden: true }]]);
    expect(diff(facts([[1]]), hidden)).toEqual([
      'refuse: Cell A1 of sheet "Sheet 1" is not hidden or shown as it was.',
    ]);
  });
});

describe('sheets', () => {
  it('are all there, under their names', () => {
    expect(diff(facts(ROWS, [['b']]), facts(ROWS))).toEqual(['refuse: Sheet "Sheet 2" is missing.']);
    expect(diff(facts(ROWS), facts(ROWS, [['b']]))).toEqual(['refuse: Sheet "Sheet 2" was added.']);
  });
});

describe('sheets', () => {
  it('are told of in another order, if nothing is in one of them', () => {
    const before = facts(ROWS, []);
    const [first, second] = before.sheets!;
    const after: Facts = { ...before, sheets: [second!, first!] };
    expect(diff(before, before)).toEqual([]);
    expect(diff(before, after)).toEqual(['tell: Sheet "Sheet 2" is at another place: expected 2, found 1.']);
  });
});

describe('objects side by side', () => {
  const LIST: readonly DataValue[] = [new ExactNumber('1'), 'hi'];

  async function objects(values: Readonly<Record<string, DataValue>>): Promise<Facts> {
    const basics = { format: 'rds', sizeBytes: 1, reader: 'test' } as const;
    const tables = Object.entries(values).map(([name, value]) => ({ name, source: sourceOfValue(value) }));
    const rows = [new DataObject(Object.keys(values), Object.values(values))];
    return factsOfData(basics, REQUEST, context as unknown as RunContext, async () => ({
      ...{ isList: false, tables },
      rows: () => rows,
    }));
  }

  const diffFrom = (before: Facts, after: Facts): string[] =>
    [...diffWorkbooks(before, [after], { ...EXPECTATION, from: 'rds', kept: ['records'] })].map(
      ({ message }) => message,
    );

  it('may be one row with a column for each', async () => {
    const source = await objects({ list: LIST, count: new ExactNumber('5') });
    const rowOf = (...values: readonly Value[]): (readonly Value[])[] => [['list', 'count'], values];
    expect(diffFrom(source, facts(rowOf('[1,"hi"]', 5)))).toEqual([]);
    expect(diffFrom(source, facts(rowOf('[1,"hi"]', 6)))).not.toEqual([]);
    expect(diffFrom(source, facts([['value'], [1], ['hi']]))).toContain('Sheet "count" is missing.');
  });

  it('are a sheet of any name where there is one alone', async () => {
    const source = await objects({ list: LIST });
    expect(diffFrom(source, facts([['value'], [1], ['hi']]))).toEqual([]);
    expect(diffFrom(source, facts([['value'], [1], ['ho']]))).not.toEqual([]);
  });
});

describe('tables in text', () => {
  const table = (format: 'csv' | 'tsv', ...rows: string[][]): Facts => {
    const grid = new GridBuilder();
    for (const [index, cells] of rows.entries()) {
      grid.startRow(index);
      for (const [column, text] of cells.entries()) grid.addText(column, text);
    }
    const records = { rows: rows.length, columns: [], values: rows.flat().length, digest: '' };
    return { ...facts(), sheets: undefined, format, records, grid: grid.facts(true) };
  };

  it('keep their numbers as they are written', () => {
    const source = table('csv', ['id', 'price'], ['2', '2.00'], ['3', '9007199254740993']);
    expect(diff(source, table('tsv', ['id', 'price'], ['2', '2.00 '], ['3', '9007199254740993']))).toEqual([]);
    const exchanged = table('tsv', ['id', 'price'], ['2.00', '2'], ['3', '9007199254740993']);
    expect(diff(source, exchanged)).toEqual([
      'tell: Cell A2 of sheet 1 is shown in another number format: expected "2", found "2.00".',
      'tell: Cell B2 of sheet 1 is shown in another number format: expected "2.00", found "2".',
    ]);
    const rounded = table('tsv', ['id', 'price'], ['2', '2.00'], ['3', '9007199254740992']);
    expect(diff(source, rounded)).toEqual([
      'refuse: Cell B3 of sheet 1 is different: expected "9007199254740993", found "9007199254740992".',
    ]);
  });

  it('have numbers that a workbook may not hold as texts', () => {
    const source = table('csv', ['id', 'code'], ['12', '007'], ['-0.5', '12345678901234567890']);
    const kept = facts([
      ['id', 'code'],
      [12, '007'],
      [-0.5, '12345678901234567890'],
    ]);
    expect(diff(source, kept)).toEqual([]);
    const texts = facts([
      ['id', 'code'],
      ['12', '007'],
      [-0.5, '12345678901234567890'],
    ]);
    expect(diff(source, texts)).toEqual([
      'tell: Cell A2 of sheet 1 is of another type: expected "number", found "text".',
    ]);
  });
});
