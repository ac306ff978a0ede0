import type { RunContext } from '../../../contract/codec.ts';
import { childAt, childrenNamed, type XmlNode } from '../../../io/xml-tree.ts';
import { openZip, writeZip } from '../../../io/zip.ts';
import { corrupt } from '../failures.ts';
import type { Entry, Listing } from '../model.ts';
import { childText, DECLARATION, element, lines, rootOf, textElement } from '../text.ts';
import { entryOfFeature, featureOfEntry, type Feature, type Geometry, type Position } from './features.ts';
import { plainNumber } from './gpx.ts';

const FOLDERS: ReadonlySet<string> = new Set(['Document', 'Folder', 'kml']);

/** Keyhole Markup Language 2.2: places with their folders. What it links to is never fetched. */
export function readKml(bytes: Uint8Array, context: RunContext): Listing {
  const root = rootOf(bytes, context.limits);
  if (!FOLDERS.has(root.name) && root.name !== 'Placemark') throw corrupt('it is no KML');
  const reader = new KmlReader();
  reader.addNode(root, undefined);
  if (reader.links > 0)
    context.warn({
      code: 'link_dropped',
      message: `The map refers to ${reader.links} other maps or images, which are never fetched: what they show is left out.`,
      details: { links: reader.links },
    });
  const title = childText(childAt(root, 'Document'), 'name');
  return { ...(title && { title }), entries: reader.entries };
}

class KmlReader {
  readonly entries: Entry[] = [];
  links = 0;

  addNode(node: XmlNode, layer: string | undefined): void {
    if (node.name === 'Placemark') this.entries.push(placemarkOf(node, layer));
    else if (/^(NetworkLink|GroundOverlay|ScreenOverlay|PhotoOverlay)$/.test(node.name)) this.links++;
    else if (FOLDERS.has(node.name)) {
      const own = node.name === 'Folder' ? (childText(node, 'name') ?? layer) : layer;
      for (const child of node.children) this.addNode(child, own);
    }
  }
}

/** Blanks of a value are part of it, unless they only set it on lines of its own. */
function valueText(node: XmlNode | undefined): string {
  const { text = '' } = node ?? {};
  return /[\r\n]/.test(text) ? text.trim() : text;
}

function placemarkOf(node: XmlNode, layer: string | undefined): Entry {
  const data = childrenNamed(node, 'ExtendedData')[0];
  const values = [
    ...childrenNamed(data, 'Data').map((each) => [each, valueText(childrenNamed(each, 'value')[0])] as const),
    ...childrenNamed(data, 'SchemaData').flatMap((schema) =>
      childrenNamed(schema, 'SimpleData').map((each) => [each, valueText(each)] as const),
    ),
  ];
  const properties = Object.fromEntries(
    values.flatMap(([each, value]) => (value ? [[each.attributes.get('name') ?? '', value]] : [])),
  );
  const parts = node.children.flatMap((child) => geometriesOf(child, 0));
  const time =
    childText(childrenNamed(node, 'TimeStamp')[0], 'when') ?? childText(childrenNamed(node, 'TimeSpan')[0], 'begin');
  return entryOfFeature({
    layer,
    id: node.attributes.get('id'),
    name: childText(node, 'name'),
    description: childText(node, 'description'),
    time,
    ...joined(parts),
    properties,
  });
}

type Part = Pick<Feature, 'geometry' | 'times'>;

/** Several geometries of one kind are one of many parts. */
function joined(parts: readonly Part[]): Part {
  if (parts.length <= 1) return parts[0] ?? {};
  const geometries = parts.map(({ geometry }) => geometry!);
  const [first] = geometries;
  const isAlike =
    geometries.every(({ type }) => type === first!.type) && /^(Point|LineString|Polygon)$/.test(first!.type);
  const geometry = isAlike
    ? {
        type: `Multi${first!.type}`,
        coordinates: geometries.map((each) => (each as { coordinates: unknown }).coordinates),
      }
    : { type: 'GeometryCollection', geometries };
  const times = isAlike && parts.some((part) => part.times) ? parts.map((part) => part.times ?? []) : undefined;
  return { geometry: geometry as Geometry, times };
}

function geometriesOf(node: XmlNode, depth: number): Part[] {
  switch (node.name) {
    case 'Point': {
      const [position] = positionsIn(node);
      return position ? [{ geometry: { type: 'Point', coordinates: position } }] : [];
    }
    case 'LineString':
    case 'LinearRing':
      return [{ geometry: { type: 'LineString', coordinates: positionsIn(node) } }];
    case 'Polygon': {
      const rings = ['outerBoundaryIs', 'innerBoundaryIs']
        .flatMap((name) => childrenNamed(node, name))
        .flatMap((boundary) => childrenNamed(boundary, 'LinearRing'));
      return [{ geometry: { type: 'Polygon', coordinates: rings.map(positionsIn) } }];
    }
    case 'Track': {
      const times = childrenNamed(node, 'when').map(({ text }) => text.trim());
      const coordinates = childrenNamed(node, 'coord').map(({ text }) => text.trim().split(/\s+/).map(Number));
      requireNumbers(coordinates);
      return [{ geometry: { type: 'LineString', coordinates }, times }];
    }
    case 'MultiTrack':
    case 'MultiGeometry':
      if (depth > 16) throw corrupt('its geometries are nested too deep');
      return [joined(node.children.flatMap((child) => geometriesOf(child, depth + 1)))].filter(
        ({ geometry }) => geometry,
      );
    default:
      return [];
  }
}

function positionsIn(node: XmlNode): Position[] {
  const text = childText(node, 'coordinates') ?? '';
  // Some programs write blanks behind the commas.
  const positions = text
    .replaceAll(/\s*,\s*/g, ',')
    .split(/\s+/)
    .filter(Boolean)
    .map((each) => each.split(',').map(Number));
  requireNumbers(positions);
  return positions;
}

function requireNumbers(positions: readonly Position[]): void {
  if (positions.some((position) => position.length < 2 || !position.every(Number.isFinite)))
    throw corrupt('a position is no pair of numbers');
}

/** Compressed KML: the first map in the ZIP; images and other maps in it are left out. */
export function readKmz(bytes: Uint8Array, context: RunContext): Listing {
  const zip = openZip(bytes, context.limits);
  const main =
    zip.entries.find(({ name }) => name.toLowerCase() === 'doc.kml') ??
    zip.entries.find(({ name }) => /\.kml$/i.test(name));
  if (!main) throw corrupt('it holds no map');
  const others = zip.entries.filter((entry) => entry !== main && !entry.isDirectory);
  if (others.length > 0)
    context.warn({
      code: 'picture_dropped',
      message: `The map comes with ${others.length} other files, such as images of its places: they are left out.`,
      details: { files: others.length },
    });
  return readKml(zip.read(main), context);
}

export function writeKmz(listing: Listing): Uint8Array {
  return writeZip([{ name: 'doc.kml', bytes: new TextEncoder().encode(writeKml(listing)) }]);
}

export function writeKml({ title, entries }: Listing): string {
  const layers = Map.groupBy(entries.map(featureOfEntry), ({ layer }) => layer);
  const folders = [...layers].map(([layer, features]) => {
    const marks = lines(...features.map(placemark));
    return layer === undefined
      ? marks.trimEnd()
      : element('Folder', {}, `\n${lines(textElement('name', layer))}${marks}`);
  });
  const spaces = { xmlns: 'http://www.opengis.net/kml/2.2', 'xmlns:gx': 'http://www.google.com/kml/ext/2.2' };
  return `${DECLARATION}${element('kml', spaces, `\n${element('Document', {}, `\n${lines(textElement('name', title), ...folders)}`)}\n`)}\n`;
}

function placemark({ id, name, description, time, geometry, times, properties = {} }: Feature): string {
  const told = Object.entries(properties).filter(([, value]) => value !== null);
  const data = told.map(([key, value]) =>
    element('Data', { name: key }, textElement('value', typeof value === 'string' ? value : JSON.stringify(value))),
  );
  return element(
    'Placemark',
    { id },
    `\n${lines(
      textElement('name', name),
      textElement('description', description),
      time !== undefined && element('TimeStamp', {}, textElement('when', time)),
      data.length > 0 && element('ExtendedData', {}, data.join('')),
      geometry && geometryElement(geometry, times),
    )}`,
  );
}

function geometryElement(geometry: Geometry, times?: readonly unknown[]): string {
  const coordinates = (positions: readonly Position[]): string =>
    textElement('coordinates', positions.map((position) => position.map(plainNumber).join(',')).join(' '));
  const many = (inside: readonly string[]): string => element('MultiGeometry', {}, inside.join(''));
  switch (geometry.type) {
    case 'Point':
      return element('Point', {}, coordinates([geometry.coordinates]));
    case 'LineString':
      return times ? track(geometry.coordinates, times) : element('LineString', {}, coordinates(geometry.coordinates));
    case 'Polygon': {
      const rings = geometry.coordinates.map((ring, index) =>
        element(index === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs', {}, element('LinearRing', {}, coordinates(ring))),
      );
      return element('Polygon', {}, rings.join(''));
    }
    case 'MultiPoint':
      return many(geometry.coordinates.map((each) => geometryElement({ type: 'Point', coordinates: each })));
    case 'MultiLineString': {
      if (times)
        return element(
          'gx:MultiTrack',
          {},
          geometry.coordinates.map((each, index) => track(each, (times[index] ?? []) as readonly unknown[])).join(''),
        );
      return many(geometry.coordinates.map((each) => geometryElement({ type: 'LineString', coordinates: each })));
    }
    case 'MultiPolygon':
      return many(geometry.coordinates.map((each) => geometryElement({ type: 'Polygon', coordinates: each })));
    default:
      return many(geometry.geometries.map((each) => geometryElement(each)));
  }
}

function track(positions: readonly Position[], times: readonly unknown[]): string {
  const whens = positions.map((_, index) => element('when', {}, typeof times[index] === 'string' ? times[index] : ''));
  const places = positions.map((position) => textElement('gx:coord', position.map(plainNumber).join(' ')));
  return element('gx:Track', {}, [...whens, ...places].join(''));
}
