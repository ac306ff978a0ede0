import { corruptMesh } from '../failures.ts';
import type { MeshPart } from '../model.ts';
import { addBox, addCone, addSphere, Faces, type Point, type Turned } from '../solids.ts';
import { isFalse, numbersIn, type X3dNode } from './node.ts';

const SOLIDS: Readonly<Record<string, (node: X3dNode, faces: Faces) => void>> = {
  Box: (node, faces) => addBox(numbersIn(node, 'size'), faces),
  Sphere: (node, faces) => addSphere(numbersIn(node, 'radius')[0] ?? 1, faces),
  Cylinder(node, faces) {
    const radius = numbersIn(node, 'radius')[0] ?? 1;
    addCone({ below: radius, above: radius, ...measuresOf(node) }, faces);
  },
  Cone: (node, faces) =>
    addCone({ below: numbersIn(node, 'bottomRadius')[0] ?? 1, above: 0, ...measuresOf(node) }, faces),
  ElevationGrid: elevation,
  Extrusion: extrusion,
};

function measuresOf(node: X3dNode): Pick<Turned, 'height' | 'isOpen'> {
  const [below, around, above] = ['bottom', 'side', 'top'].map((name) => isFalse(node, name)) as [
    boolean,
    boolean,
    boolean,
  ];
  return { height: numbersIn(node, 'height')[0] ?? 2, isOpen: { below, around, above } };
}

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
