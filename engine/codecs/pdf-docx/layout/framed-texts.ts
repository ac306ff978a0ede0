import {
  type Box,
  centreInside,
  contains,
  heightOf,
  median,
  overlapX,
  overlapY,
  widthOf,
} from '../../../content/pages/geometry.ts';
import type { PageModel } from '../../../content/pages/model.ts';
import type { Table } from './blocks.ts';
import { connectedRules, type Grid, gridOf } from './lattice-grid.ts';
import { shows } from './lattice-tables.ts';
import { buildParagraphs } from './paragraphs.ts';
import { groupRows, isBoldRow } from './rows.ts';
import { mergeRules } from './rules.ts';
import type { Segment } from './segment.ts';
import { FRAMED_TEXTS } from '../thresholds/pages.ts';

const { MEETING, MIN_WIDTH, MAX_HEIGHT, MAX_RULES, MAX_FRAMES, MIN_GROWTH } = FRAMED_TEXTS;

/** Frames of four lines around text that has its height of the page alone, as tables of one cell. */
export function framedTexts(
  page: PageModel,
  segments: readonly Segment[],
  tables: readonly Table[],
): { tables: Table[]; rest: readonly Segment[] } {
  const frames = frameGrids(page).filter((frame) => isAroundText(frame, page, segments, tables));
  if (frames.length === 0 || frames.length > MAX_FRAMES) return { tables: [], rest: segments };
  const isIn = (frame: Box) => (segment: Segment) => centreInside(segment, frame);
  return {
    tables: frames.map((frame) => {
      const paragraphs = buildParagraphs(segments.filter(isIn(frame)), frame);
      return { kind: 'table', ruled: true, ...frame, cells: frame.cells.map((cell) => ({ ...cell, paragraphs })) };
    }),
    rest: segments.filter((segment) => !frames.some((frame) => isIn(frame)(segment))),
  };
}

function frameGrids(page: PageModel): Grid[] {
  const rules = page.rules.filter((rule) => shows(rule, page));
  const horizontal = mergeRules(rules, 'h');
  const vertical = mergeRules(rules, 'v');
  if (horizontal.length + vertical.length > MAX_RULES) return [];
  return connectedRules(horizontal, vertical, MEETING)
    .filter((group) => group.length === 4)
    .map((group) => gridOf(group, page, 1))
    .filter((grid) => grid !== undefined)
    .filter(({ cells }) => cells.length === 1);
}

function isAroundText(frame: Grid, page: PageModel, segments: readonly Segment[], tables: readonly Table[]): boolean {
  if (widthOf(frame) < MIN_WIDTH * page.width || heightOf(frame) > MAX_HEIGHT * page.height) return false;
  const inside = segments.filter((segment) => centreInside(segment, frame));
  if (inside.length === 0 || !inside.every((segment) => contains(frame, segment, 1))) return false;
  if (!isPlain(inside) || isHeading(inside, segments)) return false;
  const beside = segments.filter((segment) => !inside.includes(segment) && overlapY(segment, frame) > 0);
  const others: readonly Box[] = [...page.images, ...tables];
  return beside.length === 0 && !others.some((box) => overlapX(box, frame) > 0 && overlapY(box, frame) > 0);
}

/** Lines with gaps are those of a form. */
const isPlain = (inside: readonly Segment[]): boolean =>
  groupRows(inside).every(({ segments }) => segments.length === 1);

function isHeading(inside: readonly Segment[], all: readonly Segment[]): boolean {
  const rows = groupRows(inside);
  const usual = median(all.map(({ size }) => size));
  return rows.length === 1 && (isBoldRow(rows[0]!) || rows[0]!.size > MIN_GROWTH * usual);
}
