import type { XmlAttributes } from '../../../io/xml.ts';
import type { Block, Table } from '../model.ts';

interface OpenCell {
  readonly blocks: Block[];
  columns?: number;
  rows?: number;
}

/** Gathers the rows of a table; cells that go on from the row above become one with it (ECMA-376 17.4.84). */
export class TableBuilder {
  /** It holds another table: then it only arranges the page. */
  isLayout = false;
  readonly #rows: OpenCell[][] = [];
  /** The cell that each column of the next row may go on from. */
  readonly #above: OpenCell[] = [];
  #column = 0;
  #cells = 0;
  #cell: OpenCell = { blocks: [] };
  #goesOn = false;

  open(name: string, attributes: XmlAttributes): void {
    const value = attributes.get('val');
    switch (name) {
      case 'tr':
        this.#rows.push([]);
        this.#column = 0;
        return;
      case 'gridBefore':
        this.#column += Number(value) || 0;
        return;
      case 'gridSpan':
        this.#cell.columns = Math.max(1, Number(value) || 1);
        return;
      case 'vMerge':
        this.#goesOn = (value ?? 'continue') === 'continue';
    }
  }

  /** Returns what holds the blocks of the cell. */
  openCell(): Block[] {
    this.#cells++;
    this.#cell = { blocks: [] };
    this.#goesOn = false;
    return this.#cell.blocks;
  }

  closeCell(): void {
    const cell = this.#cell;
    const above = this.#goesOn && isEmpty(cell.blocks) ? this.#above[this.#column] : undefined;
    if (above) above.rows = (above.rows ?? 1) + 1;
    else {
      this.#rows.at(-1)?.push(cell);
      this.#above[this.#column] = cell;
    }
    this.#column += cell.columns ?? 1;
  }

  /** A single cell is a frame. */
  finish(): Table {
    return { kind: 'table', rows: this.#rows, ...((this.isLayout || this.#cells <= 1) && { isLayout: true }) };
  }
}

function isEmpty(blocks: readonly Block[]): boolean {
  return blocks.every((block) => block.kind === 'paragraph' && block.inlines.length === 0);
}
