import { type Glyph, isBlank } from '../../../content/pages/model.ts';
import { OVERLAPPING_TEXTS } from '../thresholds/lines.ts';
import { tightnessOf } from './spaces.ts';

const { MAX_JUMP, MIN_OVERLAP, MIN_GLYPHS, MAX_SHARE } = OVERLAPPING_TEXTS;

interface OrderedLine {
  readonly glyphs: readonly Glyph[];
  /** Where another text begins over the end of the one before. */
  readonly starts: ReadonlySet<Glyph>;
}

interface Text {
  readonly glyphs: Glyph[];
  x0: number;
  x1: number;
}

/**
 * The glyphs of a line from left to right, but where a text runs into the next one: a cell that is too narrow. There the
 * letters of the first text are all before those of the second, as they are painted.
 */
export function orderLine(glyphs: readonly Glyph[]): OrderedLine {
  const sorted = glyphs.toSorted((a, b) => a.x0 - b.x0 || a.order - b.order);
  const starts = new Set<Glyph>();
  const texts = textsOf(glyphs).sort((a, b) => a.x0 - b.x0);
  let isOrdered = true;
  texts.slice(1).forEach((text, index) => {
    const before = texts[index]!;
    if (!runsInto(before, text)) return;
    starts.add(text.glyphs[0]!);
    isOrdered = false;
  });
  if (isOrdered) return { glyphs: sorted, starts };
  return { glyphs: texts.flatMap((text) => text.glyphs), starts };
}

/** What is painted in one go, letter beside letter. Blanks belong to it, but no letter is hidden by them. */
function textsOf(glyphs: readonly Glyph[]): Text[] {
  const texts: Text[] = [];
  for (const glyph of glyphs.toSorted((a, b) => a.order - b.order)) {
    const last = texts.at(-1);
    const gap = last ? glyph.x0 - last.x1 : Infinity;
    // letters that are set tight are kerned further into each other
    if (last && gap < MAX_JUMP * glyph.size && gap + tightnessOf(last.glyphs) > -MIN_OVERLAP * glyph.size) {
      last.glyphs.push(glyph);
      if (!isBlank(glyph)) last.x1 = Math.max(last.x1, glyph.x1);
    } else texts.push({ glyphs: [glyph], x0: glyph.x0, x1: isBlank(glyph) ? glyph.x0 : glyph.x1 });
  }
  return texts;
}

function runsInto(left: Text, right: Text): boolean {
  const overlap = left.x1 - right.x0;
  const { size } = right.glyphs[0]!;
  if (overlap < MIN_OVERLAP * size || right.x1 <= left.x1) return false;
  const narrower = Math.min(left.x1 - left.x0, right.x1 - right.x0);
  return overlap < MAX_SHARE * narrower && [left, right].every(({ glyphs }) => letters(glyphs) >= MIN_GLYPHS);
}

const letters = (glyphs: readonly Glyph[]): number => glyphs.filter((glyph) => !isBlank(glyph)).length;
