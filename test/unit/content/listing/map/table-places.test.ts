import { describe, expect, it } from 'vitest';
import { compareListings } from '../../../../../engine/content/listing/diff.ts';
import { entryOfFeature, type Geometry } from '../../../../../engine/content/listing/map/features.ts';
import { mapColumnsOf } from '../../../../../engine/content/listing/map/table-places.ts';
import type { FormatId } from '../../../../../engine/index.ts';
import { sharedEngine } from '../../../../support/shared-engine.ts';

const engine = sharedEngine();

async function convertText(text: string, from: FormatId, to: FormatId) {
  const { artifacts, report } = await engine.convert(new TextEncoder().encode(text), { from, to });
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('The result is a file.');
  return { text: new TextDecoder().decode(artifact.bytes), report };
}

function fieldsOf(...names: string[]): Record<string, string> {
  const { fields } = mapColumnsOf(names, () => undefined);
  return Object.fromEntries([...fields].filter(([, field]) => !field.startsWith('properties.')));
}

describe('columns of a table on a map', () => {
  it.each([
    [['lat', 'lon'], { lat: 'latitude', lon: 'longitude' }],
    [['City', 'LATITUDE', 'LONGITUDE', 'Alt'], { LATITUDE: 'latitude', LONGITUDE: 'longitude', Alt: 'elevation' }],
    [['stop_lon', 'stop_lat', 'stop_name'], { stop_lon: 'longitude', stop_lat: 'latitude' }],
    [['decimalLatitude', 'decimalLongitude'], { decimalLatitude: 'latitude', decimalLongitude: 'longitude' }],
    [['start_lat', 'end_lat', 'end_lng', 'start_lng'], { end_lat: 'latitude', end_lng: 'longitude' }],
    [['lat', 'long', 'ele', 'name'], { lat: 'latitude', long: 'longitude', ele: 'elevation', name: 'name' }],
    [['Name', 'NAME', 'lat', 'lon'], { Name: 'name', lat: 'latitude', lon: 'longitude' }],
    [['X', 'Y', 'constructor'], { X: 'longitude', Y: 'latitude' }],
    [['x', 'y', 'lat', 'lon'], { lat: 'latitude', lon: 'longitude' }],
    [['Easting', 'Northing', 'x'], { Easting: 'longitude', Northing: 'latitude' }],
    [['Rechtswert', 'Hochwert'], { Rechtswert: 'longitude', Hochwert: 'latitude' }],
    [['east', 'north', 'lat', 'lon'], { lat: 'latitude', lon: 'longitude' }],
    [['longitude', 'latitude', 'lat', 'lon'], { longitude: 'longitude', latitude: 'latitude' }],
  ])('are found in %j', (names, expected) => expect(fieldsOf(...names)).toEqual(expected));

  it.each([[['lat', 'name']], [['flat', 'colon']], [['start_lat', 'end_lon']], [['x', 'z']], [['wkt', 'size']]])(
    'are not guessed in %j',
    (names) => expect(mapColumnsOf(names, () => 'text').hasPlaces).toBe(false),
  );
});

describe('a table of places', () => {
  it('becomes points with properties', async () => {
    const { text, report } = await convertText('id;lat;lon;people\nA;52.5;13.4;3600000\nB;;;7\n', 'csv', 'geojson');
    expect(JSON.parse(text).features).toEqual([
      {
        type: 'Feature',
        id: 'A',
        geometry: { type: 'Point', coordinates: [13.4, 52.5] },
        properties: { people: 3_600_000 },
      },
      { type: 'Feature', id: 'B', geometry: null, properties: { people: 7 } },
    ]);
    expect(report.verified).toBe('content');
  });

  it('has geometries as well-known text of any length', async () => {
    const positions = Array.from({ length: 40 }, (_, at) => [at, at / 2]);
    const wkt = `LINESTRING (${positions.map((position) => position.join(' ')).join(', ')})`;
    const { text, report } = await convertText(`WKT,kind of\n"${wkt}",road\nPOINT (1 2),pole\n`, 'csv', 'geojson');
    const { features } = JSON.parse(text) as { features: { geometry: unknown; properties: unknown }[] };
    expect(features.map(({ geometry }) => geometry)).toEqual([
      { type: 'LineString', coordinates: positions },
      { type: 'Point', coordinates: [1, 2] },
    ]);
    expect(features.map(({ properties }) => properties)).toEqual([{ 'kind of': 'road' }, { 'kind of': 'pole' }]);
    expect(report.verified).toBe('content');
  });

  it('is read from the first sheet of a workbook', async () => {
    const { artifacts } = await engine.convert(new TextEncoder().encode('Name,lat,lon,size\nA,1,2,3\n'), {
      from: 'csv',
      to: 'xlsx',
    });
    const [book] = artifacts;
    if (!book || !('bytes' in book)) throw new Error('The workbook is a file.');
    const { artifacts: maps, report } = await engine.convert(book.bytes, { from: 'xlsx', to: 'kml' });
    const [map] = maps;
    expect(report.verified).toBe('content');
    expect(map && 'bytes' in map && new TextDecoder().decode(map.bytes)).toMatch(
      /<name>A<\/name>[^]*<Data name="size"><value>3<[^]*<coordinates>2,1</,
    );
  });

  it.each([
    ['lat,lon\n"52,5",13.4\n', /Row 1 has "52,5" as latitude/],
    ['lat,lon\n52.5,13.4\n5820000,390000\n', /Row 2 has "5820000" as latitude/],
    ['name,size\nA,1\n', /no columns that say where its rows are/],
  ])('is refused by name where %j', async (csv, message) => {
    await expect(convertText(csv, 'csv', 'geojson')).rejects.toThrow(message);
  });

  it('is compared with the map that it becomes, geometries included', () => {
    const expectation = {
      from: 'csv',
      to: 'geojson',
      kept: ['records'],
      lost: [],
      gone: [],
      operations: [],
      options: {},
    };
    const source = (row: readonly string[]) => ({
      records: {
        rows: 1,
        columns: ['WKT', 'lanes'],
        samples: row.map((text, at) => `${at}\u001f${text}\u001d`).join('') + '\u001e',
      },
    });
    const output = {
      listing: {
        count: 1,
        entries: [['geometry.type', 'LineString', 'geometry.coordinates', '[[1,2],[3,4]]', 'properties.lanes', '2']],
      },
    };
    const differences = (row: readonly string[]) =>
      [...compareListings(source(row) as never, [output] as never, expectation as never)].filter(
        (one) => 'kind' in one,
      );
    expect(differences(['LINESTRING (1 2, 3 4)', '2'])).toEqual([]);
    expect(differences(['LINESTRING (1 2, 3 5)', '2'])).toHaveLength(1);
    expect(differences(['LINESTRING (1 2, 3 4)', '3'])).toHaveLength(1);
  });
});

describe('geometries without positions', () => {
  it.each<[Geometry, unknown]>([
    [{ type: 'LineString', coordinates: [] }, undefined],
    [{ type: 'Polygon', coordinates: [[]] }, undefined],
    [{ type: 'GeometryCollection', geometries: [{ type: 'LineString', coordinates: [] }] }, undefined],
    [{ type: 'MultiLineString', coordinates: [[], [[1, 2], [3, 4]]] }, 'MultiLineString'], // prettier-ignore
  ])('are none: %j', (geometry, type) => {
    const found = entryOfFeature({ geometry }).get('geometry') as { values?: unknown[] } | undefined;
    expect(found?.values?.[0]).toBe(type);
  });
});
