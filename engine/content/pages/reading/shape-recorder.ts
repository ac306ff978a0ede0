import { colourOfChannels, rgbOf } from '../../raster/colour.ts';
import { type Box, boundingBox, contains, heightOf, intersect, widthOf } from '../geometry.ts';
import type { PaintedPath } from '../interpreter/sink.ts';
import type { Paint } from '../interpreter/state.ts';
import { type Point, scaleOf } from '../matrix.ts';
import { boxPath } from '../outline.ts';
import type { DrawnPage } from './drawn-page.ts';
import { isUprightRectangle, readSubpaths, type Subpath } from './paths.ts';
import type { ResolvePaint } from './patterns.ts';
import type { ReadingState } from './reading-state.ts';
import { coveringColour, fillAlphaOf, multipliesOf, softMaskOf, strokeAlphaOf } from './transparency.ts';
import { outlineOf, type VectorPath } from './vector-paths.ts';
import { SHAPE_RECORDER } from './thresholds.ts';

const { MAX_RULE_THICKNESS, MAX_VECTOR_SEGMENTS, MAX_SPECKS, MIN_STROKE, MIN_ALPHA, MAX_SLANT, MIN_RULE } =
  SHAPE_RECORDER;

type ShownSubpath = Subpath & { readonly box: Box };

interface ShapeOptions {
  readonly bounds: Box;
  readonly resolvePaint: ResolvePaint;
  readonly nextOrder: () => number;
}

/** Sorts what a page paints into ruling lines, boxes of one colour and drawings. */
export class ShapeRecorder {
  readonly #page: DrawnPage;
  readonly #options: ShapeOptions;
  #segments = 0;

  constructor(page: DrawnPage, options: ShapeOptions) {
    this.#page = page;
    this.#options = options;
  }

  addPath(state: ReadingState, path: PaintedPath): void {
    const { data = [] } = path;
    const strokes = path.strokes && state.stroke.kind !== 'none' && strokeAlphaOf(state) > MIN_ALPHA;
    const fills = path.fills && state.fill.kind !== 'none' && fillAlphaOf(state) > MIN_ALPHA;
    if (!strokes && !fills) return;
    const subpaths = readSubpaths(data, state.ctm)
      .filter(({ points }) => points.length > 1)
      .map((subpath) => ({ ...subpath, box: intersect(boundingBox(subpath.points), this.#shown(state)) }))
      .filter(({ box }) => widthOf(box) >= -1 && heightOf(box) >= -1);
    const isBox = ({ points, curved, box }: ShownSubpath): boolean =>
      !curved && isUprightRectangle(points) && !this.#isShaped(state, box);
    const isGrid = ({ points, curved }: ShownSubpath): boolean => !curved && !hasSlants(points, state.clip);
    const drawsArea = fills && !subpaths.every(isBox);
    if (fills && !drawsArea) for (const { box } of subpaths) this.#addFill(state, box, subpaths.length === 1);
    if (strokes && !drawsArea) for (const { points } of subpaths.filter(isGrid)) this.#addStrokes(state, points);
    if (drawsArea || (strokes && !subpaths.every(isGrid))) this.#addVector(state, { ...path, data, strokes, fills });
  }

  /** A shading over all that the clip leaves. */
  addShading(state: ReadingState): void {
    const box = this.#shown(state);
    if (widthOf(box) <= 0 || heightOf(box) <= 0 || fillAlphaOf(state) <= MIN_ALPHA) return;
    if (!this.#isShaped(state, box)) this.#addFill(state, box, true);
    else {
      const path = { ...box, data: boxPath(box), segments: 5, isFrame: true };
      this.#push({ ...path, ...this.#fillOf(state), ...surroundingsOf(state), order: this.#options.nextOrder() });
    }
  }

  #colourOf(paint: Paint): string {
    return this.#options.resolvePaint(paint).colour;
  }

  /** Whether a box is no box of one colour: it is painted with a pattern, through a mask or within a shape. Lines are. */
  #isShaped(state: ReadingState, box: Box): boolean {
    const isLine = Math.min(widthOf(box), heightOf(box)) <= MAX_RULE_THICKNESS;
    if (isLine) return false;
    return (
      !this.#options.resolvePaint(state.fill).isPlain || state.shape !== undefined || softMaskOf(state) !== undefined
    );
  }

  #fillOf(state: ReadingState): Pick<VectorPath, 'fill' | 'fillOpacity' | 'fillPaint'> {
    const { colour, isPlain } = this.#options.resolvePaint(state.fill);
    const [multiplies, alpha] = [multipliesOf(state), fillAlphaOf(state)];
    if (!isPlain) {
      const paint = state.fill;
      const fillPaint = multiplies && paint.kind === 'shading' ? { ...paint, recolour: coveringColour } : paint;
      return { fill: colour, fillOpacity: alpha, fillPaint };
    }
    if (!multiplies) return { fill: colour, fillOpacity: alpha };
    const covering = coveringColour(colour);
    return { fill: covering.color, fillOpacity: alpha * covering.alpha };
  }

  #strokeOf(state: ReadingState): Pick<VectorPath, 'stroke' | 'strokeOpacity'> {
    const [stroke, alpha] = [this.#colourOf(state.stroke), strokeAlphaOf(state)];
    if (!multipliesOf(state)) return { stroke, strokeOpacity: alpha };
    const covering = coveringColour(stroke);
    return { stroke: covering.color, strokeOpacity: alpha * covering.alpha };
  }

  #shown({ clip }: ReadingState): Box {
    return intersect(this.#options.bounds, clip);
  }

  /** Keeps a path with curves or slanted lines as it is drawn. */
  #addVector(state: ReadingState, { data = [], strokes, fills, evenOdd }: PaintedPath): void {
    const { ctm, lineWidth } = state;
    const outline = outlineOf(data, ctm);
    const shown = this.#shown(state);
    const strokeWidth = Math.max(MIN_STROKE, lineWidth * scaleOf(ctm));
    this.#push({
      ...outline.box,
      data: outline.data,
      segments: outline.segments,
      isFrame: outline.isFrame,
      ...(fills && { ...this.#fillOf(state), evenOdd }),
      ...(strokes && { ...this.#strokeOf(state), strokeWidth, ...lineStyleOf(state) }),
      ...(!contains(shown, outline.box) && { clip: shown }),
      ...surroundingsOf(state),
      order: this.#options.nextOrder(),
    });
  }

  #push(path: VectorPath): void {
    this.#segments += path.segments;
    if (this.#segments > MAX_VECTOR_SEGMENTS) this.#page.vectorCount++;
    else this.#page.vectors.push(path);
  }

  #addFill(state: ReadingState, box: Box, alone: boolean): void {
    const { blend, group } = state;
    const color = this.#colourOf(state.fill);
    const alpha = fillAlphaOf(state);
    const width = widthOf(box);
    const height = heightOf(box);
    if (height <= MAX_RULE_THICKNESS && width > 4 * Math.max(height, 0.1)) {
      this.#addRule('h', (box.y0 + box.y1) / 2, box.x0, box.x1, height, color);
    } else if (width <= MAX_RULE_THICKNESS && height > 4 * Math.max(width, 0.1)) {
      this.#addRule('v', (box.x0 + box.x1) / 2, box.y0, box.y1, width, color);
    } else if (width > MAX_RULE_THICKNESS && height > MAX_RULE_THICKNESS) {
      // a rectangle among others in one path may be a hole
      const covers = alone && alpha > 0.95 && blend === 'normal' && !group.multiplies;
      this.#page.fills.push({ ...box, color: onPaper(color, alpha), order: this.#options.nextOrder(), covers });
    } else if (Math.min(width, height) > 0 && this.#page.specks.length < MAX_SPECKS) {
      this.#page.specks.push({ ...box, color: onPaper(color, alpha), order: this.#options.nextOrder(), covers: false });
    }
  }

  #addStrokes({ ctm, lineWidth, stroke: paint, clip }: ReadingState, points: readonly Point[]): void {
    const stroke = this.#colourOf(paint);
    const width = lineWidth * scaleOf(ctm);
    for (const box of segmentsOf(points, clip)) {
      const along = widthOf(box);
      const across = heightOf(box);
      if (across < MAX_SLANT && along > MIN_RULE) {
        this.#addRule('h', (box.y0 + box.y1) / 2, box.x0, box.x1, width, stroke);
      } else if (along < MAX_SLANT && across > MIN_RULE) {
        this.#addRule('v', (box.x0 + box.x1) / 2, box.y0, box.y1, width, stroke);
      }
    }
  }

  #addRule(axis: 'h' | 'v', position: number, start: number, end: number, width: number, color: string): void {
    const order = this.#options.nextOrder();
    this.#page.rules.push({ axis, position, start, end, width: Math.max(0.25, width), color, order });
  }
}

/** The boxes of the lines from point to point, as far as the clip shows them. */
function segmentsOf(points: readonly Point[], clip: Box | undefined): Box[] {
  return points
    .slice(1)
    .map((point, index) => intersect(boundingBox([points[index]!, point]), clip))
    .filter((box) => widthOf(box) >= -1 && heightOf(box) >= -1);
}

/** Whether there are slanted lines among them, or such short ones as drawn symbols have. */
function hasSlants(points: readonly Point[], clip: Box | undefined): boolean {
  return segmentsOf(points, clip).some((box) => {
    const [less, more] = [widthOf(box), heightOf(box)].sort((a, b) => a - b);
    return less! >= MAX_SLANT || (more! > MAX_SLANT && more! <= MIN_RULE);
  });
}

function lineStyleOf({ dashes, lineCap, ctm }: ReadingState): Pick<VectorPath, 'dashes' | 'cap'> {
  const isDashed = dashes.some((dash) => dash > 0) && dashes.every((dash) => dash >= 0);
  return {
    ...(isDashed && { dashes: dashes.map((dash) => dash * scaleOf(ctm)) }),
    ...(lineCap === 1 && { cap: 'round' }),
    ...(lineCap === 2 && { cap: 'square' }),
  };
}

function surroundingsOf(state: ReadingState): Pick<VectorPath, 'shape' | 'softMask'> {
  const softMask = softMaskOf(state);
  return { ...(state.shape && { shape: state.shape }), ...(softMask && { softMask }) };
}

/** Colour of a half-transparent fill on white paper. */
function onPaper(color: string, alpha: number): string {
  if (alpha > 0.99) return color;
  return colourOfChannels(rgbOf(color).map((channel) => Math.round(255 + (channel - 255) * alpha)));
}
