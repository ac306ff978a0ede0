import { describe, expect, it } from 'vitest';
import type { DocumentFacts, Facts } from '../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';
import { diffDocuments } from '../../../../engine/content/document/diff.ts';

const EXPECTATION: Expectation = {
  ...{ from: 'xlsx', to: 'pdf', kept: ['look', 'pages'], lost: [], gone: [], operations: [] },
  ...{ takes: 'all', gives: 'one', options: {} },
};
const facts = (format: Facts['format'], document: Partial<DocumentFacts>, more: Partial<Facts> = {}): Facts => ({
  ...{ format, sizeBytes: 1, reader: 'test', depth: 'content', features: [] },
  document: { text: '', figures: 0, ...document },
  ...more,
});

/** Two sheets of rows, whose cells are `name row` and a number. */
const rows = (name: string): string[][] =>
  Array.from({ length: 8 }, (_, row) => [`${name}${row}`, `${row}${name.length}7`, `remark ${name} ${row}`]);
const SHEETS = [rows('barley'), rows('rye')];
const source = facts(
  'xlsx',
  { text: SHEETS.map((sheet) => sheet.map((row) => row.join('\t')).join('\n')).join('\f') },
  { sheets: SHEETS.map((sheet) => ({ values: sheet.length * 3 })) },
);
const printed = (sheets: readonly string[][][], unseen?: string): string[] => {
  const pages = sheets.map((sheet) => sheet.map((row) => row.join(' ')).join('\n'));
  const pdf = { hasOutputIntent: false, foreignFonts: [], pages: [], outline: [] };
  const document = { pages: pages.length, text: pages.join('\f'), ...(unseen !== undefined && { unseen }) };
  const found = diffDocuments(source, [facts('pdf', document, { pdf })], EXPECTATION);
  return Array.from(found, ({ kind, severity, expected = '' }) => `${severity} ${kind} ${expected}`.trim());
};
const [BARLEY, RYE] = SHEETS as [string[][], string[][]];
const changed = (row: number, column: number, text: string): string[][] =>
  BARLEY.with(row, BARLEY[row]!.with(column, text));

describe('sheets on pages', () => {
  it('have all of their cells', () => {
    expect(printed(SHEETS)).toEqual([]);
    expect(printed([changed(2, 1, '999'), RYE])).toEqual(['tell table_cell_missing 267']);
    expect(printed([BARLEY.toSpliced(3, 1), RYE])).toHaveLength(3);
    expect(printed([BARLEY.slice(4), []]).every((one) => one.startsWith('refuse'))).toBe(true);
  });

  it('are told of where a cell is clipped or too narrow for its number', () => {
    expect(printed([changed(2, 0, ''), RYE], 'barley2')).toEqual(['tell text_not_visible barley2']);
    expect(printed([changed(2, 0, 'barl'), RYE])).toEqual(['tell text_not_visible barley2']);
    expect(printed([changed(2, 1, '###'), RYE])).toEqual(['tell text_not_visible 267']);
  });

  it('are in their order, once', () => {
    expect(printed([RYE, BARLEY])).toContain('refuse page_moved');
    expect(printed([BARLEY, RYE, BARLEY])).toEqual(['refuse page_added']);
    const reversed = SHEETS.map((sheet) => sheet.map((row) => row.toReversed()));
    expect(printed(reversed)).toContain('refuse text_order');
  });
});
