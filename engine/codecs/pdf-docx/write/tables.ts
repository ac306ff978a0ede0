import {
  BorderStyle,
  HeightRule,
  type Paragraph as WordParagraph,
  ShadingType,
  Table as WordTable,
  TableCell,
  TableLayoutType,
  TableRow,
  TextDirection,
  VerticalMergeType,
  WidthType,
} from 'docx';
import { transformBox, widthOf } from '../../../content/pages/geometry.ts';
import { type Area, blocksOfCell, type Cell, type Table } from '../layout/blocks.ts';
import { countRepeatedRows } from '../layout/joined-tables.ts';
import { frameMatrix } from '../layout/turned-text.ts';
import type { Rule } from '../../../content/pages/model.ts';
import { makeParagraph, makeSpacer } from './paragraphs.ts';
import { heightOfStack, insideOf, isLastRowOf, overflows, spareHeight, stackBlocks } from './row-heights.ts';
import { turnedContext } from './turned-context.ts';
import { twips } from './units.ts';
import type { WriterContext } from './writer-context.ts';
import { TABLES } from '../thresholds/writing.ts';

const { MIN_COLUMN, MIN_ROW } = TABLES;

const NO_BORDER = { style: BorderStyle.NIL } as const;

interface TablePlace {
  readonly pageIndex: number;
  readonly column: Area;
  /** Nothing follows on its last page. */
  readonly endsPage?: boolean;
  /** What follows of the table on the next pages. */
  readonly rest?: readonly { readonly table: Table; readonly pageIndex: number }[];
}

/** A table with fixed column widths, so that Word does not move its columns. */
export function makeTable(
  table: Table,
  { pageIndex, column, endsPage = false, rest = [] }: TablePlace,
  context: WriterContext,
): WordTable {
  const { xs } = table;
  const widths = xs.slice(1).map((x, index) => Math.max(twips(MIN_COLUMN), twips(x - xs[index]!)));
  const parts = [{ table, pageIndex }, ...rest];
  const rows = parts.flatMap((part, index) => {
    const skipped = index === 0 ? 0 : countRepeatedRows(table, part.table);
    return makeRows(part.table, part.pageIndex, { skipped, endsPage: endsPage && index === rest.length }, context);
  });
  return new WordTable({
    rows,
    columnWidths: widths,
    width: { size: widths.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
    indent: { size: twips(table.x0 - column.x0), type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    ...(context.isMirrored(pageIndex) && { visuallyRightToLeft: true }),
    margins: { left: 0, right: 0, top: 0, bottom: 0 },
    // NIL is needed here and on the cells
    borders: {
      top: NO_BORDER,
      bottom: NO_BORDER,
      left: NO_BORDER,
      right: NO_BORDER,
      insideHorizontal: NO_BORDER,
      insideVertical: NO_BORDER,
    },
  });
}

interface PartPlace {
  /** Rows at its top that are left out. */
  readonly skipped: number;
  readonly endsPage: boolean;
}

/** Rows of a table or of its part on one page. */
function makeRows(
  table: Table,
  pageIndex: number,
  { skipped, endsPage }: PartPlace,
  context: WriterContext,
): TableRow[] {
  const { ys } = table;
  return ys.slice(1).flatMap((y, index) => {
    if (index < skipped) return [];
    const given = endsPage && index === ys.length - 2 ? spareHeight(table, index) : 0;
    const height = Math.max(MIN_ROW, y - ys[index]! - given);
    const isHead = index < (table.headRows ?? 0);
    const isTight = table.cells.some((cell) => isLastRowOf(cell, index) && overflows(cell));
    const prop = isHead && !isTight ? propOfRow(table, index) : undefined;
    const cells = cellsOfRow(table, index).map((cell) => {
      return cell.row === index ? makeCell(cell, { pageIndex, isProp: cell === prop }, context) : makeMergedCell(cell);
    });
    if (cells.length === 0) return [];
    return new TableRow({
      ...(!prop && { height: { value: twips(height), rule: isTight ? HeightRule.EXACT : HeightRule.ATLEAST } }),
      cantSplit: true,
      ...(isHead && { tableHeader: true }),
      children: cells,
    });
  });
}

/**
 * The cell whose text, with the space around it, holds a head row open. LibreOffice breaks a table far above the foot of
 * its page when a row that is repeated has a height of its own.
 */
function propOfRow({ cells }: Table, row: number): Cell | undefined {
  return cells.find(
    (cell) =>
      cell.row === row &&
      cell.rowSpan === 1 &&
      cell.rotation === undefined &&
      blocksOfCell(cell).at(-1)?.kind === 'paragraph',
  );
}

/** The cells of a row from left to right, with those that reach down into it. */
function cellsOfRow(table: Table, row: number): readonly Cell[] {
  return table.cells
    .filter((cell) => cell.row <= row && row < cell.row + cell.rowSpan)
    .sort((a, b) => a.column - b.column);
}

/** The part of a cell in a row below its first: as low as the row may be. */
function makeMergedCell(cell: Cell): TableCell {
  return new TableCell({
    ...cellFrame(cell),
    verticalMerge: VerticalMergeType.CONTINUE,
    children: [makeSpacer(1)],
  });
}

interface CellPlace {
  readonly pageIndex: number;
  /** Its content is as high as the cell. */
  readonly isProp: boolean;
}

function makeCell(cell: Cell, place: CellPlace, context: WriterContext): TableCell {
  return new TableCell({
    ...cellFrame(cell),
    ...(cell.rotation !== undefined && { margins: marginsOfTurned(cell) }),
    ...(cell.rowSpan > 1 && { verticalMerge: VerticalMergeType.RESTART }),
    children: cellChildren(cell, place, context),
  });
}

/** The distance of turned text from its wall: LibreOffice leaves out the space above its first paragraph. */
function marginsOfTurned(cell: Cell) {
  const { rotation, paragraphs } = cell;
  const [first] = stackBlocks(paragraphs, insideOf(cell, transformBox(frameMatrix(rotation!), cell.box)));
  const distance = twips(first?.spaceBefore ?? 0);
  return { left: rotation === 270 ? distance : 0, right: rotation === 90 ? distance : 0, top: 0, bottom: 0 };
}

function cellFrame({ borders, box, fill, columnSpan, rotation }: Cell) {
  return {
    ...(columnSpan > 1 && { columnSpan }),
    width: { size: Math.max(twips(MIN_COLUMN), twips(widthOf(box))), type: WidthType.DXA },
    margins: { left: 0, right: 0, top: 0, bottom: 0 },
    borders: {
      top: borderOf(borders.top),
      bottom: borderOf(borders.bottom),
      left: borderOf(borders.left),
      right: borderOf(borders.right),
    },
    ...(rotation === 90 && { textDirection: TextDirection.TOP_TO_BOTTOM_RIGHT_TO_LEFT }),
    ...(rotation === 270 && { textDirection: TextDirection.BOTTOM_TO_TOP_LEFT_TO_RIGHT }),
    ...(fill && { shading: { fill: fill.slice(1), type: ShadingType.CLEAR, color: 'auto' } }),
  };
}

/** Border widths are in eighths of a point. */
function borderOf(rule: Rule | undefined) {
  if (!rule) return NO_BORDER;
  const size = Math.max(2, Math.min(48, Math.round(rule.width * 8)));
  return { style: BorderStyle.SINGLE, size, color: rule.color.slice(1) };
}

/** What a cell holds, with the space above each block as in the PDF, and not higher than the cell. */
function cellChildren(
  cell: Cell,
  { pageIndex, isProp }: CellPlace,
  context: WriterContext,
): (WordParagraph | WordTable)[] {
  const { rotation } = cell;
  const area = rotation === undefined ? cell.box : transformBox(frameMatrix(rotation), cell.box);
  const within = rotation === undefined ? context : turnedContext(context, pageIndex, rotation);
  const blocks = blocksOfCell(cell);
  const inside = insideOf(cell, area);
  const places = stackBlocks(blocks, inside);
  // the border below is that of the next row
  const rest = area.y1 - inside.top - heightOfStack(blocks, places);
  const spaceAfter = isProp ? Math.max(0, rest) : 0;
  const children = blocks.flatMap((block, index): (WordParagraph | WordTable)[] => {
    const place = places[index]!;
    if (block.kind === 'paragraph') {
      const isLast = index === blocks.length - 1;
      return [
        makeParagraph(
          block,
          {
            pageIndex,
            area,
            inTable: true,
            mayReachOut: rotation === undefined,
            ...place,
            ...(rotation !== undefined && index === 0 && { spaceBefore: 0 }),
            ...(isLast && { spaceAfter }),
          },
          within,
        ),
      ];
    }
    const needsSpacer = place.spaceBefore >= 1 || blocks[index - 1]?.kind === 'table';
    return [
      ...(needsSpacer ? [makeSpacer(place.spaceBefore)] : []),
      makeTable(block, { pageIndex, column: area }, context),
    ];
  });
  // a cell ends with a paragraph
  return blocks.at(-1)?.kind === 'paragraph' ? children : [...children, makeSpacer(1)];
}
