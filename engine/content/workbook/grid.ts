import type { GridFormulaFacts, GridFacts } from '../../contract/facts.ts';
import { canonicalText, hashText, mix } from '../records/canonical.ts';
import { GrowingList } from '../records/inspect.ts';
import { codeOfCell, KIND } from './cell-kinds.ts';
import { hashOfOperands } from './formula-operands.ts';
import { daysOfClock, isoOfDays, type Cell } from './model.ts';

/** Cells of one sheet that are compared one by one (11 MB); of the rows after them each has one hash. */
const MAX_CELLS = 1_000_000;
/** Characters of the texts and of the formulas that are kept to name differences, and of each of them. */
const MAX_CHARS = 256 * 1024;
const MAX_CELL_CHARS = 120;
/** The column of a cell that stands for its whole row. */
export const WHOLE_ROW = 0xffff;
const SEPARATOR = '\0';
/** Digits in which numbers that two programs have written agree. */
const COMPARED_DIGITS = 12;
/** A number as texts have it. */
export const WRITTEN_NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;

/** A value as data, and as the sheet shows it where that is known. */
export interface CellTexts {
  readonly text: string;
  readonly shown: string | undefined;
}

/** Gathers the cells of a sheet by their places. */
export class GridBuilder {
  readonly #rows = new GrowingList();
  readonly #starts = new GrowingList();
  readonly #columns = new GrowingList();
  readonly #values = new GrowingList();
  readonly #kinds = new GrowingList();
  readonly #formulaCells = new GrowingList();
  readonly #operands = new GrowingList();
  readonly #texts = new Texts();
  readonly #formulas = new Texts();
  #isBeyond = false;

  startRow(index: number): void {
    this.#rows.push(index);
    this.#starts.push(this.#columns.length);
    this.#isBeyond = this.#columns.length >= MAX_CELLS;
    if (this.#isBeyond) this.#push(WHOLE_ROW, 0, KIND.untyped);
  }

  /** A cell of the row that was started, with its value as text. */
  addCell(cell: Cell, row: number, { text, shown }: CellTexts): void {
    const code = codeOfCell(cell, text, shown);
    const operands = cell.formula ?? cell.operands;
    if (operands !== undefined && !this.#isBeyond) {
      this.#formulaCells.push(this.#columns.length);
      this.#operands.push(hashOfOperands(operands, cell.formulaOrigin ?? { row, column: cell.column }));
      this.#formulas.add(cell.formula ?? '');
    }
    this.#add(cell.column, hashOfValue(text), code);
    this.#texts.add(text);
  }

  /** A cell of a text that says no types. */
  addText(column: number, text: string): void {
    this.#add(column, hashOfValue(text), KIND.untyped);
    this.#texts.add(text);
  }

  #add(column: number, hash: number, code: number): void {
    if (this.#isBeyond) this.#values.addToLast(inRow(hash, column));
    else this.#push(column, hash, code);
  }

  #push(column: number, hash: number, code: number): void {
    this.#columns.push(column);
    this.#values.push(hash);
    this.#kinds.push(code);
  }

  facts(isWhole: boolean): GridFacts {
    const starts = this.#starts;
    starts.push(this.#columns.length);
    const formulas: GridFormulaFacts = {
      cells: this.#formulaCells.values(),
      operands: this.#operands.values(),
      texts: this.#formulas.text(),
    };
    return {
      rows: this.#rows.values(),
      starts: starts.values(),
      columns: Uint16Array.from(this.#columns.values()),
      values: this.#values.values(),
      kinds: Uint8Array.from(this.#kinds.values()),
      texts: this.#texts.text(),
      ...(formulas.cells.length > 0 ? { formulas } : {}),
      ...(isWhole ? {} : { excerpt: true }),
    };
  }
}

/** Texts in one, as long as there is room. */
class Texts {
  #text = '';
  #isFull = false;

  add(text: string): void {
    if (this.#isFull) return;
    const kept = text.length > MAX_CELL_CHARS ? text.slice(0, MAX_CELL_CHARS) : text;
    this.#text += (kept.includes(SEPARATOR) ? kept.replaceAll(SEPARATOR, ' ') : kept) + SEPARATOR;
    this.#isFull = this.#text.length > MAX_CHARS;
  }

  text(): string {
    return this.#text;
  }
}

/** The texts that were kept, in their order. */
export function textsOf(joined: string): readonly string[] {
  return joined === '' ? [] : joined.slice(0, -SEPARATOR.length).split(SEPARATOR);
}

/**
 * A hash of a value that is the same in all formats: numbers in the digits that all programs write, dates as ISO 8601
 * (a duration of a day or more is a date in some formats), texts without their line ends and outer spaces.
 */
function hashOfValue(text: string): number {
  return hashText(comparable(text));
}

function comparable(text: string): string {
  if (text.length > COMPARED_DIGITS && WRITTEN_NUMBER.test(text)) {
    const value = Number(text);
    return Number.isSafeInteger(value) ? text : String(Number(value.toPrecision(COMPARED_DIGITS)));
  }
  const days = text.includes(':') ? daysOfClock(text) : undefined;
  if (days !== undefined && (days < 0 || days >= 1)) return canonicalText(isoOfDays(days));
  return canonicalText(/\s/.test(text) ? text.replace(/\s+/g, ' ').trim() : text);
}

/** What a cell adds to the hash of its row. */
export function inRow(hash: number, column: number): number {
  return mix(hash ^ Math.imul(column + 1, 0x9e3779b1));
}
