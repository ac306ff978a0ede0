import { areaOf, type Box, heightOf, intersect, unionOf, widthOf } from '../geometry.ts';
import type { Fill, PageImage, Rule } from '../model.ts';
import { isNear, partsOfDiagram, partsOfSymbol, pathsOf } from './drawing-parts.ts';
import { type AreaOptions, type DrawingContext, type PaintedPage, rasterise, svgOf, svgOfArea } from './drawing-svg.ts';
import { encodePng } from '../../../content/raster/png/encoder.ts';
import type { VectorPath } from './vector-paths.ts';
import { VECTOR_DRAWINGS } from './thresholds.ts';

const {
  MAX_SEGMENTS,
  MIN_SIDE,
  PIXELS_PER_POINT,
  PIXELS_PER_POINT_OF_TEXT,
  PIXELS_PER_POINT_ALONE,
  MAX_PIXELS,
  MIN_DIAGRAM_SIDE,
  MAX_DIAGRAM_SHARE,
  MIN_COVERED_SHARE,
  MAX_CLUSTERS,
} = VECTOR_DRAWINGS;

/** What of a page is drawn in lines and areas. */
interface DrawnShapes<DrawnFill extends Fill> {
  readonly width: number;
  readonly height: number;
  /** What is written on the page. */
  readonly glyphs: readonly Box[];
  readonly vectors: readonly VectorPath[];
  readonly rules: readonly Rule[];
  readonly fills: readonly DrawnFill[];
  /** Boxes that show in drawings alone. */
  readonly specks: readonly DrawnFill[];
}

interface Drawings<DrawnFill extends Fill> {
  readonly images: readonly PageImage[];
  /** What belongs to no drawing. */
  readonly rules: readonly Rule[];
  readonly fills: readonly DrawnFill[];
}

/**
 * The vector art of a page as images, each a cluster of paths: SVG, with pixels for who cannot show it. A drawing takes
 * the straight lines and the boxes in it along: they are its axes, bars and stems, and no table.
 */
export function vectorDrawings<DrawnFill extends Fill>(
  page: DrawnShapes<DrawnFill>,
  { withoutImages = false, context }: { readonly withoutImages?: boolean; readonly context?: DrawingContext } = {},
): Drawings<DrawnFill> {
  const drawingOf = withoutImages
    ? placeOf
    : (cluster: readonly VectorPath[], box: Box) => imageIn(cluster, box, context);
  let { rules } = page;
  let fills: readonly DrawnFill[] = [...page.fills, ...page.specks];
  const isGround = (path: VectorPath): boolean => path.isFrame && isWide(shownBox(path), page);
  const clusters = clusterPaths(page.vectors.filter((path) => !isGround(path)));
  const grounds = page.vectors.filter(isGround).map((path) => [path]);
  const images = [...grounds, ...clusters].flatMap((cluster): PageImage[] => {
    const box = unionOf(cluster.map(shownBox))!;
    if (widthOf(box) < MIN_SIDE || heightOf(box) < MIN_SIDE) return [];
    if (isWide(box, page) || cluster.every(({ isFrame }) => isFrame)) return drawingOf(cluster, box);
    const diagram = isDiagram(cluster, box);
    const straight = diagram
      ? partsOfDiagram(box, { rules, fills })
      : partsOfSymbol(box, { rules, fills }, page.glyphs);
    rules = without(rules, straight.rules);
    fills = without(fills, straight.fills);
    const parts = [...pathsOf(straight), ...cluster].sort((a, b) => a.order - b.order);
    const whole = unionOf(parts.map(shownBox))!;
    return drawingOf(parts, whole).map((image) => (diagram ? { ...image, isDiagram: true } : image));
  });
  return { images, rules, fills: without(fills, page.specks) };
}

/** Curves and slanted lines run all over it; a frame around a text is none. */
function isDiagram(cluster: readonly VectorPath[], box: Box): boolean {
  if (Math.min(widthOf(box), heightOf(box)) < MIN_DIAGRAM_SIDE) return false;
  const figures = clusterPaths(cluster.filter(({ isFrame }) => !isFrame));
  return figures.some((paths) => areaOf(unionOf(paths.map(shownBox))!) > MIN_COVERED_SHARE * areaOf(box));
}

function isWide(box: Box, page: { readonly width: number; readonly height: number }): boolean {
  return areaOf(box) > MAX_DIAGRAM_SHARE * page.width * page.height;
}

function without<T>(all: readonly T[], some: readonly T[]): readonly T[] {
  if (some.length === 0) return all;
  const taken = new Set(some);
  return all.filter((item) => !taken.has(item));
}

/** Where a drawing is, without the image of it. */
function placeOf(cluster: readonly VectorPath[], box: Box): PageImage[] {
  return [{ ...box, bytes: new Uint8Array(), type: 'png', order: Math.min(...cluster.map(({ order }) => order)) }];
}

function imageIn(cluster: readonly VectorPath[], box: Box, context: DrawingContext | undefined): PageImage[] {
  context?.signal.throwIfAborted();
  const svg = svgOf(cluster, box, context);
  const order = Math.min(...cluster.map((path) => path.order));
  const segments = cluster.reduce((sum, path) => sum + path.segments, 0);
  const isAlone = segments > MAX_SEGMENTS;
  const png = pngOf(svg, box, isAlone ? PIXELS_PER_POINT_ALONE : PIXELS_PER_POINT);
  if (isAlone) return [{ ...box, bytes: png, type: 'png', order }];
  return [{ ...box, ...svgImage(svg, png), order }];
}

/** An image of what is in a box of the page; undefined where it cannot be drawn as it is. */
export type DrawArea = (area: Box, options?: AreaOptions) => Pick<PageImage, 'bytes' | 'type' | 'fallback'> | undefined;

/** A part of a page as it is painted; undefined where letters of it have no outlines. */
export function imageOfArea(
  page: PaintedPage,
  area: Box,
  context: DrawingContext,
  options: AreaOptions = {},
): ReturnType<DrawArea> {
  const svg = svgOfArea(page, area, context, options);
  const pixelsPerPoint = options.withoutText ? PIXELS_PER_POINT : PIXELS_PER_POINT_OF_TEXT;
  return svg === undefined ? undefined : svgImage(svg, pngOf(svg, area, pixelsPerPoint));
}

function svgImage(svg: string, fallback: Uint8Array): Pick<PageImage, 'bytes' | 'type' | 'fallback'> {
  return { bytes: new TextEncoder().encode(svg), type: 'svg', fallback };
}

/** With half of its line around it, within its clip. */
export function shownBox({ x0, y0, x1, y1, strokeWidth = 0, clip, shape }: VectorPath): Box {
  const half = strokeWidth / 2;
  const box = { x0: x0 - half, y0: y0 - half, x1: x1 + half, y1: y1 + half };
  return intersect(intersect(box, clip), shape?.bounds);
}

interface Cluster {
  box: Box;
  readonly paths: VectorPath[];
}

/** Gathers paths whose boxes touch or nearly do; a page that is full of them is one drawing. */
function clusterPaths(paths: readonly VectorPath[]): VectorPath[][] {
  let clusters: Cluster[] = [];
  for (const path of paths) {
    const own = shownBox(path);
    const [first, ...others] = clusters.filter(({ box }) => isNear(box, own));
    if (!first) clusters.push({ box: own, paths: [path] });
    else {
      first.paths.push(path);
      first.box = unionOf([first.box, own, ...others.map(({ box }) => box)])!;
      for (const other of others) for (const moved of other.paths) first.paths.push(moved);
      if (others.length > 0) clusters = clusters.filter((cluster) => !others.includes(cluster));
    }
    if (clusters.length > MAX_CLUSTERS) return [[...paths]];
  }
  return clusters.map((cluster) => cluster.paths.sort((a, b) => a.order - b.order));
}

function pngOf(svg: string, box: Box, pixelsPerPoint: number): Uint8Array {
  const scale = Math.min(pixelsPerPoint, Math.sqrt(MAX_PIXELS / areaOf(box)));
  const { width, height, data } = rasterise(svg, Math.max(1, Math.round(widthOf(box) * scale)));
  return encodePng({ width, height, channels: 4, data });
}
