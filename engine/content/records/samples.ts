/** Characters of the cells that are kept to name differences, and of each of them. */
const MAX_CHARS = 128 * 1024;
export const CUT_CELL_CHARS = 80;
/** Well-known text becomes other numbers and names, of which no part can be compared. */
const GEOMETRY = /^(?:MULTI)?(?:POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)[ ZM]*\(/i;
const ROW_END = '\u001e';
const CELL_END = '\u001d';
const NAME_END = '\u001f';

/** Keeps the cells of the first rows in one text, which is cheap to pass between threads. */
export class CellSamples {
  #text = '';
  #isFull = false;

  add(column: number, text: string): void {
    if (this.#isFull) return;
    const isWhole = text.length <= CUT_CELL_CHARS || GEOMETRY.test(text);
    this.#text += `${column}${NAME_END}${isWhole ? text : text.slice(0, CUT_CELL_CHARS)}${CELL_END}`;
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
  const cells = rowsOfSamples(samples)[row];
  return cells === undefined ? undefined : cellsOfSample(cells, columns);
}

/** The same of all rows that were kept. */
export function sampledRows(samples: string | undefined, columns: readonly string[]): ReadonlyMap<string, string>[] {
  return rowsOfSamples(samples).map((cells) => cellsOfSample(cells, columns));
}

/** Behind the last row is an empty piece. */
function rowsOfSamples(samples = ''): readonly string[] {
  const rows = samples.split(ROW_END);
  return samples === '' || samples.endsWith(ROW_END) ? rows.slice(0, -1) : rows;
}

function cellsOfSample(cells: string, columns: readonly string[]): ReadonlyMap<string, string> {
  const pairs = cells.split(CELL_END).flatMap((cell): (readonly [string, string])[] => {
    const end = cell.indexOf(NAME_END);
    return end < 0 ? [] : [[columns[Number(cell.slice(0, end))] ?? '', cell.slice(end + 1)]];
  });
  return new Map(pairs);
}
