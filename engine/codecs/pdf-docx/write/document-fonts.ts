import type { FontFace, Glyph } from '../../../content/pages/model.ts';
import { faceKey } from '../../../content/pages/reading/font-programs.ts';
import type { Segment } from '../layout/segment.ts';
import type { EmbeddedFont } from './embedded-fonts.ts';
import { standardWidth } from './text-width.ts';
import { typefaceOf } from './typefaces.ts';
import { wordSpaces, wordsOf } from './word-spaces.ts';
import { DOCUMENT_FONTS, WORD_SPACES } from '../thresholds/writing.ts';

const { SCRIPT_SIZE, MIN_STRETCH, MAX_STRETCH, SAME_WIDTH, USUAL_SPACE } = DOCUMENT_FONTS;
const { PLAIN } = WORD_SPACES;

/** In what a letter of the PDF is written. */
interface WrittenFont {
  readonly family: string;
  /** Percent of their natural width at which letters of the family are as wide as those of the PDF. */
  readonly stretch: number;
}

/** In which fonts the text of a PDF is written; without a text, most of a face. */
export type ChooseFont = (face: FontFace, text?: string) => WrittenFont;

/** Those that everybody has, as they are. */
export const usualFont: ChooseFont = (face) => ({ family: typefaceOf(face).family, stretch: 100 });

/** A face of the PDF in the Word document. */
interface WrittenFace extends WrittenFont {
  readonly embedded?: EmbeddedFont | undefined;
}

/** The fonts of one document: those that come along with it, and those that stand for others, made as wide as these. */
export class DocumentFonts {
  readonly embedded: readonly EmbeddedFont[];
  readonly #spaces: ReadonlyMap<string, number>;
  readonly #byKey = new Map<string, WrittenFace>();

  constructor(embedded: readonly EmbeddedFont[], segments: readonly Segment[]) {
    this.embedded = embedded;
    this.#spaces = wordSpaces(segments, PLAIN);
    for (const font of embedded)
      this.#byKey.set(faceKey(font.face), { family: font.family, stretch: 100, embedded: font });
    for (const [key, { face, source, natural }] of this.#measure(segments))
      if (natural > 0)
        this.#byKey.set(key, { ...this.#faceOf(face), stretch: roundedStretch((100 * source) / natural) });
  }

  /** What a font that comes along lacks is written in the one that would stand for it. */
  readonly choose: ChooseFont = (face, text) => {
    const written = this.#faceOf(face);
    const isMissing = text !== undefined && written.embedded && written.embedded.widthOf(text) === undefined;
    return isMissing ? usualFont(face) : written;
  };

  /** Width of a glyph as it is written, in points. Where nobody knows how wide a font is, that in the PDF. */
  writtenWidth(glyph: Glyph): number {
    return (this.#naturalWidth(glyph) * this.choose(glyph.font, glyph.text).stretch) / 100;
  }

  sumWidths(glyphs: readonly Glyph[]): number {
    return glyphs.reduce((sum, glyph) => sum + this.writtenWidth(glyph), 0);
  }

  /** Width of a space in the format of a glyph, in points. */
  spaceWidth({ font, size }: Pick<Glyph, 'font' | 'size'>): number {
    const em = this.#emOf({ text: ' ', font }) ?? this.#spaces.get(faceKey(font)) ?? USUAL_SPACE;
    return (em * size * this.choose(font).stretch) / 100;
  }

  /** Whether the font in which a glyph is written is known to be as wide everywhere. */
  hasKnownWidth(glyph: Glyph): boolean {
    return this.#emOf(glyph) !== undefined;
  }

  /** Width of a glyph at 100 %. */
  #naturalWidth(glyph: Glyph): number {
    if (glyph.formula ?? glyph.picture) return glyph.advance;
    const size = Math.round(glyph.size * 2) / 2;
    const em = this.#emOf(glyph);
    if (em !== undefined && !glyph.script) return em * size;
    const natural = glyph.advance / (glyph.stretch || 1);
    return natural * (glyph.size > 0 ? (size * (glyph.script ? SCRIPT_SIZE : 1)) / glyph.size : 1);
  }

  #emOf({ text, font }: Pick<Glyph, 'text' | 'font'>): number | undefined {
    const { family, embedded } = this.#faceOf(font);
    if (!embedded) return standardWidth({ text, font }, family);
    return embedded.widthOf(text) ?? standardWidth({ text, font }, usualFont(font).family);
  }

  #faceOf(face: FontFace): WrittenFace {
    return this.#byKey.get(faceKey(face)) ?? usualFont(face);
  }

  /** How wide the words of each face are in the PDF, and as they would be written. */
  #measure(segments: Iterable<Segment>): Map<string, Measured> {
    const byFace = new Map<string, Measured>();
    for (const { glyphs } of segments) {
      for (const word of wordsOf(glyphs)) {
        const [{ font: face }] = word as [Glyph];
        if (word.some(({ script, font }) => script !== undefined || font !== face)) continue;
        const measured = byFace.get(faceKey(face)) ?? { face, source: 0, natural: 0 };
        byFace.set(faceKey(face), measured);
        measured.source += extentOf(word);
        measured.natural += word.reduce((sum, glyph) => sum + this.#naturalWidth(glyph), 0);
      }
    }
    return byFace;
  }
}

interface Measured {
  readonly face: FontFace;
  source: number;
  natural: number;
}

/** From end to end, so that letter spacing and kerning count. */
export function extentOf(word: readonly Glyph[]): number {
  return Math.max(...word.map(({ x1 }) => x1)) - Math.min(...word.map(({ x0 }) => x0));
}

function roundedStretch(percent: number): number {
  const rounded = Math.round(percent);
  return Math.abs(rounded - 100) < SAME_WIDTH ? 100 : Math.max(MIN_STRETCH, Math.min(MAX_STRETCH, rounded));
}
