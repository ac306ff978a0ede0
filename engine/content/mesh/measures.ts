import type { MeshFacts } from '../../contract/mesh-facts.ts';
import { crc32Of } from '../../io/compression.ts';
import { hexColour } from './coloured-triangles.ts';
import { baseColour, boxOf, CORNERS, placedMeshes, placedPart, type MeshPart, type Scene } from './model.ts';

/** Colours that are told apart: of more, those with the largest areas. */
const MAX_COLOURS = 256;
/** Objects that are measured one by one. */
const MAX_OBJECTS = 2_000;

/** What is summed up over the triangles of a scene. */
interface Sums {
  area: number;
  volume: number;
  /** Area times the place of its middle. */
  readonly middle: [number, number, number];
  /** Area times the square of that place. */
  readonly spread: [number, number, number];
  /** Area on its texture, each triangle by its amount. */
  textured: number;
  /** Area whose normals show to the other side than its corners turn. */
  inverted: number;
}

/** Measures a scene as it is shown: sizes, areas and volume do not depend on how its vertices are numbered or shared. */
export function measure(scene: Scene): MeshFacts {
  const counts = { triangles: 0, lines: 0, points: 0 };
  const boxes: number[][] = [];
  const sums: Sums = { area: 0, volume: 0, middle: [0, 0, 0], spread: [0, 0, 0], textured: 0, inverted: 0 };
  const colours = new Map<string, number>();
  const textures = new Map<number, number>();
  const objects: MeshFacts['objects'][number][] = [];
  let placed = 0;
  for (const { name, mesh, transform } of placedMeshes(scene)) {
    const before = { area: sums.area, triangles: counts.triangles };
    for (const part of mesh.parts) {
      const own = placedPart(part, transform);
      counts[part.kind] += part.indices.length / CORNERS[part.kind];
      boxes.push(boxOf([own]));
      if (part.kind === 'triangles') addTriangles(own, scene, { sums, colours, textures });
    }
    placed++;
    if (objects.length < MAX_OBJECTS)
      objects.push({ name, triangles: counts.triangles - before.triangles, area: sums.area - before.area });
  }
  const box = [0, 1, 2, 3, 4, 5].map((at) =>
    boxes.reduce(
      (found, one) => (at < 3 ? Math.min(found, one[at]!) : Math.max(found, one[at]!)),
      at < 3 ? Infinity : -Infinity,
    ),
  );
  const { area, volume, middle, spread, textured, inverted } = sums;
  return {
    ...counts,
    placed,
    objects,
    box: box.every(Number.isFinite) ? box : [0, 0, 0, 0, 0, 0],
    area,
    volume,
    middle: middle.map((value) => (area > 0 ? value / area : 0)),
    spread: spread.map((value, axis) =>
      area > 0 ? Math.sqrt(Math.max(0, value / area - (middle[axis]! / area) ** 2)) : 0,
    ),
    textured,
    inverted,
    colours: [...colours].sort(([, a], [, b]) => b - a).slice(0, MAX_COLOURS),
    textures: [...textures].map(([index, covered]) => {
      const { bytes } = scene.textures[index]!;
      return { crc32: crc32Of(bytes), area: covered };
    }),
    animations: scene.animations,
    ...(scene.space && { space: scene.space }),
  };
}

interface Totals {
  readonly sums: Sums;
  readonly colours: Map<string, number>;
  readonly textures: Map<number, number>;
}

function addTriangles(part: MeshPart, scene: Scene, { sums, colours, textures }: Totals): void {
  const { positions: p, normals, coordinates, indices } = part;
  const colourOf = colourer(part, scene);
  const texture = scene.materials[part.material ?? -1]?.texture;
  let covered = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at]! * 3, indices[at + 1]! * 3, indices[at + 2]! * 3];
    const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const area = Math.hypot(nx, ny, nz) / 2;
    sums.area += area;
    covered += area;
    // Six times the volume between the triangle and the origin.
    sums.volume += (p[a]! * nx + p[a + 1]! * ny + p[a + 2]! * nz) / 6;
    for (let axis = 0; axis < 3; axis++) {
      const place = (p[a + axis]! + p[b + axis]! + p[c + axis]!) / 3;
      sums.middle[axis]! += area * place;
      sums.spread[axis]! += area * place * place;
    }
    if (normals && facing(normals, a, b, c, nx, ny, nz) < 0) sums.inverted += area;
    if (coordinates && texture !== undefined) sums.textured += flatArea(coordinates, indices, at);
    const colour = colourOf?.(at);
    if (colour !== undefined) colours.set(colour, (colours.get(colour) ?? 0) + area);
  }
  if (texture !== undefined && coordinates) textures.set(texture, (textures.get(texture) ?? 0) + covered);
}

function facing(normals: Float32Array, a: number, b: number, c: number, nx: number, ny: number, nz: number): number {
  const along = (axis: number) => normals[a + axis]! + normals[b + axis]! + normals[c + axis]!;
  return along(0) * nx + along(1) * ny + along(2) * nz;
}

function flatArea(coordinates: Float32Array, indices: Uint32Array, at: number): number {
  const [a, b, c] = [indices[at]! * 2, indices[at + 1]! * 2, indices[at + 2]! * 2];
  const [ux, uy] = [coordinates[b]! - coordinates[a]!, coordinates[b + 1]! - coordinates[a + 1]!];
  const [vx, vy] = [coordinates[c]! - coordinates[a]!, coordinates[c + 1]! - coordinates[a + 1]!];
  return Math.abs(ux * vy - uy * vx) / 2;
}

/** The colour of a triangle as `#rrggbbaa`, the mean of its corners; absent where a part has none. */
function colourer(part: MeshPart, { materials }: Scene): ((at: number) => string) | undefined {
  const { colours, indices, material } = part;
  if (!colours && material === undefined) return undefined;
  const base = baseColour(part, materials);
  if (!colours) {
    const whole = hexColour(base);
    return () => whole;
  }
  return (at) =>
    hexColour(
      base.map((share, channel) => {
        const corners = [0, 1, 2].map((corner) => colours[indices[at + corner]! * 4 + channel]!);
        return (share * corners.reduce((sum, value) => sum + value, 0)) / 3;
      }),
    );
}
