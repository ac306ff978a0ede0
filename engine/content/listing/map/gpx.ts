import type { Limits } from '../../../contract/limits.ts';
import { childrenNamed, descendants, type XmlNode } from '../../../io/xml-tree.ts';
import { corrupt } from '../failures.ts';
import type { Entry, Listing } from '../model.ts';
import { childText, DECLARATION, element, lines, rootOf, textElement } from '../text.ts';
import {
  entryOfFeature,
  featureOfEntry,
  linesOfGeometry,
  partsOf,
  type Feature,
  type Geometry,
  type Position,
} from './features.ts';

/** GPS Exchange Format 1.0 and 1.1: waypoints, routes, and tracks with the times at which they were walked. */
export function readGpx(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits);
  if (root.name !== 'gpx') throw corrupt('it is no GPX');
  const title = childText(childrenNamed(root, 'metadata')[0], 'name') ?? childText(root, 'name');
  const entries = root.children.flatMap((node): Entry[] => {
    if (node.name === 'wpt')
      return [
        entryOfFeature({
          ...namesIn(node),
          kind: 'waypoint',
          geometry: { type: 'Point', coordinates: positionOf(node) },
        }),
      ];
    if (node.name === 'rte') return [lineOf(node, 'route', [childrenNamed(node, 'rtept')])];
    if (node.name === 'trk')
      return [
        lineOf(
          node,
          'track',
          childrenNamed(node, 'trkseg').map((segment) => childrenNamed(segment, 'trkpt')),
        ),
      ];
    return [];
  });
  return { ...(title && { title }), entries };
}

function namesIn(node: XmlNode): Feature {
  const properties = Object.fromEntries(
    ['cmt', 'sym', 'type'].flatMap((name) => {
      const text = childText(node, name);
      return text === undefined ? [] : [[name, text]];
    }),
  );
  return {
    name: childText(node, 'name'),
    description: childText(node, 'desc'),
    time: childText(node, 'time'),
    properties,
  };
}

function positionOf(node: XmlNode): Position {
  const [longitude, latitude] = ['lon', 'lat'].map((name) => Number(node.attributes.get(name) ?? Number.NaN));
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) throw corrupt('a point has no place');
  const elevation = Number(childText(node, 'ele') ?? Number.NaN);
  return [longitude!, latitude!, ...(Number.isFinite(elevation) ? [elevation] : [])];
}

function lineOf(node: XmlNode, kind: string, segments: readonly (readonly XmlNode[])[]): Entry {
  const parts = segments.filter((points) => points.length > 0);
  const coordinates = parts.map((points) => points.map(positionOf));
  const times = parts.map((points) => points.map((point) => childText(point, 'time') ?? null));
  if (parts.length === 0) return entryOfFeature({ ...namesIn(node), kind });
  const isOne = parts.length === 1;
  const geometry = isOne
    ? { type: 'LineString', coordinates: coordinates[0]! }
    : { type: 'MultiLineString', coordinates };
  return entryOfFeature({ ...namesIn(node), kind, geometry: geometry as Geometry, times: isOne ? times[0] : times });
}

export function writeGpx({ title, entries }: Listing): string {
  const written = entries
    .flatMap((entry) => simpleFeatures(featureOfEntry(entry)))
    .map((feature) => [orderOf(feature), elementOf(feature)] as const);
  // The schema wants waypoints before routes and routes before tracks.
  const inOrder = written.toSorted(([a], [b]) => a - b).map(([, text]) => text);
  const attributes = {
    version: '1.1',
    creator: 'athanor',
    xmlns: 'http://www.topografix.com/GPX/1/1',
  };
  const head = title === undefined ? '' : element('metadata', {}, textElement('name', title));
  return `${DECLARATION}${element('gpx', attributes, `\n${lines(head, ...inOrder)}`)}\n`;
}

/** Features of several kinds of geometry are several. */
function simpleFeatures(feature: Feature): Feature[] {
  const { geometry } = feature;
  return geometry?.type === 'GeometryCollection'
    ? [...partsOf(geometry)].map((part) => ({ ...feature, geometry: part }))
    : [feature];
}

function orderOf({ geometry, kind }: Feature): number {
  if (geometry?.type === 'Point' || geometry?.type === 'MultiPoint') return 0;
  return kind === 'route' && geometry?.type === 'LineString' ? 1 : 2;
}

function elementOf(feature: Feature): string {
  const { geometry, kind, times } = feature;
  if (!geometry) return '';
  const segments = linesOfGeometry(geometry);
  const order = orderOf(feature);
  if (order === 0)
    return lines(
      ...segments.map(([position]) => pointElement('wpt', position!, feature.time, namesOf(feature))),
    ).trimEnd();
  const nested =
    segments.length === 1 && !Array.isArray(times?.[0]) ? [times ?? []] : ((times ?? []) as (readonly unknown[])[]);
  const names = namesOf(feature);
  if (order === 1 && kind === 'route')
    return element(
      'rte',
      {},
      `\n${lines(...names, ...segments[0]!.map((position, index) => pointElement('rtept', position, nested[0]?.[index])))}`,
    );
  const written = segments.map((positions, part) =>
    element(
      'trkseg',
      {},
      `\n${lines(...positions.map((position, index) => pointElement('trkpt', position, nested[part]?.[index])))}`,
    ),
  );
  return element('trk', {}, `\n${lines(...names, ...written)}`);
}

function namesOf({ name, description, properties = {} }: Feature): string[] {
  const of = (key: string): string =>
    textElement(key, typeof properties[key] === 'string' ? properties[key] : undefined);
  return [textElement('name', name), of('cmt'), textElement('desc', description), of('sym'), of('type')].filter(
    Boolean,
  );
}

function pointElement(
  name: string,
  [longitude, latitude, elevation]: Position,
  time: unknown,
  names: readonly string[] = [],
): string {
  const inside = [
    elevation === undefined ? '' : textElement('ele', plainNumber(elevation)),
    typeof time === 'string' ? textElement('time', time) : '',
    ...names,
  ].join('');
  return element(
    name,
    { lat: plainNumber(latitude!), lon: plainNumber(longitude!) },
    inside === '' ? undefined : inside,
  );
}

/** XML Schema's decimals have no exponents; all digits stay. */
export function plainNumber(number: number): string {
  const text = String(number);
  const [, sign, first, rest = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (first === undefined) return text;
  const digits = first + rest;
  const point = 1 + Number(exponent);
  return point > 0 ? `${sign}${digits.padEnd(point, '0')}` : `${sign}0.${'0'.repeat(-point)}${digits}`;
}

/** Training Center XML: what a watch recorded, a track for each lap, and the points of a course. */
export function readTcx(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits);
  if (root.name !== 'TrainingCenterDatabase') throw corrupt('it is no TCX');
  const entries: Entry[] = [];
  for (const activity of descendants(root, 'Activity')) entries.push(activityOf(activity));
  for (const course of descendants(root, 'Course')) entries.push(...courseOf(course));
  return { entries };
}

function activityOf(activity: XmlNode): Entry {
  const tracks = [...descendants(activity, 'Track')].map((track) => childrenNamed(track, 'Trackpoint'));
  return entryOfFeature({
    name: childText(activity, 'Id'),
    description: childText(activity, 'Notes'),
    kind: 'track',
    ...trackOf(tracks),
    properties: { sport: activity.attributes.get('Sport') ?? 'Other' },
  });
}

function courseOf(course: XmlNode): Entry[] {
  const tracks = childrenNamed(course, 'Track').map((track) => childrenNamed(track, 'Trackpoint'));
  const line = entryOfFeature({ name: childText(course, 'Name'), kind: 'track', ...trackOf(tracks) });
  const points = childrenNamed(course, 'CoursePoint').flatMap((point): Entry[] => {
    const coordinates = placeOf(point);
    if (!coordinates) return [];
    return [
      entryOfFeature({
        name: childText(point, 'Name'),
        description: childText(point, 'Notes'),
        time: childText(point, 'Time'),
        kind: 'waypoint',
        geometry: { type: 'Point', coordinates },
      }),
    ];
  });
  return [line, ...points];
}

/** Points without a place were recorded indoors. */
function trackOf(tracks: readonly (readonly XmlNode[])[]): Pick<Feature, 'geometry' | 'times'> {
  const parts = tracks
    .map((points) =>
      points.flatMap((point) => {
        const position = placeOf(point);
        return position ? [{ position, time: childText(point, 'Time') ?? null }] : [];
      }),
    )
    .filter((points) => points.length > 0);
  if (parts.length === 0) return {};
  const coordinates = parts.map((points) => points.map(({ position }) => position));
  const times = parts.map((points) => points.map(({ time }) => time));
  return parts.length === 1
    ? { geometry: { type: 'LineString', coordinates: coordinates[0]! }, times: times[0]! }
    : { geometry: { type: 'MultiLineString', coordinates }, times };
}

function placeOf(point: XmlNode): Position | undefined {
  const place = childrenNamed(point, 'Position')[0];
  const [longitude, latitude] = ['LongitudeDegrees', 'LatitudeDegrees'].map((name) =>
    Number(childText(place, name) ?? Number.NaN),
  );
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) return undefined;
  const elevation = Number(childText(point, 'AltitudeMeters') ?? Number.NaN);
  return [longitude!, latitude!, ...(Number.isFinite(elevation) ? [elevation] : [])];
}
