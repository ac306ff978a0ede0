import type { MeshPart } from './model.ts';
import { PartBuilder } from './part-builder.ts';

/** Sides of what is round. */
const SIDES = 32;

/** A place, or a direction. */
export type Point = readonly [x: number, y: number, z: number];

/** Faces of a solid, as they are added. Corners turn to the left as they are seen from outside. */
export class Faces {
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

export function addBox([x = 2, y = 2, z = 2]: readonly number[], faces: Faces): void {
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

export function addSphere(radius: number, faces: Faces): void {
  addCapsule(radius, 0, faces);
}

/** A cylinder of this height with half a sphere at each end, around the y axis. */
export function addCapsule(radius: number, height: number, faces: Faces): void {
  const apart = height / 2;
  const rings = SIDES / 2;
  const bottom = faces.point([0, -radius - apart, 0]);
  const top = faces.point([0, radius + apart, 0]);
  const circles = Array.from({ length: rings - 1 }, (_, ring) => {
    const angle = (Math.PI * (ring + 1)) / rings - Math.PI / 2;
    return circle(radius * Math.cos(angle), radius * Math.sin(angle) + Math.sign(ring + 1 - rings / 2) * apart, faces);
  });
  if (apart > 0) {
    const middle = circles.length >> 1;
    circles.splice(middle, 1, circle(radius, -apart, faces), circle(radius, apart, faces));
  }
  closeRing(circles[0]!, bottom, true, faces);
  for (let ring = 1; ring < circles.length; ring++) joinRings(circles[ring - 1]!, circles[ring]!, faces);
  closeRing(circles.at(-1)!, top, false, faces);
}

/** A body around the y axis, with its middle in the origin: a cone where it has no radius above. */
export interface Turned {
  readonly below: number;
  readonly above: number;
  readonly height: number;
  readonly isOpen?: { readonly below?: boolean; readonly around?: boolean; readonly above?: boolean };
}

/** A cone, or a cylinder where both ends have a radius. */
export function addCone({ below, above, height, isOpen = {} }: Turned, faces: Faces): void {
  const lower = circle(below, -height / 2, faces);
  const upper = above > 0 ? circle(above, height / 2, faces) : undefined;
  if (!isOpen.around && upper) joinRings(lower, upper, faces);
  if (!isOpen.around && !upper) closeRing(lower, faces.point([0, height / 2, 0]), false, faces);
  if (!isOpen.below) faces.face(...lower.toReversed());
  if (upper && !isOpen.above) faces.face(...upper);
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
