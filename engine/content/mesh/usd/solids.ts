import { corruptMesh } from '../failures.ts';
import { addBox, addCapsule, addCone, addSphere, Faces } from '../solids.ts';
import { withOpacity, type MeshPart } from '../model.ts';
import type { BoundSurface } from './geometry.ts';
import type { Prim } from './layer.ts';
import { numbersIn, valueOf } from './values.ts';

type Measure = (name: string, usual: number) => number;

/** Shapes that are given by their measures; those that turn around an axis turn around y here. */
const SOLIDS: Readonly<Record<string, (measure: Measure, faces: Faces) => void>> = {
  Cube(measure, faces) {
    const size = measure('size', 2);
    addBox([size, size, size], faces);
  },
  Sphere: (measure, faces) => addSphere(measure('radius', 1), faces),
  Cylinder(measure, faces) {
    const radius = measure('radius', 1);
    addCone({ below: radius, above: radius, height: measure('height', 2) }, faces);
  },
  Cone: (measure, faces) => addCone({ below: measure('radius', 1), above: 0, height: measure('height', 2) }, faces),
  Capsule: (measure, faces) => addCapsule(measure('radius', 0.5), measure('height', 1), faces),
};
/** Where the coordinates come from that a shape has when its axis is another one than y; it is z where none is said. */
const AXES: Readonly<Record<string, readonly [number, number, number]>> = { X: [1, 2, 0], Y: [0, 1, 2], Z: [2, 0, 1] };
const ROUND: ReadonlySet<string> = new Set(['Cylinder', 'Cone', 'Capsule']);

export function isSolid(type: string): boolean {
  return Object.hasOwn(SOLIDS, type);
}

/** The part of a shape that is given by its measures. Throws `input_corrupt` for measures that are no numbers. */
export function solidPart(prim: Prim, surface: BoundSurface | undefined): MeshPart {
  const faces = new Faces();
  SOLIDS[prim.type]!((name, usual) => numbersIn(valueOf(prim, name))?.[0] ?? usual, faces);
  if (!faces.positions.every(Number.isFinite)) throw corruptMesh('a measure is no number');
  const part = faces.part(surface?.index);
  const axis = ROUND.has(prim.type) ? AXES[String(valueOf(prim, 'axis') ?? 'Z')] : undefined;
  const from = axis ?? AXES['Y']!;
  const positions = part.positions.map((_, at) => part.positions[at - (at % 3) + from[at % 3]!]!);
  const shown = !surface || surface.takesVertexColours ? numbersIn(valueOf(prim, 'primvars:displayColor')) : undefined;
  const colours =
    shown && shown.length >= 3
      ? withOpacity(Float32Array.from({ length: positions.length }, (_, at) => shown[at % 3]!))
      : undefined;
  return { ...part, positions, ...(colours && { colours }) };
}
