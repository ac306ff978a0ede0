import { OpenFont, type Pen } from '../../../font/harfbuzz.ts';
import { facesOf, readFont, type ShippedFamily } from '../../../font/shipped-fonts.ts';
import { UNMAPPED } from '../thresholds.ts';
import { type GlyphShape, likeness, shapeOf } from './glyph-shape.ts';

const { MIN_LIKENESS, MIN_LEAD, MIN_SYMBOL_LIKENESS } = UNMAPPED;

/** The shapes of one font's characters. */
export interface KnownFace {
  readonly shapes: readonly { readonly text: string; readonly shape: GlyphShape }[];
}

/** The faces of text, whose designs are those of most documents, and those of symbols, where no other one fits. */
const TEXT_FAMILIES: readonly ShippedFamily[] = ['Arimo', 'Tinos', 'Cousine'];
const SYMBOL_FAMILIES: readonly ShippedFamily[] = ['Noto Sans Math'];

/** Letters, digits and punctuation of Latin, and the alphabets of which text has the most. */
const TEXT_RANGES = [
  [0x21, 0x7e],
  [0xa1, 0x17f],
  [0x391, 0x3c9],
  [0x410, 0x44f],
  [0x2013, 0x203a],
  [0xfb01, 0xfb02],
] as const;
const SYMBOL_RANGES = [
  [0x2022, 0x2022],
  [0x2190, 0x21ff],
  [0x2200, 0x22ff],
  [0x25a0, 0x25ff],
  [0x2605, 0x2606],
] as const;
/** What has the shape of other characters, which are meant nearly always. */
const LOOK_ALIKES = /[\u00ad\u02b0-\u036f\u2010\u2011\u2015\u201a\u2024\u2027-\u202f]/;
/** Letters of one alphabet have the shapes of another's: the letters of a font are taken for those of one of them. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];
const ANY_LETTER = /\p{L}/u;
/** Characters that are compared where one leads by little. */
const MAX_CANDIDATES = 4;

let textFaces: readonly KnownFace[] | undefined;
let symbolFaces: readonly KnownFace[] | undefined;

/** The shipped face of text, in one alphabet, that glyphs of one font are most like, all of them together. */
export function nearestFace(shapes: readonly GlyphShape[]): KnownFace {
  textFaces ??= TEXT_FAMILIES.flatMap((family) =>
    facesOf(family).flatMap((face) => inAlphabets(faceOf(readFont(face), TEXT_RANGES))),
  );
  const fitOf = (face: KnownFace): number =>
    shapes.reduce((sum, shape) => sum + (candidatesFor(face, shape)[0]?.likeness ?? 0), 0);
  const fits = textFaces.map((face) => ({ face, fit: fitOf(face) }));
  return fits.reduce((best, one) => (one.fit > best.fit ? one : best)).face;
}

/**
 * The characters of glyphs by their outlines, in the face that their font is like, or symbols. A glyph that is like
 * nothing, or like two characters, is not among them; of two characters, one that another glyph of the font is for sure
 * is not meant.
 */
export function readShapes(
  face: KnownFace,
  shapes: ReadonlyMap<number, GlyphShape>,
  known: Iterable<string | undefined>,
): Map<number, string> {
  const taken = new Set(known);
  const texts = new Map<number, string>();
  const candidates = Array.from(shapes, ([code, shape]) => ({ code, shape, all: candidatesFor(face, shape) }));
  const take = (code: number, text: string | undefined): void => {
    if (text === undefined) return;
    taken.add(text);
    texts.set(code, text);
  };
  for (const { code, all } of candidates) take(code, clearOf(all));
  for (const { code, shape, all } of candidates) {
    if (texts.has(code)) continue;
    take(code, clearOf(all.filter(({ text }) => !taken.has(text))) ?? symbolOf(shape));
  }
  return texts;
}

/** A symbol stands for itself, whatever the font around it is: more has to agree. */
function symbolOf(shape: GlyphShape): string | undefined {
  symbolFaces ??= SYMBOL_FAMILIES.map((family) => faceOf(readFont(facesOf(family)[0]!), SYMBOL_RANGES));
  return symbolFaces.map((face) => clearOf(candidatesFor(face, shape), MIN_SYMBOL_LIKENESS)).find(Boolean);
}

interface Candidate {
  readonly text: string;
  readonly likeness: number;
}

/** The first of the candidates, where it is like enough and the next one is less so. */
function clearOf([best, next]: readonly Candidate[], least = MIN_LIKENESS): string | undefined {
  if (!best || best.likeness < least) return undefined;
  return best.likeness - (next?.likeness ?? 0) >= MIN_LEAD ? best.text : undefined;
}

function candidatesFor({ shapes }: KnownFace, shape: GlyphShape): Candidate[] {
  const all: Candidate[] = [];
  for (const { text, shape: known } of shapes) {
    const own = likeness(shape, known);
    if (own > 0) all.push({ text, likeness: own });
  }
  return all.sort((a, b) => b.likeness - a.likeness).slice(0, MAX_CANDIDATES);
}

function inAlphabets({ shapes }: KnownFace): KnownFace[] {
  return ALPHABETS.map((alphabet) => ({
    shapes: shapes.filter(({ text }) => alphabet.test(text) || !ANY_LETTER.test(text)),
  }));
}

function faceOf(file: Uint8Array, ranges: readonly (readonly [number, number])[]): KnownFace {
  const font = new OpenFont(file);
  const byGlyph = new Map<number, string>();
  for (const [first, last] of ranges) {
    for (let code = first; code <= last; code++) {
      const text = String.fromCodePoint(code);
      const glyph = LOOK_ALIKES.test(text) ? 0 : (font.font.nominalGlyph(code) ?? 0);
      if (glyph !== 0 && !byGlyph.has(glyph)) byGlyph.set(glyph, text);
    }
  }
  const shapes = Array.from(byGlyph, ([glyph, text]) => {
    const pen = new PathPen(1 / font.unitsPerEm);
    font.draw(glyph, pen);
    const shape = shapeOf(pen.path);
    return shape && { text, shape };
  }).filter((known) => known !== undefined);
  return { shapes };
}

/** Writes outlines as pdf.js does, in em. */
class PathPen implements Pen {
  readonly path: number[] = [];
  readonly #scale: number;

  constructor(scale: number) {
    this.#scale = scale;
  }

  #add(code: number, ...points: readonly number[]): void {
    this.path.push(code, ...points.map((value) => value * this.#scale));
  }
  moveTo(x: number, y: number): void {
    this.#add(0, x, y);
  }
  lineTo(x: number, y: number): void {
    this.#add(1, x, y);
  }
  cubicTo(...points: readonly number[]): void {
    this.#add(2, ...points);
  }
  quadTo(...points: readonly number[]): void {
    this.#add(3, ...points);
  }
}
