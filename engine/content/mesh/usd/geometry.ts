import { corruptMesh } from '../failures.ts';
import { withOpacity, type MeshPart } from '../model.ts';
import { PartBuilder, type Corner, type VertexLists } from '../part-builder.ts';
import type { Surface } from './materials.ts';
import type { Prim, Value } from './layer.ts';
import { numbersIn, valueOf } from './values.ts';

/** The materials of a scene, and which each surface has become. */
export interface BoundSurface extends Surface {
  readonly index: number;
}

/** Values that go with the vertices, faces or corners of a mesh. */
interface Primvar {
  readonly values: Float64Array;
  /** The place of the value of a corner. */
  at(corner: number, face: number, vertex: number): number;
}

type SurfaceOf = (prim: Prim) => BoundSurface | undefined;

/** The parts of a `Mesh`: faces of one material each. Throws `input_corrupt`. */
export function meshParts(prim: Prim, surfaceOf: SurfaceOf): MeshPart[] {
  const points = pointsOf(prim);
  const counts = numbersIn(valueOf(prim, 'faceVertexCounts')) ?? new Float64Array();
  const vertices = numbersIn(valueOf(prim, 'faceVertexIndices')) ?? new Float64Array();
  const isTurned = valueOf(prim, 'orientation') === 'leftHanded';
  const faces = new Map<number, Prim>();
  for (const subset of prim.children) {
    if (subset.type !== 'GeomSubset') continue;
    for (const face of numbersIn(valueOf(subset, 'indices')) ?? []) faces.set(face, subset);
  }
  const builders = new Map<Prim, PartBuilder>();
  const partOf = (owner: Prim): { readonly builder: PartBuilder; readonly lists: Lists } => {
    const surface = surfaceOf(owner) ?? surfaceOf(prim);
    const lists = listsOf(prim, points, surface);
    const builder = builders.get(owner) ?? new PartBuilder(lists.lists, 'triangles', surface?.index);
    builders.set(owner, builder);
    return { builder, lists };
  };
  const parts = new Map<Prim, ReturnType<typeof partOf>>();
  let corner = 0;
  for (const [face, count] of counts.entries()) {
    const owner = faces.get(face) ?? prim;
    const { builder, lists } = parts.get(owner) ?? partOf(owner);
    if (!parts.has(owner)) parts.set(owner, { builder, lists });
    if (!(count >= 0 && corner + count <= vertices.length)) throw corruptMesh('a face has corners that are not there');
    const corners = Array.from({ length: count }, (_, at): Corner => {
      const vertex = vertices[corner + at]!;
      if (!(vertex >= 0 && vertex * 3 < points.length))
        throw corruptMesh('a face has a corner that is not among its points');
      return lists.corner(corner + at, face, vertex);
    });
    builder.addFace(isTurned ? corners.toReversed() : corners);
    corner += count;
  }
  return [...parts.values()].filter(({ builder }) => !builder.isEmpty).map(({ builder }) => builder.finish());
}

/** Lines of a `BasisCurves` whose curves are straight, or the points of a `Points`; undefined of others. */
export function markParts(prim: Prim, surfaceOf: SurfaceOf): MeshPart[] | undefined {
  const isCurve = prim.type === 'BasisCurves';
  if (isCurve && valueOf(prim, 'type') !== 'linear') return undefined;
  const points = pointsOf(prim);
  const surface = surfaceOf(prim);
  const lists = listsOf(prim, points, surface);
  const builder = new PartBuilder(lists.lists, isCurve ? 'lines' : 'points', surface?.index);
  const corner = (vertex: number): Corner => lists.corner(vertex, 0, vertex);
  if (!isCurve) for (let vertex = 0; vertex < points.length / 3; vertex++) builder.addPoint(corner(vertex));
  let first = 0;
  for (const count of isCurve ? (numbersIn(valueOf(prim, 'curveVertexCounts')) ?? []) : []) {
    if (!(count >= 0 && (first + count) * 3 <= points.length))
      throw corruptMesh('a curve has points that are not there');
    const line = Array.from({ length: count }, (_, at) => corner(first + at));
    if (valueOf(prim, 'wrap') === 'periodic' && line.length > 0) line.push(line[0]!);
    builder.addLine(line);
    first += count;
  }
  return builder.isEmpty ? [] : [builder.finish()];
}

function pointsOf(prim: Prim): Float64Array {
  const points = numbersIn(valueOf(prim, 'points')) ?? new Float64Array();
  if (points.length % 3 !== 0 || !points.every(Number.isFinite))
    throw corruptMesh('a point has a place that is no number');
  return points;
}

interface Lists {
  readonly lists: VertexLists;
  corner(corner: number, face: number, vertex: number): Corner;
}

/** What corners take their values from, as far as the file has values for all. */
function listsOf(prim: Prim, points: Float64Array, surface: BoundSurface | undefined): Lists {
  const normals = primvarOf(prim, 'primvars:normals', 3) ?? primvarOf(prim, 'normals', 3);
  const coordinates = primvarOf(prim, `primvars:${surface?.coordinates ?? ''}`, 2) ?? firstCoordinates(prim);
  const colours = !surface || surface.takesVertexColours ? primvarOf(prim, 'primvars:displayColor', 3) : undefined;
  const opacities = colours && primvarOf(prim, 'primvars:displayOpacity', 1);
  const lists: VertexLists = {
    positions: points,
    ...(normals && { normals: normals.values }),
    // From the lower left corner to the upper left one.
    ...(coordinates && { coordinates: coordinates.values.map((value, at) => (at % 2 === 1 ? 1 - value : value)) }),
    ...(colours && { colours: withOpacity(colours.values, opacities?.values) }),
  };
  return {
    lists,
    corner: (corner, face, position) => ({
      position,
      ...(normals && { normal: normals.at(corner, face, position) }),
      ...(coordinates && { coordinate: coordinates.at(corner, face, position) }),
      ...(colours && { colour: colours.at(corner, face, position) }),
    }),
  };
}

/** Programs name places on textures as they like. */
function firstCoordinates(prim: Prim): Primvar | undefined {
  for (const { name, type } of prim.properties.values())
    if (/^primvars:[^:]+$/.test(name) && /^(texCoord2[fdh]|float2)\[\]$/.test(type)) return primvarOf(prim, name, 2);
  return undefined;
}

/** Undefined where the prim has no values of that name, or too few. */
function primvarOf(prim: Prim, name: string, size: number): Primvar | undefined {
  const values = numbersIn(valueOf(prim, name));
  const property = prim.properties.get(name);
  if (!values || !property || values.length === 0 || values.length % size !== 0) return undefined;
  const indices = numbersIn(valueOf(prim, `${name}:indices`));
  const count = values.length / size;
  const fallback = name === 'normals' ? 'vertex' : 'constant';
  const kind = (property.metadata.get('interpolation') as Value) ?? fallback;
  return {
    values,
    at(corner, face, vertex) {
      const place = kind === 'constant' ? 0 : kind === 'uniform' ? face : kind === 'faceVarying' ? corner : vertex;
      const index = indices ? indices[place] : place;
      return index !== undefined && index >= 0 && index < count ? index : -1;
    },
  };
}
