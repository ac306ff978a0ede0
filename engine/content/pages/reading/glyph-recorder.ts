import { ConversionError } from '../../../contract/errors.ts';
import { isLargeSymbol } from '../formulas/symbols.ts';
import { type Box, transformBox } from '../geometry.ts';
import type { Graphics } from '../interpreter/graphics.ts';
import type { PageObjects, PdfJsFont, PdfJsGlyph } from '../interpreter/page-objects.ts';
import { isMirrored, type Matrix, multiply, slantOf, withoutSlant } from '../matrix.ts';
import type { FontFace, Glyph } from '../model.ts';
import { outlineOf } from '../outline.ts';
import { writingRotation } from '../writing-direction.ts';
import type { DrawnPage } from './drawn-page.ts';
import { type FontUse, type GlyphSource, hasBareCodes, isUnreadable } from './font-text.ts';
import type { FontPrograms } from './font-programs.ts';
import { type LoadedFont, loadFont } from './fonts.ts';
import type { ResolvePaint } from './patterns.ts';
import type { ReadingState } from './reading-state.ts';
import { GLYPH_RECORDER } from './thresholds.ts';
import type { UnmappedFont, UnmappedFonts } from './unmapped/unmapped-fonts.ts';

const { MIN_ALPHA, PAGE_TOLERANCE, ITALIC_SLANT } = GLYPH_RECORDER;

/** Text rendering modes from this one on make text a clip, and these show none (ISO 32000-2, table 104). */
const CLIPPING = 4;
const UNSEEN_MODES: ReadonlySet<number> = new Set([3, 7]);
/** Thousandths of an em from the origin of vertical writing, at the top of a glyph, to its bottom. */
const VERTICAL_HEIGHT = 880;

/** Stands for glyphs that the font does not have, or has without an outline: pdf.js would draw its sign for the missing. */
const WITHOUT_INK = '';

interface GlyphOptions {
  readonly objects: PageObjects;
  readonly bounds: Box;
  readonly maxGlyphs: number;
  readonly resolvePaint: ResolvePaint;
  readonly nextOrder: () => number;
  readonly unmapped: UnmappedFonts;
  /** Keeps what draws the glyphs, where that is wanted. */
  readonly programs?: FontPrograms | undefined;
}

interface ShownFont extends LoadedFont {
  readonly source: GlyphSource;
  readonly keep: ReturnType<FontPrograms['keeperOf']>;
}

/** Records the glyphs of a page where they are. */
export class GlyphRecorder {
  readonly #page: DrawnPage;
  readonly #graphics: Graphics<ReadingState>;
  readonly #options: GlyphOptions;
  readonly #fonts = new Map<string, ShownFont>();
  readonly #italics = new Map<FontFace, FontFace>();
  #font: ShownFont;
  #clipLetters: number[] = [];

  constructor(page: DrawnPage, graphics: Graphics<ReadingState>, options: GlyphOptions) {
    this.#page = page;
    this.#graphics = graphics;
    this.#options = options;
    this.#font = this.#load(undefined);
  }

  /** The fonts with which glyphs were shown, by their ids. */
  fontUses(): Map<string, FontUse> {
    return new Map(Array.from(this.#fonts, ([id, { text }]) => [id, text.use]));
  }

  /** Those none of whose codes is a character. */
  unreadableFonts(): UnmappedFont[] {
    return [...this.#fonts.values()].filter(({ text }) => isUnreadable(text.use)).map(({ source }) => source.font);
  }

  /** Whether glyphs of a font show other characters than those that the file says. */
  isMisread(face: FontFace): boolean {
    const shown = [...this.#fonts.values()].find((font) => font.face === face || this.#italics.get(font.face) === face);
    return (
      shown !== undefined && hasBareCodes(shown.text.use) && shown.source.font.isContradicted(shown.source.outlineOf)
    );
  }

  /** Whether letters wait for the end of the text to be a clip. */
  get hasClipLetters(): boolean {
    return this.#clipLetters.length > 0;
  }

  /** Text that was shown as a clip is one after its end. */
  endText(): void {
    if (this.#clipLetters.length === 0) return;
    this.#graphics.state.letters = this.#clipLetters;
    this.#clipLetters = [];
  }

  /** Whether letters are the clip: they take the colour and can be seen, and nothing else is painted. */
  paintLetters(color: string): boolean {
    const { letters } = this.#graphics.state;
    const { glyphs } = this.#page;
    for (const place of letters ?? []) glyphs[place] = { ...glyphs[place]!, color };
    return letters !== undefined;
  }

  chooseFont(): void {
    const { fontId, font } = this.#graphics.state;
    if (fontId === undefined) return;
    let loaded = this.#fonts.get(fontId);
    if (!loaded) {
      loaded = this.#load(font);
      this.#fonts.set(fontId, loaded);
    }
    this.#font = loaded;
  }

  #load(font: PdfJsFont | undefined): ShownFont {
    const { objects, unmapped, programs } = this.#options;
    const outlineOf = (fontChar: string): ArrayLike<number> | undefined => {
      if (!font || font.isType3Font || font.missingFile) return undefined;
      return fontChar === WITHOUT_INK ? [] : objects.glyph(font, fontChar);
    };
    const loaded = loadFont(font);
    return {
      ...loaded,
      source: { font: unmapped.of(font ?? {}), outlineOf },
      keep: programs?.keeperOf(font, loaded.face, loaded.unit),
    };
  }

  /** `isShown` is false for what is painted on nothing: its text is read all the same, for what it tells of the font. */
  add(glyph: PdfJsGlyph, advance: number, vertical: readonly number[] | undefined, isShown: boolean): void {
    const { unicode, originalCharCode, isInFont } = glyph;
    const fontChar = isInFont === false ? WITHOUT_INK : glyph.fontChar;
    const isWritten = typeof unicode === 'string' && unicode !== '';
    const text = isWritten ? this.#font.text.read(unicode, originalCharCode, this.#font.source, fontChar) : '';
    if (text === '' || !isShown) return;
    this.#font.keep?.(text, glyph);
    this.#record(text, glyph, advance, vertical);
  }

  #record(text: string, { fontChar }: PdfJsGlyph, advance: number, vertical: readonly number[] | undefined): void {
    const { state, mark, textMatrix } = this.#graphics;
    const { bounds, maxGlyphs, resolvePaint: lookOf, nextOrder } = this.#options;
    const { fontSize } = state;
    const font = this.#font;
    const em = font.em * fontSize;
    const placed = multiply(state.ctm, textMatrix);
    const drawn = state.rise === 0 ? placed : multiply(placed, [1, 0, 0, 1, 0, state.rise]);
    // Text that is leaned by its matrix takes no more room than upright text.
    const slant = vertical ? 0 : slantOf(drawn);
    const matrix = slant === 0 ? drawn : withoutSlant(drawn);
    const box = vertical
      ? this.#verticalBox(matrix, advance, vertical)
      : transformBox(matrix, {
          x0: 0,
          y0: font.descent * em,
          x1: (advance || font.usualWidth * em) * state.horizontalScale,
          y1: font.ascent * em,
        });
    if (!touches(box, bounds)) return;
    const { glyphs, hidden } = this.#page;
    if (glyphs.length >= maxGlyphs) refuseGlyphs(maxGlyphs);
    const scale = Math.hypot(matrix[2], matrix[3]);
    const along = Math.abs(state.horizontalScale) * Math.hypot(matrix[0], matrix[1]);
    const { mcid, artifact } = mark;
    const ink = font.mathematical && isLargeSymbol(text) ? this.#inkOf(font.mathematical, fontChar, drawn) : undefined;
    const glyph: Glyph = {
      text,
      x0: box.x0,
      y0: box.y0,
      x1: box.x1,
      y1: box.y1,
      originX: matrix[4],
      baseline: matrix[5],
      advance: Math.abs(advance) * (vertical ? scale : along),
      size: Math.abs(em) * scale,
      stretch: vertical || scale === 0 ? 1 : along / scale,
      rotation: writingRotation(matrix, vertical !== undefined),
      font: slant > ITALIC_SLANT ? this.#italicOf(font.face) : font.face,
      color: lookOf(state.fill).colour,
      order: nextOrder(),
      ...(mcid !== undefined && { mcid }),
      ...(artifact && { artifact }),
      ...(ink && { ink }),
    };
    glyphs.push(glyph);
    if (state.renderMode >= CLIPPING) this.#clipLetters.push(glyphs.length - 1);
    if (this.#isHidden(box)) hidden.add(glyph);
    else if (isMirrored(drawn)) this.#page.mirroredGlyphs++;
  }

  /** The face as a matrix leans it. */
  #italicOf(face: FontFace): FontFace {
    const italic = this.#italics.get(face) ?? (face.italic ? face : { ...face, italic: true });
    this.#italics.set(face, italic);
    return italic;
  }

  #inkOf(font: PdfJsFont, fontChar: string | undefined, matrix: Matrix): Glyph['ink'] {
    const { fontSize, horizontalScale } = this.#graphics.state;
    const outline = fontChar === undefined ? undefined : this.#options.objects.glyph(font, fontChar);
    if (!outline?.length) return undefined;
    const { y0, y1 } = outlineOf(outline, multiply(matrix, [fontSize * horizontalScale, 0, 0, fontSize, 0, 0])).box;
    return { y0, y1 };
  }

  /** Vertical writing: the origin is above the middle of the glyph (ISO 32000-2, 9.7.4.3). */
  #verticalBox(matrix: Matrix, advance: number, [, vx = 0, vy = 0]: readonly number[]): Box {
    const em = this.#font.unit * this.#graphics.state.fontSize;
    return transformBox(matrix, { x0: -vx * em, x1: vx * em, y0: advance, y1: (vy - VERTICAL_HEIGHT) * em });
  }

  #isHidden(box: Box): boolean {
    const { state, mark } = this.#graphics;
    const { renderMode, fillAlpha, clip } = state;
    if (UNSEEN_MODES.has(renderMode) || mark.hidden || fillAlpha < MIN_ALPHA) return true;
    if (!clip) return false;
    const x = (box.x0 + box.x1) / 2;
    const y = (box.y0 + box.y1) / 2;
    return x < clip.x0 - 1 || x > clip.x1 + 1 || y < clip.y0 - 1 || y > clip.y1 + 1;
  }
}

function refuseGlyphs(limit: number): never {
  throw new ConversionError({
    code: 'input_too_complex',
    message: `A page has more than ${limit} glyphs, too many to lay out. Convert the other pages with the option pages.`,
    details: { limit, found: limit + 1 },
  });
}

function touches(box: Box, bounds: Box): boolean {
  return (
    box.x1 >= bounds.x0 - PAGE_TOLERANCE &&
    box.x0 <= bounds.x1 + PAGE_TOLERANCE &&
    box.y1 >= bounds.y0 - PAGE_TOLERANCE &&
    box.y0 <= bounds.y1 + PAGE_TOLERANCE
  );
}
