import { expect, it } from 'vitest';
import type { Facts, RecordFacts } from '../../../../../engine/contract/facts.ts';
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
  compareTablesInText(source, outputs, EXPECTATION).map(
    ({ name, ok, expected, found }) => `${name} ${expected}→${found}${ok ? '' : '!'}`,
  );

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
