import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import { requireScene, tooComplex } from '../../content/mesh/failures.ts';
import { boxOf, isMirroring, placedPoints, type MeshPart, type Scene } from '../../content/mesh/model.ts';
import { translated } from '../../content/mesh/transforms.ts';
import { corrupt } from '../../content/records/errors.ts';
import { numberOf, numbersOf, type DxfDocument, type Entity } from './document.ts';
import { surfaceOf, sweepOf, type Surface } from './faces.ts';
import { LayerParts, Palette, PlacedShape } from './layer-parts.ts';
import { nothingShown, type Simplified } from './left-out.ts';
import { MOST_DISTANT } from './svg.ts';
import { ownColour, walkModel, type Place, type Visitor, type Walked } from './walk.ts';
import { wiresOf } from './wires.ts';

export interface Modelled extends Walked {
  readonly scene: Scene;
  readonly simplified: Simplified;
}

/** What a drawing has in space: a node for each layer, with the faces, lines and points on it in their colours. */
export function modelOf(document: DxfDocument, { limits, signal }: RunContext): Modelled {
  const modeller = new Modeller(limits);
  const { dropped, hidden } = walkModel(document, modeller, signal);
  const scene = modeller.finish(document.metres);
  if (scene.meshes.length === 0) throw nothingShown('Nothing of the drawing has a shape in space', { dropped, hidden });
  return { scene: requireScene(scene, limits), simplified: modeller.simplified, dropped, hidden };
}

/** Entities and places of blocks that are visited. */
const MOST_VISITED = 2_000_000;
/** Vertices of the scene, before those at one place become one: what takes half a gigabyte. */
const MOST_VERTICES = 8_000_000;
/** How many times its size a drawing may lie away from the origin: numbers of 32 bits have seven digits. */
const MOST_AWAY = 100;

class Modeller implements Visitor {
  readonly simplified = { wide: 0, smooth: 0 };
  readonly #layers = new Map<string, LayerParts>();
  readonly #palette = new Palette();
  readonly #limits: Limits;
  #visited = 0;
  #faces = 0;
  #vertices = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  take(count: number): void {
    this.#visited += count;
    if (this.#visited > MOST_VISITED) throw tooComplex('instances', MOST_VISITED, this.#visited);
  }

  visit(entity: Entity, place: Place): boolean {
    if (entity.type === 'POINT') {
      this.#addPoint(entity, place);
      return true;
    }
    const surface = surfaceOf(entity);
    if (surface) {
      if (entity.type === 'MESH' && numberOf(entity, 91) > 0) this.simplified.smooth++;
      this.#addSurface(surface, place);
      return true;
    }
    const wires = wiresOf(entity, this.#takeFaces);
    if (!wires) return false;
    if (hasWidth(entity)) this.simplified.wide++;
    const thickness = numberOf(entity, 39);
    for (const wire of wires)
      if (thickness === 0) this.#addWire(wire, place);
      else this.#addSurface(wallOf(wire, sweepOf(entity, thickness)), place);
    return true;
  }

  /** Throws `input_corrupt` for positions that no format holds. */
  finish(metres = 1): Scene {
    const layers = [...this.#layers].map(([name, layer]) => ({ name, parts: layer.finish() }));
    const meshes = layers.filter(({ parts }) => parts.length > 0);
    const middle = middleOf(meshes.flatMap(({ parts }) => parts));
    const transform = middle && translated(...middle);
    return {
      meshes: middle
        ? meshes.map(({ name, parts }) => ({ name, parts: parts.map((part) => movedBack(part, middle)) }))
        : meshes,
      materials: this.#palette.materials,
      textures: [],
      animations: [],
      roots: meshes.map(({ name }, mesh) => ({ name, mesh, children: [], ...(transform && { transform }) })),
      space: { up: 'z', metres },
    };
  }

  readonly #takeVertex = (): void => {
    if (++this.#vertices <= MOST_VERTICES) return;
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The drawing has more than ${MOST_VERTICES} vertices in space, those of repeated blocks included. Split it first.`,
      details: { limit: 'vertices', allowed: MOST_VERTICES },
    });
  };

  readonly #takeFaces = (count: number): void => {
    this.#faces += count;
    if (this.#faces > this.#limits.triangles) throw tooComplex('triangles', this.#limits.triangles, this.#faces);
  };

  #addSurface({ positions, faces }: Surface, place: Place): void {
    const shape = this.#shapeOf(positions, place);
    const isTurned = isMirroring(place.transform);
    for (const { corners, coloured } of faces) {
      this.#takeFaces(Math.max(1, corners.length - 2));
      const material = this.#palette.materialOf((coloured && ownColour(coloured)) ?? place.colour);
      shape.addFace(isTurned ? corners.toReversed() : corners, material);
    }
  }

  #addWire(wire: Float64Array, place: Place): void {
    const shape = this.#shapeOf(wire, place);
    const material = this.#palette.materialOf(place.colour);
    for (let at = 1; at < wire.length / 3; at++) shape.addLine(at - 1, at, material);
  }

  /** With a thickness a point is a line. */
  #addPoint(entity: Entity, place: Place): void {
    const at = [10, 20, 30].map((group) => numberOf(entity, group));
    const thickness = numberOf(entity, 39);
    if (thickness === 0)
      this.#shapeOf(Float64Array.from(at), place).addPoint(0, this.#palette.materialOf(place.colour));
    else {
      const sweep = sweepOf(entity, thickness);
      this.#addWire(Float64Array.from([...at, ...at.map((value, axis) => value + sweep[axis]!)]), place);
    }
  }

  #shapeOf(positions: Float64Array, { transform, layer }: Place): PlacedShape {
    const parts = this.#layers.get(layer) ?? new LayerParts();
    this.#layers.set(layer, parts);
    return new PlacedShape(placedPoints(positions, transform), parts, this.#takeVertex);
  }
}

/** Lines of polylines begin and end with a width, or have the same everywhere. */
function hasWidth(entity: Entity): boolean {
  return (
    (entity.type === 'LWPOLYLINE' || entity.type === 'POLYLINE') &&
    [40, 41, 43].some((group) => numbersOf(entity, group).some((width) => width > 0))
  );
}

/** What a line with a thickness is: a face over each of its pieces. */
function wallOf(wire: Float64Array, sweep: readonly number[]): Surface {
  const count = wire.length / 3;
  const positions = new Float64Array(wire.length * 2);
  positions.set(wire);
  for (const [at, value] of wire.entries()) positions[wire.length + at] = value + sweep[at % 3]!;
  const faces = Array.from({ length: Math.max(0, count - 1) }, (_, at) => ({
    corners: [at, at + 1, at + 1 + count, at + count],
  }));
  return { positions, faces };
}

/** Where a drawing lies that is far from the origin, as those of land surveys are: undefined for others. */
function middleOf(parts: readonly MeshPart[]): readonly [number, number, number] | undefined {
  if (!parts.every(({ positions }) => positions.every((value) => Math.abs(value) < MOST_DISTANT)))
    throw corrupt('a position lies out of all bounds');
  const box = boxOf(parts);
  const size = Math.max(...[0, 1, 2].map((axis) => box[axis + 3]! - box[axis]!));
  if (!(Math.max(...box.map(Math.abs)) > MOST_AWAY * size) || size <= 0) return undefined;
  return [0, 1, 2].map((axis) => Math.round((box[axis]! + box[axis + 3]!) / 2)) as [number, number, number];
}

function movedBack(part: MeshPart, middle: readonly number[]): MeshPart {
  return { ...part, positions: part.positions.map((value, at) => value - middle[at % 3]!) };
}
