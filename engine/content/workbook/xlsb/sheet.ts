import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import type { NumberFormat } from '../number-format.ts';
import { tooManyValues } from '../xlsx/shared-strings.ts';
import { kindOfNumber } from '../xlsx/sheet-scanner.ts';
import type { NameOfSheet } from '../formula-tokens.ts';
import { inColumnOrder, type Cell, type CellRange, type Row, type SheetExtras } from '../model.ts';
import { cellError } from '../cell-errors.ts';
import { MAX_COLUMNS, MAX_ROWS, placeName } from '../cell-names.ts';
import { rkNumber } from '../xls/sheet.ts';
import { SheetFormulas } from './operands.ts';
import { binaryRecords, readWideString } from './records.ts';

/** What the sheets of a workbook share. */
export interface XlsbGlobals {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly dayOffset: number;
  readonly nameOfSheet: NameOfSheet;
}

/** Types of records ([MS-XLSB] 2.3.2). */
const ROW = 0;
const COLUMNS = 60;
const MERGED = 176;
const LINK = 494;
/** Cells with a value have the types from 2 to 7, and the results of formulas those from 8 to 11. */
const RK = 2;
const ERROR = 3;
const BOOLEAN = 4;
const REAL = 5;
const TEXT = 6;
const SHARED_TEXT = 7;
const FORMULA_TEXT = 8;
const FORMULA_NUMBER = 9;
const FORMULA_BOOLEAN = 10;
const FORMULA_ERROR = 11;
const SHARED_FORMULA = 427;
/** Where the value is: behind the column and the style. */
const VALUE_AT = 8;
/** Bits that say when a formula is computed stand between its result and its tokens. */
const FORMULA_BITS_BYTES = 2;
const HIDDEN_ROW = 0x10;

/** Reads the cells of one sheet, row by row; returns what is merged and linked on it. */
export function readXlsbSheet(
  source: Uint8Array,
  { strings, formats, dayOffset, nameOfSheet }: XlsbGlobals,
  limits: Limits,
  visit: (row: Row) => 'stop' | void,
): Pick<SheetExtras, 'merged' | 'links'> {
  const merged: CellRange[] = [];
  const links = new Map<string, string>();
  const hiddenColumns: { readonly first: number; readonly last: number }[] = [];
  let [row, isRowHidden, values] = [-1, false, 0];
  let cells: Cell[] = [];
  const formulas = new SheetFormulas(nameOfSheet);
  const leaveRow = (): 'stop' | void => {
    const finished = cells;
    cells = [];
    return finished.length > 0 ? visit({ index: row, cells: inColumnOrder(finished) }) : undefined;
  };
  const numberOf = (value: number, view: DataView): Pick<Cell, 'kind' | 'value' | 'format'> => {
    const format = formats[view.getUint32(4, true) & 0xffffff];
    const kind = kindOfNumber(value, format);
    return { kind, value: kind === 'date' ? value + dayOffset : value, ...(format && { format }) };
  };
  const contentOf = (type: number, view: DataView): Pick<Cell, 'kind' | 'value' | 'format'> | undefined => {
    const has = (bytes: number): boolean => view.byteLength >= VALUE_AT + bytes;
    if (type === RK && has(4)) return numberOf(rkNumber(view, VALUE_AT), view);
    if ((type === REAL || type === FORMULA_NUMBER) && has(8)) return numberOf(view.getFloat64(VALUE_AT, true), view);
    if (type === SHARED_TEXT && has(4)) return { kind: 'text', value: strings[view.getUint32(VALUE_AT, true)] ?? '' };
    if (type === TEXT || type === FORMULA_TEXT) return { kind: 'text', value: readWideString(view, VALUE_AT).text };
    if (type === BOOLEAN || type === FORMULA_BOOLEAN) return { kind: 'boolean', value: view.getUint8(VALUE_AT) === 1 };
    if (type === ERROR || type === FORMULA_ERROR) return { kind: 'error', value: cellError(view.getUint8(VALUE_AT)) };
    return undefined;
  };
  for (const { type, view } of binaryRecords(source)) {
    if (type === ROW && view.byteLength >= 12) {
      if (leaveRow() === 'stop') return { merged, links };
      row = view.getUint32(0, true);
      requireInSheet(row, MAX_ROWS);
      isRowHidden = (view.getUint8(11) & HIDDEN_ROW) !== 0;
    } else if (type === COLUMNS && view.byteLength >= 18) {
      const isHidden = (view.getUint16(16, true) & 1) !== 0;
      if (isHidden) hiddenColumns.push({ first: view.getUint32(0, true), last: view.getUint32(4, true) });
    } else if (type === MERGED && view.byteLength >= 16) {
      const [firstRow, lastRow, firstColumn, lastColumn] = [0, 4, 8, 12].map((at) => view.getUint32(at, true));
      merged.push({ firstRow: firstRow!, lastRow: lastRow!, firstColumn: firstColumn!, lastColumn: lastColumn! });
    } else if (type === LINK && view.byteLength >= 16) {
      links.set(
        placeName({ row: view.getUint32(0, true), column: view.getUint32(8, true) }),
        readWideString(view, 16).text,
      );
    } else if (type >= RK && type <= FORMULA_ERROR && view.byteLength > VALUE_AT) {
      const column = view.getUint32(0, true);
      requireInSheet(column, MAX_COLUMNS);
      const isComputed = type >= FORMULA_TEXT;
      const formulaAt = isComputed ? endOfResult(type, view) + FORMULA_BITS_BYTES : undefined;
      const operands = formulaAt === undefined ? undefined : formulas.operandsOf(view, formulaAt, { row, column });
      const content = contentOf(type, view);
      if (content === undefined || content.value === '') continue;
      if (++values > limits.values) throw tooManyValues(values, limits.values);
      const isHidden = isRowHidden || hiddenColumns.some(({ first, last }) => column >= first && column <= last);
      cells.push({ column, ...content, isComputed, isHidden, ...(operands !== undefined && { operands }) });
    } else if (type === SHARED_FORMULA) {
      const { column, operands } = formulas.addShared(view) ?? {};
      const last = cells.at(-1);
      if (last?.column === column && operands !== undefined) cells.splice(-1, 1, { ...last!, operands });
    }
  }
  leaveRow();
  return { merged, links };
}

/** Lists of cells have as many places as columns are counted: a damaged count would take all the memory. */
function requireInSheet(place: number, allowed: number): void {
  if (place < allowed) return;
  throw new ConversionError({
    code: 'input_corrupt',
    message: 'The workbook is damaged: a cell lies outside of its sheet. Save it again with the program that made it.',
  });
}

function endOfResult(type: number, view: DataView): number {
  if (type === FORMULA_TEXT) return readWideString(view, VALUE_AT).end;
  return VALUE_AT + (type === FORMULA_NUMBER ? 8 : 1);
}
