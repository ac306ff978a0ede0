import { utf8Of } from '../../../io/bytes.ts';
import { corruptMesh } from '../failures.ts';
import type { Material, Mesh, Scene } from '../model.ts';
import { PartBuilder, type Corner, type VertexLists } from '../part-builder.ts';
import { TextureList, type FilesBeside } from '../textures.ts';
import { readMaterials } from './materials.ts';

export interface ObjScene extends Scene {
  /** Files that it names and that are not there. */
  readonly missing: readonly string[];
}

/** Wavefront OBJ: faces, lines and points of its objects and groups, with the materials of the libraries beside it. */
export function readObj(bytes: Uint8Array, files: FilesBeside = new Map()): ObjScene {
  const reading = new Reading(files);
  const text = utf8Of(bytes).replaceAll(/\\\r?\n/g, ' ');
  for (const line of text.split('\n')) reading.line(line.trim());
  return reading.finish();
}

class Reading {
  readonly #positions: number[] = [];
  readonly #normals: number[] = [];
  readonly #coordinates: number[] = [];
  readonly #colours: number[] = [];
  readonly #materials: Material[] = [];
  readonly #textures: TextureList;
  readonly #files: FilesBeside;
  readonly #missing: string[] = [];
  readonly #meshes: { name: string; parts: Map<string, PartBuilder> }[] = [];
  #material: number | undefined;
  #name = '';
  #isNew = true;

  constructor(files: FilesBeside) {
    this.#files = files;
    this.#textures = new TextureList(files);
  }

  line(line: string): void {
    const [word = '', ...rest] = line.split(/\s+/);
    if (word === 'v') this.#vertex(rest);
    else if (word === 'vn') this.#normals.push(...numbersOf(rest, 3));
    else if (word === 'vt') this.#coordinate(rest);
    else if (word === 'f') this.#part('triangles').addFace(rest.map((corner) => this.#corner(corner)));
    else if (word === 'l') this.#part('lines').addLine(rest.map((corner) => this.#corner(corner)));
    else if (word === 'p') for (const corner of rest) this.#part('points').addPoint(this.#corner(corner));
    else if (word === 'o') this.#begin(rest.join(' '), true);
    else if (word === 'g') this.#begin(rest.join(' '), false);
    else if (word === 'usemtl') this.#material = this.#materialOf(rest.join(' '));
    else if (word === 'mtllib') this.#library(line.slice(6).trim());
  }

  finish(): ObjScene {
    const meshes = this.#meshes.map(({ name, parts }): Mesh => ({
      name,
      parts: [...parts.values()].filter(({ isEmpty }) => !isEmpty).map((part) => part.finish()),
    }));
    const filled = meshes.filter(({ parts }) => parts.length > 0);
    return {
      meshes: filled,
      materials: this.#materials,
      textures: this.#textures.textures,
      animations: [],
      roots: filled.map(({ name }, mesh) => ({ name, mesh, children: [] })),
      missing: [...this.#missing, ...this.#textures.missing],
    };
  }

  #vertex(words: readonly string[]): void {
    // As C reads numbers: what follows one is left out.
    const values = words.map(Number.parseFloat);
    if (values.length < 3 || values.slice(0, 3).some((value) => !Number.isFinite(value)))
      throw corruptMesh('a vertex has a place that is no number');
    // Seven values are the weight and the colour; six the colour alone, as most programs write it.
    const colour = values.length >= 6 ? values.slice(-3) : undefined;
    this.#positions.push(values[0]!, values[1]!, values[2]!);
    if (!colour && this.#colours.length === 0) return;
    const before = this.#positions.length / 3 - 1;
    while (this.#colours.length < before * 4) this.#colours.push(1);
    this.#colours.push(...(colour ?? [1, 1, 1]), 1);
  }

  /** An object begins another mesh, and a group does where it is not the same as before. */
  #begin(name: string, isObject: boolean): void {
    this.#isNew ||= isObject || name !== this.#name;
    this.#name = name;
  }

  #coordinate(words: readonly string[]): void {
    const [first = 0, second = 0] = numbersOf(words, Math.min(2, words.length));
    // The first row of a texture is its lowest here.
    this.#coordinates.push(first, 1 - second);
  }

  #corner(text: string): Corner {
    const [position, coordinate, normal] = text.split('/');
    const place = placeOf(position, this.#positions.length / 3);
    if (place === undefined) throw corruptMesh('a face has a corner that is not among its vertices');
    return {
      position: place,
      colour: place * 4 < this.#colours.length ? place : -1,
      coordinate: placeOf(coordinate, this.#coordinates.length / 2) ?? -1,
      normal: placeOf(normal, this.#normals.length / 3) ?? -1,
    };
  }

  #part(kind: 'triangles' | 'lines' | 'points'): PartBuilder {
    if (this.#isNew) this.#meshes.push({ name: this.#name, parts: new Map() });
    this.#isNew = false;
    const { parts } = this.#meshes.at(-1)!;
    const key = `${kind} ${this.#material}`;
    const known = parts.get(key);
    if (known) return known;
    const lists: VertexLists = {
      positions: this.#positions,
      normals: this.#normals,
      coordinates: this.#coordinates,
      colours: this.#colours,
    };
    const created = new PartBuilder(lists, kind, this.#material);
    parts.set(key, created);
    return created;
  }

  #materialOf(name: string): number {
    const known = this.#materials.findIndex((material) => material.name === name);
    return known >= 0 ? known : this.#materials.push({ name, colour: [0.8, 0.8, 0.8, 1] }) - 1;
  }

  #library(name: string): void {
    const wanted = name.split(/[\\/]/).at(-1)!.toLowerCase();
    const found = [...this.#files].find(([path]) => path.split(/[\\/]/).at(-1)!.toLowerCase() === wanted);
    if (found) this.#materials.push(...readMaterials(found[1], this.#textures));
    else this.#missing.push(name);
  }
}

function numbersOf(words: readonly string[], count: number): number[] {
  return Array.from({ length: count }, (_, at) => {
    const value = Number(words[at]);
    return Number.isFinite(value) ? value : 0;
  });
}

/** Places count from 1, or from the end where they are negative. */
function placeOf(text: string | undefined, count: number): number | undefined {
  const value = Number(text || Number.NaN);
  const place = value < 0 ? count + value : value - 1;
  return place >= 0 && place < count ? place : undefined;
}
