import type { PDFPageProxy } from 'pdfjs-dist';
import { FILLING } from '../pdfjs/path-operators.ts';
import type { Clip } from '../painter/clip.ts';
import { outlineOf } from '../outline.ts';
import type { OperatorList, PageObjects, PdfJsFont } from '../interpreter/page-objects.ts';
import type { Paint } from '../interpreter/state.ts';
import type { PdfJsImage } from '../pdfjs/pdfjs.ts';
import { ConversionError } from '../../../contract/errors.ts';
import {
  type Box,
  heightOf,
  IDENTITY,
  intersect,
  type Matrix,
  matrixOf,
  multiply,
  transformBox,
  widthOf,
} from '../geometry.ts';
import { isLargeSign } from '../formulas/letters.ts';
import type { Fill, Glyph, Rule } from '../model.ts';
import type { FontUse } from './font-text.ts';
import { type LoadedFont, loadFont } from './fonts.ts';
import { type GraphicsState, initialState, type MarkedContent, type SoftMaskSource } from './graphics-state.ts';
import { shapedClip } from './clip-shapes.ts';
import { lookOfPattern, type PatternLook } from './patterns.ts';
import { ShapeRecorder } from './shape-recorder.ts';
import { SpanTexts } from './span-texts.ts';
import { enterGroup, fillAlphaOf, multipliesOf, softMaskOf } from './transparency.ts';
import type { VectorPath } from './vector-paths.ts';

/** A picture still as the library decoded it, with its place. */
export interface DrawnImage {
  readonly image: PdfJsImage;
  readonly ctm: Matrix;
  /** Where it shows: its box cut to the clip and the page. */
  readonly box: Box;
  /** Paint of a stencil; undefined for a picture with colours of its own. */
  readonly stencilColor: string | undefined;
  /** Clips that are no upright boxes, and a soft mask: through them it shows. */
  readonly shape?: Clip;
  readonly softMask?: SoftMaskSource;
  readonly alpha: number;
  /** Multiplies the colours of what is below. */
  readonly multiplies: boolean;
  readonly order: number;
  readonly mcid: number | undefined;
}

/** Everything that the content stream of one page draws, before pictures are encoded and hidden text is dropped. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly glyphs: Glyph[];
  /** Glyphs that cannot be seen: invisible render mode, no opacity, outside the clip, or in a layer that is off. */
  readonly hidden: Set<Glyph>;
  readonly rules: Rule[];
  readonly fills: (Fill & { readonly covers: boolean })[];
  /** Boxes that are too small to be the ground of something: dots of letters and parts of signs. */
  readonly specks: (Fill & { readonly covers: boolean })[];
  readonly images: DrawnImage[];
  readonly vectors: VectorPath[];
  vectorCount: number;
  /** Pictures that the library could not decode or that are larger than the limit. */
  missingImages: number;
}

/** A glyph with the name under which its font has its outline. */
interface ShownGlyph {
  readonly text: string;
  readonly fontChar: unknown;
}

/** Render modes from this one on make text a clip (ISO 32000-2, table 104). */
const CLIPPING = 4;
/** Pictures with a side below this are specks and hairlines. */
const MIN_IMAGE_SIDE = 3;
/** Glyphs this far outside the page are kept: their boxes are estimates. */
const PAGE_TOLERANCE = 2;

export interface InterpreterOptions {
  /** The texts that stand for the marked content of the page, where some do. */
  readonly actualTexts?: readonly (string | undefined)[] | undefined;
  /** Degrees clockwise by which the page is turned to be shown, a multiple of 90. */
  readonly rotation: number;
  readonly maxGlyphs: number;
  readonly isLayerVisible: (group: unknown) => boolean;
  /** What is interpreted: a soft mask is a part of it. */
  readonly operators: OperatorList;
}

/**
 * Graphics-state machine over pdf.js's operator list. The list holds glyph objects and kerning numbers, so the exact
 * box, colour and marked-content id of every glyph are known; getTextContent gives none of these.
 */
export class PageInterpreter {
  readonly page: DrawnPage;
  state: GraphicsState;
  readonly #baseMatrix: Matrix;
  readonly #objects: PageObjects;
  readonly #options: InterpreterOptions;
  readonly #stateStack: GraphicsState[] = [];
  readonly #markStack: MarkedContent[] = [];
  readonly #fonts = new Map<string, LoadedFont>();
  readonly #bounds: Box;
  #mark: MarkedContent = { mcid: undefined, artifact: false, hidden: false };
  #textMatrix: Matrix = IDENTITY;
  #lineMatrix: Matrix = IDENTITY;
  #clipLetters: number[] = [];
  #clipPending: 'nonzero' | 'evenodd' | undefined;
  /** Depth of groups that draw a soft mask, not the page. */
  #maskDepth = 0;
  #maskStart: { readonly at: number; readonly ctm: Matrix } | undefined;
  #lastMask: SoftMaskSource | undefined;
  #order = 0;
  readonly #shapes: ShapeRecorder;
  readonly #spans: SpanTexts | undefined;

  constructor(page: PDFPageProxy, objects: PageObjects, options: InterpreterOptions) {
    const viewport = page.getViewport({ scale: 1, rotation: options.rotation });
    this.#baseMatrix = matrixOf(viewport.transform) ?? IDENTITY;
    this.#objects = objects;
    this.#options = options;
    this.#bounds = { x0: 0, y0: 0, x1: viewport.width, y1: viewport.height };
    this.page = {
      width: viewport.width,
      height: viewport.height,
      glyphs: [],
      hidden: new Set(),
      rules: [],
      fills: [],
      specks: [],
      images: [],
      vectors: [],
      vectorCount: 0,
      missingImages: 0,
    };
    this.state = initialState(this.#baseMatrix);
    this.#spans = options.actualTexts && new SpanTexts(options.actualTexts);
    this.#shapes = new ShapeRecorder(this.page, this.#bounds, () => this.#order++);
  }

  save(): void {
    this.#stateStack.push({ ...this.state });
  }

  restore(): void {
    this.state = this.#stateStack.pop() ?? this.state;
  }

  transform(matrix: Matrix | undefined): void {
    if (matrix) this.state.ctm = multiply(this.state.ctm, matrix);
  }

  clipTo(box: Box | undefined): void {
    if (box) this.state.clip = intersect(transformBox(this.state.ctm, box), this.state.clip);
  }

  /** Text that was shown as a clip is one after its end. */
  clipToLetters(): void {
    if (this.#clipLetters.length === 0) return;
    this.state.letters = this.#clipLetters;
    this.#clipLetters = [];
  }

  /** Whether letters are the clip: they take the colour and can be seen, and nothing else is painted. */
  #paintsLetters(): boolean {
    const { letters, fill } = this.state;
    const { glyphs } = this.page;
    for (const place of letters ?? []) glyphs[place] = { ...glyphs[place]!, color: fill };
    return letters !== undefined;
  }

  /** The next path is a clip. */
  expectClip(rule: 'nonzero' | 'evenodd'): void {
    this.#clipPending = rule;
  }

  /** An annotation's appearance is drawn with a fresh state, in page space. */
  beginAnnotation(rect: Box | undefined, transform: Matrix | undefined, matrix: Matrix | undefined): void {
    this.save();
    this.state = initialState(this.#baseMatrix);
    this.clipTo(rect);
    this.transform(transform);
    this.transform(matrix);
    this.state.patternBase = this.state.ctm;
  }

  beginForm(matrix: Matrix | undefined, box: Box | undefined): void {
    this.#spans?.enterForm();
    this.save();
    this.transform(matrix);
    this.state.patternBase = this.state.ctm;
    this.clipTo(box);
  }

  endForm(): void {
    this.#spans?.leaveForm();
    this.restore();
  }

  /** `at` is the place of the operator in the list of the page. */
  beginGroup(isSoftMask: boolean, at: number): void {
    if (isSoftMask && this.#maskDepth === 0) this.#maskStart = { at, ctm: this.state.ctm };
    this.save();
    enterGroup(this.state);
    if (isSoftMask || this.#maskDepth > 0) this.#maskDepth++;
  }

  endGroup(at: number): void {
    this.restore();
    if (this.#maskDepth > 0 && --this.#maskDepth === 0) this.#lastMask = this.#maskUpTo(at);
  }

  #maskUpTo(at: number): SoftMaskSource | undefined {
    const start = this.#maskStart;
    const { operators } = this.#options;
    if (!start) return undefined;
    const part = <T>(list: readonly T[]): readonly T[] => list.slice(start.at, at + 1);
    return { operators: { fnArray: part(operators.fnArray), argsArray: part(operators.argsArray) }, ctm: start.ctm };
  }

  setSoftMask(isOn: boolean): void {
    if (this.#maskDepth === 0) this.state.softMask = isOn ? this.#lastMask : undefined;
  }

  beginMarkedContent(tag: unknown, mcid: number | undefined, hidden: boolean): void {
    this.#spans?.begin(tag, this.page.glyphs.length);
    this.#markStack.push(this.#mark);
    this.#mark = {
      mcid: mcid ?? this.#mark.mcid,
      artifact: tag === 'Artifact' || this.#mark.artifact,
      hidden: hidden || this.#mark.hidden,
    };
  }

  endMarkedContent(): void {
    const hasClipLetters = this.#clipLetters.length > 0 || this.state.letters !== undefined;
    this.#spans?.end(this.page, !hasClipLetters);
    this.#mark = this.#markStack.pop() ?? this.#mark;
  }

  isLayerVisible(group: unknown): boolean {
    return this.#options.isLayerVisible(group);
  }

  setFont(id: string, size: number): void {
    let font = this.#fonts.get(id);
    if (!font) {
      font = loadFont(this.#objects.font(id));
      this.#fonts.set(id, font);
    }
    this.state.font = font;
    this.state.fontSize = size;
  }

  /** The fonts that were chosen, by their ids. */
  fontUses(): Map<string, FontUse> {
    return new Map(Array.from(this.#fonts, ([id, { text }]) => [id, text.use]));
  }

  setTextMatrix(matrix: Matrix): void {
    this.#lineMatrix = matrix;
    this.#textMatrix = matrix;
  }

  /** Starts a new line at an offset from the start of the current one. */
  moveText(x: number, y: number): void {
    this.setTextMatrix(multiply(this.#lineMatrix, [1, 0, 0, 1, x, y]));
  }

  /** Shows an array of glyph objects and kerning numbers (thousandths of an em). */
  showText(items: readonly unknown[]): void {
    const { font, fontSize, charSpacing, wordSpacing } = this.state;
    if (!font) return;
    for (const item of items) {
      if (typeof item === 'number') {
        this.#advancePen((-item * fontSize) / 1000);
        continue;
      }
      if (typeof item !== 'object' || item === null) continue;
      const { unicode, width, isSpace, vmetric, originalCharCode, fontChar } = item as Record<string, unknown>;
      const vertical = font.vertical && Array.isArray(vmetric) ? (vmetric as number[]) : undefined;
      const advance = Number(vertical ? vertical[0] : width) * font.unit * fontSize || 0;
      const text = typeof unicode === 'string' && unicode !== '' ? font.text.read(unicode, originalCharCode) : '';
      if (text !== '' && this.#maskDepth === 0) this.#addGlyph(font, { text, fontChar }, advance, vertical);
      const spacing = charSpacing + (isSpace === true ? wordSpacing : 0);
      this.#advancePen(advance + (vertical ? -spacing : spacing));
    }
  }

  /** Moves the pen along the writing direction by a distance in text space. */
  #advancePen(distance: number): void {
    const { font, horizontalScale } = this.state;
    const [a, b, c, d, e, f] = this.#textMatrix;
    const along = font?.vertical ? 0 : distance * horizontalScale;
    const down = font?.vertical ? distance : 0;
    this.#textMatrix = [a, b, c, d, a * along + c * down + e, b * along + d * down + f];
  }

  #addGlyph(
    font: LoadedFont,
    { text, fontChar }: ShownGlyph,
    advance: number,
    vmetric: readonly number[] | undefined,
  ): void {
    const { state, page } = this;
    const { fontSize } = state;
    const placed = multiply(state.ctm, this.#textMatrix);
    const matrix = state.rise === 0 ? placed : multiply(placed, [1, 0, 0, 1, 0, state.rise]);
    const box = vmetric
      ? this.#verticalGlyphBox(matrix, advance, vmetric, font)
      : transformBox(matrix, {
          x0: 0,
          y0: font.descent * fontSize,
          x1: advance * state.horizontalScale,
          y1: font.ascent * fontSize,
        });
    if (!touches(box, this.#bounds)) return;
    if (page.glyphs.length >= this.#options.maxGlyphs) this.#refuseGlyphs();
    const scale = Math.hypot(matrix[2], matrix[3]);
    const along = Math.abs(state.horizontalScale) * Math.hypot(matrix[0], matrix[1]);
    const direction = vmetric ? Math.atan2(-matrix[3], -matrix[2]) : Math.atan2(matrix[1], matrix[0]);
    const { mcid, artifact } = this.#mark;
    const ink = font.mathematical && isLargeSign(text) ? this.#inkOf(font.mathematical, fontChar, matrix) : undefined;
    const glyph: Glyph = {
      text,
      x0: box.x0,
      y0: box.y0,
      x1: box.x1,
      y1: box.y1,
      originX: matrix[4],
      baseline: matrix[5],
      advance: Math.abs(advance) * (vmetric ? scale : along),
      size: Math.abs(fontSize) * scale,
      stretch: vmetric || scale === 0 ? 1 : along / scale,
      rotation: quarterTurns((direction * 180) / Math.PI),
      font: font.face,
      color: state.fill,
      order: this.#order++,
      ...(mcid !== undefined && { mcid }),
      ...(artifact && { artifact }),
      ...(ink && { ink }),
    };
    page.glyphs.push(glyph);
    if (state.renderMode >= CLIPPING) this.#clipLetters.push(page.glyphs.length - 1);
    if (this.#isHidden(box)) page.hidden.add(glyph);
  }

  #inkOf(font: PdfJsFont, fontChar: unknown, matrix: Matrix): Glyph['ink'] {
    const { fontSize, horizontalScale } = this.state;
    const outline = typeof fontChar === 'string' ? this.#objects.glyph(font, fontChar) : undefined;
    if (!outline?.length) return undefined;
    const { y0, y1 } = outlineOf(outline, multiply(matrix, [fontSize * horizontalScale, 0, 0, fontSize, 0, 0])).box;
    return { y0, y1 };
  }

  /** Vertical writing: the origin is above the middle of the glyph (ISO 32000-2, 9.7.4.3). */
  #verticalGlyphBox(matrix: Matrix, advance: number, [, vx = 0, vy = 0]: readonly number[], font: LoadedFont): Box {
    const em = font.unit * this.state.fontSize;
    return transformBox(matrix, { x0: -vx * em, x1: vx * em, y0: advance, y1: (vy - 880) * em });
  }

  #isHidden(box: Box): boolean {
    const { renderMode, fillAlpha, clip } = this.state;
    if (renderMode === 3 || renderMode === 7 || this.#mark.hidden || fillAlpha < 0.02) return true;
    if (!clip) return false;
    const x = (box.x0 + box.x1) / 2;
    const y = (box.y0 + box.y1) / 2;
    return x < clip.x0 - 1 || x > clip.x1 + 1 || y < clip.y0 - 1 || y > clip.y1 + 1;
  }

  #refuseGlyphs(): never {
    const limit = this.#options.maxGlyphs;
    throw new ConversionError({
      code: 'input_too_complex',
      message: `A page has more than ${limit} glyphs, too many to lay out. Convert the other pages with the option pages.`,
      details: { limit, found: limit + 1 },
    });
  }

  /** A path with its painting operator; a clip arrives as clip, then a path that is not painted. */
  constructPath(paint: number, data: ArrayLike<number> | undefined, bounds: Box | undefined): void {
    const { state } = this;
    if (this.#clipPending) {
      const evenOdd = this.#clipPending === 'evenodd';
      this.#clipPending = undefined;
      this.clipTo(bounds);
      if (data && bounds) state.shape = shapedClip(state.shape, { data, ctm: state.ctm, evenOdd });
    }
    if (!data || !this.#isShown()) return;
    if (!FILLING.has(paint) || !this.#paintsLetters()) this.#shapes.addPath(state, paint, data);
  }

  /** A pattern or shading for areas; one of a single colour is that colour. */
  setFillPattern(paint: Paint): void {
    const { colour, isPlain } = this.#lookOf(paint);
    this.state.fill = colour;
    this.state.fillPaint = isPlain ? undefined : paint;
  }

  #lookOf(paint: Paint): PatternLook {
    return lookOfPattern(paint, (id) => this.#objects.shading(id));
  }

  /** Fills all that the clip leaves. */
  fillWithShading(id: string): void {
    if (!this.#isShown()) return;
    const paint: Paint = { kind: 'shading', id, matrix: this.state.ctm };
    this.save();
    this.state.clip = intersect(this.state.clip, this.#lookOf(paint).box);
    this.setFillPattern(paint);
    if (!this.#paintsLetters()) this.#shapes.addShading(this.state);
    this.restore();
  }

  #isShown(): boolean {
    return this.#maskDepth === 0 && !this.#mark.hidden;
  }

  /** Paints a picture, by id or inline. It fills the unit square of the current matrix. */
  paintImage(source: unknown, isStencil: boolean): void {
    const { ctm, clip, fill, shape } = this.state;
    const softMask = softMaskOf(this.state);
    const box = intersect(transformBox(ctm, { x0: 0, y0: 0, x1: 1, y1: 1 }), intersect(this.#bounds, clip));
    if (widthOf(box) <= MIN_IMAGE_SIDE || heightOf(box) <= MIN_IMAGE_SIDE) return;
    if (!this.#isShown()) return;
    const image = typeof source === 'string' ? this.#objects.image(source) : (source as PdfJsImage | undefined);
    if (!image?.data) {
      this.page.missingImages++;
      return;
    }
    const stencilColor = isStencil ? fill : undefined;
    this.page.images.push({
      image,
      ctm,
      box,
      stencilColor,
      ...(shape && { shape }),
      ...(softMask && { softMask }),
      alpha: fillAlphaOf(this.state),
      multiplies: multipliesOf(this.state),
      order: this.#order++,
      mcid: this.#mark.mcid,
    });
  }

  /** The object behind a stencil operator, whose pixels may be inline or stored. */
  storedImage(id: string): PdfJsImage | undefined {
    return this.#objects.image(id);
  }
}

function touches(box: Box, bounds: Box): boolean {
  return (
    box.x1 >= bounds.x0 - PAGE_TOLERANCE &&
    box.x0 <= bounds.x1 + PAGE_TOLERANCE &&
    box.y1 >= bounds.y0 - PAGE_TOLERANCE &&
    box.y0 <= bounds.y1 + PAGE_TOLERANCE
  );
}

/** Degrees from 0 to 359; within two degrees of a quarter turn it is that quarter turn. */
function quarterTurns(degrees: number): number {
  const nearest = Math.round(degrees / 90) * 90;
  const exact = Math.abs(degrees - nearest) < 2 ? nearest : Math.round(degrees);
  return ((exact % 360) + 360) % 360;
}
