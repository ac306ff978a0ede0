import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { openWorkbook } from '../../../../../engine/content/workbook/open.ts';
import type { Workbook } from '../../../../../engine/content/workbook/model.ts';
import { Payload, RecordPieces } from '../../../../../engine/content/workbook/xlsb/write-records.ts';
import { concatBytes } from '../../../../../engine/io/bytes.ts';
import { writeZip } from '../../../../../engine/io/zip.ts';
import { refusalOf } from '../../../../support/refusal.ts';

const [ROW, FORMULA_NUMBER, NAME, BUNDLE_SHEET] = [0, 9, 39, 156];
const [OTHER_BOOK, THIS_BOOK, SHEET_REFERENCES] = [355, 357, 362];
const EVERYWHERE = 0xffffffff;
const [HIDDEN, BUILT_IN] = [0x01, 0x20];
const RELATIVE = 0xc000;
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Record = readonly [type: number, write: (payload: Payload) => Payload];

function recordsOf(...all: readonly Record[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  const records = new RecordPieces((bytes) => pieces.push(bytes));
  for (const [type, write] of all) records.add(type, write(new Payload()).bytes);
  records.flush();
  return concatBytes(pieces);
}

const nameOf = (flags: number, name: string): Record => [NAME, (p) => p.u32(flags).u8(0).u32(EVERYWHERE).text(name)];

/** A formula that is one cell of the sheet that a reference means. */
const formulaOf = (column: number, reference: number): Record => [
  FORMULA_NUMBER,
  (p) => p.u32(column, 0).f64(1).u16(0).u32(9).u8(0x5a).u16(reference).u32(4).u16(RELATIVE).u32(0),
];

function workbookOf({ row = 0, columns = [0, 1, 2] } = {}): Uint8Array {
  const main = recordsOf(
    [BUNDLE_SHEET, (p) => p.u32(0, 1).text('rId1').text('First')],
    [BUNDLE_SHEET, (p) => p.u32(0, 2).text('rId2').text('Second')],
    [OTHER_BOOK, (p) => p.u16(0)],
    [THIS_BOOK, (p) => p],
    [SHEET_REFERENCES, (p) => p.u32(3).u32(1, 1, 1).u32(0, 1, 1).u32(1, 0, 1)],
    nameOf(0, 'rate'),
    nameOf(HIDDEN, '_xlfn.IFS'),
    nameOf(HIDDEN | BUILT_IN, '_FilterDatabase'),
    nameOf(0, 'Größe'),
  );
  const sheet = recordsOf(
    [ROW, (p) => p.u32(row, 0).u16(0).u8(0, 0, 0).u32(0)],
    ...columns.map((column, reference) => formulaOf(column, reference)),
  );
  const relationship = `<Relationship Id="rId1" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet1.bin"/>`;
  const relationships = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship}</Relationships>`;
  return writeZip([
    { name: 'xl/workbook.bin', bytes: main },
    { name: 'xl/_rels/workbook.bin.rels', bytes: new TextEncoder().encode(relationships) },
    { name: 'xl/worksheets/sheet1.bin', bytes: sheet },
  ]);
}

it('tells the names that a binary workbook defines and shows', async () => {
  const workbook = (await openWorkbook(workbookOf(), 'xlsb', DEFAULT_LIMITS)) as Workbook;
  expect(workbook.definedNames).toEqual(['rate', 'Größe']);
});

it('names the sheet of a reference if it is one of this workbook', async () => {
  const { sheets } = (await openWorkbook(workbookOf(), 'xlsb', DEFAULT_LIMITS)) as Workbook;
  const operands: unknown[] = [];
  sheets[0]!.read(({ cells }) => void operands.push(...cells.map((cell) => cell.operands)));
  expect(operands).toEqual(["'Second'!A5", undefined, undefined]);
});

it.each([{ row: 1_048_576 }, { columns: [16_384] }, { columns: [EVERYWHERE] }])(
  'refuses a cell outside of its sheet: %o',
  async (place) => {
    const { sheets } = (await openWorkbook(workbookOf(place), 'xlsb', DEFAULT_LIMITS)) as Workbook;
    expect(refusalOf(() => sheets[0]!.read(() => {}))).toMatchObject({ code: 'input_corrupt' });
  },
);
