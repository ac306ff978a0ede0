import { describe, expect, it } from 'vitest';
import { systemNamed } from '../../../../../engine/content/listing/map/epsg-codes.ts';
import { entryOfFeature, featureOfEntry, type Geometry } from '../../../../../engine/content/listing/map/features.ts';
import { readWkt, writeWkt } from '../../../../../engine/content/listing/map/plain-maps.ts';
import { inSystem } from '../../../../../engine/content/listing/map/reproject.ts';
import { inOnePlace } from '../../../../../engine/content/listing/map/same-places.ts';
import type { RunContext } from '../../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';

const context = {
  limits: DEFAULT_LIMITS,
  warn: () => undefined,
  signal: new AbortController().signal,
} as unknown as RunContext;

const listingOf = (...geometries: readonly Geometry[]) => ({
  entries: geometries.map((geometry) => entryOfFeature({ geometry })),
});
const point = (...coordinates: readonly number[]): Geometry => ({ type: 'Point', coordinates });

describe('a reference system that a caller names', () => {
  it.each([
    ['EPSG:25832', 25832],
    ['2056', 2056],
    ['urn:ogc:def:crs:EPSG::3857', 3857],
    ['UTM 32N', 32632],
    ['utm33s', 32733],
    ['ETRS89 / UTM zone 32N', 25832],
    ['ETRS_1989_UTM_Zone_32N', undefined],
    ['CH1903+ LV95', 2056],
    ['British National Grid', 27700],
    ['UTM 61N', undefined],
    ['EPSG:1', undefined],
    ['Mars', undefined],
  ])('is read of %s', (name, code) => {
    if (code === undefined) expect(() => systemNamed(name)).toThrow(/Expected a reference system/);
    else expect(systemNamed(name).code).toBe(code);
  });
});

describe('a map in a reference system', () => {
  it('keeps its heights, and what is no place', () => {
    const { entries } = inSystem(listingOf(point(9, 0, 408)), systemNamed('UTM 32N'), context);
    expect(featureOfEntry(entries[0]!).geometry).toEqual(point(500_000, 0, 408));
    const empty = { entries: [entryOfFeature({ name: 'Nowhere' })] };
    expect(inSystem(empty, systemNamed('UTM 32N'), context).entries).toEqual(empty.entries);
  });

  it.each([
    ['UTM 32N', point(151.2, -33.9)],
    ['EPSG:27700', point(8.5, 47.4)],
    ['EPSG:3031', point(8.5, 47.4)],
    ['EPSG:3857', point(8.5, 90)],
  ])('of %s is refused where it lies outside', (name, geometry) => {
    expect(() => inSystem(listingOf(geometry), systemNamed(name), context)).toThrow(/lies outside/);
  });

  it('beside the area of a system is not refused', () => {
    expect(() => inSystem(listingOf(point(14.9, 51.1)), systemNamed('UTM 32N'), context)).not.toThrow();
    expect(() => inSystem(listingOf(point(-178, -44)), systemNamed('EPSG:2193'), context)).not.toThrow();
  });

  it('is well-known text with the number of the system', () => {
    const map = listingOf({ type: 'LineString', coordinates: [[9, 0], [9, 48]] }); // prettier-ignore
    const system = systemNamed('EPSG:25832');
    const text = writeWkt(inSystem(map, system, context), system);
    expect(text).toMatch(/^SRID=25832;LINESTRING \(500000 0, 500000 5316300\.\d+\)\n$/);
    const back = readWkt(new TextEncoder().encode(text), context).entries.map(
      (entry) => featureOfEntry(entry).geometry,
    );
    expect(back).toEqual([{ type: 'LineString', coordinates: [[9, 0], [9, 48]] }]); // prettier-ignore
  });

  it('of several systems is refused', () => {
    const text = 'SRID=25832;POINT (1 2)\nSRID=2056;POINT (1 2)\n';
    expect(() => readWkt(new TextEncoder().encode(text), context)).toThrow(/2 reference systems: 25832, 2056/);
  });
});

describe('places that are compared', () => {
  const placed = (longitude: string, latitude: string) => new Map([['longitude', longitude], ['latitude', latitude]]); // prettier-ignore

  it('are the same within two centimetres, and no further', () => {
    const [a, b] = inOnePlace([placed('8.5', '47')], [placed('8.5000001', '46.9999999')]);
    expect(a).toEqual(b);
    const [c, d] = inOnePlace([placed('8.5', '47')], [placed('8.5000005', '47')]);
    expect(c).not.toEqual(d);
  });

  it('are not one because many lie close together', () => {
    const before = Array.from({ length: 100 }, (_, index) => placed(String(8.5 + index * 1e-7), '47'));
    const [a] = inOnePlace(before, before);
    expect(new Set(a.map((texts) => texts.get('longitude'))).size).toBeGreaterThan(4);
  });
});
