import { childAt, type XmlNode } from '../../../../io/xml-tree.ts';
import { readCells09, type PlacedCell } from '../cells-09.ts';
import { formatCellValue } from '../cell-text.ts';
import type { Block, Table, TableCell, TableRow } from '../../opendocument/document.ts';
import { numberIn } from './elements.ts';
import { fillOf, paragraphStyleOf, propertyOf } from './styles.ts';
import { readStorage, type TextContext } from './text.ts';

const DEFAULT_WIDTH = 72;
/** A table in a text: more than these would be a sheet. */
const MAX_CELLS = 200_000;

/** An `sf:tabular-model` as a table of a text or a slide. */
export function readTable(
  model: XmlNode | undefined,
  sheet: XmlNode | undefined,
  context: TextContext,
): Table | undefined {
  context.take();
  const grid = childAt(model, 'grid');
  if (!model || !grid) return undefined;
  const { cells, columns, rows } = readCells09(grid, MAX_CELLS);
  if (columns === 0 || rows === 0) return undefined;
  const places = new Map(cells.map((cell) => [cell.row * columns + cell.column, cell]));
  const widths = sizesOf(childAt(grid, 'columns'), 'grid-column', 'width');
  const heights = sizesOf(childAt(grid, 'rows'), 'grid-row', 'height');
  const covered = coveredPlaces(cells, columns);
  return {
    kind: 'table',
    columns: Array.from({ length: columns }, (_, column) => widths[column] ?? DEFAULT_WIDTH),
    headerRows: numberIn(model, 'num-header-rows') ?? 0,
    rows: Array.from({ length: rows }, (_, row): TableRow => {
      const height = heights[row];
      const inRow = Array.from({ length: columns }, (_, column) => row * columns + column);
      return {
        ...(height === undefined ? {} : { height }),
        cells: inRow.map((place) =>
          covered.has(place) ? { kind: 'covered' } : cellOf(places.get(place), sheet, context),
        ),
      };
    }),
  };
}

function sizesOf(list: XmlNode | undefined, name: string, attribute: string): (number | undefined)[] {
  return list?.children.filter((child) => child.name === name).map((child) => numberIn(child, attribute)) ?? [];
}

function coveredPlaces(cells: readonly PlacedCell[], columns: number): Set<number> {
  const covered = new Set<number>();
  for (const { row, column, rowSpan, columnSpan } of cells) {
    for (let down = 0; down < rowSpan; down++) {
      for (let across = 0; across < columnSpan && column + across < columns; across++) {
        if (down > 0 || across > 0) covered.add((row + down) * columns + column + across);
      }
    }
  }
  return covered;
}

function cellOf(cell: PlacedCell | undefined, sheet: XmlNode | undefined, context: TextContext): TableCell {
  if (!cell) return { kind: 'cell', content: [] };
  const { styles } = context;
  const chain = styles.find(cell.style, sheet);
  const fill = fillOf(chain) ?? undefined;
  const spans = cell.rowSpan > 1 || cell.columnSpan > 1 ? { rowSpan: cell.rowSpan, columnSpan: cell.columnSpan } : {};
  const inner = { ...context, depth: context.depth + 1, hasOutline: false };
  const stored = cell.storage && readStorage(cell.storage, inner);
  const paragraph = styles.elements.resolve(propertyOf(chain, 'SFTCellStylePropertyParagraphStyle'));
  const style = paragraphStyleOf(styles.chainOf(paragraph, sheet));
  const text = cell.value === undefined ? '' : formatCellValue(cell.value);
  const content: Block[] = stored ?? [
    { kind: 'paragraph', content: text === '' ? [] : [{ kind: 'text', text, style: style.text ?? {} }], style },
  ];
  return { kind: 'cell', content, ...spans, ...(fill === undefined ? {} : { fill }) };
}
