import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';
import type { FormatId } from '../../../../engine/formats/index.ts';
import { cellsOfRow, countContainers } from '../../../../engine/content/records/canonical.ts';
import { diffRecords } from '../../../../engine/content/records/diff.ts';
import { createRecordObserver } from '../../../../engine/content/records/inspect.ts';
import { parseExactJson } from '../../../../engine/content/records/json/exact-json.ts';

function facts(rows: readonly unknown[], format: FormatId = 'json'): Facts {
  const observer = createRecordObserver();
  for (const row of rows) {
    observer.addRow(cellsOfRow(row));
    observer.addContainers(countContainers(row));
  }
  return { format, sizeBytes: 1, reader: 'test', depth: 'content', features: [], records: observer.facts() };
}

function diff(before: readonly unknown[], after: readonly unknown[], to: FormatId = 'json'): string[] {
  const expectation: Expectation = {
    ...({ from: 'json', to, kept: ['records', 'structure'], lost: [], gone: [], operations: [] } as const),
    ...({ takes: 'one', gives: 'one', options: {} } as const),
  };
  return [...diffRecords(facts(before), [facts(after, to)], expectation)].map(
    ({ kind, severity, message }) => `${severity} ${kind}: ${message}`,
  );
}

const ROWS = [
  { id: 1, name: 'iron', melts: 1538 },
  { id: 2, name: 'tin', melts: 231.93 },
  { id: 3, name: 'lead', melts: 327.46 },
  { id: 4, name: 'zinc', melts: null },
];

describe('records', () => {
  it('are the same where nothing is different, in whatever order their fields are', () => {
    const turned = ROWS.map(({ id, name, melts }) => ({ melts, name, id }));
    expect(diff(ROWS, turned)).toEqual([]);
  });

  it('have the order of their fields where these are columns', () => {
    const turned = ROWS.map(({ id, name, melts }) => ({ id, melts, name }));
    expect(diff(ROWS, turned, 'csv')).toEqual(['tell field_order: Field "melts" is at another place.']);
    expect(diff(ROWS, ROWS, 'csv')).toEqual([]);
  });

  it('tell objects and lists of which a part is no longer one', () => {
    const nested = [{ id: 1, place: { x: 1 }, tags: ['a'] }];
    const flat = [{ id: 1, 'place.x': 1, tags: ['a'] }];
    expect(diff(nested, flat)).toEqual(['tell nesting_lost: The nesting is lost: expected 2, found 1.']);
    expect(diff(nested, nested)).toEqual([]);
  });

  it('say where a value is another', () => {
    const changed = ROWS.map((row) => (row.id === 2 ? { ...row, melts: 231.98 } : row));
    expect(diff(ROWS, changed)).toEqual([
      'refuse value_changed: Field "melts" of record 2 is different: expected "231.93", found "231.98".',
    ]);
  });

  it('say which of them is missing or new, whatever comes after it', () => {
    expect(diff(ROWS, [ROWS[0], ...ROWS.slice(2)])).toEqual(['refuse record_missing: Record 2 is missing.']);
    expect(diff(ROWS, [...ROWS.slice(0, 2), { id: 9 }, ...ROWS.slice(2)])).toEqual([
      'refuse record_added: Record 3 was added.',
    ]);
  });

  it('are wrong where two are exchanged', () => {
    const lines = diff(ROWS, [ROWS[1], ROWS[0], ROWS[2], ROWS[3]]);
    expect(lines).not.toEqual([]);
    expect(lines.filter((line) => !line.startsWith('refuse'))).toEqual([]);
  });

  it('say which field has another name', () => {
    const renamed = ROWS.map(({ id, name, melts }) => ({ id, label: name, melts }));
    expect(diff(ROWS, renamed)).toEqual([
      'refuse field_missing: Field "name" is missing.',
      'refuse field_added: Field "label" was added.',
    ]);
  });

  it('say which field has values of another type', () => {
    const texts = ROWS.map((row) => ({ ...row, id: String(row.id) }));
    expect(diff(ROWS, texts)).toEqual([
      'refuse field_type: Field "id" has values of another type: expected "number", found "text".',
    ]);
    expect(diff(texts, ROWS)).toEqual([
      'refuse field_type: Field "id" has values of another type: expected "text", found "number".',
    ]);
    const long = parseExactJson('[{ "id": 18446744073709551615 }, { "id": 5 }]') as readonly unknown[];
    const written = [{ id: '18446744073709551615' }, { id: '5' }];
    expect(diff(long, written, 'arrow')).toEqual([
      'tell field_type: Field "id" has values of another type: expected "number", found "text".',
    ]);
    expect(diff([{ is: true }], [{ is: 'true' }])).toEqual([
      'refuse field_type: Field "is" has values of another type: expected "boolean", found "text".',
    ]);
  });

  it('of booleans may be texts where some are missing and the format has no place for that', () => {
    const gapped = [{ is: true }, { is: null }];
    const texts = [{ is: 'true' }, { is: '' }];
    const told = 'Field "is" has values of another type: expected "boolean", found "text".';
    expect(diff(gapped, texts, 'npy')).toEqual([`tell field_type: ${told}`]);
    expect(diff(gapped, texts, 'arrow')).toEqual([`refuse field_type: ${told}`]);
    expect(diff([{ is: true }], [{ is: 'true' }], 'npy')).toEqual([`refuse field_type: ${told}`]);
    expect(diff(gapped, [{ is: 1 }, { is: NaN }], 'npy')).toContain(
      'refuse field_type: Field "is" has values of another type: expected "boolean", found "number".',
    );
  });

  it('need no types where a format has none', () => {
    const texts = ROWS.map((row) => ({ ...row, id: String(row.id) }));
    expect(diff(ROWS, texts, 'csv')).toEqual([]);
  });

  it('tell of NaN that became null', () => {
    expect(diff([{ x: NaN }, { x: 1 }], [{ x: null }, { x: 1 }])).toEqual([
      'tell nan_lost: Field "x" has NaN or infinite values that became null or text: expected 1, found 0.',
    ]);
  });

  it('are wrong where nothing is nested any more', () => {
    expect(diff([{ a: { b: 1 } }], [{ 'a.b': 1 }])).toEqual(['refuse nesting_lost: The nesting is lost.']);
  });
});

describe('tables that became arrays of one file', () => {
  const fileOf = (tables: Readonly<Record<string, readonly unknown[]>>, format: FormatId): Facts => ({
    ...facts([tables], format),
    sheets: Object.entries(tables).map(([name, rows]) => {
      const { records } = facts(rows);
      return { name, values: records!.values, records: records! };
    }),
  });
  const expectation: Expectation = {
    ...({ from: 'mat', to: 'npz', kept: ['records'], lost: [], gone: ['structure'], operations: [] } as const),
    ...({ takes: 'one', gives: 'one', options: {} } as const),
  };
  const diffOf = (before: Facts, after: Facts): string[] =>
    [...diffRecords(before, [after], expectation)].map(({ severity, message }) => `${severity} ${message}`);
  const source = fileOf({ run: [{ name: 'first', on: true }], word: ['furnace'] }, 'mat');

  it('are compared one by one, whatever shape each has', () => {
    expect(diffOf(source, fileOf({ run: [{ name: 'first', on: true }], word: ['furnace'] }, 'npz'))).toEqual([]);
    const only = fileOf({ mixed: [1, ['a', 'b']] }, 'mat');
    expect(diffOf(only, facts([1, ['a', 'b']], 'npz'))).toEqual([]);
  });

  it('say which of them is another', () => {
    expect(diffOf(source, fileOf({ run: [{ name: 'first', on: true }], word: ['oven'] }, 'npz'))).toEqual([
      'refuse Field "value" of record 1 of sheet "word" is different: expected "furnace", found "oven".',
    ]);
    expect(diffOf(source, fileOf({ run: [{ name: 'first', on: true }] }, 'npz'))).toEqual([
      'refuse The result is incomplete: expected 2, found 1.',
    ]);
    expect(diffOf(source, fileOf({ run: [{ name: 'first', on: true }], arr_1: ['furnace'] }, 'npz'))).toEqual([
      'refuse Sheet "word" has another name: expected "word", found "arr_1".',
    ]);
  });
});
