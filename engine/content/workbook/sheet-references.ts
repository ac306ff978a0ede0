/** The books whose sheets formulas may name, and what they call these ([MS-XLS] 2.4.105, [MS-XLSB] 2.5.173). */
export class SheetReferences {
  /** Whether each is the workbook itself. */
  readonly #books: boolean[] = [];
  readonly #sheets: (number | undefined)[] = [];

  addBook(isThis: boolean): void {
    this.#books.push(isThis);
  }

  /** The next reference: the number of its book, and the first and the last sheet of that. */
  add(book: number, first: number, last: number): void {
    this.#sheets.push(this.#books[book] && first === last ? first : undefined);
  }

  /** The number from 0 of the only sheet of this workbook that a reference means. */
  sheetOf(index: number): number | undefined {
    return this.#sheets[index];
  }
}
