import { expect, it } from 'vitest';
import type { Facts, RecordFacts } from '../../../../../engine/contract/facts.ts';
import { CellSamples } from '../../../../../engine/content/records/samples.ts';
import { compareTablesInText } from '../../../../../engine/content/document/compare/tables-in-text.ts';
import type { Expectation } from '../../../../../engine/contract/report.ts';

const EXPECTATION: Expectation = {
  from: 'hdf5',
  to: 'md',
  kept: ['text'],
  lost: [],
  gone: ['records'],
  operations: [],
  takes: 'one',
  gives: 'one',
  options: {},
};
const BASICS = { sizeBytes: 1, reader: 'test', depth: 'content', features: [] } as const;

const records = (values: number): RecordFacts => ({ rows: 2, columns: ['a'], values, digest: 'x' });
const arrays = (...values: number[]): Facts => ({
  ...BASICS,
  format: 'hdf5',
  records: records(1),
  sheets: values.map((count) => ({ values: count, records: records(count) })),
});
const page = (text: string): Facts => ({ ...BASICS, format: 'md', document: { text, figures: 0 } });

const checks = (source: Facts, ...outputs: Facts[]): string[] =>
  [...compareTablesInText(source, outputs, EXPECTATION)].map((finding) =>
    'ok' in finding
      ? `${finding.name} ${finding.expected}→${finding.found}${finding.ok ? '' : '!'}`
      : `${finding.severity}: ${finding.expected}`,
  );

/** Rows as their reader keeps them. */
function rows(...lines: readonly (readonly string[])[]): Facts {
  const samples = new CellSamples();
  for (const line of lines) {
    for (const [column, value] of line.entries()) samples.add(column, value);
    samples.endRow();
  }
  const table: RecordFacts = { ...records(lines.flat().length), columns: ['a', 'b', 'c'], samples: samples.text() };
  return { ...BASICS, format: 'ndjson', records: table };
}

it('passes a text that has all values of the tables, lists as JSON among them', () => {
  expect(checks(arrays(4, 2), page('a 1 2 3 4\nb x y'))).toEqual(['values in the text 6→8']);
  expect(checks(arrays(4, 2), page('a [1,2,3,4] b ["x","y"]'))).toEqual(['values in the text 6→8']);
});

it('refuses a text in which a table is missing', () => {
  expect(checks(arrays(4, 20), page('a 1 2 3 4'))).toEqual(['values in the text 24→5!']);
});

it('says nothing of other sources, of beginnings and of several files', () => {
  expect(checks({ ...arrays(9), format: 'xlsx' }, page('a'))).toEqual([]);
  expect(checks(arrays(9), { ...BASICS, format: 'md', document: { text: 'a', figures: 0, excerpt: true } })).toEqual(
    [],
  );
  expect(checks(arrays(9), page('a'), page('b'))).toEqual([]);
});

it('tells a value that the text does not have, in whatever form it writes numbers', () => {
  const source = rows(['Ada', '36.5', 'x'], ['Grace', '45', 'y']);
  expect(checks(source, page('Ada 36.50 x Grace 45.0 y'))).toEqual(['values in the text 6→6']);
  expect(checks(source, page('Ada 36.51 x Grace 45.0 y'))).toEqual(['values in the text 6→6', 'tell: 36.5']);
});

it('refuses a text whose words are as many, but not those of the tables', () => {
  const source = rows(['one', '1', 'x'], ['two', '2', 'y'], ['three', '3', 'z']);
  const found = checks(source, page('one 1 x lorem ipsum dolor sit amet consectetur'));
  expect(found.slice(0, 2)).toEqual(['values in the text 9→9', 'refuse: two']);
});
