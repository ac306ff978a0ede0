import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { openWithSheetJs } from '../../../../../engine/content/workbook/sheetjs/workbook.ts';
import type { FormatId } from '../../../../../engine/formats/index.ts';

type Shown = readonly [place: string, kind: string, value: unknown, ...code: string[]];

const latin1 = (text: string): number[] => [...Buffer.from(text, 'latin1')];
const double = (value: number): number[] => [...new Uint8Array(Float64Array.of(value).buffer)];

function records(...parts: readonly (readonly [type: number, ...data: readonly number[]])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(([type, ...data]) => [type & 255, type >> 8, data.length & 255, data.length >> 8, ...data]),
  );
}

function cellsOf(bytes: Uint8Array, format: FormatId): Shown[] {
  const workbook = openWithSheetJs(bytes, format, DEFAULT_LIMITS);
  if (workbook === 'encrypted') throw new Error('It is not encrypted.');
  return workbook.sheets.flatMap(({ name, read }) => {
    const cells: Shown[] = [];
    read(({ index, cells: inRow }) => {
      for (const { column, kind, value, format: shown } of inRow)
        cells.push([`${name} ${index},${column}`, kind, value, ...(shown ? [shown.code] : [])]);
      return undefined;
    });
    return cells;
  });
}

it('reads the text that a formula of Lotus 1-2-3 gives', () => {
  const version = [0, 0x10, 4, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0x27, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 1];
  const noNumber = [0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff];
  const file = records(
    [0x00, ...version],
    [0x16, 0, 0, 0, 0, ...latin1("'Name\0")],
    [0x19, 1, 0, 0, 0, ...noNumber, 0x03],
    [0x1a, 1, 0, 0, 0, ...latin1('(a\x0f-\x0f*b)\0')],
    [0x01],
  );
  expect(cellsOf(file, 'wk3')).toEqual([
    ['Sheet1 0,0', 'text', 'Name'],
    ['Sheet1 1,0', 'text', '(a\nb)'],
  ]);
});

it('reads the texts of formulas, the dates and the formats of Quattro Pro', () => {
  const style = (format: number): [number, ...number[]] => [0xce, format, 0, 0, 0x30, ...Array<number>(12).fill(0)];
  const place = (column: number, sheet: number, row: number, styled: number): number[] => [
    ...[column, sheet, row, 0],
    ...[(styled << 3) | 3, 0],
  ];
  const file = records(
    [0x00, 2, 0x10],
    ...[0x02, 0x08, 0x0c, 0x52].map(style),
    [0x0e, ...place(0, 0, 0, 2), ...double(41_689)],
    [0x0e, ...place(1, 0, 0, 3), ...double(0.75)],
    [0x0e, ...place(2, 0, 0, 1), ...double(41_689)],
    [0x10, ...place(3, 0, 0, 1), ...double(NaN), 0, 0, 0, 0],
    [0x33, ...place(3, 0, 0, 1), 0, ...latin1('abc\0')],
    [0x0e, ...place(0, 2, 1, 4), ...double(1234.5)],
    [0x01],
  );
  expect(cellsOf(file, 'wb1')).toEqual([
    ['Sheet1 0,0', 'date', 41_689, 'm/d/yy'],
    ['Sheet1 0,1', 'time', 0.75, 'h:mm:ss'],
    ['Sheet1 0,2', 'number', 41_689],
    ['Sheet1 0,3', 'text', 'abc'],
    ['Sheet3 1,0', 'number', 1234.5, '#,##0.00'],
  ]);
});
