import { utf8Bytes } from '../../../io/bytes.ts';
import { baseColour, CORNERS, placedMeshes, placedPart, type Material, type MeshPart, type Scene } from '../model.ts';
import { textureFileNames } from '../textures.ts';
import { materialNames, writeMaterials } from './materials.ts';

export interface ObjFiles {
  readonly model: Uint8Array<ArrayBuffer>;
  /** Its material library and textures, by their names; empty where it has no materials. */
  readonly companions: ReadonlyMap<string, Uint8Array>;
}

/** Writes a scene where it places its meshes; `stem` names the files beside it. Colours of vertices follow their places. */
export function writeObj(given: Scene, stem: string): ObjFiles {
  const scene = withOwnMaterials(given);
  const names = materialNames(scene.materials);
  const files = textureFileNames(scene.textures, stem);
  const library = `${stem}.mtl`;
  const hasLibrary = scene.materials.length > 0;
  const lines: string[] = hasLibrary ? [`mtllib ${library}`] : [];
  let unnamed = 0;
  const written = { position: 0, coordinate: 0, normal: 0 };
  for (const { name, mesh, transform } of placedMeshes(scene)) {
    lines.push(`o ${name.replaceAll(/\s+/g, ' ').trim() || `object-${++unnamed}`}`);
    for (const part of mesh.parts) writePart(placedPart(part, transform), names, written, lines);
  }
  const companions = new Map<string, Uint8Array>();
  if (hasLibrary) {
    companions.set(library, utf8Bytes(writeMaterials(scene.materials, names, files)));
    for (const [index, file] of files.entries()) companions.set(file, scene.textures[index]!.bytes);
  }
  return { model: utf8Bytes(`${lines.join('\n')}\n`), companions };
}

/**
 * Every part has a material as soon as one has, since it would get that of the part before. Vertices have colours and no
 * opacity here: one that all of a part have becomes that of its material.
 */
function withOwnMaterials(scene: Scene): Scene {
  const materials = [...scene.materials];
  const places = new Map<string, number>();
  const opacities = new Map(scene.meshes.flatMap(({ parts }) => parts.map((part) => [part, opacityOf(part)] as const)));
  const needsMaterials = materials.length > 0 || opacities.values().some((opacity) => opacity !== 1);
  const withMaterial = (part: MeshPart): MeshPart => {
    const opacity = opacities.get(part)!;
    if (!needsMaterials || (part.material !== undefined && opacity === 1)) return part;
    const base: Material = materials[part.material ?? -1] ?? { name: '', colour: baseColour(part, materials) };
    const [red, green, blue, own] = base.colour;
    const key = `${part.material} ${red} ${opacity}`;
    if (!places.has(key)) places.set(key, materials.push({ ...base, colour: [red, green, blue, own * opacity] }) - 1);
    return { ...part, material: places.get(key)! };
  };
  const meshes = scene.meshes.map((mesh) => ({ ...mesh, parts: mesh.parts.map(withMaterial) }));
  return { ...scene, materials, meshes };
}

/** That of all vertices of a part; 1 where they differ. */
function opacityOf({ colours }: MeshPart): number {
  const opacity = colours?.[3] ?? 1;
  return colours?.every((value, at) => at % 4 !== 3 || value === opacity) === false ? 1 : opacity;
}

const WORDS = { triangles: 'f', lines: 'l', points: 'p' } as const;

function writePart(
  { kind, positions, normals, coordinates, colours, indices, material }: MeshPart,
  names: readonly string[],
  written: { position: number; coordinate: number; normal: number },
  lines: string[],
): void {
  const vertices = positions.length / 3;
  for (let at = 0; at < vertices; at++)
    lines.push(
      `v ${positions.subarray(at * 3, at * 3 + 3).join(' ')}${colours ? ` ${colours.subarray(at * 4, at * 4 + 3).join(' ')}` : ''}`,
    );
  const flat = coordinates ?? [];
  for (let at = 0; at < flat.length; at += 2) lines.push(`vt ${flat[at]} ${1 - flat[at + 1]!}`);
  const turned = normals ?? [];
  for (let at = 0; at < turned.length; at += 3) lines.push(`vn ${turned.slice(at, at + 3).join(' ')}`);
  if (material !== undefined) lines.push(`usemtl ${names[material]}`);
  const cornerOf = (vertex: number) => {
    const position = written.position + vertex + 1;
    const coordinate = coordinates ? String(written.coordinate + vertex + 1) : '';
    const normal = normals ? `/${written.normal + vertex + 1}` : '';
    return normal || coordinate ? `${position}/${coordinate}${normal}` : `${position}`;
  };
  const corners = CORNERS[kind];
  for (let at = 0; at < indices.length; at += corners)
    lines.push(`${WORDS[kind]} ${[...indices.subarray(at, at + corners)].map(cornerOf).join(' ')}`);
  written.position += vertices;
  if (coordinates) written.coordinate += vertices;
  if (normals) written.normal += vertices;
}
