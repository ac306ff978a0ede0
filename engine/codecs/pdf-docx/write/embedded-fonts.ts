import { createHash } from 'node:crypto';
import { DRAWN_UNITS, type DrawnGlyph, writeDrawnFont } from '../../../content/font/drawn-font.ts';
import { OpenFont, type Pen } from '../../../content/font/harfbuzz.ts';
import { type Contour, QuadraticPen } from '../../../content/font/quadratic-pen.ts';
import { accentedLetter, isSpacingAccent } from '../../../content/font/spacing-accents.ts';
import type { FontFace } from '../../../content/pages/model.ts';
import { type FaceProgram, faceKey } from '../../../content/pages/reading/font-programs.ts';
import type { Segment } from '../layout/segment.ts';
import { wordSpaces } from './word-spaces.ts';
import { DOCUMENT_FONTS, EMBEDDED_FONTS, WORD_SPACES } from '../thresholds/writing.ts';

const { MAX_MISSING } = EMBEDDED_FONTS;
const { USUAL_SPACE } = DOCUMENT_FONTS;
const { NARROW } = WORD_SPACES;

/** As Word names the four faces of a family. */
export type FaceSlot = 'Regular' | 'Bold' | 'Italic' | 'BoldItalic';

/** A font that comes along with the Word document. */
export interface EmbeddedFont {
  readonly face: FontFace;
  /** The name of its family in the PDF, and the tag of the document. */
  readonly family: string;
  readonly slot: FaceSlot;
  /** A TrueType file. */
  readonly file: Uint8Array;
  /** Width of a text in em; undefined where the font lacks a character of it. */
  readonly widthOf: (text: string) => number | undefined;
}

/** Scripts whose letters change with their neighbours: a font alone does not tell how. */
const SHAPED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Mn}]/u;

/** Of the tag of a document: two in one office hardly share it. */
const TAG_LENGTH = 4;

/** No-break spaces are as wide as others. */
const SPACES = [' ', '\u00a0'];

/**
 * Writes the fonts of a PDF again, with a character for each glyph: what is embedded there has codes of its own. A font
 * that is damaged stays out, and one that lacks too many of the letters that are written in it: words would be of two
 * fonts.
 */
export function makeEmbeddedFonts(faces: Iterable<FaceProgram>, segments: readonly Segment[]): EmbeddedFont[] {
  const written = countCharacters(segments);
  const spaces = wordSpaces(segments, NARROW);
  const drawn = Array.from(faces).flatMap((program): DrawnFace[] => {
    const { face } = program;
    const counts = written.get(faceKey(face));
    const glyphs = counts && unlessDamaged(() => glyphsOf(program, counts, spaces.get(faceKey(face))));
    return glyphs && isUseful(counts, glyphs) ? [{ face, glyphs }] : [];
  });
  const tag = tagOf(drawn);
  const slots = new Set<string>();
  return drawn.flatMap(({ face, glyphs }): EmbeddedFont[] => {
    const slot = slotOf(face);
    const [stem = ''] = face.name.split('-');
    const family = `${slots.has(`${stem} ${slot}`) ? face.name : stem} ${tag}`;
    const file = unlessDamaged(() =>
      writeDrawnFont({ ...face, familyName: family, postScriptName: face.name }, glyphs),
    );
    if (!file) return [];
    slots.add(`${stem} ${slot}`);
    const widths = new Map(glyphs.map(({ character, width }) => [character, width]));
    return [{ face, family, slot, file, widthOf: (text) => sumOf(text, widths) }];
  });
}

interface DrawnFace {
  readonly face: FontFace;
  readonly glyphs: readonly DrawnGlyph[];
}

/** Nothing where the program of a font cannot be drawn or written. */
function unlessDamaged<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/**
 * Tells the fonts of documents apart by what they have of a family, as the tag of a subset does in a PDF: LibreOffice
 * shows all its open documents with the fonts of the one that came first.
 */
function tagOf(faces: readonly DrawnFace[]): string {
  const hash = createHash('sha256');
  for (const { face, glyphs } of faces) {
    const letters = glyphs.map(({ character, width }) => `${character}${width.toFixed(3)}`);
    hash.update(`${faceKey(face)} ${letters.sort().join('')}\n`);
  }
  return hash.digest('hex').slice(0, TAG_LENGTH).toUpperCase();
}

function slotOf({ bold, italic }: FontFace): FaceSlot {
  if (bold) return italic ? 'BoldItalic' : 'Bold';
  return italic ? 'Italic' : 'Regular';
}

/** How often each character is written in a face. */
type Counts = Map<string, number>;

function countCharacters(segments: Iterable<Segment>): Map<string, Counts> {
  const byFace = new Map<string, Counts>();
  for (const { glyphs, label } of segments) {
    for (const part of [glyphs, label?.glyphs ?? []]) {
      for (const { font, text, formula, picture } of part) {
        if (formula ?? picture) continue;
        const counts: Counts = byFace.get(faceKey(font)) ?? new Map();
        byFace.set(faceKey(font), counts);
        for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
  }
  return byFace;
}

/** Whether a font has some of what is written in it, and nearly all letters, apart from those of other scripts. */
function isUseful(counts: Counts, glyphs: readonly DrawnGlyph[]): boolean {
  const present = new Set(glyphs.map(({ character }) => character));
  let [total, missing] = [0, 0];
  for (const [character, count] of counts) {
    if (!/\p{L}|\p{N}/u.test(character) || SHAPED.test(character)) continue;
    total += count;
    if (!present.has(character)) missing += count;
  }
  const has = [...counts.keys()].some((character) => present.has(character) && !SPACES.includes(character));
  return has && missing <= MAX_MISSING * total;
}

/** The glyphs that stand for one character each. */
function glyphsOf({ programs, glyphs }: FaceProgram, counts: Counts, narrowSpace = USUAL_SPACE): DrawnGlyph[] {
  const opened = programs.map((program) => new OpenFont(program));
  const drawn = new Map<string, DrawnGlyph>();
  for (const [text, { program, character, width }] of glyphs) {
    if ([...text].length !== 1 || SPACES.includes(text) || SHAPED.test(text)) continue;
    const { font } = opened[program]!;
    const glyph = font.nominalGlyph(character.codePointAt(0)!);
    const contours = glyph === undefined ? [] : contoursOf(opened[program]!, glyph);
    // a glyph that is damaged is drawn as nothing
    if (contours.length > 0) drawn.set(text, { character: text, width, contours });
  }
  const accented = [...counts.keys()].flatMap((character) =>
    drawn.has(character) ? [] : (accentedGlyph(character, drawn) ?? []),
  );
  const width = glyphs.get(' ')?.width ?? narrowSpace;
  return [...drawn.values(), ...accented, ...SPACES.map((character) => ({ character, width, contours: [] }))];
}

/** The outline of a glyph in the units of drawn fonts. */
function contoursOf(opened: OpenFont, glyph: number): readonly Contour[] {
  const pen = new QuadraticPen(DRAWN_UNITS);
  opened.draw(glyph, scaledPen(pen, DRAWN_UNITS / opened.unitsPerEm));
  return pen.contours;
}

/** A letter with its accent above it, of fonts that have the two apart. */
function accentedGlyph(character: string, glyphs: ReadonlyMap<string, DrawnGlyph>): DrawnGlyph | undefined {
  for (const [text, accent] of glyphs) {
    if (!isSpacingAccent(text)) continue;
    const letter = [...glyphs.values()].find((glyph) => accentedLetter(text, glyph.character) === character);
    if (!letter) continue;
    const x = ((letter.width - accent.width) / 2) * DRAWN_UNITS;
    // an accent of the font is at its place above a small letter without ascender
    const y = Math.max(0, topOf(letter) - topOf(glyphs.get('x') ?? letter));
    const moved = accent.contours.map(({ xs, ys, on }) => ({
      xs: xs.map((at) => at + x),
      ys: ys.map((at) => at + y),
      on,
    }));
    return { character, width: letter.width, contours: [...letter.contours, ...moved] };
  }
  return undefined;
}

function topOf({ contours }: DrawnGlyph): number {
  return contours.reduce((top, { ys }) => Math.max(top, ...ys), 0);
}

function scaledPen(pen: Pen, by: number): Pen {
  const scaled = <Points extends number[]>(...points: Points): Points => points.map((value) => value * by) as Points;
  return {
    moveTo: (...to) => pen.moveTo(...scaled(...to)),
    lineTo: (...to) => pen.lineTo(...scaled(...to)),
    quadTo: (...points) => pen.quadTo(...scaled(...points)),
    cubicTo: (...points) => pen.cubicTo(...scaled(...points)),
  };
}

function sumOf(text: string, widths: ReadonlyMap<string, number>): number | undefined {
  let sum = 0;
  for (const character of text) {
    const width = widths.get(character);
    if (width === undefined) return undefined;
    sum += width;
  }
  return sum;
}
