import { utf8Bytes } from '../../../io/bytes.ts';
import { escapeXmlAttribute } from '../../../io/xml.ts';
import { writeZip, type ZipSource } from '../../../io/zip.ts';
import { hexColour } from '../coloured-triangles.ts';
import {
  inSpace,
  product,
  type Colour,
  type Matrix,
  type Mesh,
  type MeshPart,
  type Scene,
  type SceneNode,
} from '../model.ts';
import { TEXTURE_MIME, textureFileNames } from '../textures.ts';

const CORE = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02';
const MATERIALS = 'http://schemas.microsoft.com/3dmanufacturing/material/2015/02';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TEXTURE_TYPE = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dtexture';
const MODEL_TYPE = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel';

const WHITE: Colour = [1, 1, 1, 1];

/** Writes the triangles of a scene in millimetres, z up, with their materials, colours and textures. */
export function writeThreeMf(scene: Scene): Uint8Array {
  const placed = scene.space ? inSpace(scene, { up: 'z', metres: 1e-3 }) : scene;
  const files = textureFileNames(scene.textures, 'texture');
  const types = new Set(scene.textures.map(({ type }) => type).filter(isHeld));
  const sources: ZipSource[] = [
    { name: '[Content_Types].xml', bytes: utf8Bytes(contentTypes(types)) },
    { name: '_rels/.rels', bytes: utf8Bytes(relationships([['/3D/3dmodel.model', MODEL_TYPE]])) },
    { name: '3D/3dmodel.model', bytes: utf8Bytes(new ModelWriter(placed, files).text()) },
  ];
  const held = files.filter((_, index) => isHeld(scene.textures[index]!.type));
  if (held.length > 0) {
    const targets = held.map((file) => [`/3D/Textures/${file}`, TEXTURE_TYPE] as const);
    sources.push({ name: '3D/_rels/3dmodel.model.rels', bytes: utf8Bytes(relationships(targets)) });
  }
  for (const [index, file] of files.entries())
    if (isHeld(scene.textures[index]!.type))
      sources.push({ name: `3D/Textures/${file}`, bytes: scene.textures[index]!.bytes });
  return writeZip(sources);
}

function isHeld(type: string): type is 'png' | 'jpg' {
  return type === 'png' || type === 'jpg';
}

function contentTypes(types: ReadonlySet<'png' | 'jpg'>): string {
  const defaults = [
    ['rels', 'application/vnd.openxmlformats-package.relationships+xml'],
    ['model', 'application/vnd.ms-package.3dmanufacturing-3dmodel+xml'],
    ...[...types].map((type) => [type, TEXTURE_MIME[type]] as const),
  ] as const;
  const rows = defaults.map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Types xmlns="${PACKAGE}/content-types">${rows.join('')}</Types>\n`;
}

function relationships(targets: readonly (readonly [target: string, type: string])[]): string {
  const rows = targets.map(
    ([target, type], at) => `<Relationship Target="${escapeXmlAttribute(target)}" Id="rel${at}" Type="${type}"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>\n`;
}

/** Ids count through everything that triangles and items refer to. */
class ModelWriter {
  readonly #scene: Scene;
  readonly #files: readonly string[];
  readonly #resources: string[] = [];
  readonly #items: string[] = [];
  readonly #objects = new Map<number, number | undefined>();
  readonly #images = new Map<number, number>();
  readonly #baseMaterials: number | undefined;
  #lastId = 0;

  constructor(scene: Scene, files: readonly string[]) {
    this.#scene = scene;
    this.#files = files;
    this.#baseMaterials = scene.materials.length > 0 ? this.#materials() : undefined;
  }

  text(): string {
    for (const root of this.#scene.roots) this.#place(root, undefined);
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<model unit="millimeter" xml:lang="en-US" xmlns="${CORE}" xmlns:m="${MATERIALS}">`,
      '<resources>',
      ...this.#resources,
      '</resources>',
      '<build>',
      ...this.#items,
      '</build>',
      '</model>\n',
    ].join('\n');
  }

  #materials(): number {
    const id = ++this.#lastId;
    const rows = this.#scene.materials.map(
      ({ name, colour }, index) =>
        `<base name="${escapeXmlAttribute(name || `material ${index + 1}`)}" displaycolor="${hexColour(colour).toUpperCase()}"/>`,
    );
    this.#resources.push(`<basematerials id="${id}">`, ...rows, '</basematerials>');
    return id;
  }

  #place({ name, mesh, transform, children }: SceneNode, outer: Matrix | undefined): void {
    const whole = product(outer, transform);
    if (mesh !== undefined) {
      const object = this.#object(mesh, name);
      if (object !== undefined) this.#items.push(`<item objectid="${object}"${transformText(whole)}/>`);
    }
    for (const child of children) this.#place(child, whole);
  }

  #object(mesh: number, name: string): number | undefined {
    if (!this.#objects.has(mesh)) this.#objects.set(mesh, this.#writeMesh(this.#scene.meshes[mesh]!, name));
    return this.#objects.get(mesh);
  }

  #writeMesh(mesh: Mesh, name: string): number | undefined {
    const parts = mesh.parts.filter(({ kind }) => kind === 'triangles');
    if (parts.length === 0) return undefined;
    const vertices: string[] = [];
    const triangles: string[] = [];
    let first = 0;
    for (const part of parts) {
      const property = this.#propertyOf(part);
      const { positions, indices } = part;
      for (let at = 0; at < positions.length; at += 3)
        vertices.push(`<vertex x="${positions[at]}" y="${positions[at + 1]}" z="${positions[at + 2]}"/>`);
      for (let at = 0; at < indices.length; at += 3) {
        const corners = indices.subarray(at, at + 3);
        const [a, b, c] = corners;
        triangles.push(`<triangle v1="${a! + first}" v2="${b! + first}" v3="${c! + first}"${property(corners)}/>`);
      }
      first += positions.length / 3;
    }
    const id = ++this.#lastId;
    const label = name || mesh.name;
    this.#resources.push(
      `<object id="${id}" type="model"${label === '' ? '' : ` name="${escapeXmlAttribute(label)}"`}><mesh><vertices>`,
      ...vertices,
      '</vertices><triangles>',
      ...triangles,
      '</triangles></mesh></object>',
    );
    return id;
  }

  /** Attributes of a triangle: its texture, in the colour of its material and corners, or these colours, or its material. */
  #propertyOf(part: MeshPart): (corners: Uint32Array) => string {
    const material = this.#scene.materials[part.material ?? -1];
    const texture = this.#scene.textures[material?.texture ?? -1];
    const base = material?.colour ?? WHITE;
    if (texture && isHeld(texture.type) && part.coordinates) {
      const group = this.#coordinates(part.coordinates, material!.texture!);
      if (part.colours) return byCorner(this.#layers(this.#colours(part.colours, base), group, part, (at) => at));
      if (hexColour(base) === hexColour(WHITE)) return byCorner(group);
      return byCorner(this.#layers(this.#colours(Float32Array.from(base), WHITE), group, part, () => 0));
    }
    if (part.colours) return byCorner(this.#colours(part.colours, base));
    return material ? () => ` pid="${this.#baseMaterials}" p1="${part.material}"` : () => '';
  }

  /** A texture that is multiplied with colours; `colourAt` has the place of the colour of a vertex. */
  #layers(colours: number, texture: number, part: MeshPart, colourAt: (vertex: number) => number): number {
    const group = ++this.#lastId;
    const rows = Array.from(
      { length: part.positions.length / 3 },
      (_, vertex) => `<m:multi pindices="${colourAt(vertex)} ${vertex}"/>`,
    );
    this.#resources.push(
      `<m:multiproperties id="${group}" pids="${colours} ${texture}" blendmethods="multiply">`,
      ...rows,
      '</m:multiproperties>',
    );
    return group;
  }

  #coordinates(coordinates: Float32Array, texture: number): number {
    const image = this.#images.get(texture) ?? this.#image(texture);
    const group = ++this.#lastId;
    const rows: string[] = [];
    for (let at = 0; at < coordinates.length; at += 2)
      rows.push(`<m:tex2coord u="${coordinates[at]}" v="${1 - coordinates[at + 1]!}"/>`);
    this.#resources.push(`<m:texture2dgroup id="${group}" texid="${image}">`, ...rows, '</m:texture2dgroup>');
    return group;
  }

  #image(texture: number): number {
    const id = ++this.#lastId;
    const path = escapeXmlAttribute(`/3D/Textures/${this.#files[texture]}`);
    const type = TEXTURE_MIME[this.#scene.textures[texture]!.type];
    this.#resources.push(`<m:texture2d id="${id}" path="${path}" contenttype="${type}"/>`);
    this.#images.set(texture, id);
    return id;
  }

  #colours(colours: Float32Array, base: Colour): number {
    const group = ++this.#lastId;
    const rows: string[] = [];
    for (let at = 0; at < colours.length; at += 4)
      rows.push(
        `<m:color color="${hexColour([0, 1, 2, 3].map((part) => colours[at + part]! * base[part]!)).toUpperCase()}"/>`,
      );
    this.#resources.push(`<m:colorgroup id="${group}">`, ...rows, '</m:colorgroup>');
    return group;
  }
}

function byCorner(group: number): (corners: Uint32Array) => string {
  return ([a, b, c]) => ` pid="${group}" p1="${a}" p2="${b}" p3="${c}"`;
}

function transformText(transform: Matrix | undefined): string {
  if (!transform) return '';
  const rows = [0, 1, 2, 3].flatMap((column) => [...transform.subarray(column * 4, column * 4 + 3)]);
  return ` transform="${rows.join(' ')}"`;
}
