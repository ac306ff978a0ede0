import { parseColour } from '../../../content/document/css/colours.ts';
import type { Declarations } from '../../../content/document/css/declarations.ts';
import { array, call, points, rgb } from '../markup.ts';
import { boxArguments, paddingOf, sidesArgument, strokeOf } from './box-style.ts';
import { widthsOf, type TableWidths } from './column-widths.ts';
import { attribute, childrenOf, type DomElement } from '../../../content/document/html/dom.ts';
import type { Flow } from './lists.ts';
import type { Page } from './page.ts';
import { inBox, MAX_BOXES, within, type Scope } from './scope.ts';
import { readTable, type TableCell, type TableGrid } from './table-grid.ts';
import { alignmentOf, blockRules, textArguments } from './text-style.ts';

/** Lines of tables that bring none: one above, one below the heads, quiet ones between rows. */
const HOUSE_LINES =
  'stroke: (_, y) => (top: if y == 0 { 0.7pt + luma(90) } else { 0.4pt + luma(215) }, bottom: 0.7pt + luma(90))';
const HEAD_LINE = '0.7pt + luma(90)';
const PADDING = 'inset: (x: 0.6em, y: 0.45em)';
/** Points beside a cell of a table that says nothing of it. */
const SIDE_PADDING = 12.6;
const LAYOUT_PADDING = 1.5;
const WORD_SLACK = 1.25;
/** A table is a box, and its cells with their rules are more. */
const BOXES_OF_TABLE = 3;

interface TableWork {
  readonly grid: TableGrid;
  readonly widths: TableWidths;
  readonly scope: Scope;
  readonly page: Page;
  readonly flow: Flow;
  /** Cells or rows have borders of their own, which count alone. */
  readonly hasLines: boolean;
  /** Points. */
  readonly cellPadding: number | undefined;
}

/** A table with its spans, widths and lines; the heads are repeated on every page. */
export function tableOf(table: DomElement, style: Declarations, outer: Scope, page: Page, flow: Flow): string {
  const grid = readTable(table, page);
  const captions = grid.captions.map((caption) => flow([caption], outer, page)).filter((caption) => caption !== '');
  if (grid.cells.length === 0) return captions.join('\n\n');
  const scope = within(outer, style);
  if (outer.boxes >= MAX_BOXES || grid.columns === 0)
    return grid.cells.map(({ element }) => flow(childrenOf(element), scope, page)).join('\n\n');
  const padding = attribute(table, 'cellpadding');
  const cellPadding = padding === undefined ? undefined : Math.min(40, Number.parseFloat(padding) * 0.75) || 0;
  const border = Number.parseFloat(attribute(table, 'border') ?? '0');
  const hasLines = grid.cells.some(({ style: own, rowStyle }) => hasBorder(own) || hasBorder(rowStyle));
  const isData = grid.headerRows > 0 || border > 0 || hasLines || grid.cells.some(({ isHeader }) => isHeader);
  const sides = cellPadding === undefined ? (isData ? SIDE_PADDING : 2 * LAYOUT_PADDING) : 2 * cellPadding;
  const widths = widthsOf(grid, style, scope, sides);
  const work: TableWork = { grid, widths, scope, page, flow, hasLines, cellPadding };
  const lines = hasLines
    ? 'stroke: none'
    : border > 0
      ? 'stroke: 0.5pt + luma(140)'
      : isData
        ? HOUSE_LINES
        : 'stroke: none';
  const inset =
    cellPadding === undefined
      ? isData
        ? PADDING
        : `inset: ${points(LAYOUT_PADDING)}`
      : `inset: ${points(cellPadding)}`;
  const args = [
    `columns: ${array(widths.columns)}`,
    'align: horizon + start',
    lines,
    inset,
    ...rowsOf(work, isData && !hasLines && border === 0),
  ];
  const body = `${blockRules(style, outer)}${shrunk(widths)}${call('table', args)}`;
  return [...captions, framed(body, table, style, outer)].join('\n\n');
}

function shrunk({ scale }: TableWidths): string {
  return scale < 1 ? `#set text(size: ${Number(scale.toFixed(3))}em);` : '';
}

/** The table's own border and background, and where it is. */
function framed(body: string, table: DomElement, style: Declarations, scope: Scope): string {
  const isCentred =
    (style.get('margin-left') === 'auto' && style.get('margin-right') === 'auto') ||
    attribute(table, 'align') === 'center';
  const box = boxArguments(style, scope).filter((arg) => !arg.startsWith('inset'));
  const block = box.length > 0 ? call('block', box, body) : `#[${body}];`;
  const breaks = /^(?:always|page)$/.test(style.get('break-before') ?? '') ? '#colbreak(weak: true);' : '';
  return breaks + (isCentred ? call('align', ['center'], block) : block);
}

function hasBorder(style: Declarations): boolean {
  return ['top', 'right', 'bottom', 'left'].some((side) => {
    const kind = style.get(`border-${side}-style`);
    return kind !== undefined && kind !== 'none' && kind !== 'hidden';
  });
}

function rowsOf(work: TableWork, hasHouseLines: boolean): string[] {
  const { grid } = work;
  const inHeader = ({ y }: TableCell): boolean => y < grid.headerRows;
  const header = grid.cells.filter(inHeader).map((cell) => cellOf(cell, work));
  const body = grid.cells.filter((cell) => !inHeader(cell)).map((cell) => cellOf(cell, work));
  if (header.length === 0) return body;
  const line = hasHouseLines ? [`table.hline(y: ${grid.headerRows}, stroke: ${HEAD_LINE})`] : [];
  return [`table.header(${[...header, ...line].join(', ')})`, ...body];
}

function cellOf(cell: TableCell, work: TableWork): string {
  const { element, style, rowStyle, isHeader, x, y, columns, rows } = cell;
  const { scope, page, flow, widths } = work;
  const inRow = within(scope, rowStyle);
  const text = within(inRow, style);
  const width = widths.estimates.slice(x, x + columns).reduce((sum, estimate) => sum + estimate, 0);
  const box = inBox({ ...text, fontSize: text.fontSize * widths.scale }, width - SIDE_PADDING / 2);
  // Widths of columns are estimates: a word that may fit is not broken.
  const inner = { ...box, boxes: scope.boxes + BOXES_OF_TABLE, longestWord: Math.ceil(box.longestWord * WORD_SLACK) };
  const content = flow(childrenOf(element), inner, page);
  const fill = parseColour(style.get('background-color') ?? rowStyle.get('background-color') ?? '');
  const args = [
    `x: ${x}`,
    `y: ${y}`,
    ...(columns > 1 ? [`colspan: ${columns}`] : []),
    ...(rows > 1 ? [`rowspan: ${rows}`] : []),
    ...(fill === undefined ? [] : [`fill: ${rgb(fill)}`]),
    ...alignment(style, rowStyle, isHeader),
    ...linesOf(style, rowStyle, text, work),
    ...insetOf(style, text),
  ];
  const rules = blockRules(withoutAlignment(rowStyle), scope) + cellRules(style, inRow, isHeader);
  return `table.cell(${args.join(', ')})[${page.labelOf(element)}${rules}${content}]`;
}

function cellRules(style: Declarations, scope: Scope, isHeader: boolean): string {
  const bold = isHeader && !style.has('font-weight') ? '#set text(weight: "bold");' : '';
  const args = textArguments(style, scope);
  return (
    bold +
    (args.length > 0 ? call('set text', args) : '') +
    (style.get('text-align') === 'justify' ? '#set par(justify: true);' : '')
  );
}

function withoutAlignment(style: Declarations): Declarations {
  return new Map([...style].filter(([property]) => property !== 'text-align'));
}

const VERTICAL: Readonly<Record<string, string>> = { top: 'top', baseline: 'top', bottom: 'bottom', middle: 'horizon' };

function alignment(style: Declarations, rowStyle: Declarations, isHeader: boolean): string[] {
  const across = alignmentOf(style) ?? alignmentOf(rowStyle);
  const down = VERTICAL[style.get('vertical-align') ?? rowStyle.get('vertical-align') ?? ''];
  if (across === undefined && down === undefined) return isHeader ? ['align: bottom + start'] : [];
  return [`align: ${across ?? 'start'} + ${down ?? 'horizon'}`];
}

function linesOf(style: Declarations, rowStyle: Declarations, scope: Scope, { hasLines }: TableWork): string[] {
  if (!hasLines) return [];
  const own = strokeOf(style, scope) ?? strokeOf(rowStyle, scope);
  return own === undefined ? [] : [`stroke: ${own}`];
}

function insetOf(style: Declarations, scope: Scope): string[] {
  const isGiven = ['top', 'right', 'bottom', 'left'].some((side) => style.has(`padding-${side}`));
  if (!isGiven) return [];
  const padding = paddingOf(style, scope);
  // Lines are set from capitals to baselines: CSS has half a line's space above and below.
  const room = 0.25 * scope.fontSize;
  return [`inset: ${sidesArgument({ ...padding, top: padding.top + room, bottom: padding.bottom + room })}`];
}
