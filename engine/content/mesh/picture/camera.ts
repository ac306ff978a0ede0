import type { OptionValues } from '../../../formats/options.ts';
import { boxOf, placedMeshes, placedPart, placedPoints, type Matrix, type MeshPart, type Scene } from '../model.ts';

/** From where a model is looked at. */
type View = NonNullable<OptionValues['view']>;

/** Degrees by which the view goes around the model, from the front to its right, and how far above it is. */
const DIRECTIONS: Readonly<Record<View, readonly [around: number, above: number]>> = {
  angle: [35, 25],
  front: [0, 0],
  back: [180, 0],
  left: [-90, 0],
  right: [90, 0],
  top: [0, 90],
  bottom: [0, -90],
};

/** Share of the image that the model fills. */
export const FILLED = 0.9;

/** A part as the camera sees it: x to the right, y up, both in pixels from the lower left corner, z towards the viewer. */
export interface SeenPart extends MeshPart {
  readonly positions: Float64Array;
}

export interface Shot {
  readonly width: number;
  readonly height: number;
  readonly view: View;
  /** Which axis is up. */
  readonly up: 'y' | 'z';
  /** How far the model is turned around that axis, at a size at which it fits however it is turned. */
  readonly turned?: { readonly degrees: number; readonly room: TurningRoom };
}

/** What a model takes while it turns around the axis through its middle. */
export interface TurningRoom {
  readonly middle: Float64Array;
  readonly radius: number;
  readonly height: number;
}

/** The parts of a scene as they are seen from afar, without perspective, as large as fits. */
export function seenParts(scene: Scene, { width, height, view, up, turned }: Shot): SeenPart[] {
  const [around, above] = DIRECTIONS[view];
  const turn = rotation(around - (turned?.degrees ?? 0), above, up);
  const parts = [...placedMeshes(scene)].flatMap(({ mesh, transform }) =>
    mesh.parts.map((part) => placedPart(placedPart(part, transform), turn)),
  );
  const box = turned ? turningBox(turned.room, turn, above) : boxOf(parts);
  const size = [Math.max(box[3]! - box[0]!, 1e-12), Math.max(box[4]! - box[1]!, 1e-12)] as const;
  const scale = FILLED * Math.min(width / size[0], height / size[1]);
  const centre = [(box[0]! + box[3]!) / 2, (box[1]! + box[4]!) / 2] as const;
  return parts.map((part) => {
    const positions = part.positions.slice();
    for (let at = 0; at < positions.length; at += 3) {
      positions[at] = (positions[at]! - centre[0]) * scale + width / 2;
      positions[at + 1] = (positions[at + 1]! - centre[1]) * scale + height / 2;
      positions[at + 2] = positions[at + 2]! * scale;
    }
    return { ...part, positions };
  });
}

/** The same for every frame of a turn. */
export function turningRoom(scene: Scene, up: Shot['up']): TurningRoom {
  const parts = [...placedMeshes(scene)].flatMap(({ mesh, transform }) =>
    mesh.parts.map((part) => placedPart(part, transform)),
  );
  const box = boxOf(parts);
  const middle = Float64Array.from([0, 1, 2], (axis) => (box[axis]! + box[axis + 3]!) / 2);
  const upright = up === 'y' ? 1 : 2;
  const across = 3 - upright;
  let radius = 0;
  for (const { positions } of parts)
    for (let at = 0; at < positions.length; at += 3)
      radius = Math.max(radius, Math.hypot(positions[at]! - middle[0]!, positions[at + across]! - middle[across]!));
  return { middle, radius, height: box[upright + 3]! - box[upright]! };
}

/** What a model covers on all sides of it, as it is seen from above by so many degrees while it turns. */
function turningBox({ middle, radius, height }: TurningRoom, turn: Matrix, above: number): number[] {
  const [x, y] = placedPoints(middle, turn) as unknown as [number, number];
  const tilt = (above * Math.PI) / 180;
  const half = (height / 2) * Math.abs(Math.cos(tilt)) + radius * Math.abs(Math.sin(tilt));
  return [x - radius, y - half, 0, x + radius, y + half, 0];
}

/** Turns the model so that the viewer, who looks along the last axis from its positive end, sees it from there. */
function rotation(around: number, above: number, up: 'y' | 'z'): Float64Array {
  const [a, b] = [around, above].map((degrees) => (degrees * Math.PI) / 180) as [number, number];
  const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  // With y up: x' = ca·x − sa·z, depth before tilting = sa·x + ca·z; then tilting by the height of the viewer.
  const x = [ca, -sa * sb, sa * cb, 0];
  const y = [0, cb, sb, 0];
  const z = [-sa, -ca * sb, ca * cb, 0];
  const columns = up === 'y' ? [x, y, z] : [x, z.map((value) => -value), y];
  return Float64Array.from([...columns.flat(), 0, 0, 0, 1]);
}
