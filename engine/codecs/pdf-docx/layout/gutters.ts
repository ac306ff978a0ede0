import { type Glyph, isBlank } from '../../../content/pages/model.ts';
import type { Separator } from './rules.ts';
import type { GlyphLine } from './segment.ts';
import { GUTTERS } from '../thresholds/lines.ts';

const { MIN_LINES, MIN_WIDTH, MIN_TYPED_WIDTH, MAX_PAUSE, MAX_NARROW, FLUSH } = GUTTERS;

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
  const persistent = [...finished, ...open].filter((gutter) => gutter.lines >= MIN_LINES);
  return [...persistent, ...flushGutters(lines)].map(({ x0, x1, y0, y1 }) => {
    return { position: (x0 + x1) / 2, start: y0, end: y1 + 2 };
  });
}

/**
 * Columns whose lines are at different heights share a gap in few of them: there the lines of one side end at it, and
 * those of the other begin.
 */
function flushGutters(lines: readonly GlyphLine[]): Omit<OpenGutter, 'lines'>[] {
  const sorted = lines.toSorted((a, b) => a.baseline - b.baseline);
  return sorted.flatMap((line, index) =>
    wideGaps(line)
      .gaps.filter(({ x0, x1 }) => x1 - x0 < MAX_NARROW * line.size)
      .flatMap((gap) => {
        const around = [
          line,
          ...flushRun(sorted.slice(0, index).reverse(), gap),
          ...flushRun(sorted.slice(index + 1), gap),
        ];
        const enders = around.filter((other) => endsAt(other, gap));
        const beginners = around.filter((other) => beginsAt(other, gap));
        if (Math.min(enders.length, beginners.length) < MIN_LINES) return [];
        return [{ ...gap, y0: line.baseline - line.size, y1: line.baseline }];
      }),
  );
}

/** The next lines that leave a gap free, as long as some of them are flush with it. */
function flushRun(lines: readonly GlyphLine[], gap: Gap): GlyphLine[] {
  const run: GlyphLine[] = [];
  let last = lines[0]?.baseline ?? 0;
  for (const line of lines) {
    if (Math.abs(line.baseline - last) > MAX_PAUSE * line.size || crosses(line, gap)) break;
    if (!endsAt(line, gap) && !beginsAt(line, gap)) continue;
    run.push(line);
    last = line.baseline;
  }
  return run;
}

const crosses = ({ glyphs }: GlyphLine, { x0, x1 }: Gap): boolean =>
  glyphs.some((glyph) => !isBlank(glyph) && glyph.x1 > x0 + 1 && glyph.x0 < x1 - 1);

const endsAt = ({ glyphs, size }: GlyphLine, { x0 }: Gap): boolean =>
  glyphs.some((glyph) => !isBlank(glyph) && Math.abs(glyph.x1 - x0) < FLUSH * size);

const beginsAt = ({ glyphs, size }: GlyphLine, { x1 }: Gap): boolean =>
  glyphs.some((glyph) => !isBlank(glyph) && Math.abs(glyph.x0 - x1) < FLUSH * size);

function wideGaps({ glyphs, size }: GlyphLine): { gaps: Gap[]; left?: number; right?: number } {
  const inked = glyphs.filter((glyph) => !isBlank(glyph));
  const [first] = inked;
  if (!first) return { gaps: [] };
  const gaps: Gap[] = [];
  const least = inked.every(({ font }) => font.monospace) ? MIN_TYPED_WIDTH : MIN_WIDTH;
  let right = first.x1;
  inked.forEach((glyph, index) => {
    const isGap = glyph.x0 - right > least * size && !isAtLeader(inked, index);
    if (isGap) gaps.push({ x0: right, x1: glyph.x0 });
    right = Math.max(right, glyph.x1);
  });
  return { gaps, left: first.x0, right };
}

/** Whether the glyph before or at an index is one of the dots that lead to a number: these are below each other. */
function isAtLeader(glyphs: readonly Glyph[], index: number): boolean {
  const isDot = (at: number): boolean => glyphs[at]?.text === '.';
  return [index - 1, index].some((at) => isDot(at) && (isDot(at - 1) || isDot(at + 1)));
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
