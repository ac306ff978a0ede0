import type { FormatId } from '../../formats/index.ts';

/**
 * What a model of a 3D format says: meshes, placed in a scene by nodes, with materials. Lengths are in the units of the
 * file; colours are red, green, blue and opacity from 0 to 1, as the file writes them.
 */
export interface Scene {
  readonly meshes: readonly Mesh[];
  readonly materials: readonly Material[];
  readonly textures: readonly Texture[];
  readonly roots: readonly SceneNode[];
  /** Names of its animations. */
  readonly animations: readonly string[];
  /** Absent where the format does not say which axis is up and how long a unit is. */
  readonly space?: Space;
}

/** Which axis points up, and how many metres a unit of length is. */
export interface Space {
  readonly up: 'y' | 'z';
  readonly metres: number;
}

export interface SceneNode {
  readonly name: string;
  /** From its own coordinates to those of its parent; absent for the identity. */
  readonly transform?: Matrix;
  /** Index of a mesh of the scene: several nodes may place the same. */
  readonly mesh?: number;
  readonly children: readonly SceneNode[];
  /** How it moves, where that is read; its transformation is then that of the first moment. */
  readonly motion?: Motion;
}

/** Where a node is and how it is turned at moments, between which it moves evenly. It is not scaled. */
export interface Motion {
  /** Seconds, from 0 on. */
  readonly times: Float32Array;
  /** Four numbers a moment: a quaternion as x, y, z and w. */
  readonly rotations: Float32Array;
  /** Three numbers a moment; absent where it stays at its place. */
  readonly translations?: Float32Array;
}

/** Four columns of four numbers: a point is multiplied from the right. */
export type Matrix = Float64Array;

export interface Mesh {
  readonly name: string;
  readonly parts: readonly MeshPart[];
}

/** Triangles, lines or points of one material. */
export interface MeshPart {
  readonly kind: 'triangles' | 'lines' | 'points';
  /** Three numbers a vertex. */
  readonly positions: Float64Array;
  /** Three numbers a vertex, of length 1. */
  readonly normals?: Float32Array;
  /** Two numbers a vertex: from 0, 0 at the upper left corner of a texture to 1, 1 at the lower right. */
  readonly coordinates?: Float32Array;
  /** Four numbers a vertex, which the colour of the material is multiplied with. */
  readonly colours?: Float32Array;
  /** Vertices, three for a triangle, two for a line, one for a point. */
  readonly indices: Uint32Array;
  /** Index of a material of the scene. */
  readonly material?: number;
}

export type Colour = readonly [red: number, green: number, blue: number, opacity: number];

export interface Material {
  readonly name: string;
  readonly colour: Colour;
  /** 0 to 1: how much it reflects as metal does. */
  readonly metallic?: number;
  /** 0 to 1: how far from a mirror it is. */
  readonly roughness?: number;
  /** Red, green and blue that it shines with. */
  readonly emission?: readonly [red: number, green: number, blue: number];
  /** Index of a texture of the scene, which the colour is multiplied with. */
  readonly texture?: number;
  readonly doubleSided?: boolean;
}

/** An image in the file. */
export interface Texture {
  readonly name: string;
  readonly type: 'png' | 'jpg' | 'webp' | 'bmp' | 'tga';
  readonly bytes: Uint8Array;
}

export const CORNERS = { triangles: 3, lines: 2, points: 1 } as const satisfies Record<MeshPart['kind'], number>;

/** Of faces that have neither a material nor colours. */
const DEFAULT_COLOUR: Colour = [0.8, 0.8, 0.8, 1];
const WHITE: Colour = [1, 1, 1, 1];

/** The colour of a part, which those of its vertices and of its texture are multiplied with. */
export function baseColour({ material, colours }: MeshPart, materials: readonly Material[]): Colour {
  return materials[material ?? -1]?.colour ?? (colours ? WHITE : DEFAULT_COLOUR);
}

/** Colours of three numbers as those of four; opacities go with them where there are as many, or one for all. */
export function withOpacity(colours: ArrayLike<number>, opacities: ArrayLike<number> = []): Float32Array {
  const count = colours.length / 3;
  const opacityAt = (at: number): number =>
    opacities.length === count ? opacities[at]! : opacities.length === 1 ? opacities[0]! : 1;
  return Float32Array.from({ length: count * 4 }, (_, at) =>
    at % 4 === 3 ? opacityAt(at >> 2) : colours[(at >> 2) * 3 + (at % 4)]!,
  );
}

/** Formats that hold no lines and points beside triangles. */
export const TRIANGLES_ALONE: ReadonlySet<FormatId> = new Set(['stl', 'off', '3mf', 'ply']);

/** A scene of one mesh. */
export function sceneOf(name: string, parts: readonly MeshPart[], rest: Partial<Scene> = {}): Scene {
  return {
    meshes: [{ name, parts }],
    materials: [],
    textures: [],
    animations: [],
    ...rest,
    roots: [{ name, mesh: 0, children: [] }],
  };
}

/** A mesh at its place in the scene. */
export interface PlacedMesh {
  readonly name: string;
  readonly mesh: Mesh;
  /** From the coordinates of the mesh to those of the scene; absent for the identity. */
  readonly transform?: Matrix;
}

/** Every mesh where the nodes place it, in their order. */
export function* placedMeshes({ roots, meshes }: Pick<Scene, 'roots' | 'meshes'>): Generator<PlacedMesh> {
  const waiting: { node: SceneNode; outer: Matrix | undefined }[] = roots.map((node) => ({ node, outer: undefined }));
  waiting.reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, outer } = next;
    const transform = product(outer, node.transform);
    const mesh = node.mesh === undefined ? undefined : meshes[node.mesh];
    if (mesh) yield { name: node.name || mesh.name, mesh, ...(transform && { transform }) };
    for (const child of node.children.toReversed()) waiting.push({ node: child, outer: transform });
  }
}

/** The outer transformation after the inner one. */
export function product(outer: Matrix | undefined, inner: Matrix | undefined): Matrix | undefined {
  if (!outer || !inner) return outer ?? inner;
  const result = new Float64Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let step = 0; step < 4; step++) sum += outer[step * 4 + row]! * inner[column * 4 + step]!;
      result[column * 4 + row] = sum;
    }
  }
  return result;
}

/** Points as a transformation places them. */
export function placedPoints(points: Float64Array, transform: Matrix | undefined): Float64Array {
  if (!transform) return points;
  const [a, b, c, , d, e, f, , g, h, i, , x, y, z] = transform as unknown as number[];
  const placed = new Float64Array(points.length);
  for (let at = 0; at < points.length; at += 3) {
    const [p, q, r] = [points[at]!, points[at + 1]!, points[at + 2]!];
    placed[at] = a! * p + d! * q + g! * r + x!;
    placed[at + 1] = b! * p + e! * q + h! * r + y!;
    placed[at + 2] = c! * p + f! * q + i! * r + z!;
  }
  return placed;
}

/** Normals as a transformation turns them: by its cofactors, since lengths along the axes may differ. */
export function placedNormals(normals: Float32Array, transform: Matrix | undefined): Float32Array {
  if (!transform) return normals;
  const [a, b, c, , d, e, f, , g, h, i] = transform as unknown as number[];
  const rows = [
    [e! * i! - f! * h!, c! * h! - b! * i!, b! * f! - c! * e!],
    [f! * g! - d! * i!, a! * i! - c! * g!, c! * d! - a! * f!],
    [d! * h! - e! * g!, b! * g! - a! * h!, a! * e! - b! * d!],
  ] as const;
  const placed = new Float32Array(normals.length);
  for (let at = 0; at < normals.length; at += 3) {
    const [p, q, r] = [normals[at]!, normals[at + 1]!, normals[at + 2]!];
    const turned = rows.map((row) => row[0] * p + row[1] * q + row[2] * r);
    const length = Math.hypot(...turned) || 1;
    for (let axis = 0; axis < 3; axis++) placed[at + axis] = turned[axis]! / length;
  }
  return placed;
}

/** Whether a transformation turns the outside of a mesh to the inside. */
export function isMirroring(transform: Matrix | undefined): boolean {
  return transform !== undefined && determinant(transform) < 0;
}

function determinant(transform: Matrix): number {
  const [a, b, c, , d, e, f, , g, h, i] = transform as unknown as number[];
  return a! * (e! * i! - f! * h!) - d! * (b! * i! - c! * h!) + g! * (b! * f! - c! * e!);
}

/** A part in the coordinates of the scene, its triangles still with their outside out. */
export function placedPart(part: MeshPart, transform: Matrix | undefined): MeshPart {
  if (!transform) return part;
  const { normals, positions, indices } = part;
  const isTurned = part.kind === 'triangles' && isMirroring(transform);
  return {
    ...part,
    positions: placedPoints(positions, transform),
    ...(normals && { normals: placedNormals(normals, transform) }),
    indices: isTurned ? turnedOver(indices) : indices,
  };
}

function turnedOver(indices: Uint32Array): Uint32Array {
  const turned = indices.slice();
  for (let at = 0; at + 2 < turned.length; at += 3) {
    turned[at + 1] = indices[at + 2]!;
    turned[at + 2] = indices[at + 1]!;
  }
  return turned;
}

/** The least and the greatest of each of the three coordinates that parts use. */
export function boxOf(parts: Iterable<MeshPart>): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const { positions, indices } of parts) {
    for (const vertex of indices) {
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[vertex * 3 + axis]!;
        if (value < box[axis]!) box[axis] = value;
        if (value > box[axis + 3]!) box[axis + 3] = value;
      }
    }
  }
  return box;
}

/** From the axes and the unit of one format to those of another; absent where nothing changes or one says neither. */
export function betweenSpaces(from: Space | undefined, to: Space | undefined): Matrix | undefined {
  if (!from || !to || (from.up === to.up && from.metres === to.metres)) return undefined;
  const scale = from.metres / to.metres;
  const matrix = new Float64Array(16);
  matrix[15] = 1;
  matrix[0] = scale;
  // A quarter turn around the first axis: z up becomes y up, and back.
  if (from.up === to.up) matrix[5] = matrix[10] = scale;
  else if (from.up === 'z') [matrix[6], matrix[9]] = [-scale, scale];
  else [matrix[6], matrix[9]] = [scale, -scale];
  return matrix;
}

/** A scene as a format with these axes and this unit holds it: turned and scaled as a whole. */
export function inSpace(scene: Scene, space: Space | undefined): Scene {
  const transform = betweenSpaces(scene.space, space);
  const { space: _, ...rest } = scene;
  if (!transform) return { ...rest, ...(space && { space }) };
  const roots = scene.roots.map((root) => ({ ...root, transform: product(transform, root.transform)! }));
  return { ...rest, roots, space: space! };
}
