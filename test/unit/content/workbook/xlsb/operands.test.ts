import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { hashOfOperands } from '../../../../../engine/content/workbook/formula-operands.ts';
import { readXlsbSheet } from '../../../../../engine/content/workbook/xlsb/sheet.ts';
import { Payload, RecordPieces } from '../../../../../engine/content/workbook/xlsb/write-records.ts';
import { concatBytes } from '../../../../../engine/io/bytes.ts';

const [ROW, FORMULA_TEXT, FORMULA_NUMBER, SHARED_FORMULA] = [0, 8, 9, 427];
const RELATIVE = 0xc000;
const SHEETS = ["Bob's", undefined];
/** Tokens of [MS-XLSB] 2.5.97, with the number of the sheet, the row and the column that follow. */
const [ADD, MULTIPLY] = [Uint8Array.of(3), Uint8Array.of(5)];
const SUM = Uint8Array.of(0x42, 1, 4, 0);
const cell = (row: number, column: number): Uint8Array => take((p) => p.u8(0x44).u32(row).u16(column));
const area = (rows: readonly [number, number], columns: readonly [number, number]): Uint8Array =>
  take((p) =>
    p
      .u8(0x25)
      .u32(...rows)
      .u16(...columns),
  );
const cellOfSheet = (sheet: number, row: number, column: number): Uint8Array =>
  take((p) => p.u8(0x5a).u16(sheet).u32(row).u16(column));
const cellFromHere = (rows: number, column: number): Uint8Array => take((p) => p.u8(0x4c).u32(rows).u16(column));
const integer = (value: number): Uint8Array => take((p) => p.u8(0x1e).u16(value));
const number = (value: number): Uint8Array => take((p) => p.u8(0x1f).f64(value));
const text = (value: string): Uint8Array =>
  take((p) => p.u8(0x17).u16(value.length, ...Array.from(value, (char) => char.charCodeAt(0))));

function take(write: (payload: Payload) => Payload): Uint8Array {
  return write(new Payload()).bytes.slice();
}

function formula(tokens: readonly Uint8Array[], extra: Uint8Array = new Uint8Array()): Uint8Array {
  const all = concatBytes(tokens);
  return take((p) =>
    p
      .u32(all.byteLength)
      .u8(...all)
      .u32(extra.byteLength)
      .u8(...extra),
  );
}

function computed(column: number, what: Uint8Array): readonly [number, Uint8Array] {
  return [
    FORMULA_NUMBER,
    take((p) =>
      p
        .u32(column, 0)
        .f64(7)
        .u16(0)
        .u8(...what),
    ),
  ];
}

/** The formula of a cell that shares it with the one at a place. */
const sharing = (row: number, column: number): Uint8Array =>
  formula(
    [take((p) => p.u8(1).u32(row))],
    take((p) => p.u32(column)),
  );

function operandsOf(rows: Readonly<Record<number, readonly (readonly [number, Uint8Array])[]>>): unknown[] {
  const pieces: Uint8Array[] = [];
  const records = new RecordPieces((bytes) => pieces.push(bytes));
  for (const [row, cells] of Object.entries(rows)) {
    records.add(
      ROW,
      take((p) => p.u32(Number(row), 0).u16(0).u8(0, 0, 0).u32(0)),
    );
    for (const [type, payload] of cells) records.add(type, payload);
  }
  records.flush();
  const found: unknown[] = [];
  const nameOfSheet = (index: number): string | undefined => SHEETS[index];
  const globals = { strings: [], formats: [], dayOffset: 0, nameOfSheet };
  readXlsbSheet(concatBytes(pieces), globals, DEFAULT_LIMITS, (row) => {
    found.push(...row.cells.map(({ operands }) => operands));
  });
  return found;
}

describe('formulas of a binary workbook', () => {
  it.each([
    ['cells', [cell(1, 1 | RELATIVE), cell(4, 2), MULTIPLY], 'B2;$C$5'],
    ['a range', [area([1, 3], [3 | RELATIVE, 28 | RELATIVE]), SUM], 'D2:AC4'],
    ['numbers', [integer(12), number(0.25), ADD], '12;0.25'],
    ['texts', [text('a "b"')], '"a ""b"""'],
    ['another sheet', [cellOfSheet(0, 8, RELATIVE)], "'Bob''s'!A9"],
    ['a name', [Uint8Array.of(0x43, 1, 0, 0, 0), integer(1), ADD], '1'],
    ['another file', [cellOfSheet(1, 8, RELATIVE)], undefined],
    ['an array', [new Uint8Array(15).fill(0x60, 0, 1)], undefined],
    ['whole columns', [area([0, 0xfffff], [RELATIVE, RELATIVE])], undefined],
    ['tokens that are cut off', [Uint8Array.of(0x44, 1)], undefined],
  ])('tell what they are computed from: %s', (_, tokens, operands) => {
    expect(operandsOf({ 5: [computed(0, formula(tokens))] })).toEqual([operands]);
  });

  it('tell the operands of those that give a text', () => {
    const what = formula([text('x'), cell(2, RELATIVE), Uint8Array.of(8)]);
    const payload = take((p) =>
      p
        .u32(0, 0)
        .text('xy')
        .u16(0)
        .u8(...what),
    );
    expect(operandsOf({ 0: [[FORMULA_TEXT, payload]] })).toEqual(['"x";A3']);
  });

  it('are told for each cell that shares one', () => {
    const above = formula([cellFromHere(0xfffff, RELATIVE), cellFromHere(0, 0x3fff | RELATIVE), ADD]);
    const found = operandsOf({
      4: [computed(2, sharing(4, 2)), [SHARED_FORMULA, take((p) => p.u32(4, 6, 2, 2).u8(...above))]],
      5: [computed(2, sharing(4, 2)), computed(3, sharing(9, 9))],
    });
    expect(found).toEqual(['C4;B5', 'C5;B6', undefined]);
  });

  it('are compared with those of other formats', () => {
    const place = { row: 1, column: 3 };
    const [operands] = operandsOf({ 1: [computed(3, formula([cell(1, 1 | RELATIVE), integer(5), ADD]))] });
    expect(hashOfOperands(String(operands), place)).toBe(hashOfOperands('B2+5', place));
    expect(hashOfOperands(String(operands), place)).not.toBe(hashOfOperands('B3+5', place));
  });
});
