import { median } from '../../../content/pages/geometry.ts';
import { isBlank } from '../../../content/pages/model.ts';
import { ALIGNMENT } from '../thresholds/paragraphs.ts';
import type { Alignment, Area } from './blocks.ts';
import { type Row, textStart } from './rows.ts';

const { MANY_ROWS, STRETCHED_SPACE } = ALIGNMENT;

/** How the lines of a paragraph are set, by where they begin and end. */
export function alignmentOf(
  rows: readonly Row[],
  box: { x0: number; x1: number },
  size: number,
  area: Area,
): Alignment {
  const tolerance = 0.35 * size;
  const middles = rows.map((row) => (row.x0 + row.x1) / 2);
  // pieces with tabs between them are at places of their own
  if (rows.length === 1 && rows[0]!.segments.length > 1) return 'left';
  if (rows.length === 1) return alignmentOfRow(box, size, area);
  // the first row may be indented and the last one short: they do not count where it can be avoided
  const inner = rows.length > 2 ? rows.slice(1, -1) : rows.slice(0, -1);
  const flushRight = inner.every((row) => Math.abs(row.x1 - box.x1) < tolerance + 1);
  const lefts = rows.slice(1).map((row) => row.x0);
  const flushLeft = lefts.every((left) => Math.abs(left - median(lefts)) < tolerance + 1);
  const firstLeft = textStart(rows[0]!);
  const isFlushBlock = rows.length > 2 || Math.abs(firstLeft - lefts[0]!) < tolerance + 1;
  if (flushLeft && (isFlushBlock || !isAroundMiddle(middles, size))) {
    return flushRight && isJustified(rows, area) ? 'both' : 'left';
  }
  if (isAroundMiddle(middles, size)) return 'center';
  return rows.every((row) => Math.abs(row.x1 - box.x1) < tolerance) ? 'right' : 'left';
}

const isAroundMiddle = (middles: readonly number[], size: number): boolean =>
  middles.every((middle) => Math.abs(middle - middles[0]!) < size);

/** Many lines that end at one edge are justified; few may do so by chance unless their spaces are stretched. */
function isJustified(rows: readonly Row[], area: Area): boolean {
  if (rows.length > MANY_ROWS) return true;
  if (!isFull(rows[0]!, area)) return false;
  const spaces = rows.map(meanSpace).filter((space) => space !== undefined);
  return spaces.length > 1 && Math.max(...spaces) - Math.min(...spaces) > STRETCHED_SPACE;
}

/** Mean width of the gaps between the words of a row, in em; undefined for a single word. */
function meanSpace({ segments }: Row): number | undefined {
  let gaps = 0;
  let sum = 0;
  for (const { glyphs, size } of segments) {
    for (let index = 1; index + 1 < glyphs.length; index++) {
      if (!isBlank(glyphs[index]!)) continue;
      gaps++;
      sum += (glyphs[index + 1]!.x0 - glyphs[index - 1]!.x1) / size;
    }
  }
  return gaps > 0 ? sum / gaps : undefined;
}

/** Cells of tables have some room beside their text. */
const isFull = (row: Row, area: Area): boolean => area.x1 - row.x1 < row.size;

function alignmentOfRow({ x0, x1 }: { x0: number; x1: number }, size: number, area: Area): Alignment {
  const width = area.x1 - area.x0;
  const before = x0 - area.x0;
  const after = area.x1 - x1;
  const isCentred = Math.abs(before - after) < 0.04 * width + 3 && before > 1.5 * size && after > 1.5 * size;
  if (isCentred) return 'center';
  return after < 1.2 * size && before > 0.4 * width ? 'right' : 'left';
}
