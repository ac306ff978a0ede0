import { withJoinedVertices } from '../../content/mesh/joined-vertices.ts';
import type { Material, MeshPart } from '../../content/mesh/model.ts';
import { PartBuilder } from '../../content/mesh/part-builder.ts';
import { colourInSpace, type EntityColour } from './colours.ts';

/** The materials of a scene: one for each colour. */
export class Palette {
  readonly materials: Material[] = [];
  readonly #known = new Map<string, number>();

  /** Its index; undefined for the foreground, which has no colour of its own. */
  materialOf(colour: EntityColour): number | undefined {
    const name = colourInSpace(colour);
    if (name === undefined) return undefined;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(name.slice(at, at + 2), 16) / 255);
    this.#known.set(name, this.materials.length);
    // Which side of a face is its outside, a drawing does not say.
    return this.materials.push({ name, colour: [red!, green!, blue!, 1], doubleSided: true }) - 1;
  }
}

interface Group {
  readonly positions: number[];
  readonly builder: PartBuilder;
}

/** What lies on one layer, by its kind and material. */
export class LayerParts {
  readonly #groups = new Map<string, Group>();

  /** Corners by their places among the positions; without those that lie where the one before lies. */
  addFace(positions: Float64Array, corners: readonly number[], material: number | undefined): void {
    const own = corners.filter((corner, at) => !isSame(positions, corner, corners.at(at - 1)!));
    if (own.length < 3) {
      if (own.length === 2) this.#addPiece(positions, own[0]!, own[1]!, material);
      return;
    }
    const group = this.#group('triangles', material);
    group.builder.addFace(own.map((corner) => ({ position: put(group, positions, corner) })));
  }

  addWire(positions: Float64Array, material: number | undefined): void {
    for (let at = 1; at < positions.length / 3; at++)
      if (!isSame(positions, at - 1, at)) this.#addPiece(positions, at - 1, at, material);
  }

  addPoint(positions: Float64Array, material: number | undefined): void {
    const group = this.#group('points', material);
    group.builder.addPoint({ position: put(group, positions, 0) });
  }

  finish(): MeshPart[] {
    return [...this.#groups.values()].map(({ builder }) => withJoinedVertices(builder.finish()));
  }

  #addPiece(positions: Float64Array, from: number, to: number, material: number | undefined): void {
    const group = this.#group('lines', material);
    group.builder.addLine([from, to].map((place) => ({ position: put(group, positions, place) })));
  }

  #group(kind: MeshPart['kind'], material: number | undefined): Group {
    const key = `${kind} ${material}`;
    const known = this.#groups.get(key);
    if (known) return known;
    const positions: number[] = [];
    const group = { positions, builder: new PartBuilder({ positions }, kind, material) };
    this.#groups.set(key, group);
    return group;
  }
}

function put({ positions: all }: Group, positions: Float64Array, place: number): number {
  const at = place * 3;
  return all.push(positions[at]!, positions[at + 1]!, positions[at + 2]!) / 3 - 1;
}

function isSame(positions: Float64Array, a: number, b: number): boolean {
  return a === b || [0, 1, 2].every((axis) => positions[a * 3 + axis] === positions[b * 3 + axis]);
}
