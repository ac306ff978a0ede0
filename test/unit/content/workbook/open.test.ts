import { describe, expect, it } from 'vitest';
import { columnOfName, parseRange, parseRanges } from '../../../../engine/content/workbook/cell-names.ts';
import { formatNumber, numberFormat } from '../../../../engine/content/workbook/number-format.ts';
import {
  clockOfDays,
  comparableText,
  daysOfIso,
  isoOfDays,
  plainNumber,
  plainText,
} from '../../../../engine/content/workbook/model.ts';

describe('number formats', () => {
  it.each([
    [1234.5, '#,##0.00', '1,234.50'],
    [0.256, '0.0%', '25.6%'],
    [-5, '#,##0;(#,##0)', '(5)'],
    [-5, '0.00', '-5.00'],
    [1e6, '0.00E+00', '1.00E+06'],
    [5, '"EUR "0.00', 'EUR 5.00'],
    [12.3, '[$€-407] #,##0.00', '€ 12.30'],
    [0, '0;-0;"-"', '-'],
    [2_345_678, '#,##0,"k"', '2,346k'],
    [0.5, '#.##', '.5'],
    [7, '000', '007'],
    [0, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', '$-'],
    [3.25, 'General', '3.25'],
    [5, ';;;', ''],
    [-0.001, '0.0', '0.0'],
  ])('show %d as %s', (value, code, shown) => {
    expect(formatNumber(value, numberFormat(code))).toBe(shown);
  });

  it.each([
    ['d/m/yyyy', 'date'],
    ['[$-409]mmm\\-yy;@', 'date'],
    ['yyyy"年"m"月"', 'date'],
    ['h:mm AM/PM', 'time'],
    ['[h]:mm:ss', 'elapsed'],
    ['mm:ss', 'time'],
    ['General', 'number'],
    ['[Red]0.00', 'number'],
    ['"day" 0', 'number'],
    ['0.00E+00', 'number'],
  ])('know that %s shows a %s', (code, kind) => {
    expect(numberFormat(code).kind).toBe(kind);
  });
});

describe('values as data', () => {
  it('spells dates as ISO 8601, with their time unless it is midnight', () => {
    expect(isoOfDays(46_082)).toBe('2026-03-01');
    expect(isoOfDays(46_082.75)).toBe('2026-03-01T18:00:00');
    expect(isoOfDays(46_082.000005787)).toBe('2026-03-01T00:00:00.5');
    expect(daysOfIso('2026-03-01T18:00:00')).toBe(46_082.75);
    expect(daysOfIso('1899-12-30')).toBe(0);
    expect(daysOfIso('spring')).toBeUndefined();
  });

  it('spells durations in hours, however many', () => {
    expect(clockOfDays(1.5625)).toBe('37:30:00');
    expect(clockOfDays(-0.25)).toBe('-06:00:00');
  });

  it('keeps the digits that a number has, and no others', () => {
    expect(plainNumber(0.1 + 0.2)).toBe('0.3');
    expect(plainText({ kind: 'boolean', value: true })).toBe('TRUE');
    expect(comparableText({ value: 1 / 3 })).toBe(comparableText({ value: 0.333333333333333 }));
  });
});

describe('names of cells', () => {
  it('are read', () => {
    expect(columnOfName('AB12')).toBe(27);
    expect(columnOfName('12')).toBeUndefined();
    expect(parseRange('$B$2:D5')).toEqual({ firstRow: 1, lastRow: 4, firstColumn: 1, lastColumn: 3 });
  });

  it('of print areas may be whole columns, on sheets with any name', () => {
    expect(parseRanges("'A, b!'!$A$1:$C$9,Sheet1!$E:$F")).toEqual([
      { firstRow: 0, lastRow: 8, firstColumn: 0, lastColumn: 2 },
      { firstRow: 0, lastRow: 1_048_575, firstColumn: 4, lastColumn: 5 },
    ]);
  });
});
