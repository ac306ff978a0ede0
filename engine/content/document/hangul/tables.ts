import type { Block, Paragraph, Table, TableCell, TextDocument } from '../opendocument/document.ts';

/** A cell at its place in a table; `width` in points. */
export interface PlacedCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly width: number;
  readonly content: readonly Block[];
}

/** Rows or columns of one table. */
const MOST_LINES = 5_000;
const MOST_CELLS = 200_000;
const USUAL_WIDTH = 60;
const A4 = { width: 595, height: 842 };

/** A table of cells that may reach over others; places without a cell are empty. */
export function tableOf(cells: readonly PlacedCell[]): Table | undefined {
  const rows = Math.max(0, ...cells.map(({ row, rowSpan }) => row + rowSpan));
  const columns = Math.max(0, ...cells.map(({ column, columnSpan }) => column + columnSpan));
  if (rows === 0 || columns === 0 || rows > MOST_LINES || columns > MOST_LINES || rows * columns > MOST_CELLS)
    return undefined;
  const grid = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, (): TableCell | undefined => undefined),
  );
  const widths = Array.from({ length: columns }, () => USUAL_WIDTH);
  for (const { row, column, rowSpan, columnSpan, width, content } of cells) {
    if (grid[row]![column]) continue;
    for (let y = row; y < row + rowSpan; y++)
      for (let x = column; x < column + columnSpan; x++) grid[y]![x] ??= { kind: 'covered' };
    grid[row]![column] = {
      kind: 'cell',
      content,
      ...(columnSpan > 1 && { columnSpan }),
      ...(rowSpan > 1 && { rowSpan }),
    };
    if (columnSpan === 1 && width > 0) widths[column] = width;
  }
  return {
    kind: 'table',
    columns: widths,
    rows: grid.map((line) => ({ cells: line.map((cell) => cell ?? { kind: 'cell', content: [] }) })),
    headerRows: 0,
  };
}

/** Sections of a document one after the other, on the pages of the first. */
export function documentOf(
  body: readonly Block[],
  {
    header,
    footer,
    page,
  }: Pick<TextDocument, 'header' | 'footer'> & { readonly page: TextDocument['page'] | undefined },
): TextDocument {
  const usual = { ...A4, margins: { top: 57, right: 85, bottom: 43, left: 85 } };
  return { kind: 'text', page: page ?? usual, header, footer, body, placed: [], properties: {}, lists: [] };
}

/** Whether there is something in a paragraph. */
export function isEmpty({ content }: Paragraph): boolean {
  return content.length === 0;
}
