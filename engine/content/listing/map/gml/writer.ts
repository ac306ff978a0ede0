import { scalarText } from '../../../records/model.ts';
import type { Listing } from '../../model.ts';
import { cellsByName } from '../../rows.ts';
import { DECLARATION, element, textElement } from '../../text.ts';
import { requireSystem, WGS_84 } from '../epsg-codes.ts';
import { featureOfEntry, linesOfGeometry, mapPositions, type Geometry, type Position } from '../features.ts';
import { plainNumber } from '../gpx.ts';
import { elementNames, GEOMETRY_PROPERTY, layerElement } from './layout.ts';

const NAMESPACES = { 'xmlns:map': 'urn:map', 'xmlns:gml': 'http://www.opengis.net/gml/3.2' };

/** GML 3.2: a collection of features, each an element of its layer's name, with axes in the order of the registry. */
export function writeGml({ entries }: Listing, { code, isNorthFirst } = requireSystem(WGS_84)): string {
  const srsName = `urn:ogc:def:crs:EPSG::${code}`;
  const rows = entries.map(cellsByName);
  const names = elementNames(new Set(rows.flatMap((cells) => [...cells.keys()])));
  const members = entries.map((entry, index) => {
    const { geometry, layer } = featureOfEntry(entry);
    const id = `f${index + 1}`;
    const values = [...rows[index]!].map(([cell, value]) => {
      const name = names.get(cell);
      return name === undefined || value === null || value === '' ? '' : textElement(`map:${name}`, scalarText(value));
    });
    const place =
      geometry && linesOfGeometry(geometry).flat().length > 0
        ? element(
            `map:${GEOMETRY_PROPERTY}`,
            {},
            geometryElement(inOrder(geometry, isNorthFirst), `${id}.g`, { srsName }),
          )
        : '';
    return element(
      'gml:featureMember',
      {},
      element(`map:${layerElement(layer)}`, { 'gml:id': id }, place + values.join('')),
    );
  });
  return `${DECLARATION}${element('map:FeatureCollection', { ...NAMESPACES, 'gml:id': 'map' }, `\n${members.join('\n')}\n`)}\n`;
}

function inOrder(geometry: Geometry, isNorthFirst: boolean): Geometry {
  return isNorthFirst ? mapPositions(geometry, ([east = 0, north = 0, ...rest]) => [north, east, ...rest]) : geometry;
}

type Attributes = Readonly<Record<string, string>>;

function geometryElement(geometry: Geometry, id: string, own: Attributes = {}): string {
  const attributes = { 'gml:id': id, ...own };
  const many = (name: string, member: string, parts: readonly Geometry[]): string =>
    element(
      `gml:${name}`,
      attributes,
      parts.map((part, index) => element(`gml:${member}`, {}, geometryElement(part, `${id}.${index + 1}`))).join(''),
    );
  switch (geometry.type) {
    case 'Point':
      return element('gml:Point', attributes, position(geometry.coordinates));
    case 'LineString':
      return element('gml:LineString', attributes, positions(geometry.coordinates));
    case 'Polygon':
      return element(
        'gml:Polygon',
        attributes,
        geometry.coordinates
          .map((ring, index) =>
            element(`gml:${index === 0 ? 'exterior' : 'interior'}`, {}, element('gml:LinearRing', {}, positions(ring))),
          )
          .join(''),
      );
    case 'MultiPoint':
      return many(
        'MultiPoint',
        'pointMember',
        geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates })),
      );
    case 'MultiLineString':
      return many(
        'MultiCurve',
        'curveMember',
        geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates })),
      );
    case 'MultiPolygon':
      return many(
        'MultiSurface',
        'surfaceMember',
        geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates })),
      );
    default:
      return many('MultiGeometry', 'geometryMember', geometry.geometries);
  }
}

/** One list where all have a height or none; else each position says what it has. */
function positions(list: readonly Position[]): string {
  const axes = new Set(list.map(axesOf));
  const [only = 2] = axes;
  if (axes.size > 1) return list.map(position).join('');
  return element('gml:posList', only > 2 ? { srsDimension: '3' } : {}, list.map(spelled).join(' '));
}

function position(place: Position): string {
  return element('gml:pos', axesOf(place) > 2 ? { srsDimension: '3' } : {}, spelled(place));
}

function axesOf(place: Position): number {
  return Math.min(place.length, 3);
}

function spelled(place: Position): string {
  return place.slice(0, 3).map(plainNumber).join(' ');
}
