import { MiB } from '../../contract/limits.ts';
import type { CoreProperties } from '../document/ooxml/package.ts';
import type { NumberFormat } from './number-format.ts';

/** What a cell holds. Dates and times are numbers too: days since 30 December 1899, and days. */
export type CellKind = 'number' | 'date' | 'time' | 'text' | 'boolean' | 'error';

/** A cell with a value. */
export interface Cell {
  /** From 0. */
  readonly column: number;
  readonly kind: CellKind;
  readonly value: number | string | boolean;
  /** The value is the result of a formula. */
  readonly isComputed: boolean;
  /** Its row or its column is hidden. */
  readonly isHidden: boolean;
  /** How a number is shown, where the file says so by a format; */
  readonly format?: NumberFormat;
  /** or that it is a percentage, */
  readonly isPercentage?: true;
  /** or the very text, where the file holds it. */
  readonly shown?: string;
  readonly link?: string;
  /** How it is computed, as Excel writes it (`SUM(A1:B2)`), where a reader tells. */
  readonly formula?: string;
  /** The references and constants that it is computed from, where a reader tells these alone (`xls/operands.ts`). */
  readonly operands?: string;
  /** The cell for which the formula is written, where several share it. */
  readonly formulaOrigin?: CellPlace;
  /** The cells that this formula fills all together. */
  readonly formulaRange?: CellRange;
  /** What somebody remarked about the cell. */
  readonly note?: string;
}

export interface Row {
  /** From 0. */
  readonly index: number;
  /** Cells with a value in the order of their columns; never empty. */
  readonly cells: readonly Cell[];
}

/** Row and column from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Cells of a row in the order of their columns: files should hold them so, and some do not. */
export function inColumnOrder(cells: Cell[]): readonly Cell[] {
  const isSorted = cells.every(({ column }, index) => index === 0 || cells[index - 1]!.column < column);
  if (isSorted) return cells;
  // Of two cells at one place the later one is there.
  return [...new Map(cells.map((cell) => [cell.column, cell])).values()].sort((a, b) => a.column - b.column);
}

/** A block of cells; rows and columns from 0, the last ones included. */
export interface CellRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** What is known of a sheet after its rows have been read. */
export interface SheetExtras {
  readonly merged: readonly CellRange[];
  /** Addresses by `row,column`, where links are apart from the cells; '' for one that is not read. */
  readonly links: ReadonlyMap<string, string>;
  /** Entry names of the images on the sheet. */
  readonly images: readonly PlacedImage[];
  readonly charts: readonly string[];
  readonly tables: number;
  readonly pivots: number;
  readonly comments: number;
  /** Notes by the name of their cell, where a reader tells them. */
  readonly notes?: ReadonlyMap<string, string>;
  /** Rules for what may be typed into cells. */
  readonly validations?: number;
  /** Images on the sheet that are counted but not read. */
  readonly unreadImages?: number;
}

/** An image on a page: the name of its entry, and what it shows in words. */
export interface PlacedImage {
  readonly target: string;
  readonly alternative: string;
  /** Its bytes, where they are no entry of their own. */
  readonly read?: () => Uint8Array;
  /** The cell that its upper left corner is in, where one is known; */
  readonly cell?: string;
  /** or where that corner is on the sheet, in millimetres. */
  readonly corner?: readonly [left: number, top: number];
  /** It is in the file, and nobody sees it. */
  readonly isHidden?: true;
}

export const NO_EXTRAS: SheetExtras = {
  merged: [],
  links: new Map(),
  images: [],
  charts: [],
  tables: 0,
  pivots: 0,
  comments: 0,
};

/** How a sheet is laid out, where its reader knows it before the rows. */
export interface SheetLayout {
  readonly merged: readonly CellRange[];
  /** In characters, by the index of the column. */
  readonly columnWidths: readonly (number | undefined)[];
}

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly layout?: SheetLayout;
  /** The part that is printed, where one is set. */
  readonly printed?: readonly CellRange[];
  /** Passes the rows that have values, in order, until `visit` says that it has seen enough. */
  read(visit: (row: Row) => 'stop' | void): SheetExtras;
}

/**
 * Bytes of XML from which on a workbook is large. SheetJS takes about thirty times as much memory; up to here that is
 * what the other codecs take as well.
 */
export const LARGE_SHEETS_BYTES = 8 * MiB;

export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly hasMacros: boolean;
  readonly hasMetadata: boolean;
  readonly title?: string;
  /** What the file says of itself, the title among it; nothing where its reader does not tell. */
  readonly properties?: CoreProperties;
  /** Images in the file that are counted but not read, each once, however often it is shown. */
  readonly unreadImages?: number;
  /** Names that stand for cells or formulas, where a reader tells them. */
  readonly definedNames?: readonly string[];
  /** The formulas of cells are told. */
  readonly tellsFormulas?: true;
  /** Sheets that hold a chart and no cells. */
  readonly chartSheets?: number;
  /** Formulas in the file of which only the results are read. */
  readonly unreadFormulas?: number;
  /** The bytes of an image by the name that `SheetExtras.images` gives. */
  readImage?(target: string): Uint8Array | undefined;
  /** The source of a chart part by the name that `SheetExtras.charts` gives. */
  readChart?(target: string): string | undefined;
}

/** Days of 1 January 1970 in the count of spreadsheets. */
const UNIX_EPOCH_DAYS = 25_569;
const MS_PER_DAY = 86_400_000;
/** Digits that spreadsheets keep of a number (IEEE 754 in decimal). */
const EXACT_DIGITS = 15;

/** The number of days that stands for a moment given as ISO 8601 without a time zone; undefined for anything else. */
export function daysOfIso(text: string): number | undefined {
  const match = /^(-?\d{4,6})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?/.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const fraction = match[7] === undefined ? 0 : Number(`0.${match[7]}`);
  const date = new Date(0);
  date.setUTCFullYear(year!, month! - 1, day);
  return date.getTime() / MS_PER_DAY + UNIX_EPOCH_DAYS + (hour * 3600 + minute * 60 + second + fraction) / 86_400;
}

/** A date, with its time unless that is midnight: `2026-11-21` or `2026-11-21T17:45:00`. */
export function isoOfDays(days: number): string {
  const ms = Math.round((days - UNIX_EPOCH_DAYS) * MS_PER_DAY);
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return plainNumber(days);
  const [day, time] = date.toISOString().split('T') as [string, string];
  const clock = time.replace(/(?:\.000)?Z$/, '').replace(/(\.\d+?)0*$/, '$1');
  return clock === '00:00:00' ? day : `${day}T${clock}`;
}

/** A duration or a time of day: `08:30:00`; hours may be more than 24. */
export function clockOfDays(days: number): string {
  const total = Math.round(Math.abs(days) * 86_400 * 1000) / 1000;
  const seconds = Math.round((total % 60) * 1000) / 1000;
  const minutes = Math.floor(total / 60);
  const pad = (number: number): string => String(number).padStart(2, '0');
  const [whole, fraction] = String(seconds).split('.') as [string, string?];
  const tail = fraction === undefined ? '' : `.${fraction}`;
  return `${days < 0 ? '-' : ''}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${whole.padStart(2, '0')}${tail}`;
}

const CLOCK = /^(-?)(\d+):(\d\d):(\d\d(?:\.\d+)?)$/;

/** The days of a text as `clockOfDays` writes it; undefined for anything else. */
export function daysOfClock(text: string): number | undefined {
  const [, sign, hours, minutes, seconds] = CLOCK.exec(text) ?? [];
  if (hours === undefined) return undefined;
  return ((sign ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))) / 86_400;
}

export function plainNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  return String(Number(value.toPrecision(EXACT_DIGITS)));
}

/** A value as data: numbers with a point and all their digits, ISO dates, TRUE and FALSE. */
export function plainText({ kind, value }: Pick<Cell, 'kind' | 'value'>): string {
  if (kind === 'date') return isoOfDays(value as number);
  if (kind === 'time') return clockOfDays(value as number);
  if (kind === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'number' ? plainNumber(value) : String(value);
}

/** Digits in which numbers that two programs have written agree. */
const COMPARED_DIGITS = 12;

/**
 * A value in the form in which two workbooks can be compared: dates and times as the numbers that they are in some
 * formats, numbers in the digits that all programs write, texts without their line ends and outer spaces.
 */
export function comparableText({ value }: Pick<Cell, 'value'>): string {
  if (typeof value === 'number') {
    const isShort = Number.isInteger(value) && Math.abs(value) < 10 ** COMPARED_DIGITS;
    return String(isShort ? value : Number(value.toPrecision(COMPARED_DIGITS)));
  }
  return String(value).replace(/\s+/g, ' ').trim();
}
