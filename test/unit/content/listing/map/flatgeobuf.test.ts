import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { featureOfEntry } from '../../../../../engine/content/listing/map/features.ts';
import { FlatTable, writeFlatTable } from '../../../../../engine/content/listing/map/flatgeobuf/flatbuffers.ts';
import { heldColumns } from '../../../../../engine/content/listing/map/flatgeobuf/layout.ts';
import { alongCurve, treeBytes, writeTree } from '../../../../../engine/content/listing/map/flatgeobuf/hilbert-tree.ts';
import { readFlatGeobuf } from '../../../../../engine/content/listing/map/flatgeobuf/reader.ts';
import { writeFlatGeobuf } from '../../../../../engine/content/listing/map/flatgeobuf/writer.ts';
import { readGeoJson } from '../../../../../engine/content/listing/map/geojson.ts';
import type { RunContext } from '../../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';

const context = {
  limits: DEFAULT_LIMITS,
  warn: () => undefined,
  signal: new AbortController().signal,
} as unknown as RunContext;

type GeoJson = { readonly geometry: unknown; readonly properties: Readonly<Record<string, unknown>> };

function listingOf(features: readonly GeoJson[]) {
  const collection = { type: 'FeatureCollection', features: features.map((each) => ({ type: 'Feature', ...each })) };
  return readGeoJson(new TextEncoder().encode(JSON.stringify(collection)), DEFAULT_LIMITS);
}

const point = (...coordinates: readonly number[]) => ({ type: 'Point', coordinates });

const KINDS: readonly GeoJson[] = [
  { geometry: point(8.5, 47.3), properties: { name: 'Pier', boats: 12, depth: 3.25, open: true } },
  { geometry: { type: 'LineString', coordinates: [[8.5, 47.3], [8.6, 47.4]] }, properties: { big: 5_000_000_000 } }, // prettier-ignore
  {
    geometry: {
      type: 'MultiPolygon',
      coordinates: [[[[8, 47], [9, 47], [9, 48], [8, 47]]], [[[5, 40], [7, 40], [7, 42], [5, 40]], [[6, 40.5], [6.5, 41], [6.5, 40.5], [6, 40.5]]]], // prettier-ignore
    },
    properties: { at: '2024-05-01T08:00:00Z', note: '湖' },
  },
  { geometry: { type: 'MultiLineString', coordinates: [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] }, properties: {} }, // prettier-ignore
  { geometry: { type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] }, properties: {} }, // prettier-ignore
  { geometry: { type: 'GeometryCollection', geometries: [point(1, 2), { type: 'LineString', coordinates: [[1, 2], [3, 4]] }] }, properties: {} }, // prettier-ignore
];

describe('a table of FlatBuffers', () => {
  it('holds values of every size, each at a multiple of it', () => {
    const bytes = writeFlatTable([
      [0, 'text', 'Zürich'],
      [1, 'doubles', [1.5, -2]],
      [2, 'uint8', 7],
      [3, 'uint16', 16],
      [4, 'uint64', 5_000_000_000n],
      [6, 'table', [[1, 'int32', -4326]]],
      [7, 'tables', [[[0, 'uint8', 1]], [[0, 'uint8', 2]]]],
    ]);
    const table = FlatTable.rootOf(bytes.subarray(4));
    expect(table.text(0)).toBe('Zürich');
    expect(table.doubles(1)).toEqual([1.5, -2]);
    expect([table.uint8(2), table.uint16(3), table.uint64(4), table.uint8(5, 9)]).toEqual([7, 16, 5_000_000_000n, 9]);
    expect(table.table(6)!.int32(1)).toBe(-4326);
    expect(table.tables(7).map((each) => each.uint8(0))).toEqual([1, 2]);
  });

  it('is refused where an offset leaves it', () => {
    const bytes = writeFlatTable([[0, 'text', 'Zürich']]).slice(4);
    for (let length = 0; length < bytes.byteLength - 8; length++)
      expect(() => FlatTable.rootOf(bytes.subarray(0, length)).text(0)).toThrow(/ends too early/);
  });
});

describe('the index', () => {
  it('has a node around every sixteen boxes, and one around all', () => {
    const boxes = Array.from({ length: 300 }, (_, index) => [index, 0, index + 0.5, 1] as const);
    const view = new DataView(writeTree(boxes, boxes.map((_, index) => 100 * index)).buffer); // prettier-ignore
    expect(view.byteLength).toBe(treeBytes(300, 16));
    const node = (index: number) => [0, 8, 16, 24].map((at) => view.getFloat64(40 * index + at, true));
    expect(node(0)).toEqual([0, 0, 299.5, 1]);
    // The root, then 2 nodes, then 19, then the boxes: each refers to the first below it.
    expect([0, 1, 2, 3, 22, 23].map((index) => Number(view.getBigUint64(40 * index + 32, true)))).toEqual([
      1, 3, 19, 22, 0, 100,
    ]);
    expect(node(2)).toEqual([256, 0, 299.5, 1]);
  });

  it('follows a curve on which neighbours are close together', () => {
    const side = 16;
    const boxes = Array.from({ length: side * side }, (_, index) => {
      const [x, y] = [index % side, Math.floor(index / side)];
      return [x, y, x, y] as const;
    });
    const order = alongCurve(boxes, [0, 0, side - 1, side - 1]);
    const steps = order.slice(1).map((index, at) => {
      const [a, b] = [boxes[index]!, boxes[order[at]!]!];
      return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
    });
    expect(steps).toEqual(steps.map(() => 1));
  });
});

describe('FlatGeobuf', () => {
  it('gives back every kind of geometry and of value', () => {
    const { entries } = listingOf(KINDS);
    const back = readFlatGeobuf(writeFlatGeobuf({ entries }), context).entries;
    const texts = (list: typeof entries) => list.map((entry) => JSON.stringify(featureOfEntry(entry))).sort();
    expect(texts(back)).toEqual(texts(entries));
  });

  it('has one layer, or a column of layers', () => {
    const of = (...layers: readonly (string | undefined)[]) => {
      const features = layers.map((layer) => ({ geometry: point(1, 2), properties: { ...(layer && { layer }) } }));
      return readFlatGeobuf(writeFlatGeobuf(listingOf(features)), context).entries.map((entry) => entry.get('layer'));
    };
    expect(of('lakes', 'lakes')).toEqual(['lakes', 'lakes']);
    expect(of('lakes', 'rivers', undefined)).toEqual(['lakes', 'rivers', undefined]);
  });

  it('has heights of all positions or of none', () => {
    const { entries } = listingOf([
      { geometry: point(1, 2), properties: {} },
      { geometry: point(1, 2, 408), properties: {} },
    ]);
    const back = readFlatGeobuf(writeFlatGeobuf({ entries }), context).entries;
    expect(back.map((entry) => featureOfEntry(entry).geometry)).toEqual([point(1, 2, 0), point(1, 2, 408)]);
    const texts = [new Map([['longitude', '1'], ['latitude', '2']]), new Map([['longitude', '1'], ['latitude', '2'], ['elevation', '408']])]; // prettier-ignore
    expect(heldColumns(texts).map((held) => held.get('elevation'))).toEqual(['0', '408']);
  });

  const hasGdal = spawnSync('ogr2ogr', ['--version']).status === 0;

  it.runIf(hasGdal)('is read by GDAL as it was written, also through its index', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fgb-'));
    try {
      const path = join(folder, 'map.fgb');
      writeFileSync(path, writeFlatGeobuf(listingOf(KINDS)));
      const read = (...options: readonly string[]): GeoJson[] => {
        const target = join(folder, `${options.length}.geojson`);
        execFileSync('ogr2ogr', ['-f', 'GeoJSON', ...options, target, path]);
        return (JSON.parse(readFileSync(target, 'utf8')) as { features: GeoJson[] }).features;
      };
      const asText = ({ geometry, properties }: GeoJson): string => {
        const own = Object.entries(properties).filter(([, value]) => value !== null);
        return JSON.stringify([geometry, Object.fromEntries(own.sort(([a], [b]) => (a < b ? -1 : 1)))]);
      };
      expect(read().map(asText).sort()).toEqual(KINDS.map(asText).sort());
      const near = read('-spat', '0', '0', '4.5', '5').map(({ geometry }) => (geometry as { type: string }).type);
      expect(near.sort()).toEqual(['GeometryCollection', 'MultiLineString', 'MultiPoint']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
