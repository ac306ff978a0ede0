import { type Clip, narrowed } from '../clip.ts';
import { type Box, contains, intersect, isEmpty, transformBox } from '../geometry.ts';
import { Graphics } from '../interpreter/graphics.ts';
import { type GraphicsState, initialState, type Paint } from '../interpreter/state.ts';
import { type Matrix, scaleOf } from '../matrix.ts';
import { boxPath, type Outline, outlineOf, rectanglePath } from '../outline.ts';
import { clipAttribute } from './clip-attribute.ts';
import { Layer } from './drawing.ts';
import { short, transformOf } from './numbers.ts';
import { PaintServers } from './paint-servers.ts';
import type { Sheet, Surroundings } from './sheet.ts';

/** A line of no width is as thin as a screen shows it, one pixel of CSS; an area of no width is such a line. Points. */
const HAIRLINE = 0.75;
const THIN = 0.3;
/** Points; narrower areas are seen as lines in viewers of PDFs, and not at all in those of SVG. */
const THIN_AREA = 0.05;

export interface SvgState extends GraphicsState {
  clip: Clip | undefined;
  /** The attribute value of a soft mask. */
  mask: string | undefined;
}

/** Writes elements with the paint, the clip, the mask and the blending of the state. */
export class Canvas {
  readonly sheet: Sheet;
  readonly surroundings: Surroundings;
  readonly servers: PaintServers;
  readonly graphics: Graphics<SvgState>;
  layer: Layer;

  constructor(sheet: Sheet, surroundings: Surroundings) {
    const { matrix, colour, bounds, isClipped, depth } = surroundings;
    this.sheet = sheet;
    this.surroundings = surroundings;
    this.servers = new PaintServers(sheet, depth);
    this.graphics = new Graphics(() => ({ ...initialState(matrix), clip: undefined, mask: undefined }));
    this.layer = new Layer(sheet.definitions);
    if (colour) Object.assign(this.state, { fill: colour, stroke: colour });
    if (isClipped) this.clipToBox(bounds);
  }

  get state(): SvgState {
    return this.graphics.state;
  }

  get isHidden(): boolean {
    return this.graphics.mark.hidden;
  }

  clipTo(outline: Outline, evenOdd: boolean): void {
    this.state.clip = narrowed(this.state.clip, outline, evenOdd);
  }

  clipToBox(box: Box): void {
    this.clipTo(outlineOf(rectanglePath(box), this.state.ctm), false);
  }

  paint(element: string): void {
    const { clip, mask, blend } = this.state;
    const { bounds } = this.surroundings;
    if (this.isHidden || (clip && isEmpty(intersect(clip.bounds, bounds)))) return;
    const { definitions } = this.sheet;
    const isWhole = clip?.rectangle && !clip.outer && contains(clip.rectangle, bounds);
    const attributes = [
      isWhole ? '' : clipAttribute(clip, definitions),
      mask === undefined ? '' : ` mask="${mask}"`,
      blend === 'normal' ? '' : ` style="mix-blend-mode:${blend}"`,
    ];
    this.layer.add(element, attributes.join(''), { alone: blend !== 'normal' });
  }

  /** Whether something in a box, with lines around it, may be seen. */
  isNear({ x0, y0, x1, y1 }: Box): boolean {
    const { bounds } = this.surroundings;
    const reach = this.state.lineWidth * scaleOf(this.state.ctm) * Math.max(1, this.state.miterLimit);
    return x1 + reach >= bounds.x0 && x0 - reach <= bounds.x1 && y1 + reach >= bounds.y0 && y0 - reach <= bounds.y1;
  }

  fillOutline({ data, box }: Outline, evenOdd: boolean): void {
    const { state } = this;
    const rule = evenOdd ? ' fill-rule="evenodd"' : '';
    const opacity = state.fillAlpha < 1 ? ` fill-opacity="${short(state.fillAlpha)}"` : '';
    const isThin = Math.min(box.x1 - box.x0, box.y1 - box.y0) < THIN_AREA;
    this.#withPaint(state.fill, { data, evenOdd, box }, (fill) => {
      const edge = isThin ? ` stroke="${fill}" stroke-width="${THIN}"${opacity.replace('fill', 'stroke')}` : '';
      this.paint(`<path d="${data}" fill="${fill}"${opacity}${rule}${edge}/>`);
    });
  }

  /** Calls `use` with the attribute value of a paint; a mesh is an image that shows within the area instead. */
  #withPaint(
    paint: Paint,
    area: { readonly data: string; readonly evenOdd: boolean; readonly box?: Box },
    use: (value: string) => void,
  ): void {
    const served = this.servers.valueOf(paint, area.box && intersect(area.box, this.#shownBox()));
    if (served === undefined) return;
    if (typeof served === 'string') {
      use(served);
      return;
    }
    this.graphics.save();
    const outline = { data: area.data, box: this.surroundings.bounds, isRectangle: false, segments: 0 };
    this.clipTo(outline, area.evenOdd);
    this.paint(served.image);
    this.graphics.restore();
  }

  strokePath(path: ArrayLike<number>, outline: Outline): void {
    const { ctm, stroke, strokeAlpha } = this.state;
    const value = this.servers.valueOf(stroke, intersect(outline.box, this.#shownBox()));
    if (typeof value !== 'string') return;
    const opacity = strokeAlpha < 1 ? ` stroke-opacity="${short(strokeAlpha)}"` : '';
    const isEven = isSimilarity(ctm) || value.startsWith('url');
    const line = this.lineAttributes(isEven ? scaleOf(ctm) : 1);
    if (isEven) {
      this.paint(`<path d="${outline.data}" fill="none" stroke="${value}"${opacity}${line}/>`);
      return;
    }
    const { data } = outlineOf(path, [1, 0, 0, 1, 0, 0]);
    this.paint(`<path transform="${transformOf(ctm)}" d="${data}" fill="none" stroke="${value}"${opacity}${line}/>`);
  }

  /** The attributes of a line, by how much the coordinates of the element are larger than those of the operators. */
  lineAttributes(scale: number): string {
    const { lineWidth, lineCap, lineJoin, miterLimit, dashes, dashPhase, ctm } = this.state;
    const width = lineWidth > 0 ? lineWidth * scale : (HAIRLINE * scale) / Math.max(1e-6, scaleOf(ctm));
    const parts = [` stroke-width="${short(width)}"`];
    if (lineCap === 1 || lineCap === 2) parts.push(` stroke-linecap="${lineCap === 1 ? 'round' : 'square'}"`);
    if (lineJoin === 1 || lineJoin === 2) parts.push(` stroke-linejoin="${lineJoin === 1 ? 'round' : 'bevel'}"`);
    if (lineJoin === 0 && miterLimit !== 10) parts.push(` stroke-miterlimit="${short(Math.max(1, miterLimit))}"`);
    if (dashes.some((dash) => dash > 0) && dashes.every((dash) => dash >= 0)) {
      parts.push(` stroke-dasharray="${dashes.map((dash) => short(dash * scale)).join(' ')}"`);
      if (dashPhase !== 0) parts.push(` stroke-dashoffset="${short(dashPhase * scale)}"`);
    }
    return parts.join('');
  }

  fillWithShading(id: string): void {
    const area = { data: boxPath(this.#shownBox()), evenOdd: false };
    const paint: Paint = { kind: 'shading', id, matrix: this.state.ctm };
    const opacity = this.state.fillAlpha < 1 ? ` fill-opacity="${short(this.state.fillAlpha)}"` : '';
    this.graphics.save();
    const box = this.servers.boxOf(id);
    if (box) this.clipToBox(box);
    this.#withPaint(paint, area, (fill) => this.paint(`<path d="${area.data}" fill="${fill}"${opacity}/>`));
    this.graphics.restore();
  }

  #shownBox(): Box {
    const { bounds } = this.surroundings;
    const shown = this.state.clip ? intersect(this.state.clip.bounds, bounds) : bounds;
    return isEmpty(shown) ? { x0: 0, y0: 0, x1: 0, y1: 0 } : shown;
  }

  /** An image fills the unit square; an element that draws it there is placed. */
  placeUnitSquare(element: string, attributes: string): void {
    const { ctm, fillAlpha } = this.state;
    if (!this.isNear(transformBox(ctm, { x0: 0, y0: 0, x1: 1, y1: 1 }))) return;
    const opacity = fillAlpha < 1 ? ` opacity="${short(fillAlpha)}"` : '';
    this.paint(`<g transform="${transformOf(ctm)}"${opacity}${attributes}>${element}</g>`);
  }
}

/** Lines are as wide in all directions. */
function isSimilarity([a, b, c, d]: Matrix): boolean {
  const [one, other] = [Math.hypot(a, b), Math.hypot(c, d)];
  return Math.abs(one - other) <= 1e-3 * Math.max(one, other) && Math.abs(a * c + b * d) <= 1e-3 * one * other;
}
