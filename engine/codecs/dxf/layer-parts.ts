import { withJoinedVertices } from '../../content/mesh/joined-vertices.ts';
import type { Material, MeshPart } from '../../content/mesh/model.ts';
import { triangulate } from '../../content/mesh/triangulate.ts';
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
  readonly indices: number[];
}

/** Vertices of a part beyond which those at the same place are not looked for: that takes a hundred bytes for each. */
const MOST_JOINED = 2_000_000;

/** What lies on one layer, by its kind and material. */
export class LayerParts {
  readonly #groups = new Map<string, Group & Pick<MeshPart, 'kind' | 'material'>>();

  group(kind: MeshPart['kind'], material: number | undefined): Group {
    const key = `${kind} ${material}`;
    const known = this.#groups.get(key);
    if (known) return known;
    const group = { kind, positions: [], indices: [], ...(material !== undefined && { material }) };
    this.#groups.set(key, group);
    return group;
  }

  finish(): MeshPart[] {
    return [...this.#groups.values()].map(({ positions, indices, ...part }) => {
      const own = { ...part, positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
      return positions.length / 3 > MOST_JOINED ? own : withJoinedVertices(own);
    });
  }
}

/** An entity whose positions are vertices of its layer as soon as something uses them. */
export class PlacedShape {
  readonly #positions: Float64Array;
  readonly #layer: LayerParts;
  readonly #takeVertex: () => void;
  readonly #vertices = new Map<Group, Map<number, number>>();

  constructor(positions: Float64Array, layer: LayerParts, takeVertex: () => void) {
    this.#positions = positions;
    this.#layer = layer;
    this.#takeVertex = takeVertex;
  }

  /** Corners by their places among the positions. Where two lie at one place, it is a triangle, or a line. */
  addFace(corners: readonly number[], material: number | undefined): void {
    const own = corners.filter((corner, at) => !this.#isSame(corner, corners.at(at - 1)!));
    if (own.length === 2) this.addLine(own[0]!, own[1]!, material);
    if (own.length < 3) return;
    const group = this.#layer.group('triangles', material);
    for (const at of triangulate(own, this.#positions)) this.#use(group, own[at]!);
  }

  /** Nothing where it has no length. */
  addLine(from: number, to: number, material: number | undefined): void {
    if (this.#isSame(from, to)) return;
    const group = this.#layer.group('lines', material);
    this.#use(group, from);
    this.#use(group, to);
  }

  addPoint(place: number, material: number | undefined): void {
    this.#use(this.#layer.group('points', material), place);
  }

  #use(group: Group, place: number): void {
    const known = this.#vertices.get(group) ?? new Map<number, number>();
    if (known.size === 0) this.#vertices.set(group, known);
    let vertex = known.get(place);
    if (vertex === undefined) {
      this.#takeVertex();
      const [x, y, z] = this.#positions.subarray(place * 3, place * 3 + 3) as unknown as [number, number, number];
      vertex = group.positions.push(x, y, z) / 3 - 1;
      known.set(place, vertex);
    }
    group.indices.push(vertex);
  }

  #isSame(a: number, b: number): boolean {
    const all = this.#positions;
    return a === b || [0, 1, 2].every((axis) => all[a * 3 + axis] === all[b * 3 + axis]);
  }
}
