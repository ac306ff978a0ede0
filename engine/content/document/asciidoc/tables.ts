import { tableHtml, type CellHtml } from '../light/html.ts';

/** How a cell is marked before its stroke: copies or spans, how it is aligned, how it is read. */
const SPECIFIER = /(?:(\d{1,3})(\*)|(?:(\d{1,3}))?(?:\.(\d{1,3}))?(\+))?(?:[<^>])?(?:\.[<^>])?([adehlmsv])?$/;

interface Cell {
  text: string;
  readonly columns: number;
  readonly rows: number;
  readonly style: string;
  readonly copies: number;
}

/** How the content of a cell is read. */
export interface CellReader {
  readonly blocks: (text: string) => string;
  readonly paragraphs: (text: string) => string;
}

export interface TableAbout {
  readonly separator: string;
  /** By its attributes; one more than the cells of its first line otherwise. */
  readonly columns: number | undefined;
  readonly isHeadless: boolean;
  readonly hasHeader: boolean;
  readonly caption: string;
  readonly styles: readonly string[];
}

/** Cells come one after the other, as many to a row as there are columns. */
export function readTable(lines: readonly string[], about: TableAbout, reader: CellReader): string {
  const { separator, hasHeader, isHeadless, caption, styles } = about;
  const cells: Cell[] = [];
  let inFirstLine: number | undefined;
  for (const line of lines) {
    if (line.trim() === '' && cells.length > 0) {
      inFirstLine ??= widthOf(cells);
      cells.at(-1)!.text += '\n';
      continue;
    }
    addLine(line, separator, cells);
    if (cells.length > 0 && inFirstLine === undefined && about.columns === undefined) inFirstLine = widthOf(cells);
  }
  const width = Math.max(1, about.columns ?? inFirstLine ?? 1);
  const isFirstHead = hasHeader || (!isHeadless && isBlankBehindFirst(lines));
  const rows = rowsOf(cells, width).map((row, y) =>
    row.map(({ text, columns, rows: below, style }, x): CellHtml => {
      const isHeader = (y === 0 && isFirstHead) || style === 'h';
      const isBlocks = style === 'a' || (style === '' && styles[x] === 'a' && !isHeader);
      return { html: isBlocks ? reader.blocks(text) : reader.paragraphs(text), isHeader, columns, rows: below };
    }),
  );
  return tableHtml(rows, caption);
}

/** A first line with a blank one behind it names the columns. */
function isBlankBehindFirst(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => line.trim() !== '');
  return first === 0 && lines.length > 2 && lines[1]!.trim() === '';
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { columns, copies }) => sum + columns * copies, 0);
}

function addLine(line: string, separator: string, cells: Cell[]): void {
  const pieces = line.split(separator);
  let specifier = '';
  for (const [index, raw] of pieces.entries()) {
    let piece = raw;
    let next = '';
    if (index < pieces.length - 1) {
      if (piece.endsWith('\\')) {
        // The stroke behind it is text.
        append(cells, index === 0 ? undefined : specifier, `${piece.slice(0, -1)}${separator}`);
        specifier = 'continued';
        continue;
      }
      const match = /(?:^|\s)\S*$/.exec(piece);
      next = match ? (SPECIFIER.exec(match[0].trim())?.[0] ?? '') : '';
      if (next !== '' && match![0].trim() === next) piece = piece.slice(0, piece.length - next.length);
      else next = '';
    }
    append(cells, index === 0 ? undefined : specifier, piece);
    specifier = next;
  }
}

function append(cells: Cell[], specifier: string | undefined, text: string): void {
  const last = cells.at(-1);
  if (specifier === undefined || specifier === 'continued') {
    if (last && text !== '') last.text += specifier === undefined ? `\n${text}` : text;
    return;
  }
  const [, copies, , columns, rows, , style = ''] = SPECIFIER.exec(specifier) ?? [];
  cells.push({
    text,
    style,
    columns: Number(columns ?? 1) || 1,
    rows: Number(rows ?? 1) || 1,
    copies: Math.min(Number(copies ?? 1) || 1, 100),
  });
}

function rowsOf(cells: readonly Cell[], width: number): Cell[][] {
  const rows: Cell[][] = [];
  /** By column, how many rows are covered from above. */
  let covered: number[] = [];
  let row: Cell[] = [];
  let taken = 0;
  const start = (): void => {
    taken = covered.filter((count) => count > 0).length;
    covered = covered.map((count) => Math.max(0, count - 1));
  };
  for (const cell of cells.flatMap((one) => Array.from({ length: one.copies }, () => one))) {
    row.push(cell);
    taken += cell.columns;
    if (cell.rows > 1) for (let x = 0; x < cell.columns; x++) covered.push(cell.rows - 1);
    if (taken < width) continue;
    rows.push(row);
    row = [];
    start();
  }
  return row.length > 0 ? [...rows, row] : rows;
}
