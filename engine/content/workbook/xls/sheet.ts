import { concatBytes } from '../../../io/bytes.ts';
import type { Limits } from '../../../contract/limits.ts';
import { BiffStrings, type BiffRecord } from './records.ts';
import { isInRanges } from '../cell-names.ts';
import type { NumberFormat } from '../number-format.ts';
import { tooManyValues } from '../xlsx/shared-strings.ts';
import { kindOfNumber } from '../xlsx/sheet-scanner.ts';
import { cellError } from '../cell-errors.ts';
import { addressOfHyperlink } from './hyperlink.ts';
import { SheetObjects, type NameOfImage } from './objects.ts';
import { placeName } from '../cell-names.ts';
import type { NameOfSheet } from '../formula-tokens.ts';
import { operandsOfFormula, operandsOfShared } from './operands.ts';
import {
  inColumnOrder,
  NO_EXTRAS,
  type Cell,
  type CellPlace,
  type CellRange,
  type Row,
  type SheetExtras,
} from '../model.ts';

/** What the sheets of a workbook share. */
export interface XlsGlobals {
  readonly isBiff8: boolean;
  readonly dayOffset: number;
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  /** The text of bytes in the workbook's code page. */
  readonly decode: (bytes: Uint8Array) => string;
  readonly nameOfImage: NameOfImage;
  readonly nameOfSheet: NameOfSheet;
}

/** Types of records ([MS-XLS] 2.3.2). */
const T = {
  end: 0x000a,
  begin: 0x0809,
  row: 0x0208,
  columns: 0x007d,
  number: 0x0203,
  rk: 0x027e,
  manyRk: 0x00bd,
  sharedText: 0x00fd,
  text: 0x0204,
  richText: 0x00d6,
  boolean: 0x0205,
  formula: 0x0006,
  shared: 0x04bc,
  result: 0x0207,
  array: 0x0221,
  table: 0x0236,
  merged: 0x00e5,
  pivot: 0x00b0,
  link: 0x01b8,
} as const;

type Content = Pick<Cell, 'kind' | 'value' | 'format'>;

interface CellFormula {
  readonly isFormula?: boolean;
  readonly operands?: string | undefined;
}

/** The cells of a link come before its address. */
const LINK_BYTES = 8;

/** Reads the cells of one sheet, row by row. */
export function readXlsSheet(
  records: Iterable<BiffRecord>,
  globals: XlsGlobals,
  limits: Limits,
  visit: (row: Row) => 'stop' | void,
): SheetExtras {
  const reader = new SheetReader(globals, limits, visit);
  let depth = 0;
  for (const record of records) {
    if (record.type === T.begin) depth++;
    // Charts on the sheet are sheets inside it.
    else if (record.type === T.end && --depth <= 0) break;
    else if (depth === 1 && reader.add(record) === 'stop') break;
  }
  reader.finish();
  const { merged, links, pivots, objects } = reader;
  return { ...NO_EXTRAS, merged, links, pivots, ...objects.extras(globals.nameOfImage) };
}

class SheetReader {
  readonly merged: CellRange[] = [];
  readonly links = new Map<string, string>();
  readonly objects: SheetObjects;
  pivots = 0;
  readonly #globals: XlsGlobals;
  readonly #limits: Limits;
  readonly #visit: (row: Row) => 'stop' | void;
  readonly #hiddenRows = new Set<number>();
  readonly #hiddenColumns: { readonly first: number; readonly last: number }[] = [];
  readonly #arrays: CellRange[] = [];
  /** Formulas that several cells share, by the first of these. */
  readonly #shared = new Map<string, BiffRecord>();
  #sharing: CellPlace | undefined;
  #row = -1;
  #cells: Cell[] = [];
  #values = 0;
  #isStopped = false;
  /** The cell whose formula gives a text, which is in the next record. */
  #awaited: (CellFormula & { readonly row: number; readonly column: number }) | undefined;

  constructor(globals: XlsGlobals, limits: Limits, visit: (row: Row) => 'stop' | void) {
    this.#globals = globals;
    this.objects = new SheetObjects(globals);
    this.#limits = limits;
    this.#visit = visit;
  }

  add(record: BiffRecord): 'stop' | void {
    const { type, view } = record;
    if (view.byteLength >= 4) this.#read(type, record, view);
    if (this.#isStopped) return 'stop';
  }

  finish(): void {
    if (this.#isStopped) return;
    this.#leaveRow();
  }

  #read(type: number, record: BiffRecord, view: DataView): void {
    const data = record.parts[0]!;
    switch (type) {
      case T.row:
        if (view.byteLength >= 14 && (data[12]! & 0x20) !== 0) this.#hiddenRows.add(view.getUint16(0, true));
        return;
      case T.columns:
        if (view.byteLength >= 10 && (data[8]! & 1) !== 0) {
          this.#hiddenColumns.push({ first: view.getUint16(0, true), last: view.getUint16(2, true) });
        }
        return;
      case T.merged:
        return this.#addMerged(view);
      case T.pivot:
        this.pivots++;
        return;
      case T.link:
        if (view.byteLength >= 8)
          this.links.set(
            `${view.getUint16(0, true)},${view.getUint16(4, true)}`,
            addressOfHyperlink(concatBytes(record.parts).subarray(LINK_BYTES)),
          );
        return;
      case T.array:
      case T.table:
        return this.#addArray(view);
      case T.shared:
        return this.#addShared(record);
      case T.result:
        return this.#addResult(record);
      case T.manyRk:
        return this.#addManyRk(view);
    }
    this.objects.add(record);
    this.#readCell(type, record, view);
  }

  #readCell(type: number, record: BiffRecord, view: DataView): void {
    const content = this.#contentOf(type, record, view);
    if (!content) return;
    const operands = type === T.formula ? this.#operandsOf(record) : undefined;
    this.#addCell(view.getUint16(0, true), view.getUint16(2, true), content, {
      isFormula: type === T.formula,
      operands,
    });
  }

  #operandsOf(record: BiffRecord): string | undefined {
    const { isBiff8, nameOfSheet } = this.#globals;
    if (!isBiff8) return undefined;
    const operands = operandsOfFormula(record, nameOfSheet);
    if (typeof operands !== 'object') return operands;
    const shared = this.#shared.get(placeName(operands.sharedAt));
    const place = { row: record.view.getUint16(0, true), column: record.view.getUint16(2, true) };
    if (shared) return operandsOfShared(shared, nameOfSheet, place);
    this.#sharing = place;
    return undefined;
  }

  /** The first of the cells that share a formula comes before it. */
  #addShared(record: BiffRecord): void {
    const place = this.#sharing;
    if (!place) return;
    this.#shared.set(placeName(place), record);
    const operands = operandsOfShared(record, this.#globals.nameOfSheet, place);
    const last = this.#cells.at(-1);
    if (operands === undefined) return;
    if (this.#awaited) this.#awaited = { ...this.#awaited, operands };
    else if (last?.column === place.column) this.#cells.splice(-1, 1, { ...last, operands });
  }

  #contentOf(type: number, record: BiffRecord, view: DataView): Content | undefined {
    const { byteLength } = view;
    if (type === T.number && byteLength >= 14) return this.#number(view.getFloat64(6, true), view.getUint16(4, true));
    if (type === T.rk && byteLength >= 10) return this.#number(rkNumber(view, 6), view.getUint16(4, true));
    if (type === T.sharedText && byteLength >= 10) {
      return { kind: 'text', value: this.#globals.strings[view.getUint32(6, true)] ?? '' };
    }
    if ((type === T.text || type === T.richText) && byteLength >= 8)
      return { kind: 'text', value: this.#text(record, 6) };
    if (type === T.boolean && byteLength >= 8) return booleanOrError(view.getUint8(6), view.getUint8(7) === 1);
    if (type === T.formula && byteLength >= 14) return this.#resultOf(record);
    return undefined;
  }

  /** The value of a formula: a number, or a mark for a text, a boolean or an error ([MS-XLS] 2.5.133). */
  #resultOf(record: BiffRecord): Content | undefined {
    const { view } = record;
    if (view.getUint16(12, true) !== 0xffff) return this.#number(view.getFloat64(6, true), view.getUint16(4, true));
    const kind = view.getUint8(6);
    if (kind === 0)
      this.#awaited = {
        row: view.getUint16(0, true),
        column: view.getUint16(2, true),
        operands: this.#operandsOf(record),
      };
    return kind === 1 || kind === 2 ? booleanOrError(view.getUint8(8), kind === 2) : undefined;
  }

  #addResult(record: BiffRecord): void {
    const awaited = this.#awaited;
    this.#awaited = undefined;
    if (!awaited) return;
    const { row, column, operands } = awaited;
    this.#addCell(row, column, { kind: 'text', value: this.#text(record, 0) }, { isFormula: true, operands });
  }

  #addManyRk(view: DataView): void {
    const row = view.getUint16(0, true);
    const first = view.getUint16(2, true);
    const count = Math.floor((view.byteLength - 6) / 6);
    for (let index = 0; index < count; index++) {
      const at = 4 + 6 * index;
      this.#addCell(row, first + index, this.#number(rkNumber(view, at + 2), view.getUint16(at, true)), {});
    }
  }

  #number(value: number, style: number): Content {
    const format = this.#globals.formats[style];
    const kind = kindOfNumber(value, format);
    return { kind, value: kind === 'date' ? value + this.#globals.dayOffset : value, ...(format && { format }) };
  }

  #text(record: BiffRecord, at: number): string {
    if (this.#globals.isBiff8) return new BiffStrings(record, at).read(2);
    const data = record.parts[0]!;
    return this.#globals.decode(data.subarray(at + 2, at + 2 + record.view.getUint16(at, true)));
  }

  #addCell(row: number, column: number, content: Content, { isFormula = false, operands }: CellFormula): void {
    if (content.value === '' || this.#isStopped) return;
    if (row !== this.#row) this.#leaveRow();
    if (this.#isStopped) return;
    this.#row = row;
    if (++this.#values > this.#limits.values) throw tooManyValues(this.#values, this.#limits.values);
    const isHidden =
      this.#hiddenRows.has(row) || this.#hiddenColumns.some(({ first, last }) => column >= first && column <= last);
    const isComputed = isFormula || isInRanges(row, column, this.#arrays);
    this.#cells.push({ column, ...content, isComputed, isHidden, ...(operands !== undefined && { operands }) });
  }

  #leaveRow(): void {
    if (this.#cells.length === 0) return;
    const cells = this.#cells;
    this.#cells = [];
    this.#isStopped = this.#visit({ index: this.#row, cells: inColumnOrder(cells) }) === 'stop';
  }

  #addArray(view: DataView): void {
    if (view.byteLength < 6) return;
    this.#arrays.push({
      firstRow: view.getUint16(0, true),
      lastRow: view.getUint16(2, true),
      firstColumn: view.getUint8(4),
      lastColumn: view.getUint8(5),
    });
  }

  #addMerged(view: DataView): void {
    const count = Math.min(view.getUint16(0, true), Math.floor((view.byteLength - 2) / 8));
    for (let index = 0; index < count; index++) {
      const at = 2 + 8 * index;
      const [firstRow, lastRow, firstColumn, lastColumn] = [0, 2, 4, 6].map((offset) =>
        view.getUint16(at + offset, true),
      );
      this.merged.push({ firstRow: firstRow!, lastRow: lastRow!, firstColumn: firstColumn!, lastColumn: lastColumn! });
    }
  }
}

function booleanOrError(value: number, isError: boolean): Content {
  return isError ? { kind: 'error', value: cellError(value) } : { kind: 'boolean', value: value === 1 };
}

/** A number in 30 bits: an integer or the upper half of a float, perhaps in hundredths ([MS-XLS] 2.5.217). */
export function rkNumber(view: DataView, at: number): number {
  const bits = view.getInt32(at, true);
  const value = bits & 2 ? bits >> 2 : upperHalf(bits & ~3);
  return bits & 1 ? value / 100 : value;
}

const scratch = new DataView(new ArrayBuffer(8));

function upperHalf(bits: number): number {
  scratch.setInt32(4, bits, true);
  return scratch.getFloat64(0, true);
}
