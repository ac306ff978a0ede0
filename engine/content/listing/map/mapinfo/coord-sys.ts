import { corrupt, unsupportedListing } from '../../failures.ts';
import { requireSystem } from '../epsg-codes.ts';

/* Reference systems as MapInfo names them (MapInfo Pro user guide, elements of a coordinate system). */

/** Semi-major axis in metres and inverse flattening of ellipsoids by their numbers. */
const ELLIPSOIDS: Readonly<Record<number, readonly [axis: number, flattening: number]>> = {
  0: [6378137, 298.257222101],
  1: [6378135, 298.26],
  2: [6378160, 298.25],
  3: [6378245, 298.3],
  4: [6378388, 297],
  5: [6378388, 297],
  6: [6378249.145, 293.465],
  7: [6378206.4, 294.978698213898],
  9: [6377563.396, 299.3249646],
  10: [6377397.155, 299.1528128],
  11: [6377276.345, 300.8017],
  13: [6377340.189, 299.3249646],
  21: [6378160, 298.247167427],
  28: [6378137, 298.257223563],
};

/** Datums by their numbers, by the names under which their shifts are known here, and their ellipsoids. */
const DATUMS: Readonly<Record<number, readonly [name: string, ellipsoid: number]>> = {
  28: ['European_1950', 4],
  33: ['GRS_1980', 0],
  42: ['TM65', 13],
  62: ['North_American_1927', 7],
  74: ['North_American_1983', 0],
  79: ['OSGB_1936', 9],
  87: ['Monte_Mario', 4],
  97: ['Tokyo', 10],
  104: ['WGS_1984', 28],
  109: ['Amersfoort', 10],
  110: ['Belge_1972', 4],
  112: ['RT_1990', 10],
  115: ['ETRS_1989', 0],
  116: ['GDA_1994', 0],
  117: ['NZGD_2000', 0],
  146: ['S_JTSK', 10],
  152: ['JGD_2000', 0],
  158: ['CH1903+', 10],
  1000: ['Deutsches_Hauptdreiecksnetz', 10],
  1003: ['CH1903', 10],
  1004: ['Hungarian_1972', 21],
  1016: ['KKJ', 4],
  1019: ['Belge_1972', 4],
  1028: ['GDA2020', 0],
};
/** WGS 84 on the sphere of web maps. */
const WEB_MERCATOR = { datum: 157, projection: 10, code: 3857 } as const;
/** Datums that are written out: an ellipsoid and a shift, without and with rotations. */
const [SHIFTED, TURNED] = [999, 9999];

const CENTRE = ['Central_Meridian', 'Latitude_Of_Origin'] as const;
const FALSE_ORIGIN = ['False_Easting', 'False_Northing'] as const;
const CONIC = [...CENTRE, 'Standard_Parallel_1', 'Standard_Parallel_2', ...FALSE_ORIGIN] as const;
const SCALED = [...CENTRE, 'Scale_Factor', ...FALSE_ORIGIN] as const;

/** Projections by their numbers, as ESRI names them, and their parameters in the order of the file. */
const PROJECTIONS: Readonly<Record<number, readonly [name: string, parameters: readonly string[]]>> = {
  3: ['Lambert_Conformal_Conic', CONIC],
  4: ['Lambert_Azimuthal_Equal_Area', CENTRE],
  8: ['Transverse_Mercator', SCALED],
  9: ['Albers', CONIC],
  10: ['Mercator', ['Central_Meridian']],
  25: ['Hotine_Oblique_Mercator_Azimuth_Center', ['Longitude_Of_Center', 'Latitude_Of_Center', ...FALSE_ORIGIN]],
  26: ['Mercator', ['Central_Meridian', 'Standard_Parallel_1']],
  29: ['Lambert_Azimuthal_Equal_Area', CENTRE],
  31: ['Double_Stereographic', SCALED],
};
/** What a projection has beside the parameters of the file. */
const ALWAYS: Readonly<Record<number, string>> = { 25: ',PARAMETER["Scale_Factor",1.0],PARAMETER["Azimuth",90.0]' };

/** Metres of units. */
const UNITS: Readonly<Record<string, number>> = {
  ...{ mi: 1609.344, km: 1000, in: 0.0254, ft: 0.3048, yd: 0.9144, mm: 0.001, cm: 0.01, m: 1 },
  ...{ 'survey ft': 0.304800609601219, nmi: 1852, li: 0.20116684023368, ch: 20.116684023368, rd: 5.02921005842012 },
};
const UNIT_NUMBERS = ['mi', 'km', 'in', 'ft', 'yd', 'mm', 'cm', 'm', 'survey ft', 'nmi'] as const;

export const DEGREES = 'Earth Projection 1, 104';

/**
 * The well-known text of a `CoordSys` clause. Throws `unsupported_conversion` for a plan that lies nowhere on the earth,
 * and for a system that is not known here.
 */
export function definitionOfCoordSys(clause: string): string {
  const [named = ''] = clause.split(/\bBounds\b/i);
  const text = named.trim();
  if (/\bAffine\b/i.test(text)) throw unknownCoordSys(text, 'turns and stretches its coordinates');
  const numbers = /^Earth\s+Projection\s+(.*)$/is.exec(text)?.[1];
  if (numbers === undefined)
    throw unsupportedListing(
      `The map is a plan that lies nowhere on the earth (CoordSys ${text.slice(0, 60)}): its coordinates cannot become degrees. Save it in a system of the earth first.`,
    );
  const fields = [...numbers.matchAll(/"([^"]*)"|[^\s,"]+/g)].map(([whole, quoted]) => quoted ?? whole);
  const [projection = 0, datum = 0] = fields.slice(0, 2).map(Number);
  const shift = shiftLength(datum);
  const [ellipsoid, ...shifts] = fields.slice(2, 2 + shift).map(Number);
  const [unit = 'm', ...parameters] = fields.slice(2 + shift);
  if (projection === WEB_MERCATOR.projection && datum === WEB_MERCATOR.datum)
    return requireSystem(WEB_MERCATOR.code).definition;
  const geographic = geographicOf(text, datum, { ellipsoid, shifts });
  if (projection === 1) return geographic;
  const known = PROJECTIONS[projection];
  const metres = UNITS[unit.toLowerCase()] ?? UNITS[UNIT_NUMBERS[Number(unit)] ?? ''];
  if (!known || metres === undefined) throw unknownCoordSys(text, 'has a projection or a unit that is not known here');
  const [name, names] = known;
  const spelled = names.map((label, index) => `PARAMETER["${label}",${numberIn(parameters[index])}]`);
  return `PROJCS["MapInfo ${projection}, ${datum}",${geographic},PROJECTION["${name}"],${spelled.join(',')}${ALWAYS[projection] ?? ''},UNIT["unit",${metres}]]`;
}

/** A system as tables have it in binary. */
export interface SystemNumbers {
  readonly projection: number;
  readonly datum: number;
  readonly ellipsoid: number;
  /** Of a datum that is written out: three lengths, three rotations, a scale and a meridian. */
  readonly shift: readonly number[];
  readonly unit: number;
  readonly parameters: readonly number[];
}

/** The same for the numbers of a table; undefined for a system that is not known here. */
export function definitionOfNumbers({
  projection,
  datum,
  ellipsoid,
  shift,
  unit,
  parameters,
}: SystemNumbers): string | undefined {
  if (projection === 0) return definitionOfCoordSys('NonEarth');
  const isKnown =
    (shiftLength(datum) > 0 ? ellipsoid in ELLIPSOIDS : datum in DATUMS) &&
    (projection === 1 || projection in PROJECTIONS);
  const isWeb = projection === WEB_MERCATOR.projection && datum === WEB_MERCATOR.datum;
  if (!isKnown && !isWeb) return undefined;
  const own = [ellipsoid, ...shift].slice(0, shiftLength(datum));
  return definitionOfCoordSys(`Earth Projection ${[projection, datum, ...own, unit, ...parameters].join(', ')}`);
}

function shiftLength(datum: number): number {
  if (datum === SHIFTED) return 4;
  return datum === TURNED ? 9 : 0;
}

function geographicOf(
  clause: string,
  datum: number,
  { ellipsoid, shifts }: { readonly ellipsoid: number | undefined; readonly shifts: readonly number[] },
): string {
  const isOwn = datum === SHIFTED || datum === TURNED;
  const [name, number] = isOwn ? (['of the file', ellipsoid ?? -1] as const) : (DATUMS[datum] ?? []);
  const spheroid = ELLIPSOIDS[number ?? -1];
  if (name === undefined || !spheroid) throw unknownCoordSys(clause, `has a datum that is not known here (${datum})`);
  if (!shifts.every(Number.isFinite)) throw corrupt('its reference system has a parameter that is no number');
  const [x = 0, y = 0, z = 0, rx = 0, ry = 0, rz = 0, scale = 0, meridian = 0] = shifts;
  // Rotations turn the other way than those of well-known text.
  const turned = datum === TURNED ? `,${[-rx, -ry, -rz, scale].join(',')}` : '';
  const toWgs84 = isOwn ? `,TOWGS84[${x},${y},${z}${turned}]` : '';
  return `GEOGCS["MapInfo ${datum}",DATUM["D_${name}",SPHEROID["MapInfo ${number}",${spheroid.join(',')}]${toWgs84}],PRIMEM["meridian",${meridian}],UNIT["Degree",0.0174532925199433]]`;
}

function numberIn(text: string | undefined): number {
  const number = Number(text ?? 0);
  if (!Number.isFinite(number)) throw corrupt('its reference system has a parameter that is no number');
  return number;
}

function unknownCoordSys(clause: string, why: string): Error {
  return unsupportedListing(
    `The coordinates of the map are of the reference system "CoordSys ${clause.slice(0, 80)}", which ${why}. Convert it to WGS 84 first.`,
  );
}
