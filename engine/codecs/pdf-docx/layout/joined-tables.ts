import { textOfParagraph } from './paragraph-text.ts';
import { type Cell, paragraphsOfCell, type Table } from './blocks.ts';
import { JOINED_TABLES } from '../thresholds/ruled-tables.ts';

const { SAME_EDGE, ROUNDING } = JOINED_TABLES;

/**
 * Whether a table at the top of a page goes on with the one at the end of the page before: same columns, and no room
 * for another row above. `bottom` is the lower edge of the text area.
 */
export function goesOnWith(above: Table, below: Table, bottom: number): boolean {
  const sameColumns =
    above.xs.length === below.xs.length && above.xs.every((x, index) => Math.abs(x - below.xs[index]!) < SAME_EDGE);
  const firstRow = below.ys[countRepeatedRows(above, below)]!;
  const nextRow = below.ys[countRepeatedRows(above, below) + 1];
  if (!sameColumns || above.ruled !== below.ruled || nextRow === undefined) return false;
  return bottom - above.y1 < nextRow - firstRow + ROUNDING;
}

/** How many rows of the head come again at the top of the next page. */
export function countRepeatedRows(above: Table, below: Table): number {
  const count = above.headRows ?? 0;
  const isSame = count > 0 && textOfRows(above, count) === textOfRows(below, count);
  return isSame && below.ys.length - 1 > count ? count : 0;
}

function textOfRows({ cells }: Table, count: number): string {
  const head = cells.filter(({ row }: Cell) => row < count);
  return head.map((cell) => paragraphsOfCell(cell).map(textOfParagraph).join(' ').trim()).join('\t');
}
