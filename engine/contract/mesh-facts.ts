/**
 * A 3D model as its scene places it: measures that do not depend on how vertices are numbered or shared. Lengths are in
 * the units of the file.
 */
export interface MeshFacts {
  readonly triangles: number;
  readonly lines: number;
  readonly points: number;
  /** Meshes as nodes place them. */
  readonly placed: number;
  /** The first of them one by one, in their order. */
  readonly objects: readonly { readonly name: string; readonly triangles: number; readonly area: number }[];
  /** The least and the greatest of each of the three coordinates. */
  readonly box: readonly number[];
  readonly area: number;
  /** That its triangles enclose, less what they enclose with their inside out. */
  readonly volume: number;
  /** Where the middle of its surface is, and how far the surface spreads from there along each axis. */
  readonly middle: readonly number[];
  readonly spread: readonly number[];
  /** Area of textures that is on its triangles, where a texture has 1. */
  readonly textured: number;
  /** Area whose normals show to the other side than its corners turn. */
  readonly inverted: number;
  /** Area of each colour (`#rrggbbaa`) of materials and vertices, the largest first. */
  readonly colours: readonly (readonly [colour: string, area: number])[];
  /** Checksum of the image of each texture, and the area that it covers. */
  readonly textures: readonly { readonly crc32: number; readonly area: number }[];
  /** Names. */
  readonly animations: readonly string[];
  /** Which axis is up, and metres of a unit, where the format says so. */
  readonly space?: { readonly up: 'y' | 'z'; readonly metres: number };
}
