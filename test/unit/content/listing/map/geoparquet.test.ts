import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { readGeoParquet } from '../../../../../engine/content/listing/map/geoparquet/reader.ts';
import { projectionOfProjJson, projJsonOf } from '../../../../../engine/content/listing/map/geoparquet/proj-json.ts';
import { writeGeoParquet } from '../../../../../engine/content/listing/map/geoparquet/writer.ts';
import { requireSystem } from '../../../../../engine/content/listing/map/epsg-codes.ts';
import { SYSTEMS } from '../../../../../engine/content/listing/map/epsg-registry.ts';
import { entryOfFeature, featureOfEntry, type Geometry } from '../../../../../engine/content/listing/map/features.ts';
import { DataObject, ExactNumber, type DataValue } from '../../../../../engine/content/records/model.ts';
import { encodeTable, readParquetTable, startParquet } from '../../../../../engine/content/records/parquet.ts';
import type { RunContext } from '../../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';

const warnings: string[] = [];
const context = {
  limits: DEFAULT_LIMITS,
  signal: new AbortController().signal,
  warn: ({ message }: { message: string }) => void warnings.push(message),
} as unknown as RunContext;

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('parquet-wasm/esm/parquet_wasm_bg.wasm');
  startParquet({ parquet: await WebAssembly.compile(readFileSync(file)) });
});

/** A file of one column `place` with these values. */
function fileOf(values: readonly DataValue[], column: object, columns: object = {}): Uint8Array {
  const names = ['place'];
  const rows = values.map((value) => new DataObject(names, [value]));
  const metadata = { version: '1.1.0', primary_column: 'place', columns: { place: column, ...columns } };
  return encodeTable({ isList: true, rows: () => rows }, context, new Map([['geo', JSON.stringify(metadata)]]));
}

async function geometriesOf(bytes: Uint8Array): Promise<(Geometry | undefined)[]> {
  const { entries } = await readGeoParquet(bytes, context);
  return entries.map((entry) => featureOfEntry(entry).geometry);
}

const number = (value: number): ExactNumber => new ExactNumber(String(value));
const point = (...numbers: number[]): DataObject =>
  new DataObject(['x', 'y', 'z'].slice(0, numbers.length), numbers.map(number));

describe('GeoParquet', () => {
  it('reads geometries that are columns of numbers', async () => {
    const line = [point(1, 2, 3), point(4, 5, 6)];
    expect(await geometriesOf(fileOf([point(8, 47), null], { encoding: 'point' }))).toEqual([
      { type: 'Point', coordinates: [8, 47] },
      undefined,
    ]);
    expect(await geometriesOf(fileOf([line, []], { encoding: 'linestring' }))).toEqual([
      {
        type: 'LineString',
        coordinates: [
          [1, 2, 3],
          [4, 5, 6],
        ],
      },
      undefined,
    ]);
    const interleaved = [
      [
        [number(0), number(0)],
        [number(1), number(0)],
        [number(0), number(0)],
      ],
    ];
    expect(await geometriesOf(fileOf([interleaved], { encoding: 'polygon' }))).toEqual([
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [0, 0],
          ],
        ],
      },
    ]);
    expect(await geometriesOf(fileOf([[[line]]], { encoding: 'multipolygon' }))).toMatchObject([
      { type: 'MultiPolygon' },
    ]);
  });

  it('takes coordinates of no known system for degrees, and refuses what are none', async () => {
    warnings.length = 0;
    expect(await geometriesOf(fileOf([point(8, 47)], { encoding: 'point', crs: null }))).toHaveLength(1);
    expect(warnings.join()).toMatch(/does not say which reference system/);
    await expect(geometriesOf(fileOf([point(700_000, 47)], { encoding: 'point', crs: null }))).rejects.toMatchObject({
      code: 'unsupported_conversion',
    });
  });

  it('refuses metadata that do not fit the columns', async () => {
    const refused = (bytes: Uint8Array) => expect(geometriesOf(bytes)).rejects.toMatchObject({ code: 'input_corrupt' });
    await refused(fileOf([point(8, 47)], { encoding: 'WKB' }));
    await refused(fileOf([point(8, 47)], { encoding: 'surface' }));
    await refused(fileOf([[point(8, 47)]], { encoding: 'point' }));
    await refused(encodeTable({ isList: true, rows: () => [point(8, 47)] }, context));
    const other = new Map([['geo', '{"primary_column":"place","columns":{"place":{"encoding":"WKB"}}}']]);
    await refused(encodeTable({ isList: true, rows: () => [point(8, 47)] }, context, other));
    for (const text of ['', '{', '[]', '{"primary_column":"__proto__","columns":{}}'])
      await refused(encodeTable({ isList: true, rows: () => [point(8, 47)] }, context, new Map([['geo', text]])));
  });

  it('reads each system that it writes, by its number and by its definition alone', () => {
    for (const [code] of SYSTEMS) {
      const system = requireSystem(code);
      const { id: _, ...defined } = projJsonOf(system) as { readonly id: unknown };
      const [west, south, east, north] = system.area ?? [5, 45, 12, 55];
      const place = [(west + east) / 2 + 0.1, (south + north) / 2 + 0.1];
      const numbered = projectionOfProjJson(projJsonOf(system));
      const coordinates = numbered.fromDegrees?.(place) ?? place;
      const found = projectionOfProjJson(defined).toDegrees?.(coordinates) ?? coordinates;
      // What is written is rounded to a tenth of a millimetre.
      expect(found[0], String(code)).toBeCloseTo(place[0]!, 7);
      expect(found[1], String(code)).toBeCloseTo(place[1]!, 7);
    }
  });

  it('reads systems of old versions, which are well-known text', () => {
    for (const text of ['EPSG:25832', requireSystem(25832).definition])
      expect(projectionOfProjJson(text).toDegrees!([500_000, 5_300_000])[0]).toBeCloseTo(9, 8);
  });

  it('names systems that it cannot read', () => {
    const paris = {
      type: 'GeographicCRS',
      name: 'NTF (Paris)',
      datum: {
        name: 'NTF (Paris)',
        ellipsoid: { name: 'Clarke 1880 (IGN)', semi_major_axis: 6378249.2, semi_minor_axis: 6356515 },
        prime_meridian: {
          name: 'Paris',
          longitude: { value: 2.5969213, unit: { name: 'grad', conversion_factor: 0.01570796 } },
        },
      },
    };
    expect(() => projectionOfProjJson(paris)).toThrow(
      /"NTF \(Paris\)", which counts its degrees from another meridian/,
    );
    expect(() => projectionOfProjJson({ type: 'EngineeringCRS', name: 'Site' })).toThrow(/"Site"/);
    let nested: object = { type: 'EngineeringCRS', name: 'Inner' };
    for (let depth = 0; depth < 50; depth++) nested = { type: 'CompoundCRS', name: 'Outer', components: [nested] };
    expect(() => projectionOfProjJson(nested)).toThrow(/"Outer"/);
  });

  it('says what it holds in the footer and in the schema', async () => {
    const entries = [
      entryOfFeature({ geometry: { type: 'Point', coordinates: [8, 47, 400] } }),
      entryOfFeature({ geometry: { type: 'MultiPoint', coordinates: [[7, 46]] }, properties: { depth: 3 } }),
      entryOfFeature({ name: 'Nowhere' }),
    ];
    const { table, metadata } = await readParquetTable(writeGeoParquet({ entries }, undefined, context), context);
    expect(table.schema.metadata.get('geo')).toBe(metadata.get('geo'));
    expect(JSON.parse(metadata.get('geo')!)).toEqual({
      version: '1.1.0',
      primary_column: 'geometry',
      columns: {
        geometry: { encoding: 'WKB', geometry_types: ['MultiPoint', 'Point Z'], bbox: [7, 46, 400, 8, 47, 400] },
      },
    });
    const nothing = writeGeoParquet({ entries: entries.slice(2) }, undefined, context);
    expect(await geometriesOf(nothing)).toEqual([undefined]);
  });
});
