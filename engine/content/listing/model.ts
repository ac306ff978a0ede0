import type { ListingKind } from '../../formats/lists.ts';
import { DataObject, ExactNumber, isList, isScalar, scalarText, type DataValue } from '../records/model.ts';
import { compactJson } from '../records/json/writer.ts';

/** One entry of a list: its values by the names of `FIELDS`, or of a map's own properties. No value is an empty text. */
export type Entry = ReadonlyMap<string, DataValue>;

/**
 * What files of one kind say, whatever their format: translated texts, the tracks of a playlist, links with their
 * folders, the colours of a palette, the features of a map. What belongs to the whole file, such as a language, is a
 * value of each entry.
 */
export interface Listing {
  /** Of the whole list; empty where the format has none. */
  readonly title?: string;
  readonly entries: readonly Entry[];
}

/** Plural forms by the categories of Unicode (CLDR), in its order. */
export const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** Names of the values that entries of a kind can have, in the order of their columns. */
export const FIELDS = {
  translation: [
    ...(['id', 'context', 'source', 'plural', 'target', ...PLURALS] as const),
    ...(['state', 'note', 'reference', 'sourceLanguage', 'language'] as const),
  ],
  playlist: ['title', 'artist', 'album', 'duration', 'start', 'location', 'image', 'note'],
  link: [
    ...(['title', 'url', 'folder', 'added', 'modified', 'author'] as const),
    ...(['description', 'content', 'tags', 'id', 'enclosure', 'icon'] as const),
  ],
  palette: ['name', 'colour', 'group', 'model', 'components'],
  map: [
    ...(['layer', 'id', 'name', 'description', 'time', 'kind'] as const),
    ...(['longitude', 'latitude', 'elevation', 'geometry', 'times'] as const),
  ],
} as const satisfies Record<ListingKind, readonly string[]>;

/** The state of a translation that somebody must look at; the others have none. */
export const NEEDS_REVIEW = 'needs-review';

/** Before the names of properties that only their file knows. */
export const PROPERTY = 'properties.';

/** An entry of the values that are there. */
export function entryOf(values: Readonly<Record<string, DataValue | undefined>>): Entry {
  const entry = new Map<string, DataValue>();
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== '') entry.set(name, value);
  return entry;
}

/** A value as text; undefined where there is none. */
export function textIn(entry: Entry, name: string): string | undefined {
  const value = entry.get(name);
  return value === undefined || value === null ? undefined : textOfValue(value);
}

export function textOfValue(value: DataValue): string {
  return isScalar(value) ? scalarText(value) : compactJson(value);
}

/** A number as JSON spells it; undefined for what is none. */
export function numberOf(text: string | number | undefined): ExactNumber | undefined {
  const number = typeof text === 'string' ? Number(text.trim() || NaN) : text;
  return number !== undefined && Number.isFinite(number) ? new ExactNumber(String(number)) : undefined;
}

/** Values of JSON as those of the model. */
export function valueOfJson(value: unknown): DataValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return numberOf(value) ?? null;
  if (Array.isArray(value)) return value.map(valueOfJson);
  if (typeof value !== 'object') return typeof value === 'boolean' ? value : String(value);
  return new DataObject(Object.keys(value), Object.values(value).map(valueOfJson));
}

/** And back. */
export function jsonOfValue(value: DataValue): unknown {
  if (isList(value)) return value.map(jsonOfValue);
  if (value instanceof ExactNumber) return Number(value.text);
  if (value instanceof DataObject)
    return Object.fromEntries(value.names.map((name, index) => [name, jsonOfValue(value.values[index]!)]));
  return typeof value === 'boolean' || value === null ? value : scalarText(value);
}
