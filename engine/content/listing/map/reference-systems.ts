import proj4 from 'proj4';
import type { RunContext } from '../../../contract/codec.ts';
import { corrupt, unsupportedListing } from '../failures.ts';
import type { ReferenceSystem } from './epsg-codes.ts';
import { mapPositions, type Geometry, type Position } from './features.ts';
import { orientedGeometry } from './rings.ts';

/** Characters of a definition that is read: the longest of the EPSG registry have about 3,000. */
const MOST_CHARS = 16_384;
const WELL_KNOWN =
  /^\s*(GEOGCS|PROJCS|GEOGCRS|GEODCRS|PROJCRS|GEODETICCRS|PROJECTEDCRS|COMPD_CS|COMPOUNDCRS|BOUNDCRS)\s*\[/i;
/** Semi-major axis of WGS 84 and GRS 1980, in metres: datums on it differ by at most two metres. */
const GEOCENTRIC_AXIS = 6_378_137;
/** Decimals of a degree that are kept of what is computed: a tenth of a millimetre. */
const DECIMALS = 9;

/**
 * Shifts of older datums to WGS 84 in metres, seconds of arc and millionths, as the EPSG registry lists them for the
 * country where the datum is in use. Definitions of ESRI do not say them.
 */
const SHIFTS: readonly (readonly [datum: RegExp, shift: readonly number[]])[] = [
  [/^(osgb_?(19)?36|ordnance_survey_of_great_britain_1936)$/, [446.448, -125.157, 542.06, 0.15, 0.247, 0.842, -20.489]],
  [/^ch1903\+?$/, [674.374, 15.056, 405.346]],
  [/^(tm65|tm75|ire65|geodetic_datum_of_1965)$/, [482.53, -130.596, 564.557, -1.042, -0.214, -0.631, 8.15]],
  [/^(belge_1972|reseau_national_belge_1972|rnb72)$/, [-106.8686, 52.2978, -103.7239, 0.3366, -0.457, 1.8422, -1.2747]],
  [/^amersfoort$/, [565.417, 50.3319, 465.552, -0.398957, 0.343988, -1.8774, 4.0725]],
  [/^deutsches_hauptdreiecksnetz$/, [598.1, 73.7, 418.2, 0.202, 0.045, -2.455, 6.7]],
  [/^(mgi|militar_geographische_institut|hermannskogel)$/, [577.326, 90.129, 463.919, 5.137, 1.474, 5.297, 2.4232]],
  [/^(ntf|nouvelle_triangulation_francaise)$/, [-168, -60, 320]],
  [/^european(_datum)?_1950$/, [-87, -98, -121]],
  [/^north_american(_datum)?_1927$/, [-8, 160, 176]],
  [
    /^(s_jtsk|jtsk|system_of_the_unified_trigonometrical_cadastral_network)$/,
    [570.8, 85.7, 462.8, 4.998, 1.587, 5.261, 3.56],
  ],
  [/^hungarian(_datum)?_1972$/, [52.17, -71.82, -14.9]],
  [/^monte_mario$/, [-104.1, -49.1, -9.9, 0.971, -2.917, 0.714, -11.68]],
  [/^tokyo$/, [-146.414, 507.337, 680.507]],
  [/^(ggrs_1987|greek_geodetic_reference_system_1987)$/, [-199.87, 74.79, 246.62]],
  [/^datum_73$/, [-223.237, 110.193, 36.649]],
  [/^(rt_?1990|rikets_koordinatsystem_1990)$/, [414.1, 41.3, 603.1, -0.855, 2.141, -7.023, 0]],
  [/^(kkj|kartastokoordinaattijarjestelma_1966)$/, [-96.062, -82.428, -121.753, 4.801, 0.345, -1.376, 1.496]],
];

/** Decimals of a metre that are kept: a tenth of a millimetre as well. */
const METRE_DECIMALS = 4;
/** Degrees by which a position may come back from a system beside itself: a centimetre. */
const MOST_ASTRAY = 1e-7;
/** Degrees around the area of a system where it is still used; the shift of an older datum holds in its own country. */
const BESIDE = { exact: 10, metres: 2, unknown: 2 } as const;

/** Turns coordinates of a map into longitude and latitude of WGS 84. */
export interface Projection {
  /** As the definition names it. */
  readonly name: string;
  /** Undefined where the coordinates are degrees already. */
  readonly toDegrees?: (position: Position) => Position;
  /** The way back; throws `unsupported_conversion` for a position that the system has no coordinates of. */
  readonly fromDegrees?: (position: Position) => Position;
  /** How far the shift of an older datum is known. */
  readonly accuracy: 'exact' | 'metres' | 'unknown';
}

/**
 * The projection that a definition in well-known text describes. Throws `unsupported_conversion` with the name of a
 * system that is not known here: coordinates are never taken for what they are not.
 */
export function projectionOf(definition: string): Projection {
  const told = definition.replace(/^\ufeff/, '').trim();
  const text = told.length > MOST_CHARS ? told : fromGreenwich(told);
  if (text.length > MOST_CHARS || !WELL_KNOWN.test(text) || /__proto__/.test(text))
    throw unsupportedListing('The map names a reference system by no well-known text. Convert it to WGS 84 first.');
  const name = /\[\s*"([^"]*)"/.exec(text)?.[1] ?? 'without a name';
  const meridian = Number(/\bPRIMEM(?:ERIDIAN)?\s*\[\s*"[^"]*"\s*,\s*([-\d.eE]+)/i.exec(text)?.[1] ?? 0);
  if (meridian !== 0) throw unknownSystem(name, 'counts its degrees from another meridian than that of Greenwich');
  const system = systemOf(text, name);
  const isGeographic = system.projName === 'longlat';
  if (isGeographic && !hasDegrees(text)) throw unknownSystem(name, 'has other units than degrees');
  const shift = shiftOf(text);
  const isGeocentric = !shift && Math.abs((system.a ?? 0) - GEOCENTRIC_AXIS) < 1;
  const accuracy = isGeocentric ? 'exact' : shift ? 'metres' : 'unknown';
  if (isGeographic && !shift) return { name, accuracy };
  setShift(system, shift);
  const { forward, inverse } = proj4(system as never, 'WGS84');
  return {
    name,
    accuracy,
    toDegrees: (position) => shifted(position, forward, name),
    fromDegrees: ([longitude = 0, latitude = 0, ...rest]) => {
      const place = placeOf([longitude, latitude], inverse);
      const back = place.every(Number.isFinite) ? forward([...place]) : [];
      const isThere = Math.abs((back[1] ?? Infinity) - latitude) < MOST_ASTRAY && isSameMeridian(back[0]!, longitude);
      if (!isThere) throw outsideOf(name, [longitude, latitude]);
      return [...place.map((number) => Number(number.toFixed(isGeographic ? DECIMALS : METRE_DECIMALS))), ...rest];
    },
  };
}

const MERIDIAN = /(\bPRIMEM(?:ERIDIAN)?\s*\[\s*"[^"]*"\s*,\s*)([-\d.eE]+)/i;
const CENTRE =
  /(\bPARAMETER\s*\[\s*"(?:central_meridian|longitude[ _]of[ _](?:cent(?:er|re)|origin|natural[ _]origin|false[ _]origin|projection[ _]centre))"\s*,\s*)([-+\d.eE]+)/i;

/** A projection in the middle of so many degrees from another meridian is one in the middle of others from Greenwich. */
function fromGreenwich(text: string): string {
  const meridian = Number(MERIDIAN.exec(text)?.[2] ?? 0);
  if (meridian === 0 || !CENTRE.test(text) || !hasDegrees(text)) return text;
  return text
    .replace(MERIDIAN, '$10')
    .replace(CENTRE, (_, before: string, degrees: string) => `${before}${Number(degrees) + meridian}`);
}

/** What is used of the projections of proj4. */
interface System {
  readonly projName?: string;
  readonly a?: number;
  datum?: { datum_type: number; datum_params?: readonly number[] };
}

function systemOf(text: string, name: string): System {
  try {
    // The library knows names beside definitions: only a definition comes here.
    return new proj4.Proj(polarAsKnown(text)) as unknown as System;
  } catch (error) {
    throw unknownSystem(name, 'has a projection that is not known here', error);
  }
}

/** The library takes the northern of ESRI's two polar projections for one around the equator: the other name of it is read well. */
function polarAsKnown(text: string): string {
  return /PROJECTION\s*\[\s*"Stereographic_North_Pole"/i.test(text)
    ? text
        .replace(/"Stereographic_North_Pole"/i, '"Polar_Stereographic"')
        .replace(/"Standard_Parallel_1"/i, '"latitude_of_origin"')
    : text;
}

function unknownSystem(name: string, why: string, cause?: unknown): Error {
  const error = unsupportedListing(
    `The coordinates of the map are of the reference system "${name.slice(0, 80)}", which ${why}. Convert it to WGS 84 first.`,
  );
  if (cause !== undefined) error.cause = cause;
  return error;
}

function hasDegrees(text: string): boolean {
  const unit = [...text.matchAll(/\b(?:ANGLE)?UNIT\s*\[\s*"[^"]*"\s*,\s*([-\d.eE+]+)/gi)].map((match) =>
    Number(match[1]),
  );
  return unit.every((factor) => Math.abs(factor - Math.PI / 180) < 1e-9 || factor === 1);
}

function shiftOf(text: string): readonly number[] | undefined {
  const said = /\bTOWGS84\s*\[([-+\d.eE,\s]*)\]/i.exec(text)?.[1]?.split(',').map(Number);
  if (said && (said.length === 3 || said.length === 7) && said.every(Number.isFinite))
    return said.every((number) => number === 0) ? undefined : said;
  const datum = (/\b(?:DATUM|TRF|GEODETICDATUM)\s*\[\s*"(?:D_)?([^"]*)"/i.exec(text)?.[1] ?? '').toLowerCase();
  return SHIFTS.find(([pattern]) => pattern.test(datum.replaceAll(/[\s-]+/g, '_')))?.[1];
}

const SECONDS = Math.PI / 180 / 3600;
/** Numbers by which proj4 knows kinds of datums. */
const [SHIFTED, TURNED, WITHOUT] = [1, 2, 5];

/** Some shifts that the library itself has are off by hundreds of metres (those of Belgium): it gets them from here. */
function setShift(system: System, shift: readonly number[] | undefined): void {
  if (!system.datum) return;
  const [x = 0, y = 0, z = 0, ...turned] = shift ?? [];
  if (!shift) system.datum.datum_type = WITHOUT!;
  else if (turned.length === 0) Object.assign(system.datum, { datum_type: SHIFTED, datum_params: [x, y, z] });
  else {
    const [rx = 0, ry = 0, rz = 0, scale = 0] = turned;
    const params = [x, y, z, rx * SECONDS, ry * SECONDS, rz * SECONDS, 1 + scale / 1e6];
    Object.assign(system.datum, { datum_type: TURNED, datum_params: params });
  }
}

function shifted([x = 0, y = 0, ...rest]: Position, forward: (place: number[]) => number[], name: string): Position {
  const [longitude = Number.NaN, latitude = Number.NaN] = forward([x, y]);
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude))
    throw corrupt(`a position lies outside of its reference system "${name.slice(0, 80)}"`);
  return [rounded(longitude), rounded(latitude), ...rest];
}

function placeOf(degrees: number[], inverse: (place: number[]) => number[]): number[] {
  try {
    return inverse(degrees).slice(0, 2);
  } catch (error) {
    // The library fails at the poles of some projections.
    if (!(error instanceof TypeError)) throw error;
    return [Number.NaN, Number.NaN];
  }
}

function isSameMeridian(a: number, b: number): boolean {
  return Math.abs(((a - b + 540) % 360) - 180) < MOST_ASTRAY;
}

function outsideOf(name: string, [longitude, latitude]: readonly [number, number]): Error {
  return unsupportedListing(
    `The position ${longitude}, ${latitude} (longitude, latitude) lies outside of the reference system "${name.slice(0, 80)}". Choose one for where the map lies.`,
  );
}

/** Throws `unsupported_conversion` for a position far from where a system is in use. */
export function requireArea(
  { name, area }: ReferenceSystem,
  positions: readonly Position[],
  accuracy: Projection['accuracy'],
): void {
  if (!area) return;
  const beside = BESIDE[accuracy];
  const [west, south, east, north] = area;
  for (const [longitude = 0, latitude = 0] of positions) {
    // Degrees east of the western border, once around the earth.
    const across = (((longitude - (west - beside)) % 360) + 360) % 360;
    if (across > east - west + 2 * beside || latitude < south - beside || latitude > north + beside)
      throw outsideOf(name, [longitude, latitude]);
  }
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(DECIMALS));
}

/** Tells what was done with the coordinates of a layer. */
export function tellProjection({ name, toDegrees, accuracy }: Projection, context: RunContext): void {
  if (!toDegrees && accuracy === 'exact') return;
  const how = {
    exact: 'They are exact to two metres.',
    metres: 'Its datum is an older one: they are exact to some ten metres.',
    unknown: 'How its datum lies to WGS 84 is not known here: they may be off by some hundred metres.',
  }[accuracy];
  context.warn({
    code: 'coordinates_converted',
    message: `The coordinates are of the reference system "${name.slice(0, 80)}" and became degrees of WGS 84. ${how}`,
    details: { system: name.slice(0, 80), accuracy },
  });
}

/** Coordinates without a reference system are degrees where they can be. */
export function requireDegrees(
  geometries: readonly Geometry[],
  positionsOf: (geometry: Geometry) => readonly Position[],
) {
  const areDegrees = geometries.every((geometry) =>
    positionsOf(geometry).every(([x = 0, y = 0]) => Math.abs(x) <= 360 && Math.abs(y) <= 90.000_001),
  );
  if (!areDegrees)
    throw unsupportedListing(
      'The map does not say which reference system its coordinates are of, and they are no degrees. Add its .prj file, or convert it to WGS 84 first.',
    );
}

/** A geometry in degrees; an axis may have turned. */
export function inDegrees(geometry: Geometry, toDegrees: (position: Position) => Position): Geometry {
  return orientedGeometry(mapPositions(geometry, toDegrees));
}
