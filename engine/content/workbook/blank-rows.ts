/** Blank rows of a sheet that are in a table of text: a cell at the end of a sheet would make a million lines of it. */
const MAX_BLANK_ROWS = 10_000;

/** Finds the line at which a row of a sheet is in a table of text: at its own place, as long as it can. */
export class BlankRows {
  /** Blank rows that are left out. */
  dropped = 0;
  #blank = 0;
  #next = 0;

  /** The line of the row with this index, both from 0; rows come in their order. */
  lineOf(index: number): number {
    const gap = index - this.dropped - this.#next;
    // Half a gap would say as little as none.
    const kept = gap <= MAX_BLANK_ROWS - this.#blank ? gap : 0;
    this.#blank += kept;
    this.dropped += gap - kept;
    this.#next = index - this.dropped + 1;
    return this.#next - 1;
  }
}
