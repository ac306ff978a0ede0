import type { PdfJsFont } from '../../interpreter/page-objects.ts';
import type { CompositeFont, CompositeFonts } from './composite-fonts.ts';
import { type GlyphShape, shapeOf } from './glyph-shape.ts';
import { nearestFace, readShapes } from './known-shapes.ts';

export type OutlineOf = (fontChar: string) => ArrayLike<number> | undefined;

/** One font, as far as it does not say which characters its glyphs are. */
export class UnmappedFont {
  /** As the file names it. */
  readonly name: string;
  /** None of its codes is a character, although they stand where these should. */
  isWhole = false;
  /** What it says itself, if it is a composite one. */
  composite: CompositeFont | undefined;
  /** Codes of glyphs that were shown, with the characters under which their outlines are kept. */
  readonly #seen = new Map<number, string>();
  /** By code; undefined for glyphs of which nothing tells the character. */
  readonly #texts = new Map<number, string | undefined>();
  readonly #shapes = new Map<number, GlyphShape>();

  constructor(name: string) {
    this.name = name;
  }

  see(code: number, fontChar: string | undefined): void {
    if (fontChar !== undefined && !this.#seen.has(code)) this.#seen.set(code, fontChar);
  }

  /** The character that the font itself has for a code. */
  ownText(code: number): string | undefined {
    return this.isWhole ? this.composite?.characterOf(code) : undefined;
  }

  /**
   * The character of a glyph by its outline; ' ' for one without ink, and undefined where nothing tells it or its
   * outline is not there.
   */
  textByShape(code: number, outlineOf: OutlineOf): string | undefined {
    if (this.#texts.has(code)) return this.#texts.get(code);
    if (this.composite?.isEmbedded === false) return undefined; // another font stands for it
    const fontChar = this.#seen.get(code);
    if (fontChar === undefined || !outlineOf(fontChar)) return undefined;
    this.#recognise(outlineOf);
    return this.#texts.get(code);
  }

  /** Whether most glyphs have the shapes of other characters than their codes, which are all that the file says of them. */
  isContradicted(outlineOf: OutlineOf): boolean {
    this.#recognise(outlineOf);
    const read = [...this.#texts].filter(([, text]) => text !== undefined && text !== ' ');
    return read.filter(([code, text]) => text !== String.fromCodePoint(code)).length > read.length / 2;
  }

  /** All glyphs that were seen: together they say better which font theirs is like. */
  #recognise(outlineOf: OutlineOf): void {
    const added = new Map<number, GlyphShape>();
    for (const [code, fontChar] of this.#seen) {
      if (this.#texts.has(code)) continue;
      const outline = outlineOf(fontChar);
      const shape = outline && shapeOf(outline);
      if (shape) added.set(code, shape);
      else if (outline) this.#texts.set(code, ' ');
    }
    if (added.size === 0) return;
    for (const [code, shape] of added) this.#shapes.set(code, shape);
    const texts = readShapes(nearestFace([...this.#shapes.values()]), added, this.#texts.values());
    for (const code of added.keys()) this.#texts.set(code, texts.get(code));
  }
}

/**
 * The fonts of one document that do not say which characters their glyphs are. Pages are read once to find them, and
 * those that show them again with the outlines of their letters, by which they are recognised.
 */
export class UnmappedFonts {
  readonly #fonts = new Map<string, UnmappedFont>();
  readonly #openFonts: () => Promise<CompositeFonts | undefined>;

  constructor(openFonts: () => Promise<CompositeFonts | undefined>) {
    this.#openFonts = openFonts;
  }

  of({ name = '', type = '', loadedName = '' }: PdfJsFont): UnmappedFont {
    const key = `${type} ${name === '' ? loadedName : name}`;
    const font = this.#fonts.get(key) ?? new UnmappedFont(name);
    this.#fonts.set(key, font);
    return font;
  }

  /** Takes note of fonts none of whose codes is a character: whether there are some that were not known. */
  async learn(unreadable: Iterable<UnmappedFont>): Promise<boolean> {
    const unknown = [...unreadable].filter((font) => !font.isWhole);
    if (unknown.length === 0) return false;
    const fonts = await this.#openFonts();
    for (const font of unknown) {
      font.isWhole = true;
      font.composite = fonts?.find(font.name);
    }
    return true;
  }
}
