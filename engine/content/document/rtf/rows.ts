import type { CellDefinition } from '../word/marked-table.ts';

/** What the control words before a row or at its end say of its cells. */
export class RowDefinition {
  cells: CellDefinition[] = [];
  #next: Omit<CellDefinition, 'right'> = {};

  /** Takes a control word, and says whether it is one of rows. */
  read(word: string, number: number): boolean {
    switch (word) {
      case 'trowd':
        this.cells = [];
        this.#next = {};
        return true;
      case 'clmrg':
        this.#next = { ...this.#next, continuesLeft: true };
        return true;
      case 'clvmgf':
        this.#next = { ...this.#next, vertical: 'begins' };
        return true;
      case 'clvmrg':
        this.#next = { ...this.#next, vertical: 'continues' };
        return true;
      case 'cellx':
        this.cells.push({ right: number, ...this.#next });
        this.#next = {};
        return true;
    }
    return false;
  }
}
