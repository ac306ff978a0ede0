import type { Box } from '../geometry.ts';
import { type Matrix, multiply } from '../matrix.ts';
import { rectanglePath } from '../outline.ts';
import type { PdfJsImage } from '../pdfjs/pdfjs.ts';
import { type Arguments, itemsAt, matrixAt } from './arguments.ts';
import type { Graphics } from './graphics.ts';
import type { PageObjects, PdfJsGlyph } from './page-objects.ts';
import type { Group, PageSink, PaintedPath } from './sink.ts';
import type { GraphicsState, Paint } from './state.ts';

/** What operators refer to. */
export interface Resources {
  readonly objects: PageObjects;
  readonly isLayerVisible: (group: unknown) => boolean;
  readonly signal: AbortSignal;
}

/** The operators that do more than set a number of the state: each says to the sink what is painted. */
export class Interpreter {
  readonly resources: Resources;
  readonly sink: PageSink;
  readonly graphics: Graphics<GraphicsState>;
  #pendingClip: 'nonzero' | 'evenodd' | undefined;

  constructor(sink: PageSink, resources: Resources) {
    this.sink = sink;
    this.graphics = sink.graphics;
    this.resources = resources;
  }

  get state(): GraphicsState {
    return this.graphics.state;
  }

  beginForm(matrix: Matrix | undefined, box: Box | undefined): void {
    this.sink.beginForm?.();
    this.graphics.save();
    this.graphics.transform(matrix);
    this.state.patternBase = this.state.ctm;
    if (box) this.sink.clipToBox(box);
  }

  endForm(): void {
    this.sink.endForm?.();
    this.graphics.restore();
  }

  /** The appearance of an annotation is painted with a fresh state, in the coordinates of the page. */
  beginAnnotation(box: Box | undefined, transform: Matrix | undefined, matrix: Matrix | undefined): void {
    this.graphics.save();
    this.graphics.beginAnew();
    if (box) this.sink.clipToBox(box);
    this.graphics.transform(transform);
    this.graphics.transform(matrix);
    this.state.patternBase = this.state.ctm;
  }

  beginGroup(group: Group, at: number): void {
    this.graphics.save();
    this.sink.beginGroup(group, at);
  }

  endGroup(at: number): void {
    this.graphics.restore();
    this.sink.endGroup(at);
  }

  beginMark(tag: unknown, properties?: unknown): void {
    this.sink.beginMark?.(tag);
    this.graphics.beginMark({
      mcid: typeof properties === 'number' ? properties : undefined,
      artifact: tag === 'Artifact',
      hidden: tag === 'OC' && (properties ?? undefined) !== undefined && !this.resources.isLayerVisible(properties),
    });
  }

  endMark(): void {
    this.sink.endMark?.();
    this.graphics.endMark();
  }

  setFont(id: string, size: number): void {
    Object.assign(this.state, { fontId: id, font: this.resources.objects.font(id), fontSize: size });
  }

  /** A tiling with all that describes it, or a shading by its id and matrix (ISO 32000-2, 8.7). */
  patternOf(args: Arguments): Paint {
    const { patternBase } = this.state;
    if (args[0] === 'TilingPattern') return { kind: 'tiling', pattern: args, matrix: patternBase };
    const own = matrixAt(args, 2);
    return { kind: 'shading', id: String(args[1]), matrix: own ? multiply(patternBase, own) : patternBase };
  }

  /** The next path is a clip, after it has been painted. */
  expectClip(rule: 'nonzero' | 'evenodd'): void {
    this.#pendingClip = rule;
  }

  paintPath(path: PaintedPath): void {
    if (path.fills || path.strokes) this.sink.paintPath(path);
    if (!this.#pendingClip) return;
    this.sink.clipToPath(path, this.#pendingClip === 'evenodd');
    this.#pendingClip = undefined;
  }

  /** A stencil without holes. */
  paintSquare(): void {
    this.paintPath({ data: UNIT_SQUARE, fills: true, strokes: false, evenOdd: false });
  }

  /** `source` is the id of a stored image, or one that is in the content stream. */
  paintImage(source: unknown, isStencil: boolean): void {
    if (typeof source === 'string') {
      this.sink.paintImage({ id: source, image: this.resources.objects.image(source), isStencil });
    } else this.sink.paintImage({ image: (source ?? undefined) as PdfJsImage | undefined, isStencil });
  }

  /** Shows glyphs, and moves the pen by the numbers between them (thousandths of an em). */
  showText(args: Arguments, index: number): void {
    const { graphics, sink } = this;
    const { fontId, font, fontSize, charSpacing, wordSpacing } = this.state;
    if (fontId === undefined) return;
    const unit = font?.fontMatrix?.[0] || 0.001;
    graphics.pen = 0;
    sink.beginGlyphs();
    for (const item of itemsAt(args, index)) {
      if (typeof item === 'number') {
        graphics.advancePen((-item * fontSize) / 1000);
        continue;
      }
      if (typeof item !== 'object' || item === null) continue;
      const glyph = item as PdfJsGlyph;
      const vertical = font?.vertical && Array.isArray(glyph.vmetric) ? glyph.vmetric : undefined;
      const advance = Number(vertical ? vertical[0] : glyph.width) * unit * fontSize || 0;
      sink.showGlyph(glyph, advance, vertical);
      graphics.advancePen(advance + charSpacing + (glyph.isSpace === true ? wordSpacing : 0));
    }
    sink.endGlyphs();
  }
}

const UNIT_SQUARE = rectanglePath({ x0: 0, y0: 0, x1: 1, y1: 1 });
