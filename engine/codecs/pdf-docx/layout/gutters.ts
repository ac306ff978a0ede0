import { isBlank } from '../page-model.ts';
import type { Separator } from './rules.ts';
import type { GlyphLine } from './segments.ts';

/** A gap must persist over this many lines to be a gutter. */
const MIN_LINES = 6;
/** Narrowest gutter in em. */
const MIN_WIDTH = 0.5;
/** Lines on one side only may go on for this many em before the gutter ends. */
const MAX_PAUSE = 6;

interface Gap {
  readonly x0: number;
  readonly x1: number;
}

interface OpenGutter {
  x0: number;
  x1: number;
  readonly y0: number;
  y1: number;
  lines: number;
}

/**
 * Column gutters: gaps with a common x interval over several successive lines. A fixed gap threshold would merge the
 * columns of a paper whose gutter is as narrow as one em.
 */
export function findGutters(lines: readonly GlyphLine[]): Separator[] {
  const finished: OpenGutter[] = [];
  let open: OpenGutter[] = [];
  for (const line of lines.toSorted((a, b) => a.baseline - b.baseline)) {
    const { gaps, left, right } = wideGaps(line);
    if (left === undefined) continue;
    const continued = new Set<Gap>();
    const stillOpen: OpenGutter[] = [];
    for (const gutter of open) {
      const common = commonGap(gutter, gaps, line.size);
      const onOneSide = right! <= gutter.x0 + 1 || left >= gutter.x1 - 1;
      if (common) {
        continued.add(common.gap);
        Object.assign(gutter, { x0: common.x0, x1: common.x1, y1: line.baseline, lines: gutter.lines + 1 });
        stillOpen.push(gutter);
      } else if (onOneSide && line.baseline - gutter.y1 <= MAX_PAUSE * line.size) {
        stillOpen.push(gutter);
      } else {
        finished.push(gutter);
      }
    }
    open = stillOpen;
    for (const gap of gaps) {
      if (!continued.has(gap)) {
        open.push({ ...gap, y0: line.baseline - line.size, y1: line.baseline, lines: 1 });
      }
    }
  }
  return [...finished, ...open]
    .filter((gutter) => gutter.lines >= MIN_LINES)
    .map((gutter) => ({ position: (gutter.x0 + gutter.x1) / 2, start: gutter.y0, end: gutter.y1 + 2 }));
}

function wideGaps({ glyphs, size }: GlyphLine): { gaps: Gap[]; left?: number; right?: number } {
  const inked = glyphs.filter((glyph) => !isBlank(glyph));
  const [first] = inked;
  if (!first) return { gaps: [] };
  const gaps: Gap[] = [];
  let right = first.x1;
  for (const glyph of inked) {
    if (glyph.x0 - right > MIN_WIDTH * size) gaps.push({ x0: right, x1: glyph.x0 });
    right = Math.max(right, glyph.x1);
  }
  return { gaps, left: first.x0, right };
}

/** Common part of a gutter and one of the gaps, if it is still wide enough. */
function commonGap(gutter: OpenGutter, gaps: readonly Gap[], size: number) {
  for (const gap of gaps) {
    const x0 = Math.max(gutter.x0, gap.x0);
    const x1 = Math.min(gutter.x1, gap.x1);
    if (x1 - x0 >= MIN_WIDTH * size) return { gap, x0, x1 };
  }
  return undefined;
}
