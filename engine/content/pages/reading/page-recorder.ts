import type { PDFPageProxy } from 'pdfjs-dist';
import { type Box, heightOf, intersect, transformBox, widthOf } from '../geometry.ts';
import { Graphics } from '../interpreter/graphics.ts';
import type { OperatorList, PageObjects, PdfJsGlyph } from '../interpreter/page-objects.ts';
import type { Group, PageSink, PaintedImage, PaintedPath } from '../interpreter/sink.ts';
import type { Paint } from '../interpreter/state.ts';
import { IDENTITY, type Matrix, matrixOf } from '../matrix.ts';
import { shapedClip } from './clip-shapes.ts';
import type { FontFace } from '../model.ts';
import { type DrawnPage, emptyPage } from './drawn-page.ts';
import type { FontUse } from './font-text.ts';
import { GlyphRecorder } from './glyph-recorder.ts';
import { type ResolvePaint, paintResolver } from './patterns.ts';
import { initialReadingState, type ReadingState, type SoftMaskSource } from './reading-state.ts';
import { ShapeRecorder } from './shape-recorder.ts';
import { SpanTexts } from './span-texts.ts';
import { enterGroup, fillAlphaOf, multipliesOf, softMaskOf } from './transparency.ts';
import { PAGE_RECORDER } from './thresholds.ts';
import type { FontPrograms } from './font-programs.ts';
import type { UnmappedFont, UnmappedFonts } from './unmapped/unmapped-fonts.ts';

const { MIN_IMAGE_SIDE } = PAGE_RECORDER;

interface RecorderOptions {
  /** The texts that stand for the marked content of the page, where some do. */
  readonly actualTexts?: readonly (string | undefined)[] | undefined;
  /** Degrees clockwise by which the page is turned to be shown, a multiple of 90. */
  readonly rotation: number;
  readonly maxGlyphs: number;
  readonly unmapped: UnmappedFonts;
  readonly programs?: FontPrograms | undefined;
  /** What is interpreted: a soft mask is a part of it. */
  readonly operators: OperatorList;
}

/**
 * Records what a page paints. Operators hold glyph objects and kerning numbers, so the exact box, colour and
 * marked-content id of every glyph are known; pdf.js's getTextContent gives none of these.
 */
export class PageRecorder implements PageSink<ReadingState> {
  readonly page: DrawnPage;
  readonly graphics: Graphics<ReadingState>;
  readonly #operators: OperatorList;
  readonly #bounds: Box;
  readonly #lookOf: ResolvePaint;
  readonly #glyphs: GlyphRecorder;
  readonly #shapes: ShapeRecorder;
  readonly #spans: SpanTexts | undefined;
  /** Depth of groups that draw a soft mask, not the page. */
  #maskDepth = 0;
  #maskStart: { readonly at: number; readonly ctm: Matrix } | undefined;
  #lastMask: SoftMaskSource | undefined;
  #order = 0;
  /** Paint orders at which the forms begin that are being painted. */
  readonly #formStarts: number[] = [];

  constructor(page: PDFPageProxy, objects: PageObjects, options: RecorderOptions) {
    const { rotation, operators, actualTexts, maxGlyphs, unmapped, programs } = options;
    const viewport = page.getViewport({ scale: 1, rotation });
    const base = matrixOf(viewport.transform) ?? IDENTITY;
    const nextOrder = (): number => this.#order++;
    this.#operators = operators;
    this.#bounds = { x0: 0, y0: 0, x1: viewport.width, y1: viewport.height };
    this.#lookOf = paintResolver((id) => objects.shading(id));
    this.page = emptyPage(viewport);
    this.graphics = new Graphics(() => initialReadingState(base));
    const shared = { bounds: this.#bounds, resolvePaint: this.#lookOf, nextOrder };
    this.#glyphs = new GlyphRecorder(this.page, this.graphics, { ...shared, objects, maxGlyphs, unmapped, programs });
    this.#shapes = new ShapeRecorder(this.page, shared);
    this.#spans = actualTexts && new SpanTexts(actualTexts);
  }

  /** What its fonts say of their glyphs, by their ids. */
  fontUses(): Map<string, FontUse> {
    return this.#glyphs.fontUses();
  }

  /** Whether glyphs of a font show other characters than those that the file says. */
  isMisread(face: FontFace): boolean {
    return this.#glyphs.isMisread(face);
  }

  unreadableFonts(): UnmappedFont[] {
    return this.#glyphs.unreadableFonts();
  }

  clipToBox(box: Box | undefined): void {
    const { state } = this.graphics;
    if (box) state.clip = intersect(transformBox(state.ctm, box), state.clip);
  }

  clipToPath({ data, bounds }: PaintedPath, evenOdd: boolean): void {
    const { state } = this.graphics;
    this.clipToBox(bounds);
    if (data && bounds) state.shape = shapedClip(state.shape, { data, ctm: state.ctm, evenOdd });
  }

  beginText(): void {}

  endText(): void {
    this.#glyphs.endText();
  }

  beginGlyphs(): void {
    this.#glyphs.chooseFont();
  }

  showGlyph(glyph: PdfJsGlyph, advance: number, vertical: readonly number[] | undefined): void {
    this.#glyphs.add(glyph, advance, vertical, this.#maskDepth === 0);
  }

  endGlyphs(): void {}

  beginForm(): void {
    this.#formStarts.push(this.#order);
    this.#spans?.enterForm();
  }

  endForm(): void {
    const start = this.#formStarts.pop();
    if (start !== undefined && start < this.#order) this.page.forms.push({ start, end: this.#order });
    this.#spans?.leaveForm();
  }

  beginMark(tag: unknown): void {
    this.#spans?.begin(tag, this.page.glyphs.length);
  }

  endMark(): void {
    const hasClipLetters = this.#glyphs.hasClipLetters || this.graphics.state.letters !== undefined;
    this.#spans?.end(this.page, !hasClipLetters);
  }

  beginGroup({ softMask }: Group, at: number): void {
    const { state } = this.graphics;
    if (softMask && this.#maskDepth === 0) this.#maskStart = { at, ctm: state.ctm };
    enterGroup(state);
    if (softMask || this.#maskDepth > 0) this.#maskDepth++;
  }

  endGroup(at: number): void {
    if (this.#maskDepth > 0 && --this.#maskDepth === 0) this.#lastMask = this.#maskUpTo(at);
  }

  #maskUpTo(at: number): SoftMaskSource | undefined {
    const start = this.#maskStart;
    const { fnArray, argsArray } = this.#operators;
    if (!start) return undefined;
    const part = <T>(list: readonly T[]): readonly T[] => list.slice(start.at, at + 1);
    return { operators: { fnArray: part(fnArray), argsArray: part(argsArray) }, ctm: start.ctm };
  }

  setSoftMask(isOn: boolean): void {
    if (this.#maskDepth === 0) this.graphics.state.softMask = isOn ? this.#lastMask : undefined;
  }

  #isShown(): boolean {
    return this.#maskDepth === 0 && !this.graphics.mark.hidden;
  }

  paintPath(path: PaintedPath): void {
    if (!path.data || !this.#isShown()) return;
    if (!path.fills || !this.#paintsLetters()) this.#shapes.addPath(this.graphics.state, path);
  }

  #paintsLetters(): boolean {
    return this.#glyphs.paintLetters(this.#lookOf(this.graphics.state.fill).colour);
  }

  fillWithShading(id: string): void {
    if (!this.#isShown()) return;
    const { graphics } = this;
    const paint: Paint = { kind: 'shading', id, matrix: graphics.state.ctm };
    graphics.save();
    graphics.state.clip = intersect(graphics.state.clip, this.#lookOf(paint).box);
    graphics.state.fill = paint;
    if (!this.#paintsLetters()) this.#shapes.addShading(graphics.state);
    graphics.restore();
  }

  paintImage({ image, isStencil }: PaintedImage): void {
    const { state, mark } = this.graphics;
    const { ctm, clip, fill, shape } = state;
    const box = intersect(transformBox(ctm, { x0: 0, y0: 0, x1: 1, y1: 1 }), intersect(this.#bounds, clip));
    if (widthOf(box) <= MIN_IMAGE_SIDE || heightOf(box) <= MIN_IMAGE_SIDE || !this.#isShown()) return;
    if (!image?.data) {
      this.page.missingImages++;
      return;
    }
    const softMask = softMaskOf(state);
    this.page.images.push({
      image,
      ctm,
      box,
      stencilColor: isStencil ? this.#lookOf(fill).colour : undefined,
      ...(shape && { shape }),
      ...(softMask && { softMask }),
      alpha: fillAlphaOf(state),
      multiplies: multipliesOf(state),
      order: this.#order++,
      mcid: mark.mcid,
    });
  }
}
