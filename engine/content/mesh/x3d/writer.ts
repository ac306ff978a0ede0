import { base64Of, utf8Bytes } from '../../../io/bytes.ts';
import { escapeXmlAttribute } from '../../../io/xml.ts';
import { baseColour, inSpace, placedMeshes, placedPart, type Material, type MeshPart, type Scene } from '../model.ts';
import { TEXTURE_MIME } from '../textures.ts';

const SETS = { triangles: 'IndexedTriangleSet', lines: 'IndexedLineSet', points: 'PointSet' } as const;

/** Writes X3D 3.3 in XML: a shape for each part, in the coordinates of the scene; textures are in it as data. */
export function writeX3d(scene: Scene): Uint8Array<ArrayBuffer> {
  const { materials, textures, ...rest } = inSpace(scene, { up: 'y', metres: 1 });
  const addresses = textures.map(({ type, bytes }) => `data:${TEXTURE_MIME[type]};base64,${base64Of(bytes)}`);
  const names = new Set<string>();
  const used = new Set<string>();
  const lines: string[] = [];
  for (const { name, mesh, transform } of placedMeshes({ meshes: rest.meshes, roots: rest.roots })) {
    lines.push(`<Group${definition(name, names)}>`);
    for (const part of mesh.parts) {
      const placed = placedPart(part, transform);
      lines.push(
        '<Shape>',
        ...appearanceOf(placed, materials, addresses, used),
        ...geometryOf(placed, materials),
        '</Shape>',
      );
    }
    lines.push('</Group>');
  }
  return utf8Bytes(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<!DOCTYPE X3D PUBLIC "ISO//Web3D//DTD X3D 3.3//EN" "https://www.web3d.org/specifications/x3d-3.3.dtd">',
      '<X3D profile="Interchange" version="3.3">',
      '<Scene>',
      ...lines,
      '</Scene>',
      '</X3D>\n',
    ].join('\n'),
  );
}

/** A name that no other node has, of characters that names may have. */
function definition(name: string, taken: Set<string>): string {
  const base = name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_').replace(/^[\d-]/, '_$&');
  if (base === '') return '';
  let unique = base;
  for (let number = 2; taken.has(unique); number++) unique = `${base}_${number}`;
  taken.add(unique);
  return ` DEF="${escapeXmlAttribute(unique)}"`;
}

function appearanceOf(
  { material }: MeshPart,
  materials: readonly Material[],
  addresses: readonly string[],
  used: Set<string>,
): string[] {
  if (material === undefined) return ['<Appearance><Material/></Appearance>'];
  const name = `Appearance_${material}`;
  if (used.has(name)) return [`<Appearance USE="${name}"/>`];
  used.add(name);
  const { name: label, colour, emission, texture } = materials[material]!;
  const [red, green, blue, opacity] = colour;
  const fields = [
    `diffuseColor="${red} ${green} ${blue}"`,
    ...(opacity < 1 ? [`transparency="${1 - opacity}"`] : []),
    ...(emission ? [`emissiveColor="${emission.join(' ')}"`] : []),
  ];
  const image = texture === undefined ? '' : `<ImageTexture url="&quot;${addresses[texture]}&quot;"/>`;
  const own = definition(label && `Material_${material}_${label}`, used);
  return [`<Appearance DEF="${name}"><Material${own} ${fields.join(' ')}/>${image}</Appearance>`];
}

function geometryOf(part: MeshPart, materials: readonly Material[]): string[] {
  const { kind, positions, normals, coordinates, indices, material } = part;
  const base = baseColour(part, materials);
  const colours = part.colours?.map((share, at) => share * base[at % 4]!);
  const isDoubleSided = materials[material ?? -1]?.doubleSided === true;
  const order = {
    triangles: ` index="${indices.join(' ')}"${isDoubleSided ? ' solid="false"' : ''}`,
    lines: ` coordIndex="${Array.from(indices, (vertex, at) => (at % 2 === 1 ? `${vertex} -1` : vertex)).join(' ')}"`,
    points: '',
  }[kind];
  const points =
    kind === 'points'
      ? Float64Array.from(indices.values().flatMap((vertex) => positions.subarray(vertex * 3, vertex * 3 + 3)))
      : positions;
  return [
    `<${SETS[kind]}${order}>`,
    `<Coordinate point="${points.join(' ')}"/>`,
    ...(normals && kind === 'triangles' ? [`<Normal vector="${normals.join(' ')}"/>`] : []),
    ...(coordinates && kind === 'triangles'
      ? [`<TextureCoordinate point="${coordinates.map((value, at) => (at % 2 === 1 ? 1 - value : value)).join(' ')}"/>`]
      : []),
    ...(colours && kind !== 'points' ? [`<ColorRGBA color="${colours.join(' ')}"/>`] : []),
    `</${SETS[kind]}>`,
  ];
}
