import type { Box } from '../geometry.ts';
import type { Graphics } from '../interpreter/graphics.ts';
import { interpret } from '../interpreter/operators.ts';
import type { OperatorList, PdfJsFont, PdfJsGlyph } from '../interpreter/page-objects.ts';
import type { Group, PageSink, PaintedImage, PaintedPath, SoftMask } from '../interpreter/sink.ts';
import { multiply } from '../matrix.ts';
import { type Outline, outlineOf, rectanglePath } from '../outline.ts';
import { isWritable, writingRotation } from '../writing-direction.ts';
import { Canvas, type SvgState } from './canvas.ts';
import { Layer } from './drawing.ts';
import { GlyphLine } from './glyph-line.ts';
import { paintImage, paintStencil } from './images.ts';
import { short } from './numbers.ts';
import type { Sheet, Surroundings } from './sheet.ts';

/** Patterns in patterns, and in the glyphs that these show. */
const MOST_DEPTH = 12;

/** A group that is being painted. */
interface OpenGroup {
  readonly layer: Layer;
  /** Painted as if there were no group. */
  readonly isFlat: boolean;
  readonly softMask?: SoftMask;
}

/** Paints what operators say, and hands the elements over. */
export function paintedElements(sheet: Sheet, operators: OperatorList, surroundings: Surroundings): string {
  const painter = new Painter(sheet, surroundings);
  painter.run(operators);
  return painter.finish();
}

/** Turns what operators paint into elements of SVG. */
export class Painter implements PageSink<SvgState> {
  readonly #canvas: Canvas;
  readonly #groups: OpenGroup[] = [];
  #pendingMask: string | undefined;
  #line: GlyphLine | undefined;
  /** Glyphs that are gathered as a clip. */
  #clip: Outline[] = [];

  constructor(sheet: Sheet, surroundings: Surroundings) {
    this.#canvas = new Canvas(sheet, surroundings);
  }

  get graphics(): Graphics<SvgState> {
    return this.#canvas.graphics;
  }

  run(operators: OperatorList): void {
    const { sheet, surroundings } = this.#canvas;
    if (surroundings.depth <= MOST_DEPTH) interpret(operators, this, sheet);
  }

  finish(): string {
    while (this.#groups.length > 0) {
      this.graphics.restore();
      this.endGroup();
    }
    return this.#canvas.layer.finish();
  }

  clipToBox(box: Box): void {
    this.#canvas.clipToBox(box);
  }

  clipToPath({ data }: PaintedPath, evenOdd: boolean): void {
    this.#canvas.clipTo(outlineOf(data ?? [], this.graphics.state.ctm), evenOdd);
  }

  paintPath({ data, fills, strokes, evenOdd }: PaintedPath): void {
    const outline = outlineOf(data ?? [], this.graphics.state.ctm);
    if (outline.data === '' || !this.#canvas.isNear(outline.box)) return;
    if (fills) this.#canvas.fillOutline(outline, evenOdd);
    if (strokes) this.#canvas.strokePath(data!, outline);
  }

  fillWithShading(id: string): void {
    this.#canvas.fillWithShading(id);
  }

  paintImage(painted: PaintedImage): void {
    if (painted.isStencil) paintStencil(this.#canvas, painted);
    else paintImage(this.#canvas, painted);
  }

  beginText(): void {
    this.#clip = [];
  }

  endText(): void {
    if (this.#clip.length === 0) return;
    const boxes = this.#clip.map(({ box }) => box);
    const box = {
      x0: Math.min(...boxes.map(({ x0 }) => x0)),
      y0: Math.min(...boxes.map(({ y0 }) => y0)),
      x1: Math.max(...boxes.map(({ x1 }) => x1)),
      y1: Math.max(...boxes.map(({ y1 }) => y1)),
    };
    const data = this.#clip.map((outline) => outline.data).join('');
    this.#canvas.clipTo({ data, box, isRectangle: false, segments: this.#clip.length }, false);
    this.#clip = [];
  }

  beginGlyphs(): void {
    const { font, fontSize } = this.graphics.state;
    const isPainted = font && fontSize !== 0 && !this.#isWritten(font);
    this.#line = isPainted ? new GlyphLine(this.#canvas, font) : undefined;
  }

  showGlyph(glyph: PdfJsGlyph, advance: number, vertical: readonly number[] | undefined): void {
    this.#line?.add(glyph, advance, vertical);
  }

  endGlyphs(): void {
    if (this.#line) this.#clip.push(...this.#line.finish());
  }

  /** Whether text stands for letters. In a mask they shape what is painted through it. */
  #isWritten({ vertical = false }: PdfJsFont): boolean {
    if (!this.#canvas.surroundings.withoutText || this.#groups.some(({ softMask }) => softMask)) return false;
    return isWritable(writingRotation(multiply(this.graphics.state.ctm, this.graphics.textMatrix), vertical));
  }

  beginGroup(group: Group): void {
    const { sheet } = this.#canvas;
    const { state } = this.graphics;
    const isPlain = state.fillAlpha === 1 && state.blend === 'normal' && state.mask === undefined && !group.softMask;
    const isFlat = isPlain && !group.knockout && (!group.needsIsolation || (!group.isolated && !group.hasSoftMask));
    if (group.knockout) sheet.losses.knockouts++;
    this.#groups.push({ layer: this.#canvas.layer, isFlat, ...(group.softMask && { softMask: group.softMask }) });
    if (!isFlat) {
      this.#canvas.layer = new Layer(sheet.definitions);
      Object.assign(state, { fillAlpha: 1, strokeAlpha: 1, blend: 'normal', mask: undefined, clip: undefined });
    }
    if (group.box) {
      const matrix = group.matrix ? multiply(state.ctm, group.matrix) : state.ctm;
      this.#canvas.clipTo(outlineOf(rectanglePath(group.box), matrix), false);
    }
  }

  endGroup(): void {
    const group = this.#groups.pop();
    if (!group || group.isFlat) return;
    const { servers, surroundings, layer } = this.#canvas;
    const content = layer.finish();
    this.#canvas.layer = group.layer;
    if (group.softMask) {
      this.#pendingMask = servers.mask(content, group.softMask, surroundings.bounds);
    } else if (content !== '') {
      const { fillAlpha } = this.graphics.state;
      const opacity = fillAlpha < 1 ? ` opacity="${short(fillAlpha)}"` : '';
      this.#canvas.paint(`<g${opacity}>${content}</g>`);
    }
  }

  /** The attribute value of the mask that was painted last. */
  get lastMask(): string | undefined {
    return this.#pendingMask;
  }

  setSoftMask(isOn: boolean): void {
    this.graphics.state.mask = isOn ? this.#pendingMask : undefined;
  }

  setTransfer(): void {
    this.#canvas.sheet.losses.transfers++;
  }
}
