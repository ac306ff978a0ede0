import { pictureOf, withDrawing, withRendering } from '../../../models/resvg.ts';
import { areaOf, type Box, contains, heightOf, unionOf, widthOf } from '../geometry.ts';
import type { Fill, PageImage, Rule } from '../page-model.ts';
import { encodePng } from './png.ts';
import type { VectorPath } from './vector-paths.ts';

/** Paths closer than this belong to one drawing, in points. */
const NEAR = 6;
/** A drawing of more segments is a picture: Word would take seconds to show it. */
const MAX_SEGMENTS = 5_000;
/** Smaller drawings are specks. */
const MIN_SIDE = 2;
/** Pixels of a point in the picture that stands for a drawing where it cannot be shown, and of all of it at most. */
const PIXELS_PER_POINT = 1.5;
/** And where the picture is all there is. */
const PIXELS_PER_POINT_ALONE = 2;
const MAX_PIXELS = 750_000;
/** Diagrams are no smaller, in points, and no larger part of their page. */
const MIN_DIAGRAM_SIDE = 50;
const MAX_DIAGRAM_SHARE = 0.6;
/** Part of a diagram over which its curves and slanted lines run. */
const MIN_COVERED_SHARE = 0.25;
/** A frame is at most so many times as wide and as high as what is drawn in it. */
const MAX_FRAME_GROWTH = 1.6;
/** Clusters that are compared with each other; in more of them the page as a whole is one. */
const MAX_CLUSTERS = 400;

/** What of a page is drawn in lines and areas. */
export interface DrawnShapes<DrawnFill extends Fill> {
  readonly width: number;
  readonly height: number;
  readonly vectors: readonly VectorPath[];
  readonly rules: readonly Rule[];
  readonly fills: readonly DrawnFill[];
}

export interface Drawings<DrawnFill extends Fill> {
  readonly images: readonly PageImage[];
  /** What belongs to no drawing. */
  readonly rules: readonly Rule[];
  readonly fills: readonly DrawnFill[];
}

/**
 * The vector art of a page as pictures, each a cluster of paths: SVG, with pixels for who cannot show it. A diagram takes
 * the straight lines and the boxes in it along: they are its axes and bars, and no table.
 */
export function vectorDrawings<DrawnFill extends Fill>(
  page: DrawnShapes<DrawnFill>,
  { withoutPictures = false }: { readonly withoutPictures?: boolean } = {},
): Drawings<DrawnFill> {
  const drawingOf = withoutPictures ? placeOf : pictureIn;
  let { rules, fills } = page;
  const images = clusterPaths(page.vectors).flatMap((cluster): PageImage[] => {
    const box = unionOf(cluster.map(shownBox))!;
    if (widthOf(box) < MIN_SIDE || heightOf(box) < MIN_SIDE) return [];
    if (!isDiagram(cluster, box, page)) return drawingOf(cluster, box);
    const frame = frameOf(box, rules, fills);
    const lines = rules.filter((rule) => contains(frame, boxOfRule(rule), NEAR));
    const areas = fills.filter((fill) => contains(frame, fill, NEAR));
    rules = rules.filter((rule) => !lines.includes(rule));
    fills = fills.filter((fill) => !areas.includes(fill));
    const above = Math.max(-1, ...areas.map(({ order }) => order));
    const parts = [...areas.map(pathOfFill), ...lines.map((rule) => pathOfRule(rule, above)), ...cluster];
    const whole = unionOf(parts.map(shownBox))!;
    return drawingOf(
      parts.sort((a, b) => a.order - b.order),
      whole,
    ).map((image) => ({ ...image, isDiagram: true }));
  });
  return { images, rules, fills };
}

/** Curves and slanted lines run all over it; a frame around a text is none, nor is what lies under a whole page. */
function isDiagram(
  cluster: readonly VectorPath[],
  box: Box,
  page: { readonly width: number; readonly height: number },
) {
  if (Math.min(widthOf(box), heightOf(box)) < MIN_DIAGRAM_SIDE) return false;
  if (areaOf(box) > MAX_DIAGRAM_SHARE * page.width * page.height) return false;
  const figures = clusterPaths(cluster.filter(({ isFrame }) => !isFrame));
  return figures.some((paths) => areaOf(unionOf(paths.map(shownBox))!) > MIN_COVERED_SHARE * areaOf(box));
}

/** The axes reach beyond the curves, and a diagram may stand in a box of its own. */
function frameOf(box: Box, rules: readonly Rule[], fills: readonly Fill[]): Box {
  const isOwn = (other: Box): boolean =>
    isNear(box, other) &&
    widthOf(other) < MAX_FRAME_GROWTH * widthOf(box) &&
    heightOf(other) < MAX_FRAME_GROWTH * heightOf(box);
  const around = [...rules.map(boxOfRule), ...fills].filter(isOwn);
  return unionOf([box, ...around])!;
}

function boxOfRule({ axis, position, start, end }: Rule): Box {
  return axis === 'h'
    ? { x0: start, x1: end, y0: position, y1: position }
    : { x0: position, x1: position, y0: start, y1: end };
}

function pathOfRule(rule: Rule, order: number): VectorPath {
  const { x0, y0, x1, y1 } = boxOfRule(rule);
  const data = `M${x0.toFixed(2)} ${y0.toFixed(2)}L${x1.toFixed(2)} ${y1.toFixed(2)}`;
  const { color: stroke, width: strokeWidth } = rule;
  return { x0, y0, x1, y1, data, segments: 2, isFrame: true, stroke, strokeWidth, order: order + 0.5 };
}

function pathOfFill({ x0, y0, x1, y1, color, order }: Fill): VectorPath {
  const data = `M${x0.toFixed(2)} ${y0.toFixed(2)}H${x1.toFixed(2)}V${y1.toFixed(2)}H${x0.toFixed(2)}Z`;
  return { x0, y0, x1, y1, data, segments: 5, isFrame: true, fill: color, order };
}

/** Where a drawing stands, without the picture of it. */
function placeOf(cluster: readonly VectorPath[], box: Box): PageImage[] {
  return [{ ...box, bytes: new Uint8Array(), type: 'png', order: Math.min(...cluster.map(({ order }) => order)) }];
}

function pictureIn(cluster: readonly VectorPath[], box: Box): PageImage[] {
  const svg = svgOf(cluster, box);
  const order = Math.min(...cluster.map((path) => path.order));
  const segments = cluster.reduce((sum, path) => sum + path.segments, 0);
  const isAlone = segments > MAX_SEGMENTS;
  const png = rasterise(svg, box, isAlone ? PIXELS_PER_POINT_ALONE : PIXELS_PER_POINT);
  if (isAlone) return [{ ...box, bytes: png, type: 'png', order }];
  return [{ ...box, bytes: new TextEncoder().encode(svg), type: 'svg', fallback: png, order }];
}

/** With half of its line around it, within its clip. */
function shownBox({ x0, y0, x1, y1, strokeWidth = 0, clip }: VectorPath): Box {
  const half = strokeWidth / 2;
  const box = { x0: x0 - half, y0: y0 - half, x1: x1 + half, y1: y1 + half };
  if (!clip) return box;
  return {
    x0: Math.max(box.x0, clip.x0),
    y0: Math.max(box.y0, clip.y0),
    x1: Math.min(box.x1, clip.x1),
    y1: Math.min(box.y1, clip.y1),
  };
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

function isNear(a: Box, b: Box): boolean {
  return a.x0 < b.x1 + NEAR && b.x0 < a.x1 + NEAR && a.y0 < b.y1 + NEAR && b.y0 < a.y1 + NEAR;
}

function svgOf(paths: readonly VectorPath[], box: Box): string {
  const size = `width="${widthOf(box).toFixed(2)}" height="${heightOf(box).toFixed(2)}"`;
  const view = `viewBox="${[box.x0, box.y0, widthOf(box), heightOf(box)].map((value) => value.toFixed(2)).join(' ')}"`;
  const clips = paths.flatMap(({ clip }, index) => (clip ? [clipOf(clip, index)] : []));
  const definitions = clips.length > 0 ? `<defs>${clips.join('')}</defs>` : '';
  const shapes = paths.map(pathElement).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view}>${definitions}${shapes}</svg>`;
}

function clipOf({ x0, y0, x1, y1 }: Box, index: number): string {
  const numbers = [x0, y0, Math.max(0, x1 - x0), Math.max(0, y1 - y0)].map((value) => value.toFixed(2));
  const [x, y, width, height] = numbers;
  return `<clipPath id="c${index}"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath>`;
}

function pathElement(path: VectorPath, index: number): string {
  const { data, fill, fillOpacity = 1, evenOdd, stroke, strokeOpacity = 1, strokeWidth = 1, clip } = path;
  const attributes = [
    `d="${data}"`,
    `fill="${fill ?? 'none'}"`,
    fillOpacity < 1 ? `fill-opacity="${fillOpacity}"` : '',
    evenOdd ? 'fill-rule="evenodd"' : '',
    stroke ? `stroke="${stroke}" stroke-width="${strokeWidth.toFixed(2)}"` : '',
    stroke && strokeOpacity < 1 ? `stroke-opacity="${strokeOpacity}"` : '',
    clip ? `clip-path="url(#c${index})"` : '',
  ];
  return `<path ${attributes.filter(Boolean).join(' ')}/>`;
}

function rasterise(svg: string, box: Box, pixelsPerPoint: number): Uint8Array {
  const scale = Math.min(pixelsPerPoint, Math.sqrt(MAX_PIXELS / areaOf(box)));
  const width = Math.max(1, Math.round(widthOf(box) * scale));
  return withDrawing(svg, { fitTo: { mode: 'width', value: width } }, (drawing) =>
    withRendering(drawing, (rendering) => {
      const { width: columns, height, data } = pictureOf(rendering);
      return encodePng({ width: columns, height, channels: 4, data });
    }),
  );
}
