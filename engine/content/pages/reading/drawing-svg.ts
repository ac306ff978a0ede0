import { narrowed } from '../clip.ts';
import { clipAttribute } from '../painter/clip-attribute.ts';
import { Definitions, Layer } from '../painter/drawing.ts';
import { Losses } from '../painter/losses.ts';
import { short } from '../painter/numbers.ts';
import type { Resources } from '../interpreter/interpreter.ts';
import type { OperatorList } from '../interpreter/page-objects.ts';
import { PaintServers } from '../painter/paint-servers.ts';
import { paintedElements, Painter } from '../painter/painter.ts';
import type { Sheet } from '../painter/sheet.ts';
import { imageOf, withDrawing, withRendering } from '../../drawing/resvg.ts';
import type { RgbaImage } from '../../raster/inspect/raster.ts';
import { type Box, contains, heightOf, intersect, type Matrix, widthOf } from '../geometry.ts';
import type { SoftMaskSource } from './reading-state.ts';
import type { VectorPath } from './vector-paths.ts';
import { DRAWING_SVG } from './thresholds.ts';

const { MITER_REACH, UNSEEN } = DRAWING_SVG;

/** What drawings of a page need to be written. */
export interface DrawingContext extends Resources {
  /** The whole file, to pass its own JPEGs through. */
  readonly file: Uint8Array;
}

/** Paths as an SVG that shows what lies in the box, in points. */
export function svgOf(paths: readonly VectorPath[], box: Box, context: DrawingContext | undefined): string {
  const sheet = sheetOf(context);
  const writer = new PathWriter(sheet, box);
  for (const path of paths) writer.add(path);
  return svgOfParts(`${sheet.definitions}${writer.finish()}`, box);
}

/** What a page paints, by its operators. */
export interface PaintedPage {
  readonly operators: OperatorList;
  /** From the coordinates of the operators to points. */
  readonly matrix: Matrix;
}

export interface AreaOptions {
  readonly withoutText?: boolean;
}

/** A part of a page as an SVG; undefined where a font that is not in the file has letters in it. */
export function svgOfArea(
  { operators, matrix }: PaintedPage,
  area: Box,
  context: DrawingContext,
  { withoutText = false }: AreaOptions = {},
): string | undefined {
  const sheet = sheetOf(context);
  const content = paintedElements(sheet, operators, { matrix, bounds: area, withoutText, depth: 0 });
  return content.includes('<text ') ? undefined : svgOfParts(`${sheet.definitions}${content}`, area);
}

/** The pixels of an SVG, so many columns wide. */
export function rasterise(svg: string, width: number): RgbaImage {
  return withDrawing(svg, { fitTo: { mode: 'width', value: width } }, (drawing) => withRendering(drawing, imageOf));
}

function svgOfParts(parts: string, box: Box): string {
  const size = `width="${widthOf(box).toFixed(2)}" height="${heightOf(box).toFixed(2)}"`;
  const view = `viewBox="${[box.x0, box.y0, widthOf(box), heightOf(box)].map((value) => value.toFixed(2)).join(' ')}"`;
  // Only patterns have links, to images.
  const links = parts.includes('xlink:') ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg"${links} ${size} ${view}>${parts}</svg>`;
}

/** Sizes are limited by what a page may draw: nothing more is counted here. */
function sheetOf(context: DrawingContext | undefined): Sheet {
  return {
    definitions: new Definitions(Infinity),
    losses: new Losses(),
    paint: paintedElements,
    countGlyph: () => {},
    ...(context ?? NOTHING),
  };
}

const NOTHING = {
  objects: { font: () => undefined, image: () => undefined, shading: () => undefined, glyph: () => undefined },
  file: new Uint8Array(),
  isLayerVisible: () => true,
  signal: new AbortController().signal,
} as unknown as DrawingContext;

class PathWriter {
  readonly #sheet: Sheet;
  readonly #bounds: Box;
  readonly #servers: PaintServers;
  readonly #layer: Layer;
  readonly #masks = new Map<SoftMaskSource, string | undefined>();
  readonly #fills = new Map<unknown, ReturnType<PaintServers['valueOf']>>();

  constructor(sheet: Sheet, bounds: Box) {
    this.#sheet = sheet;
    this.#bounds = bounds;
    this.#servers = new PaintServers(sheet, 0);
    this.#layer = new Layer(sheet.definitions);
  }

  finish(): string {
    return this.#layer.finish();
  }

  add(path: VectorPath): void {
    const { data, fill, fillOpacity = 1, evenOdd = false, stroke, strokeOpacity = 1, strokeWidth = 1 } = path;
    const painted = path.fillPaint ? this.#valueOf(path.fillPaint) : fill;
    const isImage = typeof painted === 'object';
    if (isImage) {
      const area = narrowed(path.shape, { data, box: path, isRectangle: false, segments: 0 }, evenOdd);
      this.#layer.add(painted.image, this.#attributesOf({ ...path, shape: area }));
    }
    const attributes = [
      `d="${data}"`,
      `fill="${isImage ? 'none' : (painted ?? 'none')}"`,
      fillOpacity < 1 ? `fill-opacity="${short(fillOpacity)}"` : '',
      evenOdd ? 'fill-rule="evenodd"' : '',
      stroke ? `stroke="${stroke}" stroke-width="${strokeWidth.toFixed(2)}"` : '',
      stroke && path.cap ? `stroke-linecap="${path.cap}"` : '',
      stroke && path.dashes ? `stroke-dasharray="${path.dashes.map(short).join(' ')}"` : '',
      stroke && strokeOpacity < 1 ? `stroke-opacity="${short(strokeOpacity)}"` : '',
      path.clip && this.#isCut(path, path.clip) ? `clip-path="url(#${this.#clipBox(path.clip)})"` : '',
    ];
    if (!isImage || stroke) {
      this.#layer.add(`<path ${attributes.filter(Boolean).join(' ')}/>`, this.#attributesOf(path));
    }
  }

  /** Whether a clip hides anything of the path: drawing through one takes twenty times as long. */
  #isCut({ x0, y0, x1, y1, stroke, strokeWidth = 1 }: VectorPath, clip: Box): boolean {
    const reach = stroke ? MITER_REACH * strokeWidth : 0;
    const painted = { x0: x0 - reach, y0: y0 - reach, x1: x1 + reach, y1: y1 + reach };
    return !contains(clip, intersect(painted, this.#bounds), UNSEEN);
  }

  #attributesOf({ shape, softMask }: VectorPath): string {
    const mask = softMask && this.#maskOf(softMask);
    return `${clipAttribute(shape, this.#sheet.definitions)}${mask === undefined ? '' : ` mask="${mask}"`}`;
  }

  #valueOf(paint: NonNullable<VectorPath['fillPaint']>): ReturnType<PaintServers['valueOf']> {
    if (!this.#fills.has(paint)) this.#fills.set(paint, this.#servers.valueOf(paint));
    return this.#fills.get(paint);
  }

  #clipBox({ x0, y0, x1, y1 }: Box): string {
    const numbers = [x0, y0, Math.max(0, x1 - x0), Math.max(0, y1 - y0)].map((value) => value.toFixed(2));
    const [x, y, width, height] = numbers;
    const rectangle = `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`;
    const { definitions } = this.#sheet;
    return definitions.once(`box ${rectangle}`, 'c', (id) => `<clipPath id="${id}">${rectangle}</clipPath>`);
  }

  #maskOf(source: SoftMaskSource): string | undefined {
    if (!this.#masks.has(source)) {
      const painter = new Painter(this.#sheet, { matrix: source.ctm, bounds: this.#bounds, depth: 0 });
      painter.run(source.operators);
      this.#masks.set(source, painter.lastMask);
    }
    return this.#masks.get(source);
  }
}
