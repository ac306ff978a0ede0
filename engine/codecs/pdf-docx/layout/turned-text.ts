import {
  applyMatrix,
  type Box,
  invert,
  type Matrix,
  overlap,
  transformBox,
  unionOf,
} from '../../../content/pages/geometry.ts';
import type { Glyph } from '../../../content/pages/model.ts';
import { isTick } from '../../../content/pages/reading/figures.ts';
import type { Paragraph } from './blocks.ts';
import { buildParagraphs } from './paragraphs.ts';
import { lineSegments } from './segments.ts';
import type { Segment } from './segment.ts';
import { TURNED_TEXT } from '../thresholds/lines.ts';

const { ASCENT, DESCENT } = TURNED_TEXT;

/** A line segment of text that is turned on its page. */
export interface TurnedSegment {
  /** Degrees clockwise, 1 to 359. */
  readonly rotation: number;
  /** In a frame of its own in which it is upright. */
  readonly segment: Segment;
  /** Upright box around it on the page. */
  readonly box: Box;
}

/** Turned text that belongs together: a text box on the page. */
export interface TurnedText {
  readonly rotation: number;
  readonly box: Box;
  readonly frame: Box;
  readonly paragraphs: readonly Paragraph[];
}

/** Page to the frame in which text of this rotation is upright. */
export function frameMatrix(rotation: number): Matrix {
  const angle = (rotation * Math.PI) / 180;
  return [Math.cos(angle), -Math.sin(angle), Math.sin(angle), Math.cos(angle), 0, 0];
}

export function turnedSegments(glyphs: readonly Glyph[]): TurnedSegment[] {
  const result: TurnedSegment[] = [];
  for (const [rotation, group] of Map.groupBy(glyphs, (glyph) => glyph.rotation)) {
    if (rotation === 0) continue;
    const toFrame = frameMatrix(rotation);
    const toPage = invert(toFrame)!;
    const upright = group.map((glyph): Glyph => {
      const [originX, baseline] = applyMatrix(toFrame, glyph.originX, glyph.baseline);
      return {
        ...glyph,
        rotation: 0,
        originX,
        baseline,
        x0: originX,
        x1: originX + glyph.advance,
        y0: baseline - ASCENT * glyph.size,
        y1: baseline + DESCENT * glyph.size,
      };
    });
    for (const segment of lineSegments(upright, [], false)) {
      result.push({ rotation, segment, box: transformBox(toPage, segment) });
    }
  }
  return result;
}

/** Gathers segments of one rotation that are close together; numbers along an axis each have their place. */
export function groupTurned(segments: readonly TurnedSegment[]): TurnedText[] {
  const groups: TurnedSegment[][] = [];
  for (const turned of segments.toSorted((a, b) => a.segment.y0 - b.segment.y0)) {
    const group = groups.find((members) => members.some((other) => standTogether(other, turned)));
    if (group) group.push(turned);
    else groups.push([turned]);
  }
  return groups.map((members) => {
    const frame = unionOf(members.map(({ segment }) => segment))!;
    return {
      rotation: members[0]!.rotation,
      box: unionOf(members.map(({ box }) => box))!,
      frame,
      paragraphs: buildParagraphs(
        members.map(({ segment }) => segment),
        frame,
      ),
    };
  });
}

function standTogether(a: TurnedSegment, b: TurnedSegment): boolean {
  if (a.rotation !== b.rotation || (isTick(a.segment.text) && isTick(b.segment.text))) return false;
  const size = Math.max(a.segment.size, b.segment.size);
  const apartY = -overlap(a.segment.y0, a.segment.y1, b.segment.y0, b.segment.y1);
  const apartX = -overlap(a.segment.x0, a.segment.x1, b.segment.x0, b.segment.x1);
  return (apartY < 0.6 * size && apartX < 0) || (apartY < -0.5 * size && apartX < 2 * size);
}
