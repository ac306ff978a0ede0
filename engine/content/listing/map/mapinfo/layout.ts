import { PROPERTY } from '../../model.ts';
import { linesOfGeometry, partsOf, type Geometry, type Position } from '../features.ts';
import { cutText, fieldNames, NAMED_FIELDS } from '../fields.ts';
import { polygonsByNesting } from '../rings.ts';
import { DEFAULT_LAYER, FileNames, geometryOfTexts } from '../shapefile/layout.ts';

/* What MapInfo's interchange format holds of a map (MapInfo Professional user guide, appendix J). */

/** Bytes of a column's name, and of a text in it. */
const [MOST_NAME_BYTES, MOST_TEXT_BYTES] = [31, 254];

/** Encodings by the names of the `Charset` clause; those of 1252 and of UTF-8 are written. */
export const CHARSETS: Readonly<Record<string, string>> = {
  windowslatin1: 'windows-1252',
  windowslatin2: 'windows-1250',
  windowscyrillic: 'windows-1251',
  windowsgreek: 'windows-1253',
  windowsturkish: 'windows-1254',
  windowshebrew: 'windows-1255',
  windowsarabic: 'windows-1256',
  windowsbalticrim: 'windows-1257',
  windowsvietnamese: 'windows-1258',
  windowsthai: 'windows-874',
  windowsjapanese: 'shift_jis',
  windowssimpchinese: 'gbk',
  windowskorean: 'euc-kr',
  windowstradchinese: 'big5',
  macroman: 'macintosh',
  'iso8859-1': 'windows-1252',
  'iso8859-2': 'iso-8859-2',
  'iso8859-5': 'iso-8859-5',
  'iso8859-9': 'windows-1254',
  'utf-8': 'utf-8',
};

/** The column of every cell that an entry can have: letters, digits and underscores, and no digit first. */
export function mapInfoColumns(cells: ReadonlySet<string>): ReadonlyMap<string, string> {
  return fieldNames(cells, {
    bytes: MOST_NAME_BYTES,
    spell: (name) => name.replaceAll(/[^\p{L}\p{N}_]+/gu, '_').replace(/^(?=\p{N})/u, '_'),
  });
}

/** A text as a column holds it: in one line, and not longer than 254 bytes. */
export function columnText(text: string): string {
  return cutText(text.replaceAll(/[\0\r\n]+/g, ' ').trim(), MOST_TEXT_BYTES);
}

/** The object that a geometry becomes: flat, and of a collection one of points, one of lines and one of areas. */
export function asObject(geometry: Geometry): Geometry | undefined {
  if (geometry.type === 'Point')
    return geometry.coordinates.length < 2 ? undefined : { type: 'Point', coordinates: flat(geometry.coordinates) };
  const points: Position[] = [];
  const lines: (readonly Position[])[] = [];
  const rings: (readonly Position[])[] = [];
  for (const part of partsOf(geometry)) {
    if (part.type === 'Point') points.push(flat(part.coordinates));
    else if (part.type === 'MultiPoint') points.push(...part.coordinates.map(flat));
    else if (part.type === 'LineString') lines.push(part.coordinates.map(flat));
    else if (part.type === 'MultiLineString') lines.push(...part.coordinates.map((line) => line.map(flat)));
    else rings.push(...linesOfGeometry(part).map((ring) => ring.map(flat)));
  }
  const areas = areaOf(rings, () => undefined);
  const parts: Geometry[] = [
    ...(areas ? [areas] : []),
    ...lineOf(lines.filter((line) => line.length > 0)),
    ...(points.length > 0 ? [{ type: 'MultiPoint', coordinates: points } as const] : []),
  ];
  if (parts.length === 0) return undefined;
  return geometry.type === 'GeometryCollection' ? { type: 'GeometryCollection', geometries: parts } : parts[0];
}

function flat([x = 0, y = 0]: Position): Position {
  return [x, y];
}

/** A line of one part or of several; nothing of none. */
export function lineOf(lines: readonly (readonly Position[])[]): Geometry[] {
  const [first] = lines;
  if (first === undefined) return [];
  return lines.length === 1
    ? [{ type: 'LineString', coordinates: first }]
    : [{ type: 'MultiLineString', coordinates: lines }];
}

/** An area of rings, of which holes are those that lie in others; `take` counts comparisons. */
export function areaOf(rings: readonly (readonly Position[])[], take: (count: number) => void): Geometry | undefined {
  const polygons = polygonsByNesting(rings, take);
  const [first] = polygons;
  if (first === undefined) return undefined;
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons };
}

type Texts = ReadonlyMap<string, string>;

/** What a pair of files holds of entries that are texts. */
export function heldObjects(entries: readonly Texts[]): Texts[] {
  const columns = mapInfoColumns(new Set(entries.flatMap((texts) => [...texts.keys()])));
  const files = new FileNames();
  return entries.map((texts) => {
    const file = files.of(texts.get('layer'), undefined);
    const attributes = [...texts].flatMap(([cell, text]): [string, string][] => {
      const column = columns.get(cell);
      const held = columnText(text);
      return column === undefined || held === '' ? [] : [[NAMED_FIELDS[column] ?? PROPERTY + column, held]];
    });
    const geometry = geometryOfTexts(texts);
    const object = geometry && asObject(geometry);
    const layer: [string, string][] = file === DEFAULT_LAYER ? [] : [['layer', file]];
    return new Map([...layer, ...attributes, ...(object ? textsOfObject(object) : [])]);
  });
}

function textsOfObject(object: Geometry): [string, string][] {
  if (object.type === 'Point')
    return ['longitude', 'latitude'].map((name, axis): [string, string] => [name, String(object.coordinates[axis])]);
  const type: [string, string] = ['geometry.type', object.type];
  if (object.type === 'GeometryCollection') {
    const parts = [...partsOf(object)].map((part) => ({ coordinates: part.coordinates, type: part.type }));
    return [type, ['geometry.geometries', spelled(parts)]];
  }
  return [type, ['geometry.coordinates', spelled(object.coordinates)]];
}

/** Numbers inside of lists are texts, and names are sorted, as in every list of entries that is compared. */
function spelled(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'number' ? String(each) : each));
}
