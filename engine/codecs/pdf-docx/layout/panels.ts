import {
  type Box,
  contains,
  heightOf,
  median,
  middleX,
  middleY,
  overlapY,
  unionOf,
  widthOf,
} from '../../../content/pages/geometry.ts';
import type { PageModel } from '../../../content/pages/model.ts';
import { closedFrames } from './inner-frames.ts';
import { alignedShare, groupRows, MAX_ALIGNED } from './rows.ts';
import { mergeRules } from './rules.ts';
import type { Segment } from './segment.ts';
import { PANELS } from '../thresholds/columns.ts';

const { MIN_WIDTH, MIN_HEIGHT, MAX_WIDTH, OVERHANG, MAX_BOXES, MIN_PANELLED, MIN_ROWS } = PANELS;

/** Drawn boxes with text in them, such as the charts of a report and the shapes of a slide. */
export function panelsOf({ fills, images, rules, width }: PageModel, segments: readonly Segment[]): Box[] {
  const em = median(segments.map(({ size }) => size));
  const drawings = images.filter(({ type }) => type === 'svg');
  const frames = closedFrames(mergeRules(rules, 'h'), mergeRules(rules, 'v'));
  const boxes = [...fills, ...drawings, ...frames].filter(
    (box) => widthOf(box) >= MIN_WIDTH * em && widthOf(box) <= MAX_WIDTH * width && heightOf(box) >= MIN_HEIGHT * em,
  );
  if (boxes.length > MAX_BOXES) return [];
  return boxes.filter((box) => !isStep(box, boxes) && segments.some((segment) => contains(box, segment, OVERHANG)));
}

/** Boxes around boxes with the same middle are the steps of a gradient. */
function isStep(box: Box, boxes: readonly Box[]): boolean {
  return boxes.some(
    (inner) =>
      contains(box, inner) &&
      widthOf(inner) < widthOf(box) - OVERHANG &&
      Math.abs(middleX(inner) - middleX(box)) < OVERHANG &&
      Math.abs(middleY(inner) - middleY(box)) < OVERHANG,
  );
}

/** Where panels are beside each other or beside text: at `x`, from `y0` to `y1`. The last of them ends at `x1`. */
export interface PanelBoundary {
  readonly x: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

/** The boundary along which most text is; undefined where no panel has anything beside it. */
export function panelBoundary(
  segments: readonly Segment[],
  others: readonly Box[],
  panels: readonly Box[],
): PanelBoundary | undefined {
  let best: PanelBoundary | undefined;
  let most = 0;
  for (const panel of panels) {
    for (const x of [panel.x0, panel.x1]) {
      const boundary = stretch(x, panel, panels);
      const inside = segments.filter((segment) => isBeside(segment, boundary));
      if (inside.length <= most || ![...inside, ...others].every((box) => !crosses(box, boundary))) continue;
      if (!isColumns(inside, boundary, panels)) continue;
      best = boundary;
      most = inside.length;
    }
  }
  return best;
}

/** The segments of a page by the sides of its panels: no table reaches from one to another. */
export function partsAtPanels(
  segments: readonly Segment[],
  others: readonly Box[],
  panels: readonly Box[],
): readonly (readonly Segment[])[] {
  const boundary = panelBoundary(segments, others, panels);
  if (!boundary) return [segments];
  const partOf = (segment: Segment): string => {
    if (isBeside(segment, boundary)) return middleX(segment) < boundary.x ? 'left' : 'right';
    return middleY(segment) <= boundary.y0 ? 'above' : 'below';
  };
  return [...Map.groupBy(segments, partOf).values()].flatMap((part) => partsAtPanels(part, others, panels));
}

/** As far as panels on either side are beside each other. */
function stretch(x: number, { x1, y0, y1 }: Box, panels: readonly Box[]): PanelBoundary {
  const beside = panels.filter((panel) => !crosses(panel, { x, y0: -Infinity, y1: Infinity }));
  let boundary = { x, x1, y0, y1 };
  for (;;) {
    const touched = beside.filter((panel) => panel.y0 < boundary.y1 && panel.y1 > boundary.y0);
    const { x1: end, y0: top, y1: bottom } = unionOf(touched)!;
    if (top === boundary.y0 && bottom === boundary.y1) return { ...boundary, x1: end };
    boundary = { x, x1: end, y0: top, y1: bottom };
  }
}

export const isBeside = (box: Box, { y0, y1 }: PanelBoundary): boolean => middleY(box) > y0 && middleY(box) < y1;

function crosses(box: Box, { x, y0, y1 }: Omit<PanelBoundary, 'x1'>): boolean {
  return box.x0 < x - OVERHANG && box.x1 > x + OVERHANG && overlapY(box, { x0: x, x1: x, y0, y1 }) > 1;
}

function isColumns(inside: readonly Segment[], { x }: PanelBoundary, panels: readonly Box[]): boolean {
  const left = inside.filter((segment) => middleX(segment) < x);
  const right = inside.filter((segment) => middleX(segment) >= x);
  if (left.length === 0 || right.length === 0) return false;
  const isPanelled = (side: readonly Segment[], isOwn: (panel: Box) => boolean): boolean => {
    const own = panels.filter(isOwn);
    const count = side.filter((segment) => own.some((panel) => contains(panel, segment, OVERHANG))).length;
    return count >= MIN_PANELLED * side.length;
  };
  if (!isPanelled(left, (panel) => panel.x1 <= x + OVERHANG) && !isPanelled(right, (panel) => panel.x0 >= x - OVERHANG))
    return false;
  const [leftRows, rightRows] = [groupRows(left), groupRows(right)];
  if (Math.max(leftRows.length, rightRows.length) < MIN_ROWS) return false;
  return alignedShare(leftRows, rightRows) <= MAX_ALIGNED;
}
