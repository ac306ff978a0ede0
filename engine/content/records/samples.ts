/** Characters of the cells that are kept to name differences, and of each of them. */
const MAX_CHARS = 128 * 1024;
const MAX_CELL_CHARS = 80;
const ROW_END = '\u001e';
const CELL_END = '\u001d';
const NAME_END = '\u001f';

/** Keeps the cells of the first rows in one text, which is cheap to pass between threads. */
export class CellSamples {
  #text = '';
  #isFull = false;

  add(column: number, text: string): void {
    if (this.#isFull) return;
    this.#text += `${column}${NAME_END}${text.length > MAX_CELL_CHARS ? text.slice(0, MAX_CELL_CHARS) : text}${CELL_END}`;
  }

  endRow(): void {
    if (this.#isFull) return;
    this.#text += ROW_END;
    this.#isFull = this.#text.length > MAX_CHARS;
  }

  text(): string {
    return this.#text;
  }
}

/** The cells of a row (from 0) by the name of their column; nothing for a row that was not kept. */
export function sampleOfRow(
  samples: string | undefined,
  row: number,
  columns: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const cells = samples?.split(ROW_END)[row];
  // Behind the last row is an empty piece.
  if (cells === undefined || (cells === '' && samples?.endsWith(ROW_END) && samples.split(ROW_END).length - 1 === row))
    return undefined;
  const pairs = cells.split(CELL_END).flatMap((cell): (readonly [string, string])[] => {
    const end = cell.indexOf(NAME_END);
    return end < 0 ? [] : [[columns[Number(cell.slice(0, end))] ?? '', cell.slice(end + 1)]];
  });
  return new Map(pairs);
}
