import type { Declarations } from '../../../content/document/css/declarations.ts';
import { attribute, elementsOf, type DomElement } from '../../../content/document/html/dom.ts';
import type { Page } from './page.ts';

/** A cell at its place: HTML counts rows and columns that its neighbours span (HTML, section 4.9.12). */
export interface TableCell {
  readonly element: DomElement;
  readonly style: Declarations;
  readonly row: DomElement;
  readonly rowStyle: Declarations;
  readonly isHeader: boolean;
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
}

export interface TableGrid {
  readonly cells: readonly TableCell[];
  readonly columns: number;
  readonly rows: number;
  /** Rows at the top that are repeated on every page. */
  readonly headerRows: number;
  readonly captions: readonly DomElement[];
  /** Widths as `col` elements or cells say, by column. */
  readonly widths: ReadonlyMap<number, string>;
}

/** More columns cannot be read on any paper. */
const MAX_COLUMNS = 256;
const MAX_HEADER_ROWS = 6;

export function readTable(table: DomElement, page: Page): TableGrid {
  const sections = sectionsOf(table, page);
  const rows = [...sections.head, ...sections.body, ...sections.foot];
  const taken = new Set<string>();
  const cells: TableCell[] = [];
  const widths = new Map(columnWidths(table, page));
  let columns = 0;
  for (const [y, row] of rows.entries()) {
    const rowStyle = page.styleOf(row);
    let x = 0;
    for (const element of elementsOf(row)) {
      const style = page.styleOf(element);
      if (!/^t[dh]$/.test(element.localName) || !page.isShown(element, style)) continue;
      while (taken.has(`${x},${y}`)) x++;
      if (x >= MAX_COLUMNS) break;
      const width = Math.min(spanOf(element, 'colspan'), MAX_COLUMNS - x);
      // A header is repeated as a whole: its cells end with it.
      const last = y < sections.head.length ? sections.head.length : rows.length;
      const height = Math.min(spanOf(element, 'rowspan'), last - y);
      const free = freeColumns(taken, x, y, width);
      for (let down = 0; down < height; down++)
        for (let right = 0; right < free; right++) taken.add(`${x + right},${y + down}`);
      cells.push({
        element,
        style,
        row,
        rowStyle,
        isHeader: element.localName === 'th',
        x,
        y,
        columns: free,
        rows: height,
      });
      const asked = style.get('width');
      if (free === 1 && asked !== undefined && !widths.has(x)) widths.set(x, asked);
      x += free;
      columns = Math.max(columns, x);
    }
  }
  return {
    cells,
    columns,
    rows: rows.length,
    headerRows: headerRowsOf(sections.head.length, rows.length, cells),
    captions: elementsOf(table).filter(({ localName }) => localName === 'caption'),
    widths,
  };
}

function freeColumns(taken: ReadonlySet<string>, x: number, y: number, wanted: number): number {
  let free = 1;
  while (free < wanted && !taken.has(`${x + free},${y}`)) free++;
  return free;
}

function headerRowsOf(inHead: number, rows: number, cells: readonly TableCell[]): number {
  if (inHead > 0) return inHead <= MAX_HEADER_ROWS && inHead < rows ? inHead : 0;
  const first = cells.filter(({ y }) => y === 0);
  return rows > 1 && first.length > 1 && first.every((cell) => cell.isHeader && cell.rows === 1) ? 1 : 0;
}

function sectionsOf(table: DomElement, page: Page): Record<'head' | 'body' | 'foot', DomElement[]> {
  const sections = { head: [] as DomElement[], body: [] as DomElement[], foot: [] as DomElement[] };
  const shown = (element: DomElement): boolean => page.isShown(element, page.styleOf(element));
  for (const child of elementsOf(table).filter(shown)) {
    const rows = elementsOf(child).filter((row) => row.localName === 'tr' && shown(row));
    if (child.localName === 'tr') sections.body.push(child);
    else if (child.localName === 'thead') sections.head.push(...rows);
    else if (child.localName === 'tbody') sections.body.push(...rows);
    else if (child.localName === 'tfoot') sections.foot.push(...rows);
  }
  return sections;
}

function columnWidths(table: DomElement, page: Page): [number, string][] {
  const groups = elementsOf(table).filter(({ localName }) => localName === 'colgroup' || localName === 'col');
  const columns = groups.flatMap((group) => (group.localName === 'col' ? [group] : elementsOf(group)));
  const widths: [number, string][] = [];
  let x = 0;
  for (const column of columns) {
    const width = page.styleOf(column).get('width');
    const span = spanOf(column, 'span');
    for (let index = 0; index < span && x < MAX_COLUMNS; index++, x++) if (width !== undefined) widths.push([x, width]);
  }
  return widths;
}

function spanOf(element: DomElement, name: string): number {
  const span = Number.parseInt(attribute(element, name) ?? '1', 10);
  if (span === 0 && name === 'rowspan') return 65_534;
  return Math.min(65_534, Math.max(1, Number.isFinite(span) ? span : 1));
}
