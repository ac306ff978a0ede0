import type { FormatId } from '../../formats/index.ts';
import { heldColumns } from './map/flatgeobuf/layout.ts';
import { heldParquet } from './map/geoparquet/layout.ts';
import { heldElements } from './map/gml/layout.ts';
import { heldTables } from './map/geopackage/layout.ts';
import { heldObjects } from './map/mapinfo/layout.ts';
import { heldShapes } from './map/shapefile/layout.ts';
import { PLURALS, PROPERTY } from './model.ts';
import { pluralFormsOf } from './translation/plurals.ts';

/** The values of an entry as text, by their names; what is in a geometry has dotted names. */
export type Texts = ReadonlyMap<string, string>;

interface Held {
  /** Names of the values that the format has a place for. */
  readonly names: readonly string[];
  /** Any property of a map. */
  readonly properties?: true;
  /** What becomes of an entry before it is written, beside what is left out. */
  readonly adapt?: (texts: Texts) => Texts;
  /** It has an order of its own. */
  readonly isSorted?: true;
}

const MARKED_TEXT = ['context', 'source', 'plural', 'target', ...PLURALS, 'state', 'note', 'reference'] as const;
const PLACE = [
  ...(['longitude', 'latitude', 'elevation', 'geometry.type', 'geometry.coordinates'] as const),
  'geometry.geometries',
] as const;
const FEATURE = ['layer', 'id', 'name', 'description', 'time', 'kind', ...PLACE, 'times'] as const;
const TRACK = ['title', 'artist', 'album', 'duration', 'location', 'image', 'note'] as const;
const ARTICLE = [
  ...(['title', 'url', 'added', 'modified', 'author', 'description'] as const),
  ...(['content', 'tags', 'id', 'enclosure'] as const),
] as const;

/** Texts of one language, each under its name; where the format has no plural forms the general one. */
function named(...names: readonly string[]): Held {
  return {
    names: ['id', 'source', ...names],
    adapt: (texts) => (names.includes('other') ? withForms : withSource)(withId(texts)),
  };
}

const UNITS: Held = {
  names: ['id', 'context', 'source', 'target', 'state', 'note', 'sourceLanguage', 'language'],
  adapt: (texts) => withSourceOfForms(withId(texts)),
};

const HELD: Partial<Record<FormatId, Held>> = {
  po: { names: [...MARKED_TEXT, 'sourceLanguage', 'language'], adapt: asMessage },
  pot: { names: ['context', 'source', 'plural', 'note', 'reference'], adapt: asMessage },
  mo: { names: ['context', 'source', 'plural', 'target', ...PLURALS, 'language'], adapt: asMessage, isSorted: true },
  xliff: UNITS,
  xliff2: UNITS,
  tmx: {
    names: ['id', 'source', 'target', 'note', 'sourceLanguage', 'language'],
    adapt: (texts) => ofTranslated(withoutForms(withSourceOfForms(withId(texts)))),
  },
  qtts: {
    names: ['context', 'source', 'plural', 'target', ...PLURALS, 'state', 'note', 'sourceLanguage', 'language'],
    adapt: asNumerus,
    isSorted: true,
  },
  xcstrings: { names: ['id', 'source', 'target', ...PLURALS, 'note', 'sourceLanguage', 'language'], adapt: withName },
  androidstrings: { ...named(...PLURALS, 'note'), adapt: (texts) => withIdentifier(withForms(withId(texts))) },
  applestrings: named('note'),
  stringsdict: { names: ['id', ...PLURALS], adapt: asForms },
  resx: named('note'),
  arb: named(...PLURALS, 'note', 'language'),
  m3u: {
    names: ['title', 'artist', 'duration', 'location'],
    adapt: (texts) => inSteps(withTitle(inOneLine(texts)), 'duration', 1),
  },
  pls: {
    names: ['title', 'duration', 'location'],
    adapt: (texts) => inSteps(withArtistInTitle(inOneLine(texts)), 'duration', 1),
  },
  xspf: { names: TRACK, adapt: inMilliseconds },
  jspf: { names: TRACK, adapt: inMilliseconds },
  wpl: { names: ['location'] },
  asx: { names: ['title', 'artist', 'duration', 'location', 'note'], adapt: inMilliseconds },
  cue: {
    names: ['title', 'artist', 'start', 'location'],
    adapt: (texts) => withAudio(inSteps(inOneLine(texts), 'start', 1 / 75)),
  },
  bookmarks: { names: ['title', 'url', 'folder', 'added', 'description', 'tags'], adapt: inSeconds },
  chromebookmarks: { names: ['title', 'url', 'folder', 'added'], adapt: inSeconds },
  xbel: { names: ['title', 'url', 'folder', 'added', 'modified', 'description'], adapt: inSeconds },
  adr: { names: ['title', 'url', 'folder', 'added', 'description'], adapt: inSeconds },
  rss: {
    names: ['title', 'url', 'added', 'author', 'description', 'content', 'tags', 'id', 'enclosure'],
    adapt: inSeconds,
  },
  atom: { names: ARTICLE, adapt: (texts) => withUpdate(inSeconds(texts)) },
  jsonfeed: { names: ARTICLE, adapt: inSeconds },
  swatches: { names: ['name', 'colour', 'group', 'model', 'components'], adapt: asSwatch },
  aco: { names: ['name', 'colour'] },
  act: { names: ['colour'] },
  gpl: { names: ['name', 'colour'], adapt: inOneLine },
  jascpal: { names: ['colour'] },
  riffpal: { names: ['colour'] },
  hexpal: { names: ['colour'] },
  paintnet: { names: ['colour'] },
  soc: { names: ['name', 'colour'] },
  sketchpalette: { names: ['name', 'colour'] },
  kpl: { names: ['name', 'colour', 'group'], isSorted: true },
  geojson: { names: FEATURE, properties: true },
  geojsonl: { names: FEATURE, properties: true },
  topojson: { names: FEATURE, properties: true, isSorted: true },
  kml: { names: FEATURE.filter((name) => name !== 'kind'), properties: true, adapt: asOnePart, isSorted: true },
  kmz: { names: FEATURE.filter((name) => name !== 'kind'), properties: true, adapt: asOnePart, isSorted: true },
  gpx: {
    names: ['name', 'description', 'time', ...PLACE, 'times', ...['cmt', 'sym', 'type'].map((name) => PROPERTY + name)],
    adapt: asTrack,
    isSorted: true,
  },
  wkt: { names: PLACE },
};

/** What becomes of an entry: several where a format has no place for a feature of many points. */
export function heldEntries(texts: Texts, format: FormatId): Texts[] {
  if (format !== 'gpx') return [heldTexts(texts, format)];
  return [...partsOfTexts(texts)].map((part) => heldTexts(part, format));
}

function* partsOfTexts(texts: Texts): Generator<Texts> {
  const type = texts.get('geometry.type');
  const parts =
    parsedList(texts.get(type === 'GeometryCollection' ? 'geometry.geometries' : 'geometry.coordinates')) ?? [];
  const {
    'geometry.type': _,
    'geometry.coordinates': __,
    'geometry.geometries': ___,
    ...rest
  } = Object.fromEntries(texts);
  if (type === 'MultiPoint')
    for (const part of parts) {
      const [longitude, latitude, elevation] = (part as unknown[]).map(String);
      yield textsOf({ ...rest, longitude, latitude, elevation });
    }
  else if (type === 'GeometryCollection')
    for (const part of parts as { type: string; coordinates: unknown[]; geometries?: unknown[] }[]) {
      const [longitude, latitude, elevation] = part.type === 'Point' ? part.coordinates.map(String) : [];
      const own =
        part.type === 'Point'
          ? { longitude, latitude, elevation }
          : {
              'geometry.type': part.type,
              'geometry.coordinates': JSON.stringify(part.coordinates),
              'geometry.geometries': part.geometries && JSON.stringify(part.geometries),
            };
      yield* partsOfTexts(textsOf({ ...rest, ...own }));
    }
  // What has no place is nothing that a device could show.
  else if (type !== undefined || texts.has('longitude')) yield texts;
}

/** What becomes of a whole list, where formats name or divide its entries by what else is in it. */
export function heldList(entries: readonly Texts[], format: FormatId): Texts[] {
  if (format === 'shapefile') return heldShapes(entries);
  if (format === 'mapinfo') return heldObjects(entries);
  if (format === 'gml') return heldElements(entries);
  if (format === 'fgb') return heldColumns(entries);
  if (format === 'geoparquet') return heldParquet(entries);
  return format === 'gpkg' ? heldTables(entries) : entries.flatMap((texts) => heldEntries(texts, format));
}

/** What a format holds of an entry, as it is read again. */
export function heldTexts(texts: Texts, format: FormatId): Texts {
  const held = HELD[format];
  if (!held) return texts;
  const adapted = held.adapt?.(texts) ?? texts;
  return new Map(
    [...adapted].filter(
      ([name, text]) => text !== '' && (held.names.includes(name) || (held.properties && name.startsWith(PROPERTY))),
    ),
  );
}

/** Catalogues by their texts have no identifiers: one that is not the text itself tells texts apart that are the same. */
function asMessage(texts: Texts): Texts {
  const { id, context, ...rest } = Object.fromEntries(texts);
  const source = rest['source'] ?? rest['one'] ?? rest['other'] ?? rest['target'] ?? id;
  const told = context ?? (id === source ? undefined : id);
  const isPlural = PLURALS.some((name) => rest[name] !== undefined);
  const plural = isPlural ? (rest['plural'] ?? rest['other'] ?? source) : rest['plural'];
  return ofLanguage(textsOf({ ...rest, source, context: told, plural }));
}

/** Formats that tell texts apart by identifiers take the text itself where there is none, with its context. */
function withId(texts: Texts): Texts {
  const names = ['source', 'one', 'other', 'target', 'few', 'many', 'two', 'zero'];
  const text = names.map((name) => texts.get(name)).find(Boolean);
  const context = texts.get('context');
  const id = texts.get('id') ?? (context === undefined ? text : `${context}|${text ?? ''}`);
  return id === undefined ? texts : new Map([...texts, ['id', id]]);
}

/** Of a translation only that is written where a file has texts of one language. */
function withSource(texts: Texts): Texts {
  const text = ['target', 'source', 'other', 'one'].map((name) => texts.get(name)).find(Boolean);
  return text === undefined ? texts : new Map([...texts, ['source', text]]);
}

/** Names of resources are identifiers; those of an array have a number. */
function withIdentifier(texts: Texts): Texts {
  const [, name, number] = /^([^]*?)(\[\d+\])?$/.exec(texts.get('id') ?? '')!;
  const identifier = name!.replaceAll(/[^\p{L}\p{N}_.]+/gu, '_').replace(/^(?=\p{N})|^$/u, '_');
  return new Map([...texts, ['id', identifier + (number ?? '')]]);
}

function withForms(texts: Texts): Texts {
  if (!PLURALS.some((name) => texts.has(name))) return withSource(texts);
  return withOther(new Map([...texts].filter(([name]) => name !== 'source')));
}

/** Every text of a dictionary of plurals has at least the general form. */
function asForms(texts: Texts): Texts {
  const named = withForms(withId(texts));
  const source = named.get('source');
  return source === undefined ? named : textsOf({ ...Object.fromEntries(named), source: undefined, other: source });
}

/** A catalogue of Xcode takes the name of a text for the text. */
function withName(texts: Texts): Texts {
  const named = withId(texts);
  return ofTranslated(new Map([['source', named.get('id') ?? ''], ...named]));
}

/** Where a language is said with each translation, a text without one has none. */
function ofTranslated(texts: Texts): Texts {
  if (texts.has('target') || PLURALS.some((name) => texts.has(name))) return texts;
  return new Map([...texts].filter(([name]) => name !== 'language'));
}

function withoutForms(texts: Texts): Texts {
  return new Map([...texts].filter(([name]) => !(PLURALS as readonly string[]).includes(name)));
}

/** Of the forms of a text those that its language has, by which catalogues number them. */
function ofLanguage(texts: Texts): Texts {
  const { names } = pluralFormsOf(texts.get('language'));
  return new Map([...texts].filter(([name]) => names.includes(name) || !(PLURALS as readonly string[]).includes(name)));
}

/** The general form is there wherever there is any. */
function withOther(texts: Texts): Texts {
  const last = PLURALS.findLast((name) => texts.has(name));
  return last === undefined || last === 'other' ? texts : new Map([...texts, ['other', texts.get(last)!]]);
}

function withSourceOfForms(texts: Texts): Texts {
  const form = texts.get('source') ?? texts.get('other') ?? texts.get('one');
  return form === undefined ? texts : new Map([...texts, ['source', form]]);
}

function inSteps(texts: Texts, name: string, step: number): Texts {
  const time = Number(texts.get(name) ?? Number.NaN);
  return Number.isFinite(time)
    ? new Map([...texts, [name, String(Number((Math.round(time / step) * step).toFixed(3)))]])
    : texts;
}

function inMilliseconds(texts: Texts): Texts {
  return inSteps(texts, 'duration', 0.001);
}

/** Players take what stands before a dash for the artist. */
function withTitle(texts: Texts): Texts {
  const [artist, title] = [texts.get('artist'), texts.get('title')];
  if (artist !== undefined || title === undefined || !title.includes(' - ')) return texts;
  const dash = title.indexOf(' - ');
  return new Map([...texts, ['artist', title.slice(0, dash).trim()], ['title', title.slice(dash + 3).trim()]]);
}

function withAudio(texts: Texts): Texts {
  return new Map([['location', 'audio.wav'], ...texts]);
}

/** Clocks of browsers and feeds know no parts of a second; their tags are words of a list. */
function inSeconds(texts: Texts): Texts {
  const told = ['added', 'modified'].flatMap((name): [string, string][] => {
    const time = Date.parse(texts.get(name) ?? '');
    return Number.isNaN(time)
      ? []
      : [[name, new Date(Math.round(time / 1000) * 1000).toISOString().replace('.000Z', 'Z')]];
  });
  const tags = texts.get('tags');
  return new Map([
    ...texts,
    ...told,
    ...(tags === undefined ? [] : [['tags', tags.split(/,\s*/).join(', ')] as const]),
  ]);
}

/** Every entry of Atom has a time. */
function withUpdate(texts: Texts): Texts {
  const modified = texts.get('modified') ?? texts.get('added') ?? '1970-01-01T00:00:00Z';
  return new Map([...texts, ['modified', modified]]);
}

function inOneLine(texts: Texts): Texts {
  return new Map([...texts].map(([name, text]) => [name, text.replaceAll(/\s+/g, ' ')]));
}

/** Colours of models that Adobe's swatches do not have are those of the screen. */
function asSwatch(texts: Texts): Texts {
  if (/^(RGB|CMYK|LAB|Gray)$/.test(texts.get('model') ?? 'RGB')) return texts;
  return new Map([...texts].filter(([name]) => name !== 'model' && name !== 'components'));
}

/** Qt has one text where others have a singular and a plural. */
function asNumerus(texts: Texts): Texts {
  const message = asMessage(texts);
  const isPlural = message.has('plural') || PLURALS.some((name) => message.has(name));
  return isPlural ? new Map([...message, ['plural', message.get('source') ?? '']]) : message;
}

/** One geometry in parts is what its one part is. */
function asOnePart(texts: Texts): Texts {
  const type = texts.get('geometry.type');
  const coordinates = parsedList(texts.get('geometry.coordinates'));
  if (!type?.startsWith('Multi') || coordinates?.length !== 1) return texts;
  if (type === 'MultiPoint') return asPoint(texts, coordinates[0]);
  const times = parsedList(texts.get('times'));
  return textsOf({
    ...Object.fromEntries(texts),
    'geometry.type': type.slice('Multi'.length),
    'geometry.coordinates': JSON.stringify(coordinates[0]),
    times: times && JSON.stringify(times[0]),
  });
}

function asPoint(texts: Texts, position: unknown): Texts {
  const [longitude, latitude, elevation] = (position as unknown[]).map(String);
  const { 'geometry.type': _, 'geometry.coordinates': __, ...rest } = Object.fromEntries(texts);
  return textsOf({ ...rest, longitude, latitude, elevation });
}

/** GPX has points, and lines of several parts: an area is its outlines. */
function asTrack(texts: Texts): Texts {
  const type = texts.get('geometry.type');
  if (type !== 'Polygon' && type !== 'MultiPolygon') return asOnePart(texts);
  const coordinates = parsedList(texts.get('geometry.coordinates')) ?? [];
  const lines = type === 'Polygon' ? coordinates : coordinates.flat();
  return asOnePart(
    new Map([...texts, ['geometry.type', 'MultiLineString'], ['geometry.coordinates', JSON.stringify(lines)]]),
  );
}

function parsedList(text: string | undefined): unknown[] | undefined {
  if (!text?.startsWith('[')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function withArtistInTitle(texts: Texts): Texts {
  const [artist, title] = [texts.get('artist'), texts.get('title')];
  return artist === undefined
    ? texts
    : textsOf({ ...Object.fromEntries(texts), title: title === undefined ? artist : `${artist} - ${title}` });
}

function textsOf(values: Readonly<Record<string, string | undefined>>): Texts {
  return new Map(Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1])));
}

/** Whether files of a format have an order of their own, so that entries are found wherever they are. */
export function isSortedFormat(format: FormatId): boolean {
  return format === 'shapefile' || format === 'gpkg' || format === 'fgb' || HELD[format]?.isSorted === true;
}
