import { type Matrix, multiply } from '../matrix.ts';
import type { Definitions } from './drawing.ts';
import { Layer } from './drawing.ts';
import { clipAttribute, narrowed } from './clip.ts';
import type { Losses } from './losses.ts';
import { short, transformOf } from './numbers.ts';
import {
  boxPath,
  common,
  contains,
  isEmpty,
  movedBox,
  outlineOf,
  rectanglePath,
  type Box,
  type Outline,
} from '../outline.ts';
import type { OperatorList, PageObjects } from '../interpreter/page-objects.ts';
import { PaintServers } from './paint-servers.ts';
import { initialState, type GraphicsState, type Paint } from '../interpreter/state.ts';
import type { TextLayer } from './text-layer.ts';

/** What the painters of one page share: those of its patterns, masks and drawn glyphs too. */
export interface Sheet {
  readonly definitions: Definitions;
  readonly objects: PageObjects;
  readonly losses: Losses;
  readonly signal: AbortSignal;
  /** The whole file, to pass its own JPEGs through. */
  readonly file: Uint8Array;
  readonly isLayerVisible: (group: unknown) => boolean;
  /** Runs operators with a painter. */
  readonly run: (painter: Painter, operators: OperatorList) => void;
  /** Counts a glyph; throws when the page has too many. */
  readonly countGlyph: () => void;
}

export interface Surroundings {
  /** From the coordinates of the operators to those of the SVG's elements. */
  readonly matrix: Matrix;
  /** Nothing is seen outside. */
  readonly bounds: Box;
  /** Absent within patterns and glyphs: what they show is no text. */
  readonly text?: TextLayer;
  /** Patterns and glyphs in which this stands. */
  readonly depth: number;
}

/** A transparency group (ISO 32000-2, 11.4) that is being painted. */
interface Group {
  readonly layer: Layer;
  readonly state: GraphicsState;
  /** Painted as if there were no group. */
  readonly isFlat: boolean;
  readonly softMask?: SoftMask;
}

export interface SoftMask {
  readonly subtype?: string;
  readonly backdrop?: unknown;
  readonly transferMap?: ArrayLike<number> | null;
}

export interface GroupRequest {
  readonly matrix?: Matrix;
  readonly box?: Box;
  readonly isolated: boolean;
  readonly knockout: boolean;
  readonly needsIsolation: boolean;
  readonly hasSoftMask: boolean;
  readonly softMask?: SoftMask;
}

/** A line of no width is as thin as a screen shows it, one pixel of CSS; an area of no width is such a line. Points. */
const HAIRLINE = 0.75;
const THIN = 0.3;

/** Turns operators into elements: keeps the graphics state, and writes what it makes of paths, pictures and shadings. */
export class Painter {
  readonly sheet: Sheet;
  readonly surroundings: Surroundings;
  readonly servers: PaintServers;
  state: GraphicsState;
  #layer: Layer;
  /** Where the patterns of the content stream begin: that of the page, or of a form in it. */
  #patternBase: Matrix;
  readonly #states: GraphicsState[] = [];
  readonly #bases: Matrix[] = [];
  readonly #groups: Group[] = [];
  readonly #hidden: boolean[] = [];
  #pendingClip: 'nonzero' | 'evenodd' | undefined;
  #pendingMask: string | undefined;

  constructor(sheet: Sheet, surroundings: Surroundings) {
    this.sheet = sheet;
    this.surroundings = surroundings;
    this.servers = new PaintServers(sheet, surroundings.depth);
    this.state = initialState(surroundings.matrix);
    this.#patternBase = surroundings.matrix;
    this.#layer = new Layer(sheet.definitions);
  }

  get isHidden(): boolean {
    return this.#hidden.at(-1) ?? false;
  }

  get patternBase(): Matrix {
    return this.#patternBase;
  }

  /** A shading as a pattern: its matrix counts from where the content stream begins. */
  shadingPaint(id: string, matrix: Matrix | undefined): Paint {
    return { kind: 'shading', id, matrix: matrix ? multiply(this.#patternBase, matrix) : this.#patternBase };
  }

  finish(): string {
    while (this.#groups.length > 0) this.endGroup();
    return this.#layer.finish();
  }

  save(): void {
    this.#states.push({ ...this.state });
  }

  restore(): void {
    this.state = this.#states.pop() ?? this.state;
  }

  transform(matrix: Matrix | undefined): void {
    if (matrix) this.state.ctm = multiply(this.state.ctm, matrix);
  }

  beginForm(matrix: Matrix | undefined, box: Box | undefined): void {
    this.save();
    this.#bases.push(this.#patternBase);
    this.transform(matrix);
    this.#patternBase = this.state.ctm;
    if (box) this.clipTo(outlineOf(rectanglePath(box), this.state.ctm), false);
  }

  endForm(): void {
    this.restore();
    this.#patternBase = this.#bases.pop() ?? this.#patternBase;
  }

  /** The appearance of an annotation starts anew. */
  beginAnnotation(box: Box | undefined, transform: Matrix | undefined, matrix: Matrix | undefined): void {
    this.save();
    this.#bases.push(this.#patternBase);
    this.state = initialState(this.surroundings.matrix);
    if (box) this.clipTo(outlineOf(rectanglePath(box), this.state.ctm), false);
    this.transform(transform);
    this.transform(matrix);
    this.#patternBase = this.state.ctm;
  }

  beginContent(isHidden: boolean): void {
    this.#hidden.push(isHidden || this.isHidden);
  }

  endContent(): void {
    this.#hidden.pop();
  }

  /** The next path is a clip. */
  expectClip(rule: 'nonzero' | 'evenodd'): void {
    this.#pendingClip = rule;
  }

  clipTo(outline: Outline, evenOdd: boolean): void {
    this.state.clip = narrowed(this.state.clip, outline, evenOdd);
  }

  setSoftMask(isOn: boolean): void {
    this.state.mask = isOn ? this.#pendingMask : undefined;
  }

  beginGroup(group: GroupRequest): void {
    const { state } = this;
    const isPlain = state.fillAlpha === 1 && state.blend === 'normal' && state.mask === undefined && !group.softMask;
    const isFlat = isPlain && !group.knockout && (!group.needsIsolation || (!group.isolated && !group.hasSoftMask));
    if (group.knockout) this.sheet.losses.knockouts++;
    this.save();
    this.#groups.push({
      layer: this.#layer,
      state: { ...state },
      isFlat,
      ...(group.softMask && { softMask: group.softMask }),
    });
    if (!isFlat) {
      this.#layer = new Layer(this.sheet.definitions);
      Object.assign(this.state, { fillAlpha: 1, strokeAlpha: 1, blend: 'normal', mask: undefined, clip: undefined });
    }
    if (group.box) {
      const matrix = group.matrix ? multiply(this.state.ctm, group.matrix) : this.state.ctm;
      this.clipTo(outlineOf(rectanglePath(group.box), matrix), false);
    }
  }

  endGroup(): void {
    const group = this.#groups.pop();
    if (!group) return;
    this.restore();
    if (group.isFlat) return;
    const content = this.#layer.finish();
    this.#layer = group.layer;
    this.state = group.state;
    if (group.softMask) {
      this.#pendingMask = this.servers.mask(content, group.softMask, this.surroundings.bounds);
    } else if (content !== '') {
      const opacity = group.state.fillAlpha < 1 ? ` opacity="${short(group.state.fillAlpha)}"` : '';
      this.paint(`<g${opacity}>${content}</g>`);
    }
  }

  /** Writes an element with the clip, the mask and the blending of the state. */
  paint(element: string): void {
    const { clip, mask, blend } = this.state;
    const { bounds } = this.surroundings;
    if (this.isHidden || (clip && isEmpty(common(clip.bounds, bounds)))) return;
    const { definitions } = this.sheet;
    const isWhole = clip?.rectangle && !clip.outer && contains(clip.rectangle, bounds);
    const attributes = [
      isWhole ? '' : clipAttribute(clip, definitions),
      mask === undefined ? '' : ` mask="${mask}"`,
      blend === 'normal' ? '' : ` style="mix-blend-mode:${blend}"`,
    ];
    this.#layer.add(element, attributes.join(''), { alone: blend !== 'normal' });
  }

  /** A path with what is to be done with it; one that is announced as a clip narrows what comes after it. */
  drawPath(path: ArrayLike<number> | undefined, { fills, strokes, evenOdd }: PathUse): void {
    const outline = outlineOf(path ?? [], this.state.ctm);
    if (outline.data !== '' && this.#isNear(outline.box)) {
      if (fills) this.fillOutline(outline, evenOdd);
      if (strokes) this.#strokePath(path!, outline);
    }
    if (!this.#pendingClip) return;
    this.clipTo(outline, this.#pendingClip === 'evenodd');
    this.#pendingClip = undefined;
  }

  #isNear({ x0, y0, x1, y1 }: Box): boolean {
    const { bounds } = this.surroundings;
    const reach = this.state.lineWidth * scaleOf(this.state.ctm) * Math.max(1, this.state.miterLimit);
    return x1 + reach >= bounds.x0 && x0 - reach <= bounds.x1 && y1 + reach >= bounds.y0 && y0 - reach <= bounds.y1;
  }

  fillOutline({ data, box }: Outline, evenOdd: boolean): void {
    const { state } = this;
    const rule = evenOdd ? ' fill-rule="evenodd"' : '';
    const opacity = state.fillAlpha < 1 ? ` fill-opacity="${short(state.fillAlpha)}"` : '';
    const isThin = Math.min(box.x1 - box.x0, box.y1 - box.y0) < THIN_AREA;
    this.withPaint(state.fill, { data, evenOdd }, (fill) => {
      const edge = isThin ? ` stroke="${fill}" stroke-width="${THIN}"${opacity.replace('fill', 'stroke')}` : '';
      this.paint(`<path d="${data}" fill="${fill}"${opacity}${rule}${edge}/>`);
    });
  }

  /** Calls `use` with the attribute value of a paint; a mesh is a picture that shows within the area instead. */
  withPaint(
    paint: Paint,
    area: { readonly data: string; readonly evenOdd: boolean },
    use: (value: string) => void,
  ): void {
    const served = this.servers.valueOf(paint);
    if (served === undefined) return;
    if (typeof served === 'string') {
      use(served);
      return;
    }
    this.save();
    const outline = { data: area.data, box: this.surroundings.bounds, isRectangle: false, segments: 0 };
    this.clipTo(outline, area.evenOdd);
    this.paint(served.picture);
    this.restore();
  }

  #strokePath(path: ArrayLike<number>, outline: Outline): void {
    const { ctm, stroke, strokeAlpha } = this.state;
    const value = this.servers.valueOf(stroke);
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

  /** Fills all that the clip leaves. */
  fillWithShading(id: string): void {
    const area = { data: boxPath(this.#shownBox()), evenOdd: false };
    const paint: Paint = { kind: 'shading', id, matrix: this.state.ctm };
    const opacity = this.state.fillAlpha < 1 ? ` fill-opacity="${short(this.state.fillAlpha)}"` : '';
    this.save();
    const box = this.servers.boxOf(id);
    if (box) this.clipTo(outlineOf(rectanglePath(box), this.state.ctm), false);
    this.withPaint(paint, area, (fill) => this.paint(`<path d="${area.data}" fill="${fill}"${opacity}/>`));
    this.restore();
  }

  #shownBox(): Box {
    const { bounds } = this.surroundings;
    const shown = this.state.clip ? common(this.state.clip.bounds, bounds) : bounds;
    return isEmpty(shown) ? { x0: 0, y0: 0, x1: 0, y1: 0 } : shown;
  }

  /** A picture fills the unit square; an element that draws it there is placed. */
  placeUnitSquare(element: string, attributes: string): void {
    const { ctm, fillAlpha } = this.state;
    if (!this.#isNear(movedBox({ x0: 0, y0: 0, x1: 1, y1: 1 }, ctm))) return;
    const opacity = fillAlpha < 1 ? ` opacity="${short(fillAlpha)}"` : '';
    this.paint(`<g transform="${transformOf(ctm)}"${opacity}${attributes}>${element}</g>`);
  }
}

/** Points; narrower areas are seen as lines in viewers of PDFs, and not at all in those of SVG. */
const THIN_AREA = 0.05;

export interface PathUse {
  readonly fills: boolean;
  readonly strokes: boolean;
  readonly evenOdd: boolean;
}

export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** Lines are as wide in all directions. */
function isSimilarity([a, b, c, d]: Matrix): boolean {
  const [one, other] = [Math.hypot(a, b), Math.hypot(c, d)];
  return Math.abs(one - other) <= 1e-3 * Math.max(one, other) && Math.abs(a * c + b * d) <= 1e-3 * one * other;
}
