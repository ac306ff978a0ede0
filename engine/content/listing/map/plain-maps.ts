import type { RunContext } from '../../../contract/codec.ts';
import type { Limits } from '../../../contract/limits.ts';
import { childrenNamed, type XmlNode } from '../../../io/xml-tree.ts';
import { corrupt, createValueBudget, unsupportedListing } from '../failures.ts';
import type { Entry, Listing } from '../model.ts';
import { linesOf, rootOf, textOfFile } from '../text.ts';
import { requireSystem, WGS_84 } from './epsg-codes.ts';
import { entryOfFeature, featureOfEntry, type Geometry, type Position } from './features.ts';
import { plainNumber } from './gpx.ts';
import { WktParser } from './wkt-parser.ts';
import { inDegrees, projectionOf, tellProjection } from './reference-systems.ts';

const OF_SYSTEM = /^\s*SRID=(\d+);/gim;

/** Geometries as databases spell them (OGC Simple Features, Well-known text), one after the other, of one reference system. */
export function readWkt(bytes: Uint8Array, context: RunContext): Listing {
  const budget = createValueBudget(context.limits);
  const text = textOfFile(bytes);
  // PostGIS has no system of the number 0: such coordinates are taken for degrees.
  const systems = new Set([...text.matchAll(OF_SYSTEM)].map(([, code]) => Number(code) || WGS_84));
  if (systems.size > 1)
    throw unsupportedListing(
      `Its geometries are of ${systems.size} reference systems: ${[...systems].slice(0, 5).join(', ')}. Convert each by itself.`,
    );
  const [code = WGS_84] = systems;
  const projection = projectionOf(requireSystem(code).definition);
  const { toDegrees } = projection;
  const parser = new WktParser(
    text.replaceAll(OF_SYSTEM, (whole) => ' '.repeat(whole.length)),
    (count) => budget.take(count),
  );
  const entries: Entry[] = [];
  while (!parser.isAtEnd) {
    const geometry = parser.geometry(0);
    // An empty collection stands for a feature without a place.
    const isNothing = geometry.type === 'GeometryCollection' && geometry.geometries.length === 0;
    const placed = toDegrees && !isNothing ? inDegrees(geometry, toDegrees) : geometry;
    entries.push(entryOfFeature(isNothing ? {} : { geometry: placed }));
  }
  if (code !== WGS_84) tellProjection(projection, context);
  return { entries };
}

/** In another system than WGS 84, each with its number as PostGIS has it. */
export function writeWkt({ entries }: Listing, { code } = requireSystem(WGS_84)): string {
  const system = code === WGS_84 ? '' : `SRID=${code};`;
  return entries
    .map(
      (entry) =>
        `${system}${wktOf(featureOfEntry(entry).geometry ?? { type: 'GeometryCollection', geometries: [] })}\n`,
    )
    .join('');
}

function wktOf(geometry: Geometry): string {
  const name = geometry.type.toUpperCase();
  if (geometry.type === 'GeometryCollection')
    return geometry.geometries.length === 0
      ? `${name} EMPTY`
      : `${name} (${geometry.geometries.map(wktOf).join(', ')})`;
  const spell = (value: unknown): string => {
    const list = value as readonly unknown[];
    return typeof list[0] === 'number'
      ? (list as readonly number[]).map(plainNumber).join(' ')
      : `${list.map((each) => (isPosition(each) ? spell(each) : `(${spellInside(each)})`)).join(', ')}`;
  };
  const spellInside = (value: unknown): string => spell(value);
  const isHigh = JSON.stringify(geometry.coordinates).match(/\[-?[\d.e+-]+,-?[\d.e+-]+,/) !== null;
  if (geometry.coordinates.length === 0) return `${name} EMPTY`;
  return `${name}${isHigh ? ' Z' : ''} (${spell(geometry.coordinates)})`;
}

function isPosition(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'number';
}

/** Minutes with their decimals after degrees, as instruments write them. */
function degreesOf(digits: string, side: string): number {
  const point = digits.indexOf('.');
  const whole = point < 0 ? digits.length : point;
  const degrees = Number(digits.slice(0, whole - 2)) + Number(digits.slice(whole - 2)) / 60;
  return Number((/[SW]/.test(side) ? -degrees : degrees).toFixed(8));
}

function trackOf(
  points: readonly { readonly position: Position; readonly time: string | null }[],
  named: { readonly name?: string | undefined; readonly properties?: Record<string, string> },
): Listing {
  if (points.length === 0) throw corrupt('it holds no positions');
  const [coordinates, times] = [points.map(({ position }) => position), points.map(({ time }) => time)];
  return {
    entries: [entryOfFeature({ ...named, kind: 'track', geometry: { type: 'LineString', coordinates }, times })],
  };
}

const FIX =
  /^B(\d\d)(\d\d)(\d\d)(\d{2})(\d{2})(\d{3})([NS])(\d{3})(\d{2})(\d{3})([EW])([AV])(-\d{4}|\d{5})(-\d{4}|\d{5})/;

/** Flights as gliders record them (FAI, IGC): a position a line. */
export function readIgc(bytes: Uint8Array, limits: Limits): Listing {
  const budget = createValueBudget(limits);
  const heads: Record<string, string> = {};
  let day: string | undefined;
  let midnight = 0;
  let last = '';
  const points = linesOf(textOfFile(bytes)).flatMap((line) => {
    const date = /^HFDTE(?:DATE:)?\s*(\d\d)(\d\d)(\d\d)/.exec(line);
    if (date) day = `20${date[3]}-${date[2]}-${date[1]}`;
    const head = /^HF(PLT|GTY|GID)\w*:(.*\S)/.exec(line);
    if (head) heads[IGC_HEADS[head[1]!]!] = head[2]!.trim();
    const fix = FIX.exec(line);
    if (!fix) return [];
    budget.take(1);
    const [, hours, minutes, seconds, latDeg, latMin, latDec, ns, lonDeg, lonMin, lonDec, ew, , pressure, gps] = fix;
    const clock = `${hours}:${minutes}:${seconds}`;
    if (clock < last && last > '20') midnight++;
    last = clock;
    const height = Number(gps) || Number(pressure);
    const position = [
      degreesOf(`${lonDeg}${lonMin}.${lonDec}`, ew!),
      degreesOf(`${latDeg}${latMin}.${latDec}`, ns!),
      height,
    ];
    return [{ position, time: momentOf(day, clock, midnight) }];
  });
  const { pilot, ...properties } = heads;
  return trackOf(points, { name: pilot, properties });
}

const IGC_HEADS: Readonly<Record<string, string>> = { PLT: 'pilot', GTY: 'glider', GID: 'registration' };

function momentOf(day: string | undefined, clock: string, daysLater = 0): string | null {
  const date = new Date(`${day}T${clock}Z`);
  if (Number.isNaN(date.getTime())) return null;
  return new Date(date.getTime() + daysLater * 86_400_000).toISOString().replace('.000Z', 'Z');
}

/** What GPS receivers send (NMEA 0183): positions from GGA, days from RMC. Sentences with a wrong checksum are left out. */
export function readNmea(bytes: Uint8Array, limits: Limits): Listing {
  const budget = createValueBudget(limits);
  let day: string | undefined;
  const fixes: { position: Position; clock: string; hasHeight: boolean; day: string | undefined }[] = [];
  for (const line of linesOf(textOfFile(bytes))) {
    const sentence = /^\$(\w{2})(GGA|RMC),([^*]*)(?:\*([0-9A-Fa-f]{2}))?/.exec(line.trim());
    if (!sentence || !isSound(line.trim(), sentence[4])) continue;
    budget.take(1);
    const fields = sentence[3]!.split(',');
    const isGga = sentence[2] === 'GGA';
    if (!isGga && fields[8]) day = `20${fields[8].slice(4, 6)}-${fields[8].slice(2, 4)}-${fields[8].slice(0, 2)}`;
    const [latitude, ns, longitude, ew] = isGga ? fields.slice(1, 5) : fields.slice(2, 6);
    if (!latitude || !longitude || (isGga ? fields[5] === '0' : fields[1] === 'V')) continue;
    const clock = clockOf(fields[0]!);
    const height = isGga && fields[8] ? [Number(fields[8])] : [];
    const fix = {
      position: [degreesOf(longitude, ew!), degreesOf(latitude, ns!), ...height],
      clock,
      hasHeight: isGga,
      day,
    };
    const before = fixes.at(-1);
    if (before?.clock !== clock) fixes.push(fix);
    else if (isGga && !before.hasHeight) fixes[fixes.length - 1] = fix;
    else before.day ??= day;
  }
  const known = fixes.find((fix) => fix.day !== undefined)?.day;
  return trackOf(
    fixes.map((fix) => ({ position: fix.position, time: momentOf(fix.day ?? known, fix.clock) })),
    {},
  );
}

function clockOf(digits: string): string {
  return `${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4)}`.replace(/\.0+$/, '');
}

function isSound(line: string, checksum: string | undefined): boolean {
  if (checksum === undefined) return true;
  const sum = [...line.slice(1, line.indexOf('*'))].reduce((each, char) => each ^ char.charCodeAt(0), 0);
  return sum === parseInt(checksum, 16);
}

/** Extracts of OpenStreetMap: nodes with tags are points, ways are lines, and closed ways that are no roads areas. Relations are left out. */
export function readOsm(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits);
  if (root.name !== 'osm') throw corrupt('it is no extract of OpenStreetMap');
  const places = new Map<string, Position>();
  const entries: Entry[] = [];
  for (const node of childrenNamed(root, 'node')) {
    const position = ['lon', 'lat'].map((name) => Number(node.attributes.get(name) ?? Number.NaN));
    if (!position.every(Number.isFinite)) throw corrupt('a node has no place');
    places.set(node.attributes.get('id') ?? '', position);
    if (node.children.some(({ name }) => name === 'tag'))
      entries.push(entryOfFeature({ ...taggedOf(node), geometry: { type: 'Point', coordinates: position } }));
  }
  for (const way of childrenNamed(root, 'way')) {
    const line = childrenNamed(way, 'nd').flatMap(({ attributes }) => {
      const place = places.get(attributes.get('ref') ?? '');
      return place ? [place] : [];
    });
    if (line.length < 2) continue;
    entries.push(
      entryOfFeature({
        ...taggedOf(way),
        geometry: isArea(way, line)
          ? { type: 'Polygon', coordinates: [line] }
          : { type: 'LineString', coordinates: line },
      }),
    );
  }
  return { entries };
}

function taggedOf(node: XmlNode) {
  const tags = Object.fromEntries(
    childrenNamed(node, 'tag').map(({ attributes }) => [attributes.get('k') ?? '', attributes.get('v') ?? '']),
  );
  const { name, description, ...properties } = tags;
  return { id: `${node.name}/${node.attributes.get('id')}`, name, description, properties };
}

function isArea(way: XmlNode, line: readonly Position[]): boolean {
  const isClosed = line.length > 3 && line[0] === line.at(-1);
  const keys = new Map(childrenNamed(way, 'tag').map(({ attributes }) => [attributes.get('k'), attributes.get('v')]));
  return (
    isClosed &&
    keys.get('area') !== 'no' &&
    (keys.has('area') || !(keys.has('highway') || keys.has('barrier') || keys.has('railway')))
  );
}
