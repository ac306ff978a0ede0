import { type Box, centreInside, heightOf, widthOf } from '../../../content/pages/geometry.ts';
import type { PageModel } from '../../../content/pages/model.ts';
import { type GridNode, gridTree } from './nested-grids.ts';
import { mergeRules } from './rules.ts';
import type { Row } from './rows.ts';
import type { Segment } from './segment.ts';
import { BOUND_TITLES } from '../thresholds/headings.ts';

const { MIN_COLUMNS, MIN_FILLED, MAX_CELL, CORNER, MAX_RULES, MAX_LEADING, MIN_LINE } = BOUND_TITLES;

/**
 * The rows of tables in which something of the page's own content is: what looks like a header or footer in one of them
 * is a cell of the table.
 */
export function tableRowsOfBody(page: PageModel, body: readonly Segment[]): Box[] {
  const holdsBody = (box: Box): boolean =>
    heightOf(box) < MAX_CELL * page.height && body.some((segment) => centreInside(segment, box));
  const rows = allGrids(gridTree(page.rules, page)).flatMap(({ grid: { x0, x1, cells } }) => {
    const boxes = cells.map(({ box }) => box);
    return [...boxes.filter(holdsBody), ...rowsOfSameColumns(boxes, holdsBody)].map(({ y0, y1 }) => ({
      x0,
      x1,
      y0,
      y1,
    }));
  });
  return [...rows, ...lowFrames(page).filter(holdsBody)];
}

/** Rows with the columns of others in which content is: the head of a table that comes again on each page. */
function rowsOfSameColumns(cells: readonly Box[], holdsBody: (box: Box) => boolean): Box[] {
  const rows = [...Map.groupBy(cells, ({ y0 }) => Math.round(y0)).values()];
  const edgesOf = (row: readonly Box[]): Set<number> =>
    new Set(row.flatMap(({ x0, x1 }) => [Math.round(x0), Math.round(x1)]));
  const filled = rows.filter((row) => row.length >= MIN_COLUMNS && row.some(holdsBody)).map(edgesOf);
  return rows.flatMap((row) => {
    if (row.length < MIN_COLUMNS) return [];
    const own = edgesOf(row);
    return filled.filter((edges) => edges.isSubsetOf(own)).length >= MIN_FILLED ? [row[0]!] : [];
  });
}

/** Closed rectangles of lines, whatever is in them. */
function lowFrames({ rules }: PageModel): Box[] {
  const horizontal = mergeRules(rules, 'h');
  const vertical = mergeRules(rules, 'v');
  if (horizontal.length + vertical.length > MAX_RULES) return [];
  const meets = (a: number, b: number): boolean => Math.abs(a - b) < CORNER;
  return horizontal.flatMap((top) => {
    const sides = vertical.filter(({ start }) => meets(start, top.position));
    const left = sides.find(({ position }) => meets(position, top.start));
    const right = sides.find(({ position, end }) => left && meets(position, top.end) && meets(end, left.end));
    return left && right ? [{ x0: left.position, x1: right.position, y0: top.position, y1: left.end }] : [];
  });
}

function allGrids(nodes: readonly GridNode[]): GridNode[] {
  return nodes.flatMap((node) => [node, ...allGrids(node.inner.map((inner) => inner.node))]);
}

/** Whether a row is a line of a paragraph that goes on in the page's own content. */
export function isLineOfText(row: Row, body: readonly Segment[]): boolean {
  if (widthOf(row) < MIN_LINE * row.size) return false;
  return body.some((segment) => {
    const { x0, x1, size, baseline } = segment;
    if (Math.abs(size - row.size) > 0.5 || Math.abs(baseline - row.baseline) > MAX_LEADING * size) return false;
    return (Math.abs(x0 - row.x0) < 1 && x1 - x0 > MIN_LINE * size) || runsOnIn(row, segment);
  });
}

/** Whether the words of a row go on in lower case in a line below that is in further than it. */
function runsOnIn(row: Row, { x0, baseline, text }: Segment): boolean {
  return baseline > row.baseline && x0 > row.x0 - 1 && x0 < row.x1 && /^\p{Ll}/u.test(text) && !endsSentence(row);
}

const endsSentence = ({ segments }: Row): boolean => /[.!?:]$/.test(segments.at(-1)!.text.trim());
