import { expect, it } from 'vitest';
import type { Facts, RecordFacts } from '../../../../../engine/contract/facts.ts';
import { compareTablesOfPages } from '../../../../../engine/content/pages/compare/tables-of-pages.ts';
import type { Expectation } from '../../../../../engine/contract/report.ts';

const EXPECTATION: Expectation = {
  from: 'pdf',
  to: 'csv',
  kept: ['records'],
  lost: [],
  gone: [],
  operations: [],
  takes: 'all',
  gives: 'many',
  options: {},
};

const source: Facts = {
  format: 'pdf',
  sizeBytes: 1,
  reader: 'test',
  depth: 'content',
  features: ['text'],
  document: { pages: 1, text: 'Month Boats Nights May 214 296 June 511 803', figures: 0 },
};

function table(columns: readonly string[], values: number): Facts {
  const records: RecordFacts = { rows: 2, columns, values, digest: '' };
  return { format: 'csv', sizeBytes: 1, reader: 'test', depth: 'content', features: ['records'], records };
}

const faults = (...outputs: Facts[]): string[] =>
  compareTablesOfPages(source, outputs, EXPECTATION)
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

it('passes tables whose names and values come from the pages', () => {
  expect(faults(table(['Month', 'Boats', 'Nights'], 6))).toEqual([]);
  expect(faults(table(['rows.Month', 'rows.column 2'], 4))).toEqual([]);
});

it('refuses tables without values, with too many, and with names of their own', () => {
  expect(faults(table(['Month', 'Boats'], 0))).toEqual(['values on the pages']);
  expect(faults(table(['Month', 'Boats'], 400))).toEqual(['values on the pages']);
  expect(faults(table(['Furnace', 'Charcoal', 'Tower'], 6))).toEqual(['names of columns']);
});
