import { type Box, middleX, middleY } from '../../../content/pages/geometry.ts';
import type { Rule } from '../../../content/pages/model.ts';
import { INNER_FRAMES } from '../thresholds/ruled-tables.ts';

const { CORNER, MIN_RULES, MAX_RULES, MAX_FRAMES } = INNER_FRAMES;

const near = (a: number, b: number): boolean => Math.abs(a - b) < CORNER;

/**
 * Closed rectangles of lines that have lines inside, and other lines around them on all sides: they may be tables in
 * the cell of a table. From the smallest.
 */
export function innerFrames(rules: readonly Rule[]): Box[] {
  const horizontal = rules.filter(({ axis }) => axis === 'h');
  const vertical = rules.filter(({ axis }) => axis === 'v');
  const frames = closedFrames(horizontal, vertical).filter((frame) => isSurrounded(frame, horizontal, vertical));
  const isTable = (frame: Box): boolean => rulesIn(frame, rules).length >= MIN_RULES;
  const height = ({ y0, y1 }: Box): number => y1 - y0;
  return frames
    .filter(isTable)
    .sort((a, b) => height(a) - height(b))
    .slice(0, MAX_FRAMES);
}

/** Rectangles with a line along each side; none on a page that is a drawing. */
export function closedFrames(horizontal: readonly Rule[], vertical: readonly Rule[]): Box[] {
  if (horizontal.length + vertical.length > MAX_RULES) return [];
  const frames: Box[] = [];
  for (const top of horizontal) {
    const sides = vertical.filter(({ start }) => near(start, top.position));
    const left = sides.find(({ position }) => near(position, top.start));
    const right = sides.find(({ position, end }) => left && near(position, top.end) && near(end, left.end));
    if (!left || !right) continue;
    const isClosed = horizontal.some(
      ({ position, start, end }) => near(position, left.end) && near(start, top.start) && near(end, top.end),
    );
    const frame = { x0: left.position, x1: right.position, y0: top.position, y1: left.end };
    if (isClosed && frame.y1 - frame.y0 > CORNER) frames.push(frame);
  }
  return frames;
}

/** The lines of a frame and those inside of it. */
export function rulesIn({ x0, x1, y0, y1 }: Box, rules: readonly Rule[]): Rule[] {
  return rules.filter(({ axis, position, start, end }) => {
    const [across0, across1, along0, along1] = axis === 'h' ? [y0, y1, x0, x1] : [x0, x1, y0, y1];
    const isInside = position > across0 - CORNER && position < across1 + CORNER;
    return isInside && start > along0 - CORNER && end < along1 + CORNER;
  });
}

function isSurrounded(frame: Box, horizontal: readonly Rule[], vertical: readonly Rule[]): boolean {
  const [x, y] = [middleX(frame), middleY(frame)];
  const across = horizontal.filter(({ start, end }) => start < x && end > x);
  const along = vertical.filter(({ start, end }) => start < y && end > y);
  return (
    along.some(({ position }) => position < frame.x0 - CORNER) &&
    along.some(({ position }) => position > frame.x1 + CORNER) &&
    across.some(({ start, position }) => position < frame.y0 && start < frame.x0) &&
    across.some(({ start, position }) => position > frame.y1 && start < frame.x0)
  );
}
