import { describe, expect, it } from 'vitest';
import { featureOfEntry } from '../../../../../engine/content/listing/map/features.ts';
import { codeNamed, requireSystem, systemOfCode } from '../../../../../engine/content/listing/map/epsg-codes.ts';
import { elementNames } from '../../../../../engine/content/listing/map/gml/layout.ts';
import { readGml } from '../../../../../engine/content/listing/map/gml/reader.ts';
import { projectionOf } from '../../../../../engine/content/listing/map/reference-systems.ts';
import type { RunContext } from '../../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';

const context = { limits: DEFAULT_LIMITS, warn: () => undefined } as unknown as RunContext;

const PLACES: readonly (readonly [
  code: number,
  place: readonly [number, number],
  degrees: readonly [number, number],
  metres: number,
])[] = [
  [2056, [2642695.42, 1205590.522], [8, 47], 5],
  [21781, [642695.42, 205590.522], [8, 47], 5],
  [27700, [400097.032, 289121.908], [-2, 52.5], 5],
  [2154, [700000.0, 6655530.86], [3, 47], 0.1],
  [28992, [128410.085, 445806.509], [5, 52], 5],
  [31370, [145153.305, 165506.851], [4.3, 50.8], 5],
  [31467, [3535172.837, 5651764.899], [9.5, 51], 5],
  [31287, [450267.068, 400271.242], [14, 47.5], 5],
  [3035, [4321000.0, 2987510.567], [10, 50], 0.1],
  [3006, [555776.267, 6651832.735], [16, 60], 0.1],
  [2193, [1517181.931, 5349740.153], [172, -42], 0.1],
  [5070, [507398.537, 1903000.402], [-90, 40], 0.1],
  [3577, [1362365.564, -3902190.43], [147, -35], 0.1],
  [3413, [142401.981, -1627662.093], [-40, 75], 0.1],
  [3031, [560496.878, 1539952.516], [20, -75], 0.1],
  [29902, [200049.315, 194328.989], [-8, 53], 5],
  [23700, [646390.964, 183979.501], [19, 47], 5],
  [2100, [499850.441, 4205527.109], [24, 38], 5],
  [32632, [423974.688, 5205649.348], [8, 47], 0.1],
  [32733, [604609.324, 7788206.444], [16, -20], 0.1],
  [25832, [423974.688, 5205649.348], [8, 47], 0.1],
  [26915, [500000.0, 4427757.219], [-93, 40], 0.1],
  [28355, [500000.0, 6126956.936], [147, -35], 0.1],
];

function geometriesOf(...geometries: readonly string[]) {
  const features = geometries.map((geometry) => `<gml:featureMember><a><at>${geometry}</at></a></gml:featureMember>`);
  const text = `<c xmlns:gml="http://www.opengis.net/gml">${features.join('')}</c>`;
  return readGml(new TextEncoder().encode(text), context).entries.map((entry) => featureOfEntry(entry).geometry);
}

describe('a reference system by its number', () => {
  it.each([
    ['EPSG:4326', 4326],
    ['urn:ogc:def:crs:EPSG::25832', 25832],
    ['urn:ogc:def:crs:EPSG:6.9:31467', 31467],
    ['urn:x-ogc:def:crs:EPSG:4258', undefined],
    ['http://www.opengis.net/def/crs/EPSG/0/3857', 3857],
    ['http://www.opengis.net/gml/srs/epsg.xml#27700', 27700],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 4326],
    ['my grid', undefined],
  ])('is read of %s', (name, code) => expect(codeNamed(name)).toBe(code));

  // As PROJ 9.1 computes a place in the country of each.
  it.each(PLACES)('%i lies where PROJ has it', (code, [x, y], [longitude, latitude], metres) => {
    const { definition } = requireSystem(code);
    const [east = 0, north = 0] = projectionOf(definition).toDegrees!([x, y]);
    expect(Math.abs(east - longitude) * 111_320).toBeLessThan(metres);
    expect(Math.abs(north - latitude) * 111_320).toBeLessThan(metres);
  });

  it.each(PLACES)('%i has the coordinates that PROJ has', (code, [x, y], [longitude, latitude], metres) => {
    const [east = 0, north = 0] = projectionOf(requireSystem(code).definition).fromDegrees!([longitude, latitude]);
    expect(Math.abs(east - x)).toBeLessThan(metres);
    expect(Math.abs(north - y)).toBeLessThan(metres);
  });

  it('of Web Mercator agrees with the formula of the sphere', () => {
    const place = [1_000_000, 6_000_000] as const;
    const [longitude = 0, latitude = 0] = projectionOf(requireSystem(3857).definition).toDegrees!(place);
    expect(longitude).toBeCloseTo((place[0] / 6_378_137) * (180 / Math.PI), 8);
    expect(latitude).toBeCloseTo(Math.atan(Math.sinh(place[1] / 6_378_137)) * (180 / Math.PI), 8);
  });

  it('that is not known is refused', () => {
    expect(systemOfCode(99_999)).toBeUndefined();
    expect(systemOfCode(32_600)).toBeUndefined();
    expect(systemOfCode(32_661)).toBeUndefined();
    expect(() => requireSystem(99_999)).toThrow(/EPSG:99999/);
  });
});

describe('GML', () => {
  const point = (system: string, text: string): string =>
    `<gml:Point srsName="${system}"><gml:pos>${text}</gml:pos></gml:Point>`;

  it('has the latitude first where the name of the system says that it follows the registry', () => {
    const here = { type: 'Point', coordinates: [8, 47] };
    expect(
      geometriesOf(
        point('urn:ogc:def:crs:EPSG::4326', '47 8'),
        point('http://www.opengis.net/def/crs/EPSG/0/4326', '47 8'),
        point('EPSG:4326', '8 47'),
        point('http://www.opengis.net/gml/srs/epsg.xml#4326', '8 47'),
        point('urn:ogc:def:crs:OGC:1.3:CRS84', '8 47'),
      ),
    ).toEqual([here, here, here, here, here]);
  });

  it('spells positions in the ways of all its versions', () => {
    const line = { type: 'LineString', coordinates: [[1, 2], [3, 4]] }; // prettier-ignore
    const of = (inside: string, more = ''): string =>
      `<gml:LineString srsName="EPSG:4326"${more}>${inside}</gml:LineString>`;
    expect(
      geometriesOf(
        of('<gml:coordinates>1,2 3,4</gml:coordinates>'),
        of('<gml:coordinates cs=";" ts="|" decimal=",">1,0;2|3;4</gml:coordinates>'),
        of(
          '<gml:coord><gml:X>1</gml:X><gml:Y>2</gml:Y></gml:coord><gml:coord><gml:X>3</gml:X><gml:Y>4</gml:Y></gml:coord>',
        ),
        of('<gml:pos>1 2</gml:pos><gml:pos>3 4</gml:pos>'),
        of('<gml:posList>1 2 3 4</gml:posList>'),
      ),
    ).toEqual([line, line, line, line, line]);
    expect(geometriesOf(of('<gml:posList>1 2 9 3 4 8</gml:posList>', ' srsDimension="3"'))).toEqual([
      { type: 'LineString', coordinates: [[1, 2, 9], [3, 4, 8]] }, // prettier-ignore
    ]);
  });

  it('has areas of curves and of surfaces with holes', () => {
    const ring = '<gml:LinearRing><gml:posList>0 0 4 0 4 4 0 0</gml:posList></gml:LinearRing>';
    const hole = '<gml:LinearRing><gml:posList>2 1 3 1 3 2 2 1</gml:posList></gml:LinearRing>';
    const rings = [[[0, 0], [4, 0], [4, 4], [0, 0]], [[2, 1], [3, 1], [3, 2], [2, 1]]]; // prettier-ignore
    const patch = `<gml:exterior>${ring}</gml:exterior><gml:interior>${hole}</gml:interior>`;
    const curve = `<gml:Ring><gml:curveMember><gml:Curve><gml:segments><gml:LineStringSegment><gml:posList>0 0 4 0 4 4</gml:posList></gml:LineStringSegment><gml:LineStringSegment><gml:posList>4 4 0 0</gml:posList></gml:LineStringSegment></gml:segments></gml:Curve></gml:curveMember></gml:Ring>`;
    expect(
      geometriesOf(
        `<gml:Polygon srsName="EPSG:4326"><gml:innerBoundaryIs>${hole}</gml:innerBoundaryIs><gml:outerBoundaryIs>${ring}</gml:outerBoundaryIs></gml:Polygon>`,
        `<gml:Surface srsName="EPSG:4326"><gml:patches><gml:PolygonPatch>${patch}</gml:PolygonPatch></gml:patches></gml:Surface>`,
        `<gml:Polygon srsName="EPSG:4326"><gml:exterior>${curve}</gml:exterior><gml:interior>${hole}</gml:interior></gml:Polygon>`,
      ),
    ).toEqual(Array.from({ length: 3 }, () => ({ type: 'Polygon', coordinates: rings })));
  });

  it('has an element of its own for every name', () => {
    const names = elementNames(new Set(['properties.a b', 'properties.a_b', 'properties.1st', 'name', 'layer']));
    expect(Object.fromEntries(names)).toEqual({
      name: 'name',
      'properties.1st': '_1st',
      'properties.a b': 'a_b',
      'properties.a_b': 'a_b_1',
    });
  });
});
