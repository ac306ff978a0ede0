import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { corruptMesh, truncatedMesh } from '../failures.ts';
import { sceneOf, type MeshPart, type Scene } from '../model.ts';
import { PartBuilder } from '../part-builder.ts';

const HEADER_BYTES = 84;
const FACE_BYTES = 50;

/**
 * Stereolithography (3D Systems, 1989), binary or text. Every triangle has corners of its own: those at one place
 * become one vertex. Colours of facets, which programs write in two ways, are not read.
 */
export function readStl(bytes: Uint8Array): Scene {
  return isText(bytes) ? readText(latin1Of(bytes)) : readBinary(bytes);
}

/** Many binary files begin with `solid` as well: then their size tells. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.byteLength >= HEADER_BYTES) {
    const faces = viewOf(bytes).getUint32(80, true);
    if (bytes.byteLength === HEADER_BYTES + faces * FACE_BYTES) return false;
  }
  return /^\s*solid/i.test(latin1Of(bytes, 0, 256)) && /facet|endsolid/i.test(latin1Of(bytes, 0, 2048));
}

function readBinary(bytes: Uint8Array): Scene {
  if (bytes.byteLength < HEADER_BYTES) throw truncatedMesh();
  const view = viewOf(bytes);
  const faces = view.getUint32(80, true);
  if (bytes.byteLength < HEADER_BYTES + faces * FACE_BYTES) throw truncatedMesh();
  const corners = new Float64Array(faces * 9);
  for (let face = 0; face < faces; face++) {
    const start = HEADER_BYTES + face * FACE_BYTES + 12;
    for (let value = 0; value < 9; value++) corners[face * 9 + value] = view.getFloat32(start + value * 4, true);
  }
  return sceneOf(headerName(bytes), [joined(corners)]);
}

/** Programs write a sentence about themselves there, which names nothing. */
function headerName(bytes: Uint8Array): string {
  const [, name = ''] = /^solid ([\x20-\x7e]+)/.exec(latin1Of(bytes, 0, 80)) ?? [];
  return name.trim();
}

const SOLID = /^[ \t]*solid\b[ \t]*([^\r\n]*)/gim;
const VERTEX = /\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/gi;

function readText(text: string): Scene {
  if (!/endsolid/i.test(text.slice(-1024))) throw truncatedMesh();
  const starts = [...text.matchAll(SOLID)];
  const solids = starts.map(({ index, 1: name = '' }, at) => ({
    name: name.trim(),
    text: text.slice(index, starts[at + 1]?.index),
  }));
  const meshes = solids.map((solid) => ({ name: solid.name, parts: [joined(cornersOf(solid.text))] }));
  return {
    meshes,
    materials: [],
    textures: [],
    animations: [],
    roots: meshes.map(({ name }, mesh) => ({ name, mesh, children: [] })),
  };
}

function cornersOf(text: string): Float64Array {
  const corners: number[] = [];
  for (const [, ...values] of text.matchAll(VERTEX)) for (const value of values) corners.push(Number(value));
  if (corners.some((value) => !Number.isFinite(value))) throw corruptMesh('a vertex has a place that is no number');
  if (corners.length % 9 !== 0) throw corruptMesh('a facet has not three vertices');
  return Float64Array.from(corners);
}

function joined(corners: Float64Array): MeshPart {
  if (!corners.every(Number.isFinite)) throw corruptMesh('a vertex has a place that is no number');
  const places = new Map<string, number>();
  const builder = new PartBuilder({ positions: corners });
  const placeOf = (corner: number) => {
    const key = `${corners[corner * 3]},${corners[corner * 3 + 1]},${corners[corner * 3 + 2]}`;
    const known = places.get(key) ?? corner;
    places.set(key, known);
    return known;
  };
  for (let corner = 0; corner < corners.length / 3; corner += 3)
    builder.addFace([corner, corner + 1, corner + 2].map((at) => ({ position: placeOf(at) })));
  return builder.finish();
}
