import type { Limits } from '../../../contract/limits.ts';
import { decodeXml, scanXml, type XmlAttributes } from '../../../io/xml.ts';
import { corruptMesh } from '../failures.ts';
import type { Colour, Matrix } from '../model.ts';

/** A triangle by its vertices, and the property of each of its corners, in the group of this id. */
export interface Triangle {
  readonly corners: readonly [number, number, number];
  readonly group?: string;
  readonly properties: readonly [number, number, number];
}

export interface ModelObject {
  readonly name: string;
  readonly positions: readonly number[];
  readonly triangles: readonly Triangle[];
  readonly components: readonly Placement[];
}

/** An object, of another part where it has a path, and where it is placed. */
export interface Placement {
  readonly object: string;
  readonly path?: string;
  readonly transform?: Matrix;
}

/** What triangles refer to by the place of an entry: materials, colours, places on a texture, or several of these. */
export type PropertyGroup = LayerGroup | LayeredGroup;

/** Properties of one kind. */
export type LayerGroup =
  | { readonly kind: 'materials'; readonly entries: { readonly name: string; readonly colour: Colour }[] }
  | { readonly kind: 'colours'; readonly entries: Colour[] }
  | { readonly kind: 'coordinates'; readonly texture: string; readonly entries: (readonly [number, number])[] };

/** Properties of several groups, one over the other; each entry has a place in every one of them. */
export interface LayeredGroup {
  readonly kind: 'layers';
  readonly groups: readonly string[];
  /** Whether each group but the first is multiplied with what is below it; else it hides that. */
  readonly multiplied: readonly boolean[];
  readonly entries: (readonly number[])[];
}

/** One model part of a package. */
export interface ModelPart {
  readonly unit: string;
  readonly title: string;
  readonly objects: ReadonlyMap<string, ModelObject>;
  readonly groups: ReadonlyMap<string, PropertyGroup>;
  /** Paths of textures in the package, by their ids. */
  readonly textures: ReadonlyMap<string, string>;
  readonly items: readonly Placement[];
}

interface OpenObject extends ModelObject {
  readonly positions: number[];
  readonly triangles: Triangle[];
  readonly components: Placement[];
  readonly group?: string;
  readonly property: number;
}

/** Reads a model part of the 3D Manufacturing Format (core 1.3, materials 1.2). Throws `input_corrupt`. */
export function readModelPart(bytes: Uint8Array, limits: Limits): ModelPart {
  const objects = new Map<string, OpenObject>();
  const groups = new Map<string, PropertyGroup>();
  const textures = new Map<string, string>();
  const items: Placement[] = [];
  let unit = 'millimeter';
  let title = '';
  let isTitle = false;
  let object: OpenObject | undefined;
  let group: PropertyGroup | undefined;
  const openers: Readonly<Record<string, (attributes: XmlAttributes) => void>> = {
    model: (attributes) => void (unit = attributes.get('unit') ?? unit),
    metadata: (attributes) => void (isTitle = attributes.get('name') === 'Title'),
    object(attributes) {
      const pid = attributes.get('pid');
      object = {
        name: attributes.get('name') ?? '',
        positions: [],
        triangles: [],
        components: [],
        property: Number(attributes.get('pindex') ?? 0),
        ...(pid !== undefined && { group: pid }),
      };
      objects.set(attributes.get('id') ?? '', object);
    },
    vertex: (attributes) => void object?.positions.push(...['x', 'y', 'z'].map((axis) => Number(attributes.get(axis)))),
    triangle: (attributes) => void object?.triangles.push(triangleOf(attributes, object)),
    component: (attributes) => void object?.components.push(placementOf(attributes)),
    item: (attributes) => void items.push(placementOf(attributes)),
    basematerials: (attributes) => open(attributes, { kind: 'materials', entries: [] }),
    base(attributes) {
      if (group?.kind === 'materials')
        group.entries.push({ name: attributes.get('name') ?? '', colour: colourOf(attributes.get('displaycolor')) });
    },
    colorgroup: (attributes) => open(attributes, { kind: 'colours', entries: [] }),
    color(attributes) {
      if (group?.kind === 'colours') group.entries.push(colourOf(attributes.get('color')));
    },
    texture2d: (attributes) => void textures.set(attributes.get('id') ?? '', attributes.get('path') ?? ''),
    texture2dgroup: (attributes) =>
      open(attributes, { kind: 'coordinates', texture: attributes.get('texid') ?? '', entries: [] }),
    tex2coord(attributes) {
      // The first row of a texture is its lowest here.
      if (group?.kind === 'coordinates')
        group.entries.push([Number(attributes.get('u')), 1 - Number(attributes.get('v'))]);
    },
    multiproperties(attributes) {
      const multiplied = wordsOf(attributes.get('blendmethods')).map((method) => method === 'multiply');
      open(attributes, { kind: 'layers', groups: wordsOf(attributes.get('pids')), multiplied, entries: [] });
    },
    multi(attributes) {
      if (group?.kind === 'layers') group.entries.push(wordsOf(attributes.get('pindices')).map(Number));
    },
  };
  function open(attributes: XmlAttributes, opened: PropertyGroup): void {
    group = opened;
    groups.set(attributes.get('id') ?? '', opened);
  }
  const handler = {
    open: (name: string, attributes: XmlAttributes) => openers[name]?.(attributes),
    close(name: string) {
      if (name === 'metadata') isTitle = false;
    },
    text(value: string) {
      if (isTitle) title += value;
    },
  };
  scanXml(decodeXml(bytes), handler, limits.nesting, { doctype: 'refuse' });
  for (const one of objects.values()) requireObject(one);
  return { unit, title: title.trim(), objects, groups, textures, items };
}

function requireObject({ positions, triangles }: ModelObject): void {
  if (!positions.every(Number.isFinite)) throw corruptMesh('a vertex has a place that is no number');
  const count = positions.length / 3;
  if (triangles.some(({ corners }) => corners.some((corner) => !(corner >= 0 && corner < count))))
    throw corruptMesh('a face has a corner that is not among its vertices');
}

function triangleOf(attributes: XmlAttributes, object: OpenObject): Triangle {
  const corner = (name: string) => Number(attributes.get(name) ?? Number.NaN);
  const group = attributes.get('pid') ?? object.group;
  const first = Number(attributes.get('p1') ?? object.property);
  return {
    corners: [corner('v1'), corner('v2'), corner('v3')],
    properties: [first, Number(attributes.get('p2') ?? first), Number(attributes.get('p3') ?? first)],
    ...(group !== undefined && { group }),
  };
}

function placementOf(attributes: XmlAttributes): Placement {
  const transform = transformOf(attributes.get('transform'));
  const path = attributes.get('path');
  return {
    object: attributes.get('objectid') ?? '',
    ...(path !== undefined && { path }),
    ...(transform && { transform }),
  };
}

function wordsOf(text = ''): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Four rows of three numbers: what follows a point from the right. */
function transformOf(text: string | undefined): Matrix | undefined {
  const values = text?.trim().split(/\s+/).map(Number);
  if (values?.length !== 12 || !values.every(Number.isFinite)) return undefined;
  const matrix = new Float64Array(16);
  for (const [at, value] of values.entries()) matrix[Math.floor(at / 3) * 4 + (at % 3)] = value;
  matrix[15] = 1;
  return matrix;
}

/** `#RRGGBB` or `#RRGGBBAA`. */
function colourOf(text = ''): Colour {
  const [red = 0.8, green = 0.8, blue = 0.8, opacity = 1] = (text.match(/[0-9a-f]{2}/gi) ?? []).map(
    (part) => Number.parseInt(part, 16) / 255,
  );
  return [red, green, blue, opacity];
}
