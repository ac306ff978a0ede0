import { describe, expect, it } from 'vitest';
import { FileNames, shapeFields, shapesOf } from '../../../../../engine/content/listing/map/shapefile/layout.ts';
import { projectionOf } from '../../../../../engine/content/listing/map/reference-systems.ts';
import { polygonsOfRings, signedArea } from '../../../../../engine/content/listing/map/rings.ts';
import { codePageDecoder } from '../../../../../engine/content/workbook/dbf/code-pages.ts';

const geographic = (datum: string, spheroid: string, meridian = '"Greenwich",0.0'): string =>
  `GEOGCS["GCS",DATUM["${datum}",SPHEROID[${spheroid}]],PRIMEM[${meridian}],UNIT["Degree",0.0174532925199433]]`;
const BRITISH_GRID = `PROJCS["British_National_Grid",${geographic('D_OSGB_1936', '"Airy_1830",6377563.396,299.3249646')},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",400000.0],PARAMETER["False_Northing",-100000.0],PARAMETER["Central_Meridian",-2.0],PARAMETER["Scale_Factor",0.9996012717],PARAMETER["Latitude_Of_Origin",49.0],UNIT["Meter",1.0]]`;
const BELGIAN = `PROJCS["Belge_Lambert_1972",${geographic('D_Belge_1972', '"International_1924",6378388.0,297.0')},PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",150000.013],PARAMETER["False_Northing",5400088.438],PARAMETER["Central_Meridian",4.367486666666666],PARAMETER["Standard_Parallel_1",49.8333339],PARAMETER["Standard_Parallel_2",51.16666723333333],PARAMETER["Latitude_Of_Origin",90.0],UNIT["Meter",1.0]]`;
const UTM = `PROJCS["WGS_1984_UTM_Zone_33N",${geographic('D_WGS_1984', '"WGS_1984",6378137.0,298.257223563')},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",15.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;

const POLAR = `PROJCS["NSIDC_Polar_North",${geographic('D_WGS_1984', '"WGS_1984",6378137.0,298.257223563')},PROJECTION["Stereographic_North_Pole"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-45.0],PARAMETER["Standard_Parallel_1",70.0],UNIT["Meter",1.0]]`;
const GREEK = `PROJCS["Greek_Grid",${geographic('D_GGRS_1987', '"GRS_1980",6378137.0,298.257222101')},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",24.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;

/** Degrees of about a metre. */
const METRE = 1e-5;

describe('a reference system', () => {
  // As PROJ 9.1 computes them.
  it.each([
    ['UTM', UTM, [600000, 5_000_000], [16.272033, 45.1463929], 0.1],
    ['the British grid', BRITISH_GRID, [400000, 300000], [-2.0014331, 52.5977924], 5],
    ['the Belgian grid', BELGIAN, [150000, 170000], [4.3687521, 50.8404113], 5],
    ['the northern ice', POLAR, [142401.9812, -1627662.0927], [-40, 75], 0.1],
    ['the Greek grid, whose spheroid is shifted', GREEK, [543749.4602, 4205645.0311], [24.5, 38], 5],
  ] as const)('of %s is turned into degrees', (_name, definition, place, [longitude, latitude], metres) => {
    const [x, y, height] = projectionOf(definition).toDegrees!([...place, 12]);
    expect(Math.abs(x! - longitude)).toBeLessThan(metres * METRE);
    expect(Math.abs(y! - latitude)).toBeLessThan(metres * METRE);
    expect(height).toBe(12);
  });

  it('of degrees on WGS 84 and its like leaves numbers as they are', () => {
    expect(projectionOf(geographic('D_WGS_1984', '"WGS_1984",6378137.0,298.257223563'))).toEqual({
      name: 'GCS',
      accuracy: 'exact',
    });
    expect(projectionOf(geographic('D_ETRS_1989', '"GRS_1980",6378137.0,298.257222101')).toDegrees).toBeUndefined();
  });

  it('counts degrees from other meridians', () => {
    const ntf = geographic('D_NTF', '"Clarke_1880_IGN",6378249.2,293.46602', '"Paris",2.337229166666667');
    const lambert = `PROJCS["Lambert",${ntf},PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",600000.0],PARAMETER["False_Northing",2200000.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",45.898918964419],PARAMETER["Standard_Parallel_2",47.696014502038],PARAMETER["Latitude_Of_Origin",46.8],UNIT["Meter",1.0]]`;
    const [longitude, latitude] = projectionOf(lambert).toDegrees!([901454.2, 2224967.43635528]);
    // As PROJ has it for EPSG:27572.
    expect(longitude).toBeCloseTo(6.299001497, 7);
    expect(latitude).toBeCloseTo(46.956213654, 7);
  });

  it('on a datum that is not known says so', () => {
    expect(projectionOf(geographic('D_Unheard_Of', '"Clarke_1866",6378206.4,294.9786982')).accuracy).toBe('unknown');
  });

  it.each([
    ['another meridian', geographic('D_NTF', '"Clarke_1880_IGN",6378249.2,293.46602', '"Paris",2.337229166666667')],
    [
      'grads',
      geographic('D_NTF', '"Clarke_1880_IGN",6378249.2,293.46602').replace('0.0174532925199433', '0.01570796326794897'),
    ],
    ['a name alone', 'EPSG:27700'],
    ['a definition of proj', '+proj=utm +zone=33'],
  ])('of %s is refused', (_name, definition) => {
    expect(() => projectionOf(definition)).toThrow(/Convert it to WGS 84 first/);
  });
});

describe('rings', () => {
  const square = (x: number, y: number, side: number, isHole = false) => {
    const ring = [[x, y], [x, y + side], [x + side, y + side], [x + side, y], [x, y]]; // prettier-ignore
    return isHole ? ring.toReversed() : ring;
  };

  it('are holes of the smallest ring around them, wherever they are in the file', () => {
    const polygons = polygonsOfRings([square(2, 2, 1, true), square(0, 0, 9), square(1, 1, 5)], () => undefined);
    expect(polygons.map((rings) => rings.length)).toEqual([1, 2]);
  });

  it('are polygons of their own where nothing is around them', () => {
    expect(polygonsOfRings([square(0, 0, 1), square(5, 5, 1, true)], () => undefined)).toHaveLength(2);
    expect(polygonsOfRings([square(5, 5, 1, true)], () => undefined)).toHaveLength(1);
  });

  it('are turned as RFC 7946 wants it', () => {
    const [[outer, hole]] = polygonsOfRings([square(0, 0, 9), square(1, 1, 1, true)], () => undefined) as [
      [number[][], number[][]],
    ];
    expect(signedArea(outer)).toBeGreaterThan(0);
    expect(signedArea(hole)).toBeLessThan(0);
  });
});

describe('a shapefile', () => {
  it('names fields in ten bytes, each only once, and keeps names that fit', () => {
    const cells = [
      'properties.population_2020',
      'properties.population',
      'properties.population_2021',
      'layer',
      'name',
    ];
    const names = shapeFields(new Set([...cells, 'properties.Name', 'properties.überlänge']));
    expect(Object.fromEntries(names)).toEqual({
      name: 'name',
      'properties.Name': 'Name_1',
      'properties.population': 'population',
      'properties.population_2020': 'populati_1',
      'properties.population_2021': 'populati_2',
      'properties.überlänge': 'überläng',
    });
  });

  it('has a file for every layer and kind of shape', () => {
    const files = new FileNames();
    const of = (layer: string | undefined, kind?: 'point' | 'line') =>
      files.of(layer, kind && { kind, hasHeight: false });
    expect([
      of('a'),
      of('a', 'line'),
      of('a', 'point'),
      of('a', 'line'),
      of('a_point', 'line'),
      of(undefined, 'point'),
    ]).toEqual(['a', 'a', 'a_point', 'a', 'a_point_2', 'features']);
    expect(of('../b/c', 'line')).toBe('.._b_c');
  });

  it('has the parts of a collection one by one, with heights everywhere or nowhere', () => {
    const shapes = shapesOf({
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [1, 2] },
        { type: 'LineString', coordinates: [[1, 2], [3, 4, 5]] }, // prettier-ignore
      ],
    });
    expect(shapes.map(({ coordinates }) => coordinates)).toEqual([[1, 2], [[1, 2, 0], [3, 4, 5]]]); // prettier-ignore
  });

  it.each([
    ['ISO-8859-1', 'ü', [0xfc]],
    ['88592', 'ł', [0xb3]],
    ['ANSI 1251', 'Ж', [0xc6]],
    ['OEM 850', 'ü', [0x81]],
    ['LDID/87', 'ü', [0xfc]],
    ['cp437', 'ü', [0x81]],
    [0x65, 'Ж', [0x86]],
    ['936', '中', [0xd6, 0xd0]],
  ] as const)('has texts of the code page %s', (named, text, bytes) => {
    expect(codePageDecoder(named)?.(Uint8Array.from(bytes))).toBe(text);
  });
});
