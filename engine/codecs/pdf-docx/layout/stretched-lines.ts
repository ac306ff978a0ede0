import { overlap, unionOf } from '../../../content/pages/geometry.ts';
import { isBlank } from '../../../content/pages/model.ts';
import type { Separator } from './rules.ts';
import { type Piece, SPACE_GAP, spaceBetween, textOf } from './spaces.ts';
import { STRETCHED_LINES } from '../thresholds/lines.ts';

const { FLUSH, MAX_DISTANCE, SAME_SIZE, MIN_LENGTH, MAX_SPACE, MAX_UNEVENNESS, MIN_WORDS } = STRETCHED_LINES;

/**
 * Joins the pieces of justified lines whose spaces are so wide that they look like gaps: they begin and end with whole
 * lines near them, and all their spaces are alike. `separators` are lines that no text runs across.
 */
export function joinStretched(pieces: readonly Piece[], separators: readonly Separator[]): Piece[] {
  const whole = pieces.filter((piece) => piece.x1 - piece.x0 > MIN_LENGTH * piece.size);
  return [...Map.groupBy(pieces, ({ baseline }) => baseline).values()].flatMap((line) => {
    const run = line.length > 1 ? stretchedRun(line, whole) : [];
    if (run.length < 2 || !isText(run) || isWalled(run, separators)) return line;
    return line.flatMap((piece) => (piece === run[0] ? [joined(run)] : run.includes(piece) ? [] : [piece]));
  });
}

/** The pieces of a line that reach from one edge of a whole line to the other. */
function stretchedRun(line: readonly Piece[], whole: readonly Piece[]): readonly Piece[] {
  for (const { x0, x1, size, baseline } of whole) {
    const first = line.find((piece) => Math.abs(piece.x0 - x0) < FLUSH * size);
    const last = line.find((piece) => Math.abs(piece.x1 - x1) < FLUSH * size);
    if (!first || !last || first === last || Math.abs(first.size - size) > SAME_SIZE * size) continue;
    if (Math.abs(first.baseline - baseline) < MAX_DISTANCE * size) {
      return line.slice(line.indexOf(first), line.indexOf(last) + 1);
    }
  }
  return [];
}

/** Words in lower case with spaces between them that are all alike. */
function isText(run: readonly Piece[]): boolean {
  const words = run.flatMap(({ glyphs }) => textOf(glyphs).trim().split(/\s+/));
  const spaces = spacesOf(run);
  const widest = Math.max(...spaces);
  return (
    words.filter((word) => /\p{Ll}{2}/u.test(word)).length >= Math.max(MIN_WORDS, words.length / 2) &&
    widest < MAX_SPACE * run[0]!.size &&
    widest < MAX_UNEVENNESS * Math.min(...spaces)
  );
}

function spacesOf(run: readonly Piece[]): number[] {
  const inked = run.flatMap(({ glyphs }) => glyphs.filter((glyph) => !isBlank(glyph)));
  const gaps = inked.slice(1).map((glyph, index) => ({ width: glyph.x0 - inked[index]!.x1, size: glyph.size }));
  return gaps.filter(({ width, size }) => width > SPACE_GAP * size).map(({ width }) => width);
}

function isWalled(run: readonly Piece[], separators: readonly Separator[]): boolean {
  const [{ x0, y0, y1 }, { x1 }] = [run[0]!, run.at(-1)!];
  return separators.some(({ position, start, end }) => {
    return position > x0 && position < x1 && overlap(start, end, y0, y1) > 0;
  });
}

function joined(run: readonly Piece[]): Piece {
  const glyphs = run.flatMap((piece, index) =>
    index === 0 ? piece.glyphs : [spaceBetween(run[index - 1]!.x1, piece.glyphs[0]!), ...piece.glyphs],
  );
  return { ...run[0]!, ...unionOf(run)!, size: Math.max(...run.map(({ size }) => size)), glyphs };
}
