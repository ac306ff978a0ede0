import { corruptMesh } from '../failures.ts';
import type { MeshPart } from '../model.ts';
import { PartBuilder } from '../part-builder.ts';
import { isFalse, numbersIn, type X3dNode } from './node.ts';

/** Sides of what is round. */
const SIDES = 32;

const SOLIDS: Readonly<Record<string, (node: X3dNode, faces: Faces) => void>> = {
  Box: (node, faces) => box(numbersIn(node, 'size'), faces),
  Sphere: (node, faces) => sphere(numbersIn(node, 'radius')[0] ?? 1, faces),
  Cylinder: (node, faces) =>
    cone(
      node,
      numbersIn(node, 'radius')[0] ?? 1,
      numbersIn(node, 'radius')[0] ?? 1,
      numbersIn(node, 'height')[0] ?? 2,
      faces,
    ),
  Cone: (node, faces) =>
    cone(node, numbersIn(node, 'bottomRadius')[0] ?? 1, 0, numbersIn(node, 'height')[0] ?? 2, faces),
  ElevationGrid: elevation,
  Extrusion: extrusion,
};

export function isSolid(type: string): boolean {
  return Object.hasOwn(SOLIDS, type);
}

/** A shape that is given by its measures, as triangles. Nothing for another geometry. */
export function solidOf(node: X3dNode, material: number | undefined): MeshPart | undefined {
  const faces = new Faces();
  if (!isSolid(node.type)) return undefined;
  SOLIDS[node.type]!(node, faces);
  if (!faces.positions.every(Number.isFinite)) throw corruptMesh('a measure is no number');
  return faces.part(material);
}

type Point = readonly [x: number, y: number, z: number];

class Faces {
  readonly positions: number[] = [];
  readonly #faces: number[][] = [];

  point(point: Point): number {
    return this.positions.push(...point) / 3 - 1;
  }

  face(...corners: readonly number[]): void {
    this.#faces.push([...corners]);
  }

  part(material: number | undefined): MeshPart {
    const builder = new PartBuilder({ positions: this.positions }, 'triangles', material);
    for (const face of this.#faces) builder.addFace(face.map((position) => ({ position })));
    return builder.finish();
  }
}

function box([x = 2, y = 2, z = 2]: readonly number[], faces: Faces): void {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
    faces.point([bits & 1 ? x / 2 : -x / 2, bits & 2 ? y / 2 : -y / 2, bits & 4 ? z / 2 : -z / 2]),
  );
  for (const face of [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ])
    faces.face(...face.map((corner) => corners[corner]!));
}

function circle(radius: number, y: number, faces: Faces): number[] {
  return Array.from({ length: SIDES }, (_, side) => {
    const angle = (2 * Math.PI * side) / SIDES;
    return faces.point([radius * Math.cos(angle), y, -radius * Math.sin(angle)]);
  });
}

function sphere(radius: number, faces: Faces): void {
  const rings = SIDES / 2;
  const bottom = faces.point([0, -radius, 0]);
  const top = faces.point([0, radius, 0]);
  const circles = Array.from({ length: rings - 1 }, (_, ring) => {
    const angle = (Math.PI * (ring + 1)) / rings - Math.PI / 2;
    return circle(radius * Math.cos(angle), radius * Math.sin(angle), faces);
  });
  closeRing(circles[0]!, bottom, true, faces);
  for (let ring = 1; ring < circles.length; ring++) joinRings(circles[ring - 1]!, circles[ring]!, faces);
  closeRing(circles.at(-1)!, top, false, faces);
}

/** A cone, or a cylinder where both ends have a radius. */
function cone(node: X3dNode, below: number, above: number, height: number, faces: Faces): void {
  const lower = circle(below, -height / 2, faces);
  const upper = above > 0 ? circle(above, height / 2, faces) : undefined;
  const hasSide = !isFalse(node, 'side');
  if (hasSide && upper) joinRings(lower, upper, faces);
  if (hasSide && !upper) closeRing(lower, faces.point([0, height / 2, 0]), false, faces);
  if (!isFalse(node, 'bottom')) faces.face(...lower.toReversed());
  if (upper && !isFalse(node, 'top')) faces.face(...upper);
}

function joinRings(lower: readonly number[], upper: readonly number[], faces: Faces): void {
  for (let at = 0; at < lower.length; at++) {
    const next = (at + 1) % lower.length;
    faces.face(lower[at]!, lower[next]!, upper[next]!, upper[at]!);
  }
}

function closeRing(ring: readonly number[], end: number, isBelow: boolean, faces: Faces): void {
  for (let at = 0; at < ring.length; at++) {
    const [here, next] = [ring[at]!, ring[(at + 1) % ring.length]!];
    if (isBelow) faces.face(next, here, end);
    else faces.face(here, next, end);
  }
}

function elevation(node: X3dNode, faces: Faces): void {
  const heights = numbersIn(node, 'height');
  const [columns = 0] = numbersIn(node, 'xDimension');
  const [rows = 0] = numbersIn(node, 'zDimension');
  const [x = 1] = numbersIn(node, 'xSpacing');
  const [z = 1] = numbersIn(node, 'zSpacing');
  if (columns < 2 || rows < 2 || columns * rows > heights.length)
    throw corruptMesh('a grid of heights has fewer heights than it says');
  const places = heights
    .slice(0, columns * rows)
    .map((height, at) => faces.point([x * (at % columns), height, z * Math.floor(at / columns)]));
  for (let row = 1; row < rows; row++) {
    for (let column = 1; column < columns; column++) {
      const at = row * columns + column;
      faces.face(places[at - columns - 1]!, places[at - 1]!, places[at]!, places[at - columns]!);
    }
  }
}

/** A cross section along a spine, in planes that stand upright on it (ISO/IEC 19775-1, 13.3.5). */
function extrusion(node: X3dNode, faces: Faces): void {
  const section = pairs(numbersIn(node, 'crossSection'), 2, [1, 1, 1, -1, -1, -1, -1, 1, 1, 1]);
  const spine = pairs(numbersIn(node, 'spine'), 3, [0, 0, 0, 0, 1, 0]) as unknown as Point[];
  const scales = pairs(numbersIn(node, 'scale'), 2, [1, 1]);
  const frames = framesOf(spine);
  const rings = spine.map((at, index) => {
    const [a = 1, b = 1] = scales[Math.min(index, scales.length - 1)]!;
    const { x, z } = frames[index]!;
    return section.map(([u = 0, v = 0]) =>
      faces.point([0, 1, 2].map((axis) => at[axis]! + x[axis]! * u * a + z[axis]! * v * b) as unknown as Point),
    );
  });
  for (let ring = 1; ring < rings.length; ring++) {
    for (let at = 1; at < section.length; at++)
      faces.face(rings[ring - 1]![at - 1]!, rings[ring - 1]![at]!, rings[ring]![at]!, rings[ring]![at - 1]!);
  }
  if (!isFalse(node, 'beginCap')) faces.face(...rings[0]!.toReversed());
  if (!isFalse(node, 'endCap')) faces.face(...rings.at(-1)!);
}

function pairs(values: readonly number[], size: number, usual: readonly number[]): number[][] {
  const given = values.length >= size ? values : usual;
  return Array.from({ length: Math.floor(given.length / size) }, (_, at) => given.slice(at * size, (at + 1) * size));
}

interface Frame {
  readonly x: Point;
  readonly z: Point;
}

function framesOf(spine: readonly Point[]): Frame[] {
  let z: Point = [0, 0, 1];
  return spine.map((here, at) => {
    const [before, after] = [spine[Math.max(0, at - 1)]!, spine[Math.min(spine.length - 1, at + 1)]!];
    const y = unit(minus(after, before));
    const bend = cross(minus(after, here), minus(before, here));
    if (Math.hypot(...bend) > 1e-9) z = unit(bend);
    const x = unit(cross(y, z));
    if (Math.hypot(...x) === 0) return { x: [1, 0, 0], z: [0, 0, 1] };
    return { x, z: cross(x, y) };
  });
}

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: Point): Point {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}
