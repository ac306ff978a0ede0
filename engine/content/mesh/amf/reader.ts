import type { Limits } from '../../../contract/limits.ts';
import { decodeXml, scanXml, type XmlAttributes } from '../../../io/xml.ts';
import { openZip } from '../../../io/zip.ts';
import { corruptMesh } from '../failures.ts';
import type { Material, Matrix, Mesh, Scene, SceneNode } from '../model.ts';
import { PartBuilder } from '../part-builder.ts';
import { metresOf } from '../three-mf/units.ts';

type Rgba = [red: number, green: number, blue: number, opacity: number];

interface Volume {
  readonly material: string;
  readonly triangles: number[];
  colour?: Rgba;
}

interface AmfObject {
  readonly positions: number[];
  /** Of the vertices that have one, by their index. */
  readonly colours: Map<number, Rgba>;
  readonly volumes: Volume[];
  colour?: Rgba;
}

interface Instance {
  readonly object: string;
  readonly values: Map<string, number>;
}

const ZIP_MAGIC = [0x50, 0x4b];
const COLOURS = ['r', 'g', 'b', 'a'];
const VALUES = new Set(['x', 'y', 'z', 'v1', 'v2', 'v3', 'deltax', 'deltay', 'deltaz', 'rx', 'ry', 'rz', ...COLOURS]);

/**
 * The Additive Manufacturing Format (ISO/ASTM 52915), packed or not: volumes with their materials, and the
 * constellation that places them. Curved edges are taken as straight ones. Throws `input_corrupt`.
 */
export function readAmf(bytes: Uint8Array, limits: Limits): Scene {
  const reading = new Reading();
  scanXml(decodeXml(unpacked(bytes, limits)), reading, limits.nesting, { doctype: 'refuse' });
  return reading.scene();
}

function unpacked(bytes: Uint8Array, limits: Limits): Uint8Array {
  if (!ZIP_MAGIC.every((byte, at) => bytes[at] === byte)) return bytes;
  const zip = openZip(bytes, limits);
  const entry = zip.entries.find(({ name }) => /\.amf$/i.test(name)) ?? zip.entries[0];
  if (!entry) throw corruptMesh('its package is empty');
  return zip.read(entry);
}

class Reading {
  readonly #objects = new Map<string, AmfObject>();
  readonly #materials = new Map<string, { name: string; colour: [number, number, number, number] | undefined }>();
  readonly #instances: Instance[] = [];
  #unit = 'millimeter';
  #object: AmfObject | undefined;
  #material: { name: string; colour: [number, number, number, number] | undefined } | undefined;
  #instance: Instance | undefined;
  #values = new Map<string, number>();
  #isVertex = false;
  #isVolume = false;
  #isTriangle = false;
  #isName = false;
  #text = '';

  open(name: string, attributes: XmlAttributes): void {
    this.#text = '';
    const id = attributes.get('id') ?? '';
    if (name === 'amf') this.#unit = attributes.get('unit') ?? this.#unit;
    else if (name === 'object')
      this.#objects.set(id, (this.#object = { positions: [], colours: new Map(), volumes: [] }));
    else if (name === 'volume')
      this.#object?.volumes.push({ material: attributes.get('materialid') ?? '', triangles: [] });
    else if (name === 'material') this.#materials.set(id, (this.#material = { name: '', colour: undefined }));
    else if (name === 'metadata') this.#isName = /^name$/i.test(attributes.get('type') ?? '');
    else if (name === 'instance')
      this.#instances.push((this.#instance = { object: attributes.get('objectid') ?? '', values: new Map() }));
    else if (name === 'triangle' || name === 'color' || name === 'coordinates') this.#values = new Map();
    if (name === 'vertex') this.#isVertex = true;
    if (name === 'volume') this.#isVolume = true;
    if (name === 'triangle') this.#isTriangle = true;
  }

  text(value: string): void {
    this.#text += value;
  }

  close(name: string): void {
    if (VALUES.has(name)) (this.#instance?.values ?? this.#values).set(name, Number(this.#text));
    else if (name === 'coordinates') this.#object?.positions.push(...this.#read('x', 'y', 'z'));
    else if (name === 'triangle') this.#object?.volumes.at(-1)?.triangles.push(...this.#read('v1', 'v2', 'v3'));
    else if (name === 'color') this.#colour();
    else if (name === 'metadata' && this.#isName && this.#material) this.#material.name = this.#text.trim();
    else if (name === 'object') this.#object = undefined;
    else if (name === 'material') this.#material = undefined;
    else if (name === 'instance') this.#instance = undefined;
    if (name === 'vertex') this.#isVertex = false;
    if (name === 'volume') this.#isVolume = false;
    if (name === 'triangle') this.#isTriangle = false;
  }

  /** Of what it stands in; those of single triangles, and formulas, are not read. */
  #colour(): void {
    const [red, green, blue, opacity = 1] = COLOURS.map((channel) => this.#values.get(channel));
    const isPlain = [red, green, blue, opacity].every((value) => value !== undefined && Number.isFinite(value));
    if (!isPlain || this.#isTriangle) return;
    const colour: Rgba = [red!, green!, blue!, opacity];
    const object = this.#object;
    if (this.#material) this.#material.colour = colour;
    else if (object && this.#isVertex) object.colours.set(object.positions.length / 3, colour);
    else if (object && this.#isVolume) object.volumes.at(-1)!.colour = colour;
    else if (object) object.colour = colour;
  }

  scene(): Scene {
    const ids = [...this.#materials.keys()];
    const materials = [...this.#materials].map(([id, { name, colour }]): Material => ({
      name: name || `material ${id}`,
      colour: colour ?? [0.8, 0.8, 0.8, 1],
    }));
    const colourOf = (colour: Rgba): number => {
      const place = materials.findIndex((material) => material.colour.join() === colour.join());
      return place >= 0 ? place : materials.push({ name: '', colour }) - 1;
    };
    const meshes = this.#objects
      .values()
      .map((object) => meshOf(object, ids, colourOf))
      .toArray();
    const places = new Map([...this.#objects.keys()].map((id, index) => [id, index]));
    const placed = this.#instances.map(({ object, values }): SceneNode => {
      const mesh = places.get(object);
      if (mesh === undefined) throw corruptMesh('it places an object that is not there');
      return { name: '', mesh, transform: transformOf(values), children: [] };
    });
    const roots = placed.length > 0 ? placed : meshes.map((_, mesh): SceneNode => ({ name: '', mesh, children: [] }));
    return { meshes, materials, textures: [], animations: [], roots, space: { up: 'z', metres: metresOf(this.#unit) } };
  }

  #read(...names: readonly string[]): number[] {
    const values = names.map((name) => this.#values.get(name) ?? Number.NaN);
    if (!values.every(Number.isFinite)) throw corruptMesh('a place or a corner is no number');
    return values;
  }
}

function meshOf(
  { positions, colours, volumes, colour: own }: AmfObject,
  materials: readonly string[],
  colourOf: (colour: Rgba) => number,
): Mesh {
  const count = positions.length / 3;
  const parts = volumes.map(({ material, triangles, colour = own }) => {
    const named = materials.indexOf(material);
    const index = named >= 0 ? named : colour && colours.size === 0 ? colourOf(colour) : undefined;
    // Vertices without a colour have that of the volume.
    const ofVertices =
      colours.size === 0
        ? undefined
        : Array.from({ length: count }, (_, at) => colours.get(at) ?? colour ?? [1, 1, 1, 1]).flat();
    const builder = new PartBuilder({ positions, ...(ofVertices && { colours: ofVertices }) }, 'triangles', index);
    if (triangles.some((corner) => !(corner >= 0 && corner < count)))
      throw corruptMesh('a face has a corner that is not among its vertices');
    for (let at = 0; at < triangles.length; at += 3) {
      const corners = [0, 1, 2].map((corner) => triangles[at + corner]!);
      builder.addFace(corners.map((position) => ({ position, ...(ofVertices && { colour: position }) })));
    }
    return builder.finish();
  });
  return { name: '', parts };
}

/** Turned around x, then y, then z, in degrees, and moved then. */
function transformOf(values: ReadonlyMap<string, number>): Matrix {
  const [x, y, z] = ['rx', 'ry', 'rz'].map((name) => ((values.get(name) ?? 0) * Math.PI) / 180);
  const [a, b, c] = [x!, y!, z!].map((angle) => [Math.cos(angle), Math.sin(angle)] as const);
  const [[ca, sa], [cb, sb], [cc, sc]] = [a!, b!, c!];
  return Float64Array.of(
    ...[cb * cc, cb * sc, -sb, 0],
    ...[sa * sb * cc - ca * sc, sa * sb * sc + ca * cc, sa * cb, 0],
    ...[ca * sb * cc + sa * sc, ca * sb * sc - sa * cc, ca * cb, 0],
    ...['deltax', 'deltay', 'deltaz'].map((name) => values.get(name) ?? 0),
    1,
  );
}
