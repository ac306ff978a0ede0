import { overlap, unionOf } from '../../../content/pages/geometry.ts';
import { type Glyph, isBlank } from '../../../content/pages/model.ts';
import { type Piece, SPACE_GAP, spaceBetween } from './spaces.ts';
import { SCRIPTS } from '../thresholds/lines.ts';

const { MAX_MARK_GAP, MAX_SCRIPT_GLYPHS, MIN_SHRINKAGE, SCRIPT_SHIFT, MIN_RISE, MIN_DROP } = SCRIPTS;

/** A number, or signs: asterisks (TeX's is the operator), daggers, section, paragraph and parallel lines. */
export const NOTE_MARK = /^(?:\d{1,3}|[*\u2217\u2020\u2021\u00a7\u00b6\u2016]{1,3})$/;

/** Whether `small` looks like a superscript or subscript attached to `big`, or like the raised mark of a note before it. */
function isScriptOf(small: Piece, big: Piece): boolean {
  const isMark =
    small.x1 < big.x0 + 2 &&
    small.baseline < big.baseline &&
    NOTE_MARK.test(small.glyphs.map(({ text }) => text).join(''));
  if (isMark && big.x0 - small.x1 > MAX_MARK_GAP * big.size) return false;
  return (
    big !== small &&
    big.size > small.size * MIN_SHRINKAGE &&
    overlap(small.y0, small.y1, big.y0, big.y1) > 0.35 * (small.y1 - small.y0) &&
    (isMark || small.x0 > big.x0 - 2) &&
    small.x0 - big.x1 < 0.35 * big.size &&
    Math.abs(small.baseline - big.baseline) < SCRIPT_SHIFT * big.size
  );
}

/** The scripts of a piece whose letters are moved so little that they are on its line, which is that of most letters. */
export function markScripts(piece: Piece): Piece {
  let letter: Glyph | undefined;
  const glyphs = piece.glyphs.map((glyph): Glyph => {
    if (isBlank(glyph) || !letter || glyph.size * MIN_SHRINKAGE > letter.size) {
      if (!isBlank(glyph)) letter = glyph;
      return glyph;
    }
    const script = scriptOf(glyph, { baseline: piece.baseline, size: letter.size });
    return script ? { ...glyph, script } : glyph;
  });
  return { ...piece, glyphs };
}

/** Whether a smaller letter or piece is above or below the baseline of a larger one. */
function scriptOf(small: { baseline: number }, big: { baseline: number; size: number }): Glyph['script'] {
  if (small.baseline < big.baseline - MIN_RISE * big.size) return 'super';
  return small.baseline > big.baseline + MIN_DROP * big.size ? 'sub' : undefined;
}

/** Moves short raised or lowered pieces into the piece they belong to, keeping the order from left to right. */
export function attachScripts(pieces: readonly Piece[]): Piece[] {
  const attached = new Set<Piece>();
  const sorted = pieces.toSorted((a, b) => a.baseline - b.baseline);
  for (const [index, small] of sorted.entries()) {
    if (small.glyphs.length >= MAX_SCRIPT_GLYPHS) continue;
    const nearby = neighbours(sorted, index, 2 * small.size + 6);
    const big = nearby.find((candidate) => !attached.has(candidate) && isScriptOf(small, candidate));
    if (!big) continue;
    const script = scriptOf(small, big);
    const glyphs = script ? small.glyphs.map((glyph) => ({ ...glyph, script }) as const) : small.glyphs;
    insertScript(big, small, glyphs);
    big.x0 = Math.min(big.x0, small.x0);
    big.x1 = Math.max(big.x1, small.x1);
    attached.add(small);
  }
  return pieces.filter((piece) => !attached.has(piece));
}

/**
 * Joins the pieces of a line between which nothing but a script left a gap: those of a formula in its line. `isApart`
 * says of a piece and the next one whether they are told apart all the same.
 */
export function joinBehindScripts(pieces: readonly Piece[], isApart: (piece: Piece, next: Piece) => boolean): Piece[] {
  return [...Map.groupBy(pieces, ({ baseline }) => baseline).values()].flatMap((line) => {
    const joined: Piece[] = [];
    for (const piece of line.toSorted((a, b) => a.x0 - b.x0)) {
      const last = joined.at(-1);
      const isBehind =
        last !== undefined && (isScript(last.glyphs.findLast((glyph) => !isBlank(glyph))) || isScript(piece.glyphs[0]));
      if (!isBehind || piece.x0 < last.x1 - 1 || isApart(last, piece)) {
        joined.push(piece);
        continue;
      }
      const hasSpace = isBlank(last.glyphs.at(-1)!);
      if (!hasSpace && piece.x0 - last.x1 > SPACE_GAP * piece.size)
        last.glyphs.push(spaceBetween(last.x1, piece.glyphs[0]!));
      last.glyphs.push(...piece.glyphs);
      Object.assign(last, unionOf([last, piece]), { size: Math.max(last.size, piece.size) });
    }
    return joined;
  });
}

const isScript = (glyph: Glyph | undefined): boolean => glyph?.script !== undefined;

/** Puts a script where it is among the glyphs of its line. The gap that it fills is no space any more. */
function insertScript(big: Piece, { x0, x1 }: Piece, script: readonly Glyph[]): void {
  const next = big.glyphs.findIndex((glyph) => glyph.x0 > x0);
  const at = next < 0 ? big.glyphs.length : next;
  const gap = big.glyphs[at - 1];
  const behind = big.glyphs[at];
  if (!gap || !behind || !isBlank(gap) || gap.x1 < x1) {
    big.glyphs.splice(at, 0, ...script);
    return;
  }
  const isWide = (width: number): boolean => width > SPACE_GAP * big.size;
  const before = isWide(x0 - gap.x0) ? [spaceBetween(gap.x0, script[0]!)] : [];
  const after = isWide(behind.x0 - x1) ? [spaceBetween(x1, behind)] : [];
  big.glyphs.splice(at - 1, 1, ...before, ...script, ...after);
}

/** Pieces whose baseline is at most `distance` away, in a list sorted by baseline. */
function neighbours(sorted: readonly Piece[], index: number, distance: number): Piece[] {
  const { baseline } = sorted[index]!;
  let from = index;
  let to = index;
  while (from > 0 && baseline - sorted[from - 1]!.baseline <= distance) from--;
  while (to + 1 < sorted.length && sorted[to + 1]!.baseline - baseline <= distance) to++;
  return sorted.slice(from, to + 1);
}
