import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { corrupt, createValueBudget } from '../../content/records/errors.ts';
import { readTags, type Tag } from './tags.ts';
import { metresOfUnit } from './units.ts';

/** A thing that is drawn, or its definition: its values by their groups, in their order. */
export interface Entity {
  readonly type: string;
  readonly tags: readonly Tag[];
  /** Vertices of a polyline, or attributes of a block. */
  readonly parts: readonly Entity[];
}

export interface Layer {
  readonly colour: number;
  readonly trueColour: number | undefined;
  readonly isShown: boolean;
  readonly lineType: string;
  readonly lineWeight: number;
}

export interface Block {
  readonly base: readonly [x: number, y: number, z: number];
  readonly entities: readonly Entity[];
}

export interface DxfDocument {
  readonly layers: ReadonlyMap<string, Layer>;
  /** Lengths of dashes, and below zero of gaps. */
  readonly lineTypes: ReadonlyMap<string, readonly number[]>;
  readonly blocks: ReadonlyMap<string, Block>;
  /** Of the model: sheets of paper are views of it. */
  readonly entities: readonly Entity[];
  /** Entities on sheets of paper. */
  readonly onPaper: number;
  readonly lineTypeScale: number;
  /** Of a unit of length; undefined where the drawing does not say which it has. */
  readonly metres: number | undefined;
}

/** The model of a drawing. Throws `empty_file` for one that has no entities. */
export function readDocument(bytes: Uint8Array, { limits }: RunContext): DxfDocument {
  const tags = readTags(bytes);
  createValueBudget(limits).take(tags.length);
  const sections = sectionsOf(tags);
  const objects = (name: string): Entity[] => entitiesOf(sections.get(name) ?? []);
  const tables = objects('TABLES');
  const all = objects('ENTITIES');
  const header = sections.get('HEADER') ?? [];
  const lineTypeScale = settingOf(header, '$LTSCALE', 1);
  const inModel = all.filter((entity) => numberOf(entity, 67) !== 1);
  if (!sections.has('ENTITIES')) throw corrupt('it has no section of entities');
  if (inModel.length === 0)
    throw new ConversionError({
      code: 'empty_file',
      message:
        all.length > 0
          ? 'The model of the drawing is empty: only its sheets of paper hold something.'
          : 'The drawing is empty.',
    });
  return {
    layers: new Map(
      tables.filter(({ type }) => type === 'LAYER').map((layer) => [keyOf(textOf(layer, 2)), layerOf(layer)]),
    ),
    lineTypes: new Map(
      tables.filter(({ type }) => type === 'LTYPE').map((each) => [keyOf(textOf(each, 2)), numbersOf(each, 49)]),
    ),
    blocks: blocksOf(objects('BLOCKS')),
    entities: inModel,
    onPaper: all.length - inModel.length,
    lineTypeScale: lineTypeScale > 0 && Number.isFinite(lineTypeScale) ? lineTypeScale : 1,
    metres: metresOfUnit(settingOf(header, '$INSUNITS', 0)),
  };
}

/** Names do not differ by the case of their letters. */
export function keyOf(name: string): string {
  return name.trim().toUpperCase();
}

export function textOf({ tags }: Entity, group: number, absent = ''): string {
  return tags.find(([each]) => each === group)?.[1] ?? absent;
}

export function numberOf(entity: Entity, group: number, absent = 0): number {
  const text = textOf(entity, group).trim();
  const number = text === '' ? absent : Number(text);
  if (!Number.isFinite(number)) throw corrupt(`a value of a ${entity.type} is no number`, { group });
  return number;
}

export function numbersOf(entity: Entity, group: number): number[] {
  return entity.tags.filter(([each]) => each === group).map(([, text]) => numberIn(text));
}

export function numberIn(text: string): number {
  const number = Number(text.trim());
  if (!Number.isFinite(number)) throw corrupt('a coordinate is no number');
  return number;
}

/** Positions whose eastings have a group: the group of the northings is ten more, and that of the heights twenty. */
export function pointsOf(tags: readonly Tag[], group: number): (readonly [x: number, y: number, z: number])[] {
  const points: [number, number, number][] = [];
  for (const [each, text] of tags)
    if (each === group) points.push([numberIn(text), 0, 0]);
    else if (each === group + 10 && points.length > 0) points.at(-1)![1] = numberIn(text);
    else if (each === group + 20 && points.length > 0) points.at(-1)![2] = numberIn(text);
  return points;
}

function sectionsOf(tags: readonly Tag[]): Map<string, Tag[]> {
  const sections = new Map<string, Tag[]>();
  let section: Tag[] | undefined;
  for (const [index, tag] of tags.entries()) {
    const [group, value] = tag;
    const word = group === 0 ? value.trim() : '';
    const [next = 0, name = ''] = tags[index + 1] ?? [];
    if (word === 'SECTION' && next === 2) sections.set(keyOf(name), (section = []));
    else if (word === 'ENDSEC') section = undefined;
    else section?.push(tag);
  }
  return sections;
}

/** An object with groups of its own begins in an entity, and the groups that programs add for themselves. */
const [EMBEDDED, OF_PROGRAMS] = [101, 1000];

/** Vertices and attributes belong to the entity before them, up to the end of its sequence. */
function entitiesOf(tags: readonly Tag[]): Entity[] {
  const entities: { type: string; tags: Tag[]; parts: Entity[] }[] = [];
  let open: { parts: Entity[] } | undefined;
  let current: { type: string; tags: Tag[]; parts: Entity[] } | undefined;
  let isInside = true;
  for (const tag of tags) {
    const [group, value] = tag;
    if (group === EMBEDDED) isInside = false;
    if (group !== 0) {
      if (isInside && group < OF_PROGRAMS) current?.tags.push(tag);
      continue;
    }
    isInside = true;
    const type = keyOf(value);
    current = { type, tags: [], parts: [] };
    if (type === 'SEQEND') open = undefined;
    else if (open && (type === 'VERTEX' || type === 'ATTRIB')) open.parts.push(current);
    else {
      entities.push(current);
      open = type === 'POLYLINE' || type === 'INSERT' ? current : undefined;
    }
  }
  return entities;
}

function layerOf(layer: Entity): Layer {
  const colour = numberOf(layer, 62, 7);
  const trueColour = textOf(layer, 420);
  return {
    colour: Math.abs(colour),
    trueColour: trueColour === '' ? undefined : Number(trueColour),
    // A layer that is off has a colour below zero; one that is frozen has a flag.
    isShown: colour >= 0 && (numberOf(layer, 70) & 1) === 0,
    lineType: keyOf(textOf(layer, 6, 'CONTINUOUS')),
    lineWeight: numberOf(layer, 370, -3),
  };
}

function blocksOf(entities: readonly Entity[]): Map<string, Block> {
  const blocks = new Map<string, Block>();
  let open: Entity[] | undefined;
  for (const entity of entities) {
    if (entity.type === 'BLOCK') {
      open = [];
      blocks.set(keyOf(textOf(entity, 2)), {
        base: [10, 20, 30].map((group) => numberOf(entity, group)) as [number, number, number],
        entities: open,
      });
    } else if (entity.type === 'ENDBLK') open = undefined;
    else open?.push(entity);
  }
  return blocks;
}

/** The number that follows the name of a setting. */
function settingOf(header: readonly Tag[], name: string, absent: number): number {
  const at = header.findIndex(([group, each]) => group === 9 && each.trim() === name);
  return at < 0 ? absent : Number(header[at + 1]?.[1] ?? absent);
}
