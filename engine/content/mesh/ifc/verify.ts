import { ConversionError } from '../../../contract/errors.ts';
import { boxOf, placedPart } from '../model.ts';
import type { DeclaredBody } from './bodies.ts';
import type { Building, Part } from './building.ts';
import type { Geometry, PlacedBody } from './scene.ts';

/** Share of the size of an element by which its box may differ, and a millimetre: what libraries round and join. */
const SIZE_SHARE = 2e-3;
const ROUNDING_METRES = 1e-3;

/** How many elements could be compared with what the file declares. */
export interface Compared {
  readonly elements: number;
  readonly compared: number;
}

/**
 * Refuses elements that reach further than the points and lengths in the file say, or not as far although nothing is cut
 * from them: a placement, a unit or a size was read in another way. Throws `output_not_verified`.
 */
export function requireDeclaredBodies(
  building: Building,
  bodies: readonly PlacedBody[],
  geometries: ReadonlyMap<number, Geometry>,
): Compared {
  const byElement = Map.groupBy(bodies, ({ id }) => id);
  let compared = 0;
  for (const [id, own] of byElement) {
    const part = building.parts.get(id);
    const declared = part && building.metres !== undefined ? building.bodyOf(part) : undefined;
    if (!declared) continue;
    compared++;
    const found = boxOf(
      own.map(({ geometry, transform }) => placedPart({ kind: 'triangles', ...geometries.get(geometry)! }, transform)),
    );
    if (!agrees(found, declared, building.metres!)) throw disagreeing(part!);
  }
  return { elements: byElement.size, compared };
}

function agrees(found: readonly number[], { box, isCut }: DeclaredBody, metres: number): boolean {
  const [left, front, bottom, right, back, top] = box.map((value) => value * metres) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  // From z up to y up.
  const expected = [left, bottom, -back, right, top, -front];
  const size = Math.max(...[0, 1, 2].map((axis) => expected[axis + 3]! - expected[axis]!));
  const rounding = size * SIZE_SHARE + ROUNDING_METRES;
  return expected.every((value, side) => {
    const outwards = side < 3 ? value - found[side]! : found[side]! - value;
    return outwards <= rounding && (isCut || outwards >= -rounding);
  });
}

function disagreeing({ name, type }: Part): ConversionError {
  return new ConversionError({
    code: 'output_not_verified',
    message: `Verification failed: an element of the building (${name || type}) has another size or place than its file says. The result was discarded. Export the building again, as IFC 4 with tessellated bodies where the program can.`,
  });
}
