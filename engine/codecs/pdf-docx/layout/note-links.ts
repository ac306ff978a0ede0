import { centreInside, median } from '../../../content/pages/geometry.ts';
import type { Jump, PageModel } from '../../../content/pages/model.ts';
import { NOTE_MARK } from './scripts.ts';
import type { Segment } from './segment.ts';
import { NOTE_LINKS } from '../thresholds/pages.ts';

const { SAME_PLACE, MAX_MARK, RAISED } = NOTE_LINKS;

/**
 * Raises the marks of notes that stand without text beside them, which would show that they are raised: the mark in the
 * text and that of the note lead to each other. Such a number is not that of the page.
 */
export function raiseLinkedMarks(
  segments: readonly Segment[],
  { jumps = [], number }: Pick<PageModel, 'jumps' | 'number'>,
): readonly Segment[] {
  const within = jumps.filter(({ pageNumber }) => pageNumber === number);
  const paired = within.filter((jump) => within.some((other) => leadsTo(jump, other) && leadsTo(other, jump)));
  if (paired.length === 0) return segments;
  const usual = median(segments.map(({ size }) => size));
  return segments.map((segment) => {
    const isMark = NOTE_MARK.test(segment.text.trim()) && segment.size < MAX_MARK * usual;
    if (!isMark || !paired.some((jump) => centreInside(segment, jump))) return segment;
    const glyphs = segment.glyphs.map((glyph) => ({ ...glyph, script: 'super' }) as const);
    return { ...segment, size: segment.size / RAISED, glyphs };
  });
}

function leadsTo(from: Jump, to: Jump): boolean {
  return from !== to && from.targetY !== undefined && Math.abs(from.targetY - to.y0) < SAME_PLACE;
}
