import { type Box, centreInside, heightOf, widthOf } from '../geometry.ts';
import type { PageModel } from '../page-model.ts';
import { type GridNode, gridTree } from './nested-grids.ts';
import type { Row } from './rows.ts';
import type { Segment } from './segments.ts';

/** A cell higher than this part of the page is a frame around the text. */
const MAX_CELL = 0.5;
/** Lines of one paragraph stand at most so far apart, in em. */
const MAX_LEADING = 1.45;
/** Lines of running text are at least so long, in em; shorter ones may be titles close to it. */
const MIN_LINE = 25;

/**
 * The rows of tables in which something of the page's own content stands: what looks like a running title in one of them
 * is a cell of the table.
 */
export function tableRowsOfBody(page: PageModel, body: readonly Segment[]): Box[] {
  return allGrids(gridTree(page.rules, page)).flatMap(({ grid }) => {
    const cells = grid.cells.filter(({ box }) => heightOf(box) < MAX_CELL * page.height);
    return cells
      .filter(({ box }) => body.some((segment) => centreInside(segment, box)))
      .map(({ box: { y0, y1 } }) => ({ x0: grid.x0, x1: grid.x1, y0, y1 }));
  });
}

function allGrids(nodes: readonly GridNode[]): GridNode[] {
  return nodes.flatMap((node) => [node, ...allGrids(node.inner.map((inner) => inner.node))]);
}

/** Whether a row is a line of a paragraph that goes on in the page's own content. */
export function isLineOfText(row: Row, body: readonly Segment[]): boolean {
  if (widthOf(row) < MIN_LINE * row.size) return false;
  return body.some(
    ({ x0, size, baseline, x1 }) =>
      Math.abs(x0 - row.x0) < 1 &&
      Math.abs(size - row.size) < 0.5 &&
      Math.abs(baseline - row.baseline) < MAX_LEADING * size &&
      x1 - x0 > MIN_LINE * size,
  );
}
