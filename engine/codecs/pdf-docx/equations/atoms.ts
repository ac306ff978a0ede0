import { overlapX, unionOf, widthOf } from '../../../content/pages/geometry.ts';
import { type Glyph, type PageModel, UNKNOWN_GLYPH } from '../../../content/pages/model.ts';
import { bracketOfPieces, isBracket, isBracketPiece } from '../../../content/pages/formulas/brackets.ts';
import { atomOf, type Item } from './items.ts';
import { isBigOperator, isMathGlyph } from '../../../content/pages/formulas/symbols.ts';
import { ATOMS } from '../thresholds/formulas.ts';

const { PIECE_GAP, SHARED_WIDTH, MAX_GLYPHS, MAX_OPERATORS } = ATOMS;

/** An item that is read from one glyph, or from the pieces of one bracket. */
export type Atom = Item & { readonly glyph: Glyph };

/** Whether there may be formulas on a page. */
export function mayHaveFormulas({ glyphs }: PageModel): boolean {
  if (glyphs.length > MAX_GLYPHS || !glyphs.some(isMathGlyph)) return false;
  return glyphs.filter(({ text }) => isBigOperator(text)).length <= MAX_OPERATORS;
}

/** What an item was read from. */
export function glyphsOf({ glyph, pieces }: Atom): readonly Glyph[] {
  return pieces ?? [glyph];
}

/** Glyphs as items of formulas: the pieces of a tall bracket are one. */
export function atomsOf(glyphs: readonly Glyph[]): Atom[] {
  const atoms = glyphs.map((glyph) => atomOf(glyph) as Atom);
  const pieces = atoms.filter(({ glyph }) => glyph.ink && isPiece(glyph.text));
  if (pieces.length < 2) return atoms;
  const stacks = stacksOf(pieces).filter((stack) => stack.length > 1);
  const joined = new Set(stacks.flat());
  return [...atoms.filter((atom) => !joined.has(atom)), ...stacks.map(bracketOf)];
}

const isPiece = (text: string): boolean => isBracketPiece(text) || isBracket(text) || text === UNKNOWN_GLYPH;

function stacksOf(pieces: readonly Atom[]): Atom[][] {
  const stacks: Atom[][] = [];
  for (const piece of pieces.toSorted((a, b) => a.y0 - b.y0)) {
    const stack = stacks.find((others) => isBelow(piece, others.at(-1)!));
    if (stack) stack.push(piece);
    else stacks.push([piece]);
  }
  return stacks;
}

function isBelow(piece: Atom, above: Atom): boolean {
  const shared = overlapX(piece, above) > SHARED_WIDTH * Math.max(widthOf(piece), widthOf(above));
  return shared && piece.y0 - above.y1 < PIECE_GAP * piece.size;
}

function bracketOf(stack: readonly Atom[]): Atom {
  const pieces = stack.map(({ glyph }) => glyph);
  const box = unionOf(stack)!;
  const text = bracketOfPieces(pieces.map((glyph) => glyph.text));
  const glyph = { ...pieces[0]!, text, ink: { y0: box.y0, y1: box.y1 } };
  return { ...box, glyph, pieces, size: stack[0]!.size };
}
