import type { Block } from '../model.ts';

/** What the mark at the end of a row says of one of its cells, from left to right. */
export interface CellDefinition {
  /** Its right edge, in twentieths of a point. */
  readonly right: number;
  /** It is one with the cell to its left. */
  readonly continuesLeft?: boolean;
  /** Cells below may go on from it, or it goes on from the one above. */
  readonly vertical?: 'begins' | 'continues';
}

interface Cell {
  readonly blocks: Block[];
  columns?: number;
  rows?: number;
  readonly left: number;
  right: number;
}

/** Edges that are closer than this are one: programs round them, and each row has its own. */
const EDGE_TOLERANCE = 20;

/** Gathers a table whose cells and rows end with marks, as Word keeps it in its binary files and in RTF. */
export class MarkedTable {
  readonly #rows: Cell[][] = [];
  /** The cells that those of the next row may go on from. */
  #open: Cell[] = [];
  #cells: Block[][] = [];
  /** What is in the cell that is not ended yet. */
  #blocks: Block[] = [];
  #isLayout = false;

  add(block: Block): void {
    this.#blocks.push(block);
    if (block.kind === 'table') this.#isLayout = true;
  }

  endCell(): void {
    this.#cells.push(this.#blocks);
    this.#blocks = [];
  }

  endRow(definitions: readonly CellDefinition[]): void {
    const open: Cell[] = [];
    const row: Cell[] = [];
    let left = 0;
    let next = 0;
    for (const [index, blocks] of this.#cells.entries()) {
      const { right = left, continuesLeft, vertical } = definitions[index] ?? {};
      const before = row.at(-1);
      while (next < this.#open.length && this.#open[next]!.left < left - EDGE_TOLERANCE) next++;
      const upper = this.#open[next];
      const above = vertical === 'continues' && upper && isSameEdge(upper.left, left) ? upper : undefined;
      if (continuesLeft && before) {
        before.right = right;
        before.blocks.push(...blocks);
      } else if (above && !blocks.some(isSaid)) {
        above.rows = (above.rows ?? 1) + 1;
        open.push(above);
      } else {
        const cell = { blocks, left, right };
        row.push(cell);
        if (vertical) open.push(cell);
      }
      left = right;
    }
    if (this.#cells.length > 0) this.#rows.push(row);
    this.#cells = [];
    this.#open = open;
  }

  /** The table, and what stood behind its last row, which belongs to no cell. */
  finish(): Block[] {
    if (this.#cells.length > 0) this.endRow([]);
    if (this.#rows.length === 0) return this.#blocks;
    this.#countColumns();
    const isLayout = this.#isLayout || this.#rows.flat().length <= 1;
    return [{ kind: 'table', rows: this.#rows, ...(isLayout && { isLayout: true }) }, ...this.#blocks];
  }

  /** A cell has as many columns as there are edges of others below and above it. */
  #countColumns(): void {
    const cells = this.#rows.flat();
    const places = new Map<number, number>();
    let column = 0;
    let last = 0;
    for (const edge of [...new Set(cells.flatMap(({ left, right }) => [left, right]))].sort((a, b) => a - b)) {
      if (!isSameEdge(edge, last)) column++;
      places.set(edge, column);
      last = edge;
    }
    for (const cell of cells) {
      const columns = places.get(cell.right)! - places.get(cell.left)!;
      if (columns > 1) cell.columns = columns;
    }
  }
}

function isSameEdge(a: number, b: number): boolean {
  return Math.abs(a - b) <= EDGE_TOLERANCE;
}

function isSaid(block: Block): boolean {
  return (
    block.kind !== 'paragraph' || block.inlines.some((inline) => inline.kind !== 'text' || inline.text.trim() !== '')
  );
}
