import type { Limits } from '../../../contract/limits.ts';
import { openZip, type ZipArchive } from '../../../io/zip.ts';
import { decodeXml } from '../../../io/xml.ts';
import { childrenNamed, childAt, parseXmlTree } from '../../../io/xml-tree.ts';
import { corruptMesh, NodeBudget, tooComplex } from '../failures.ts';
import type { Material, Mesh, MeshPart, Scene, SceneNode } from '../model.ts';
import { PartBuilder } from '../part-builder.ts';
import { TextureList } from '../textures.ts';
import {
  readModelPart,
  type LayerGroup,
  type ModelObject,
  type ModelPart,
  type Placement,
  type PropertyGroup,
  type Triangle,
} from './part-reader.ts';
import { metresOf } from './units.ts';

const RELATIONSHIPS = '_rels/.rels';
const MODEL_TYPE = /\/3dmodel$/;
const USUAL_MODEL = '3D/3dmodel.model';

/**
 * The 3D Manufacturing Format: what its build places, objects that are made of others included. Throws `input_corrupt`
 * and `input_too_complex`.
 */
export function readThreeMf(bytes: Uint8Array, limits: Limits): Scene {
  return new Package(openZip(bytes, limits), limits).scene();
}

class Package {
  readonly #zip: ZipArchive;
  readonly #limits: Limits;
  readonly #parts = new Map<string, ModelPart>();
  readonly #meshes: Mesh[] = [];
  readonly #meshOf = new Map<ModelObject, number>();
  readonly #materials: Material[] = [];
  readonly #materialOf = new Map<string, number>();
  readonly #textures: TextureList;
  readonly #textureOf = new Map<string, number | undefined>();
  readonly #nodes = new NodeBudget();

  constructor(zip: ZipArchive, limits: Limits) {
    this.#zip = zip;
    this.#limits = limits;
    this.#textures = new TextureList();
  }

  scene(): Scene {
    const path = this.#mainPath();
    const main = this.#part(path);
    const roots = main.items.map((item) => this.#node(item, path, 1));
    return {
      meshes: this.#meshes,
      materials: this.#materials,
      textures: this.#textures.textures,
      roots,
      animations: [],
      space: { up: 'z', metres: metresOf(main.unit) },
    };
  }

  #mainPath(): string {
    const entry = this.#zip.find(RELATIONSHIPS);
    const root = entry && parseXmlTree(decodeXml(this.#zip.read(entry)), this.#limits);
    const main = childrenNamed(childAt(root, 'Relationships'), 'Relationship').find(({ attributes }) =>
      MODEL_TYPE.test(attributes.get('Type') ?? ''),
    );
    return main?.attributes.get('Target') ?? USUAL_MODEL;
  }

  #part(path: string): ModelPart {
    const name = path.replace(/^\/+/, '');
    const known = this.#parts.get(name);
    if (known) return known;
    const entry = this.#zip.find(name);
    if (!entry) throw corruptMesh('a part of the package is missing');
    const part = readModelPart(this.#zip.read(entry), this.#limits);
    this.#parts.set(name, part);
    return part;
  }

  #node(placement: Placement, path: string, depth: number): SceneNode {
    if (depth > this.#limits.nesting) throw tooComplex('nesting', this.#limits.nesting, depth);
    const partPath = placement.path ?? path;
    const part = this.#part(partPath);
    const object = part.objects.get(placement.object);
    if (!object) throw corruptMesh('it places an object that is not there');
    this.#nodes.take();
    const { transform } = placement;
    const hasMesh = object.triangles.length > 0;
    return {
      name: object.name,
      ...(transform && { transform }),
      ...(hasMesh && { mesh: this.#mesh(object, part, partPath) }),
      children: object.components.map((component) => this.#node(component, partPath, depth + 1)),
    };
  }

  #mesh(object: ModelObject, part: ModelPart, path: string): number {
    const known = this.#meshOf.get(object);
    if (known !== undefined) return known;
    const faces = object.triangles.map((triangle): Face => ({
      corners: triangle.corners,
      layers: layersOf(triangle, part.groups),
    }));
    const byLook = Map.groupBy(faces, ({ layers }) => lookOf(layers));
    const parts = byLook.entries().map(([look, alike]) => this.#meshPart(look, alike, object, part, path));
    const index = this.#meshes.push({ name: object.name, parts: [...parts] }) - 1;
    this.#meshOf.set(object, index);
    return index;
  }

  /** Triangles that look alike: of one material, one texture, or with colours of their own. */
  #meshPart(look: string, faces: readonly Face[], object: ModelObject, part: ModelPart, path: string): MeshPart {
    const first = faces[0]!.layers;
    const colours = layerOf(first, 'colours')?.group;
    const coordinates = layerOf(first, 'coordinates')?.group;
    const builder = new PartBuilder(
      {
        positions: object.positions,
        ...(colours && { colours: colours.entries.flat() }),
        ...(coordinates && { coordinates: coordinates.entries.flat() }),
      },
      'triangles',
      this.#material(`${path} ${look}`, first, part),
    );
    for (const { corners, layers } of faces) {
      const [coloured, textured] = [layerOf(layers, 'colours'), layerOf(layers, 'coordinates')];
      builder.addFace(
        corners.map((position, at) => ({
          position,
          ...(coloured && { colour: requireEntry(coloured.properties[at]!, coloured.group) }),
          ...(textured && { coordinate: requireEntry(textured.properties[at]!, textured.group) }),
        })),
      );
    }
    return builder.finish();
  }

  #material(key: string, layers: readonly Layer[], part: ModelPart): number | undefined {
    const [named, textured] = [layerOf(layers, 'materials'), layerOf(layers, 'coordinates')];
    if (!named && !textured) return undefined;
    const known = this.#materialOf.get(key);
    if (known !== undefined) return known;
    const texture = textured && this.#texture(part.textures.get(textured.group.texture));
    const { name, colour } = named
      ? named.group.entries[requireEntry(named.properties[0]!, named.group)]!
      : { name: '', colour: [1, 1, 1, 1] as const };
    const index = this.#materials.push({ name, colour, ...(texture !== undefined && { texture }) }) - 1;
    this.#materialOf.set(key, index);
    return index;
  }

  #texture(path: string | undefined): number | undefined {
    const entry = path === undefined ? undefined : this.#zip.find(path.replace(/^\/+/, ''));
    if (!entry) return undefined;
    if (!this.#textureOf.has(entry.name))
      this.#textureOf.set(entry.name, this.#textures.embedded(entry.name, this.#zip.read(entry)));
    return this.#textureOf.get(entry.name);
  }
}

interface Face {
  readonly corners: Triangle['corners'];
  readonly layers: readonly Layer[];
}

/** A group that a triangle takes properties from, and the place of the property of each of its corners. */
interface Layer<Group extends LayerGroup = LayerGroup> {
  readonly id: string;
  readonly group: Group;
  readonly properties: readonly number[];
}

/** What a triangle shows, the lowest first; what an opaque layer hides is left out. */
function layersOf({ group: id, properties }: Triangle, groups: ModelPart['groups']): Layer[] {
  const group = groups.get(id ?? '');
  if (!group) return [];
  if (group.kind !== 'layers') return [{ id: id!, group, properties }];
  let layers: Layer[] = [];
  for (const [at, inner] of group.groups.entries()) {
    const own = groups.get(inner);
    if (!own || own.kind === 'layers') continue;
    // An entry that names fewer places than there are groups means the first of the others.
    const places = properties.map((place) => group.entries[requireEntry(place, group)]![at] ?? 0);
    const below = at > 0 && group.multiplied[at - 1] ? layers : [];
    layers = [...below, { id: inner, group: own, properties: places }];
  }
  return layers;
}

function layerOf<Kind extends LayerGroup['kind']>(
  layers: readonly Layer[],
  kind: Kind,
): Layer<Extract<LayerGroup, { kind: Kind }>> | undefined {
  return layers.find(({ group }) => group.kind === kind) as Layer<Extract<LayerGroup, { kind: Kind }>> | undefined;
}

/** What triangles of one part share: nothing, a material, or groups of colours or of places on a texture. */
function lookOf(layers: readonly Layer[]): string {
  return layers
    .map(({ id, group, properties }) => (group.kind === 'materials' ? `${id}/${properties[0]}` : id))
    .join(' ');
}

function requireEntry(place: number, { entries }: PropertyGroup): number {
  if (!(place >= 0 && place < entries.length)) throw corruptMesh('a face names a property that is not there');
  return place;
}
