import type { RunContext, Step } from '../../../contract/codec.ts';
import { hexColour } from '../coloured-triangles.ts';
import type { Colour, Scene } from '../model.ts';
import { seenParts, type SeenPart } from './camera.ts';
import { drawTriangles } from './draw.ts';
import { lookOf, sizeOf } from './png.ts';
import { Canvas } from './raster.ts';

/** Cosine of the angle from which on two faces meet in an edge that is seen: 30 degrees. */
const CREASE = Math.cos(Math.PI / 6);
/** Parts of a pixel to which places are rounded where they are joined. */
const JOINED = 8;
/** Pixels between two places of an edge that are looked at. */
const STEP = 2;
/** Pixels by which a place may lie behind what is drawn there: surfaces are seen at a slant. */
const BEHIND = 2;
const INK = '#262626';
const STROKE = 1.5;

/** A line on the image, from the lower left corner, and how near its ends are. */
type Line = readonly [from: Place, to: Place];
type Place = readonly [x: number, y: number, z: number];

/** An outline of a model as SVG: the edges of its surfaces that are in front, its lines, and its points as dots. */
export function drawOutline(scene: Scene, { from, options }: Step, context: RunContext): string {
  const { width, height } = sizeOf(options, context);
  const { background, colour, ...shot } = lookOf(scene, { from, options });
  const parts = seenParts(scene, { ...shot, width, height });
  const canvas = new Canvas(width, height);
  drawTriangles(canvas, parts, scene, context.signal);
  const lines = parts.flatMap((part) => (part.kind === 'triangles' ? edgesOf(part, context) : marksOf(part)));
  // Edges behind one another are one line.
  const path = new Set(lines.flatMap((line) => visibleParts(line, canvas)).map((line) => pathOf(line, height)));
  const ground = background[3] > 0 ? `<rect width="${width}" height="${height}" fill="${opaque(background)}"/>\n` : '';
  const ink = colour ? opaque(colour) : INK;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${ground}` +
    `<path fill="none" stroke="${ink}" stroke-width="${STROKE}" stroke-linecap="round" stroke-linejoin="round" d="${[...path].join('')}"/>\n</svg>\n`
  );
}

interface Edge {
  readonly line: Line;
  readonly normal: Place;
  /** Whether something makes it an edge that is seen: nothing beside it, a crease, or a side that is turned away. */
  isSeen: boolean;
}

/** Edges of a surface: its borders, its creases, and where it turns away from the viewer. */
function edgesOf({ positions, indices }: SeenPart, { signal }: RunContext): Line[] {
  const edges = new Map<number, Edge>();
  const corners = new Map<number, number>();
  const cornerOf = (at: Place): number => {
    const [x, y, z] = at.map((value) => Math.round(value * JOINED) + 65_536) as [number, number, number];
    const key = (x * 262_144 + y) * 262_144 + z;
    const corner = corners.get(key) ?? corners.size;
    corners.set(key, corner);
    return corner;
  };
  for (let at = 0; at + 2 < indices.length; at += 3) {
    if (at % 12_288 === 0) signal.throwIfAborted();
    const places = [0, 1, 2].map((corner) => placeOf(positions, indices[at + corner]!));
    const normal = normalOf(places as [Place, Place, Place]);
    if (!normal) continue;
    const joined = places.map(cornerOf);
    for (let side = 0; side < 3; side++) {
      const [a, b] = [joined[side]!, joined[(side + 1) % 3]!];
      if (a === b) continue;
      const key = Math.min(a, b) * 67_108_864 + Math.max(a, b);
      const known = edges.get(key);
      if (!known) edges.set(key, { line: [places[side]!, places[(side + 1) % 3]!], normal, isSeen: true });
      else known.isSeen = meetInEdge(known.normal, normal);
    }
  }
  return [...edges.values()].filter(({ isSeen }) => isSeen).map(({ line }) => line);
}

function placeOf(positions: Float64Array, vertex: number): Place {
  return [positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!];
}

/** Whether the edge between two faces is seen: they meet at an angle, or one is turned towards the viewer and one away. */
function meetInEdge(one: Place, other: Place): boolean {
  const cosine = one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
  return cosine < CREASE || one[2] > 0 !== other[2] > 0;
}

/** Of length 1; undefined for a face without a surface. */
function normalOf([a, b, c]: readonly [Place, Place, Place]): Place | undefined {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
  const length = Math.hypot(...normal);
  return length > 0 ? [normal[0] / length, normal[1] / length, normal[2] / length] : undefined;
}

/** Lines as they are, and points as lines without a length, whose round ends are dots. */
function marksOf({ positions, indices, kind }: SeenPart): Line[] {
  if (kind === 'points')
    return Array.from(indices, (vertex) => [placeOf(positions, vertex), placeOf(positions, vertex)] as const);
  return Array.from(
    { length: indices.length >> 1 },
    (_, at) => [placeOf(positions, indices[at * 2]!), placeOf(positions, indices[at * 2 + 1]!)] as const,
  );
}

/** The parts of a line that nothing hides. */
function visibleParts([from, to]: Line, canvas: Canvas): Line[] {
  const length = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  const steps = Math.max(1, Math.min(Math.ceil(length / STEP), canvas.width + canvas.height));
  const at = (step: number): Place =>
    [0, 1, 2].map((axis) => from[axis]! + ((to[axis]! - from[axis]!) * step) / steps) as unknown as Place;
  const parts: Line[] = [];
  let start: number | undefined;
  for (let step = 0; step <= steps; step++) {
    const isVisible = isInFront(at(step), canvas);
    if (isVisible) start ??= step;
    if (start !== undefined && (!isVisible || step === steps)) {
      const end = isVisible ? step : step - 1;
      if (end > start || length < STEP) parts.push([at(start), at(end)]);
      start = undefined;
    }
  }
  return parts;
}

/** Beside an edge of what is in front lies what is behind it. */
function isInFront([x, y, z]: Place, canvas: Canvas): boolean {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  for (const up of [-1, 0, 1])
    for (const right of [-1, 0, 1]) {
      const [at, above] = [column + right, row + up];
      if (at < 0 || at >= canvas.width || above < 0 || above >= canvas.height) return true;
      if (canvas.depthAt(at, above) <= z + BEHIND) return true;
    }
  return false;
}

function pathOf([from, to]: Line, height: number): string {
  const text = ([x, y]: Place): string => `${Number(x.toFixed(1))} ${Number((height - y).toFixed(1))}`;
  const isForward = from[0] < to[0] || (from[0] === to[0] && from[1] <= to[1]);
  const [start, end] = isForward ? [from, to] : [to, from];
  return `M${text(start)}L${text(end)}`;
}

function opaque(colour: Colour): string {
  return hexColour(colour).slice(0, '#rrggbb'.length);
}
