import { describe, expect, it } from 'vitest';
import { openWithSheetJs } from '../../../../../engine/content/workbook/sheetjs/workbook.ts';
import type { Cell } from '../../../../../engine/content/workbook/model.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { utf8Bytes } from '../../../../../engine/io/bytes.ts';

function cellsOf(...cells: readonly string[]): Cell[] {
  const lines = ['socialcalc:version:1.5', '', ...cells.map((cell) => `cell:${cell}`), 'sheet:c:1:r:9', ''];
  const workbook = openWithSheetJs(utf8Bytes(lines.join('\n')), 'eth', DEFAULT_LIMITS);
  if (workbook === 'encrypted') throw new Error('encrypted');
  const found: Cell[] = [];
  workbook.sheets[0]!.read(({ cells: row }) => void found.push(...row));
  return found;
}

describe('a SocialCalc sheet', () => {
  it('has formulas with ranges, whatever attributes come behind them', () => {
    expect(cellsOf('A1:vtf:n:6:SUM(B1\\cB3)', 'A2:vtf:n:7:A1+1:f:1:bg:2')).toMatchObject([
      { value: 6, formula: 'SUM(B1:B3)' },
      { value: 7, formula: 'A1+1' },
    ]);
  });

  it('has the texts, truth values and errors that formulas give', () => {
    const found = cellsOf('A1:vtf:t:one\\ctwo:A9&"x"', 'A2:vtf:nl:1:B1>2', 'A3:vtf:e#DIV/0!:0:1/0');
    expect(found).toMatchObject([
      { value: 'one:two', formula: 'A9&"x"' },
      { value: true, formula: 'B1>2' },
      { kind: 'error', value: '#DIV/0!', formula: '1/0' },
    ]);
  });

  it('has dates and shares as what they are', () => {
    const found = cellsOf('A1:vtc:nd:46082:2026-03-01:ntvf:1', 'A2:vtc:n%:0.25:25%', 'A3:v:46082');
    expect(found.map(({ kind }) => kind)).toEqual(['date', 'number', 'number']);
  });
});
