import type { GridFacts } from '../../contract/facts.ts';
import type { AlignableRows } from '../records/align-rows.ts';
import { inRow, textsOf, WHOLE_ROW } from './grid.ts';

/** A grid whose rows can be compared as wholes. */
export class GridRows implements AlignableRows {
  readonly grid: GridFacts;
  readonly #hashes: Uint32Array;
  #texts: readonly string[] | undefined;
  #formulaTexts: readonly string[] | undefined;
  #formulas: ReadonlyMap<number, number> | undefined;

  constructor(grid: GridFacts) {
    this.grid = grid;
    this.#hashes = Uint32Array.from(grid.rows, (_, row) => this.#hashRow(row));
  }

  get length(): number {
    return this.grid.rows.length;
  }

  /** Its place in the sheet, from 0. */
  indexOf(row: number): number {
    return this.grid.rows[row]!;
  }

  hashOf(row: number): number {
    return this.#hashes[row]!;
  }

  isLike(row: number, other: AlignableRows, rowOfOther: number): boolean {
    if (!(other instanceof GridRows)) return false;
    const [a, b] = [this.grid, other.grid];
    let [i, j, same] = [a.starts[row]!, b.starts[rowOfOther]!, 0];
    const [first, endOfI, endOfJ] = [i, a.starts[row + 1]!, b.starts[rowOfOther + 1]!];
    while (i < endOfI && j < endOfJ) {
      const [left, right] = [a.columns[i]!, b.columns[j]!];
      if (left === right && a.values[i] === b.values[j]) same++;
      if (left <= right) i++;
      if (right <= left) j++;
    }
    return same * 2 >= endOfI - first && same > 0;
  }

  isWhole(row: number): boolean {
    return this.grid.columns[this.grid.starts[row]!] !== WHOLE_ROW;
  }

  /** The value of a cell, as far as it was kept. */
  textOf(cell: number): string | undefined {
    this.#texts ??= textsOf(this.grid.texts);
    return this.#texts[cell];
  }

  /** The number of a cell's formula among the formulas. */
  formulaOf(cell: number): number | undefined {
    this.#formulas ??= new Map(Array.from(this.grid.formulas?.cells ?? [], (place, index) => [place, index]));
    return this.#formulas.get(cell);
  }

  formulaText(formula: number | undefined): string | undefined {
    if (formula === undefined) return undefined;
    this.#formulaTexts ??= textsOf(this.grid.formulas?.texts ?? '');
    return this.#formulaTexts[formula] || undefined; // of some only the operands are known
  }

  #hashRow(row: number): number {
    const { starts, columns, values } = this.grid;
    let hash = 0;
    for (let cell = starts[row]!; cell < starts[row + 1]!; cell++) {
      const column = columns[cell]!;
      hash = (hash + (column === WHOLE_ROW ? values[cell]! : inRow(values[cell]!, column))) >>> 0;
    }
    return hash;
  }
}
