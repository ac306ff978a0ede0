import type { PdfJsFont } from '../interpreter/page-objects.ts';
import { codeReader, type ReadCode, type ReadSymbol, symbolReader } from './symbols.ts';
import { cleanGlyphText } from './unicode.ts';
import { isMathFont } from '../formulas/symbols.ts';
import { type FontFace, UNKNOWN_GLYPH, UNMAPPED_GLYPH } from '../model.ts';
import { FONT_TEXT } from './thresholds.ts';
import type { OutlineOf, UnmappedFont } from './unmapped/unmapped-fonts.ts';

const { MAX_BARE_SHARE, MIN_CONTROL_SHARE } = FONT_TEXT;

/** Glyphs of one font that were shown, and what is known of their text. */
export interface FontUse {
  readonly name: string;
  readonly composite: boolean;
  readonly shown: number;
  /** Their text is only the code by which the file names the glyph. */
  readonly bareCodes: number;
  /** Of those, spaces. */
  readonly bareSpaces: number;
  /** And that code is no character at all. */
  readonly controls: number;
  /** Glyphs whose character was found by their outlines, or by the usual order where the font is not embedded. */
  readonly recognised: number;
  /** Glyphs of which nothing tells the character. */
  readonly unknown: number;
}

/** What tells the characters of glyphs of which the file does not. */
export interface GlyphSource {
  readonly font: UnmappedFont;
  readonly outlineOf: OutlineOf;
}

/** Where a tab, the ends of a line and a page are among the control characters: producers do write those. */
const SPACING = new Set([0x09, 0x0a, 0x0c, 0x0d]);
const FIRST_PRINTABLE = 0x20;

type FontKind = Pick<PdfJsFont, 'composite' | 'type'>;

/** What the glyphs of one font say. */
export class FontText {
  readonly #face: FontFace;
  readonly #composite: boolean;
  readonly #readSymbol: ReadSymbol | undefined;
  /** Its codes are numbers of glyphs: those of parts of symbols stand for no character. */
  readonly #isIndexed: boolean;
  /** Every glyph of the font has a name, which should tell its character. */
  readonly #isNamed: boolean;
  #shown = 0;
  #bareCodes = 0;
  #bareSpaces = 0;
  #controls = 0;
  #unknown = 0;
  #recognised = 0;

  /** `read` tells the characters of codes that the file does not explain. */
  constructor(face: FontFace, { composite = false, type }: FontKind, read?: ReadCode) {
    this.#face = face;
    this.#composite = composite;
    this.#isNamed = !composite && (type === 'Type1' || type === 'Type3');
    this.#readSymbol = composite ? undefined : read ? codeReader(read) : symbolReader(face.name);
    this.#isIndexed = composite && isMathFont(face);
  }

  /** Text of a glyph as it should be edited. */
  read(unicode: string, code: unknown, source: GlyphSource, fontChar?: string): string {
    this.#shown++;
    const clean = cleanGlyphText(unicode);
    const symbol = this.#readSymbol?.(clean, code) ?? clean;
    if (symbol !== clean) return symbol;
    if (typeof code !== 'number' || unicode.codePointAt(0) !== code) return clean;
    this.#bareCodes++;
    if (clean === ' ') this.#bareSpaces++;
    if (this.#isIndexed) return UNKNOWN_GLYPH;
    if (code > 0 && code < FIRST_PRINTABLE && !SPACING.has(code)) this.#controls++;
    source.font.see(code, fontChar);
    // composite and TrueType fonts show parts of letters whose text is that of the part before
    const isUnknown = source.font.isWhole || (clean === '' && this.#isNamed && !this.#readSymbol);
    return isUnknown ? this.#identify(code, source) : clean;
  }

  #identify(code: number, { font, outlineOf }: GlyphSource): string {
    const own = font.ownText(code);
    if (own !== undefined) {
      if (font.composite?.isEmbedded === false) this.#recognised++;
      return cleanGlyphText(own);
    }
    const text = font.textByShape(code, outlineOf);
    if (text === undefined) this.#unknown++;
    else if (text !== ' ') this.#recognised++;
    return text ?? UNMAPPED_GLYPH;
  }

  get use(): FontUse {
    return {
      name: this.#face.name,
      composite: this.#composite,
      shown: this.#shown,
      bareCodes: this.#bareCodes,
      bareSpaces: this.#bareSpaces,
      controls: this.#controls,
      unknown: this.#unknown,
      recognised: this.#recognised,
    };
  }
}

/** Whether the codes are all that a simple font says of its glyphs, and may be characters. */
export function hasBareCodes({ composite, shown, bareCodes, recognised, unknown }: FontUse): boolean {
  return !composite && bareCodes === shown && recognised + unknown === 0;
}

/**
 * Whether a font does not say which characters its glyphs are: the reader then has the codes alone. Codes that are
 * characters (some producers use Unicode itself) have no control characters among them, and where most codes stand for
 * other characters the rest are none.
 */
export function isUnreadable({ composite, shown, bareCodes, bareSpaces, controls }: FontUse): boolean {
  if (composite && bareCodes > bareSpaces && bareCodes < MAX_BARE_SHARE * shown) return true;
  if (controls === 0) return false;
  return composite ? bareCodes === shown : controls > MIN_CONTROL_SHARE * shown;
}
