import type { MeshPart } from './model.ts';
import { triangulate } from './triangulate.ts';

/** What a format numbers apart: the lists that corners of faces take their values from. */
export interface VertexLists {
  /** Three numbers each. */
  readonly positions: ArrayLike<number>;
  readonly normals?: ArrayLike<number>;
  /** Two numbers each, as `MeshPart` has them. */
  readonly coordinates?: ArrayLike<number>;
  /** Four numbers each. */
  readonly colours?: ArrayLike<number>;
}

/** A corner by its places in the lists; -1 where it has no value. */
export interface Corner {
  readonly position: number;
  readonly normal?: number;
  readonly coordinate?: number;
  readonly colour?: number;
}

/** Joins corners that agree in all of their values to one vertex, and cuts faces into triangles. */
export class PartBuilder {
  readonly #lists: VertexLists;
  readonly #material: number | undefined;
  readonly #vertices = new Map<string | number, number>();
  readonly #corners: Corner[] = [];
  readonly #indices: number[] = [];
  readonly #kind: MeshPart['kind'];

  constructor(lists: VertexLists, kind: MeshPart['kind'] = 'triangles', material?: number) {
    this.#lists = lists;
    this.#kind = kind;
    this.#material = material;
  }

  get isEmpty(): boolean {
    return this.#indices.length === 0;
  }

  /** A face of three or more corners; less are nothing. */
  addFace(corners: readonly Corner[]): void {
    const places = corners.map(({ position }) => position);
    for (const place of triangulate(places, this.#lists.positions)) this.#indices.push(this.#vertexOf(corners[place]!));
  }

  addLine(corners: readonly Corner[]): void {
    for (let at = 1; at < corners.length; at++)
      this.#indices.push(this.#vertexOf(corners[at - 1]!), this.#vertexOf(corners[at]!));
  }

  addPoint(corner: Corner): void {
    this.#indices.push(this.#vertexOf(corner));
  }

  finish(): MeshPart {
    const { positions, normals, coordinates, colours } = this.#lists;
    const corners = this.#corners;
    const hasAll = (name: 'normal' | 'coordinate' | 'colour') => corners.every((corner) => (corner[name] ?? -1) >= 0);
    return {
      kind: this.#kind,
      positions: picked(
        Float64Array,
        positions,
        3,
        corners.map(({ position }) => position),
      ),
      ...(normals &&
        hasAll('normal') && {
          normals: picked(
            Float32Array,
            normals,
            3,
            corners.map(({ normal }) => normal!),
          ),
        }),
      ...(coordinates &&
        hasAll('coordinate') && {
          coordinates: picked(
            Float32Array,
            coordinates,
            2,
            corners.map(({ coordinate }) => coordinate!),
          ),
        }),
      ...(colours &&
        hasAll('colour') && {
          colours: picked(
            Float32Array,
            colours,
            4,
            corners.map(({ colour }) => colour!),
          ),
        }),
      indices: Uint32Array.from(this.#indices),
      ...(this.#material !== undefined && { material: this.#material }),
    };
  }

  #vertexOf(corner: Corner): number {
    const { position, normal = -1, coordinate = -1, colour = -1 } = corner;
    const isPlain = normal < 0 && coordinate < 0 && colour < 0;
    const key = isPlain ? position : `${position}/${coordinate}/${normal}/${colour}`;
    const known = this.#vertices.get(key);
    if (known !== undefined) return known;
    this.#vertices.set(key, this.#corners.length);
    return this.#corners.push(corner) - 1;
  }
}

function picked<T extends Float32Array | Float64Array>(
  Kind: new (length: number) => T,
  values: ArrayLike<number>,
  size: number,
  places: readonly number[],
): T {
  const found = new Kind(places.length * size);
  for (const [at, place] of places.entries())
    for (let index = 0; index < size; index++) found[at * size + index] = values[place * size + index]!;
  return found;
}
