import { describe, expect, it } from 'vitest';
import type { Facts, GridFacts } from '../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';
import { compareSheets } from '../../../../engine/content/workbook/compare.ts';
import { GridBuilder } from '../../../../engine/content/workbook/grid.ts';

const EXPECTATION: Expectation = {
  ...({ from: 'csv', to: 'xlsx', kept: ['records'], lost: [], gone: [] } as const),
  ...({ operations: [], takes: 'all', gives: 'one', options: {} } as const),
};

function gridOf(rows: number, isWhole = true): GridFacts {
  const grid = new GridBuilder();
  for (let row = 0; row < rows; row++) {
    grid.startRow(row);
    grid.addText(0, String(row));
  }
  return grid.facts(isWhole);
}

function check(source: GridFacts, rowsOfResult: number): unknown {
  const basics = { sizeBytes: 1, reader: 'test', depth: 'content', features: ['records'] } as const;
  const grid = gridOf(rowsOfResult);
  const result: Facts = { ...basics, format: 'xlsx', sheets: [{ values: rowsOfResult, grid }] };
  return compareSheets({ ...basics, format: 'csv', grid: source }, [result], EXPECTATION);
}

describe('a table that became a sheet', () => {
  it('has all of its cells', () => {
    expect(check(gridOf(9), 9)).toMatchObject([{ name: 'cells', ok: true }]);
    expect(check(gridOf(9), 8)).toMatchObject([{ name: 'cells', ok: false }]);
  });

  it('has all of its rows where only the first of them were read', () => {
    const first = { ...gridOf(4, false), totalRows: 9 };
    expect(check(first, 9)).toMatchObject([{ name: 'rows', ok: true, expected: 9, found: 9 }]);
    expect(check(first, 8)).toMatchObject([{ name: 'rows', ok: false, expected: 9, found: 8 }]);
  });

  it('is not counted where nobody knows how many rows there are', () => {
    expect(check(gridOf(4, false), 9)).toEqual([]);
  });
});
