import { utf8Length } from '../../../io/bytes.ts';
import type { DataScalar } from '../../records/model.ts';
import { PROPERTY, type Entry } from '../model.ts';
import { entryOfFeature, type Geometry } from './features.ts';

/* Maps whose attributes are the columns of tables. */

/** Values of every map by the fields that hold them; names in shapefiles have ten bytes. */
export const NAMED_FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  description: 'description',
  descriptio: 'description',
  time: 'time',
  kind: 'kind',
};

/** Fields with the names of what every map has are that, where they are texts. */
export function entryOfFields(
  layer: string | undefined,
  found: {
    readonly geometry: Geometry | undefined;
    readonly names: readonly string[];
    readonly values: readonly DataScalar[];
  },
): Entry {
  const entry = new Map(entryOfFeature({ layer, geometry: found.geometry }));
  for (const [index, field] of found.names.entries()) {
    const value = found.values[index];
    if (value === undefined || value === null || value === '') continue;
    const known = NAMED_FIELDS[field];
    entry.set(known && typeof value === 'string' && !entry.has(known) ? known : PROPERTY + field, value);
  }
  return entry;
}

const GEOMETRY_CELL = /^(layer|longitude|latitude|elevation|times|geometry(\.\w+)?)$/;

interface Naming {
  /** The longest name. */
  readonly bytes: number;
  /** Names that no field may have. */
  readonly taken?: readonly string[];
  /** A name as the format can spell it. */
  readonly spell?: (name: string) => string;
}

/** The field of every cell that an entry can have. Names that fit stay; the order of the cells does not matter. */
export function fieldNames(
  cells: ReadonlySet<string>,
  { bytes, taken: reserved = [], spell = (name) => name }: Naming,
): ReadonlyMap<string, string> {
  const wanted = [...cells]
    .filter((cell) => !GEOMETRY_CELL.test(cell))
    .map((cell) => [cell, spell(plainName(cell))] as const);
  const inOrder = wanted.sort(
    ([a, nameA], [b, nameB]) =>
      Number(utf8Length(nameA) > bytes) - Number(utf8Length(nameB) > bytes) ||
      Number(a.startsWith(PROPERTY)) - Number(b.startsWith(PROPERTY)) ||
      (a < b ? -1 : 1),
  );
  const taken = new Set(reserved);
  const names = new Map<string, string>();
  for (const [cell, name] of inOrder) {
    let unique = cutText(name, bytes);
    for (let number = 1; taken.has(unique.toLowerCase()); number++)
      unique = `${cutText(name, bytes - String(number).length - 1)}_${number}`;
    taken.add(unique.toLowerCase());
    names.set(cell, unique);
  }
  return names;
}

function plainName(cell: string): string {
  const name = cell.startsWith(PROPERTY) ? cell.slice(PROPERTY.length) : cell;
  return name.replaceAll(/\p{Cc}+/gu, ' ').trim() || 'field';
}

/** The beginning of a text that has at most so many bytes. */
export function cutText(text: string, bytes: number): string {
  if (utf8Length(text) <= bytes) return text;
  let cut = '';
  let length = 0;
  for (const character of text) {
    length += utf8Length(character);
    if (length > bytes) break;
    cut += character;
  }
  return cut.trimEnd();
}
