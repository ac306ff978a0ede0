import { corrupt } from '../../content/records/errors.ts';
import {
  arcPath,
  bulgedPath,
  circlePath,
  pathOfPoints,
  IDENTITY,
  planeOf,
  splinePath,
  type Direction,
  type Matrix,
  type Path,
  type Point,
} from './curves.ts';
import { numberOf, numbersOf, pointsOf, type Entity } from './document.ts';
import { extrusionOf } from './frames.ts';
import type { Tag } from './tags.ts';

const DEGREE = Math.PI / 180;

/** The lines of an entity in its own plane; undefined for one that is no line. */
export function pathsOf(entity: Entity): readonly Path[] | undefined {
  switch (entity.type) {
    case 'LINE':
      return [pathOfPoints([pointOf(entity, 10), pointOf(entity, 11)], false)];
    case 'CIRCLE':
      return [circlePath(pointOf(entity, 10), numberOf(entity, 40))];
    case 'ARC': {
      const [from, to] = [numberOf(entity, 50) * DEGREE, numberOf(entity, 51) * DEGREE];
      return [circlePath(pointOf(entity, 10), numberOf(entity, 40), [from, after(from, to)])];
    }
    case 'ELLIPSE':
      return [ellipsePath(entity)];
    case 'LWPOLYLINE':
      return polyline(verticesOf(entity.tags), (numberOf(entity, 70) & 1) !== 0);
    case 'POLYLINE':
      return polylineOfVertices(entity);
    case 'SPLINE':
      return splineOf(entity);
    case 'LEADER':
      return polyline(
        pointsOf(entity.tags, 10).map(([x, y]) => ({ at: [x, y], bulge: 0 })),
        false,
      );
    default:
      return undefined;
  }
}

/** What is filled: triangles and rectangles of old drawings, whose last corners are exchanged. */
export function solidPath(entity: Entity): Path {
  return pathOfPoints(cornersOf(entity, [10, 11, 13, 12]), true);
}

/** Flags of a polyline. */
const [CLOSED, IN_SPACE, MESH, FACES] = [1, 8, 16, 64];
/** Vertices of the frame around a curve, which is not drawn. */
const CONTROL_VERTEX = 16;

/** Entities whose positions are of the world, whatever their extrusion is. */
const OF_WORLD: ReadonlySet<string> = new Set(['LINE', 'SPLINE', 'ELLIPSE', 'POINT', 'LEADER', 'MTEXT']);

export function planeOfEntity(entity: Entity): Matrix {
  const isOfWorld =
    OF_WORLD.has(entity.type) || (entity.type === 'POLYLINE' && (numberOf(entity, 70) & IN_SPACE) !== 0);
  return isOfWorld ? IDENTITY : planeOf(extrusionOf(entity), elevationOf(entity));
}

/** Of an entity whose positions are of its own plane. */
export function elevationOf(entity: Entity): number {
  return numberOf(entity, entity.type === 'LWPOLYLINE' ? 38 : 30);
}

export function pointOf(entity: Entity, group: number): Point {
  return [numberOf(entity, group), numberOf(entity, group + 10)];
}

function cornersOf(entity: Entity, groups: readonly number[]): Point[] {
  // A triangle has three corners, or its last one twice.
  return groups.filter((group) => entity.tags.some(([each]) => each === group)).map((group) => pointOf(entity, group));
}

/** Angles run counter-clockwise: the end lies behind the start. */
export function after(from: number, to: number): number {
  const turn = 2 * Math.PI;
  const angle = (((to - from) % turn) + turn) % turn;
  return from + (angle < 1e-12 ? turn : angle);
}

function ellipsePath(entity: Entity): Path {
  const major = pointOf(entity, 11);
  const ratio = numberOf(entity, 40, 1) * (numberOf(entity, 230, 1) < 0 ? -1 : 1);
  const minor: Point = [-major[1] * ratio, major[0] * ratio];
  const [from, to] = [numberOf(entity, 41), numberOf(entity, 42, 2 * Math.PI)];
  return arcPath(pointOf(entity, 10), { major, minor }, [from, after(from, to)]);
}

interface Vertex {
  readonly at: Point;
  readonly bulge: number;
}

function polyline(vertices: readonly Vertex[], isClosed: boolean): Path[] {
  return vertices.length < 2 ? [] : [bulgedPath(vertices, isClosed)];
}

function verticesOf(tags: readonly Tag[]): Vertex[] {
  const vertices: { at: [number, number]; bulge: number }[] = [];
  for (const [group, text] of tags) {
    const last = vertices.at(-1);
    if (group === 10) vertices.push({ at: [Number(text), 0], bulge: 0 });
    else if (group === 20 && last) last.at[1] = Number(text);
    else if (group === 42 && last) last.bulge = Number(text);
  }
  if (vertices.some(({ at, bulge }) => ![...at, bulge].every(Number.isFinite)))
    throw corrupt('a position of a polyline is no number');
  return vertices;
}

function polylineOfVertices(entity: Entity): Path[] | undefined {
  const flags = numberOf(entity, 70);
  if (flags & (MESH | FACES)) return undefined;
  const vertices = verticesOfCurve(entity).map((part): Vertex => ({
    at: pointOf(part, 10),
    bulge: numberOf(part, 42),
  }));
  return polyline(vertices, (flags & CLOSED) !== 0);
}

/** The vertices of a polyline, without those of the frame around it. */
export function verticesOfCurve({ parts }: Entity): Entity[] {
  return parts.filter((part) => part.type === 'VERTEX' && (numberOf(part, 70) & CONTROL_VERTEX) === 0);
}

/** `side` says from where it is seen: from above, if absent. */
export function splineOf(entity: Entity, side: (place: Direction) => Point = ([x, y]) => [x, y]): Path[] {
  const [controls, fit] = [10, 11].map((group) => pointsOf(entity.tags, group).map(side)) as [Point[], Point[]];
  const knots = numbersOf(entity, 40);
  const degree = numberOf(entity, 71, 3);
  const isClosed = (numberOf(entity, 70) & 1) !== 0;
  if (controls.length === 0) return fit.length < 2 ? [] : [pathOfPoints(fit, isClosed)];
  const weights = numbersOf(entity, 41);
  const isSound =
    degree >= 1 &&
    degree <= 16 &&
    controls.length > degree &&
    knots.length >= controls.length + degree + 1 &&
    knots.every((knot, index) => index === 0 || knot >= knots[index - 1]!);
  if (!isSound) throw corrupt('the knots of a spline do not fit its control points');
  return [splinePath({ degree, knots, controls, weights, isClosed })];
}

/** The outlines of a hatching: rings of lines and arcs, or of edges one behind the other. */
export function hatchPaths({ tags }: Entity): Path[] {
  const start = tags.findIndex(([group]) => group === 91);
  if (start < 0) return [];
  const paths: Path[] = [];
  // Each outline begins with its kind; what follows the last one is the pattern.
  const end = tags.findIndex(([group], index) => index > start && group === 75);
  const inside = tags.slice(start + 1, end < 0 ? undefined : end);
  const begins = inside.flatMap(([group], index) => (group === 92 ? [index] : []));
  for (const [index, at] of begins.entries()) {
    const part = inside.slice(at, begins[index + 1]);
    const isPolyline = (Number(part[0]![1]) & 2) !== 0;
    const path = isPolyline ? polyline(verticesOf(part), true)[0] : pathOfEdges(part);
    if (path) paths.push(path);
  }
  return paths;
}

function pathOfEdges(tags: readonly Tag[]): Path | undefined {
  const begins = tags.flatMap(([group], index) => (group === 72 ? [index] : []));
  const edges = begins.flatMap((at, index) => {
    const edge: Entity = { type: 'HATCH', tags: tags.slice(at, begins[index + 1]), parts: [] };
    return edgePath(edge) ?? [];
  });
  const [first, ...others] = edges;
  if (!first) return undefined;
  const segments = [...first.segments, ...others.flatMap(({ start, segments: more }) => [[start] as const, ...more])];
  return { start: first.start, segments, isClosed: true };
}

function edgePath(edge: Entity): Path | undefined {
  const kind = numberOf(edge, 72);
  if (kind === 1) return pathOfPoints([pointOf(edge, 10), pointOf(edge, 11)], false);
  if (kind === 4) return splineEdge(edge);
  if (kind !== 2 && kind !== 3) return undefined;
  const isCounterClockwise = numberOf(edge, 73, 1) !== 0;
  const [from, to] = [numberOf(edge, 50) * DEGREE, numberOf(edge, 51, 360) * DEGREE];
  const centre = pointOf(edge, 10);
  const radius = kind === 2 ? numberOf(edge, 40) : 1;
  const major: Point = kind === 2 ? [radius, 0] : pointOf(edge, 11);
  const ratio = (kind === 2 ? 1 : numberOf(edge, 40, 1)) * (isCounterClockwise ? 1 : -1);
  // Angles of an arc that runs with the clock are measured with it.
  return arcPath(centre, { major, minor: [-major[1] * ratio, major[0] * ratio] }, [from, after(from, to)]);
}

function splineEdge(edge: Entity): Path | undefined {
  const controls = pointsOf(edge.tags, 10).map(([x, y]): Point => [x, y]);
  const knots = numbersOf(edge, 40);
  const degree = numberOf(edge, 94, 3);
  if (degree < 1 || controls.length <= degree || knots.length < controls.length + degree + 1) return undefined;
  return splinePath({ degree, knots, controls, weights: numbersOf(edge, 42), isClosed: false });
}
