import { ConversionError } from '../../../contract/errors.ts';
import { unsupportedListing } from '../failures.ts';
import { AREAS, PROJECTION_PARAMETERS, SYSTEMS, DATUMS, type DatumId, type ProjectionName } from './epsg-registry.ts';

/** A reference system by its number in the EPSG registry. */
export interface ReferenceSystem {
  readonly code: number;
  readonly name: string;
  /** Well-known text as ESRI spells it. */
  readonly definition: string;
  readonly isGeographic: boolean;
  /** Where the registry has the northing or the latitude first, as GML writes it. */
  readonly isNorthFirst: boolean;
  /** Where it is in use, in degrees: west, south, east and north; everywhere if absent. */
  readonly area?: readonly [west: number, south: number, east: number, north: number];
}

export const WGS_84 = 4326;

/** Zones of UTM: the number of the first in the registry, and which zones there are. */
const ZONES: readonly (readonly [
  before: number,
  first: number,
  last: number,
  datum: DatumId,
  prefix: string,
  isSouth?: true,
])[] = [
  [32600, 1, 60, 'wgs_1984', 'WGS_1984_UTM'],
  [32700, 1, 60, 'wgs_1984', 'WGS_1984_UTM', true],
  [25800, 28, 38, 'etrs_1989', 'ETRS_1989_UTM'],
  [26900, 1, 23, 'north_american_1983', 'NAD_1983_UTM'],
  [23000, 28, 38, 'european_1950', 'ED_1950_UTM'],
  [28300, 48, 58, 'gda_1994', 'GDA_1994_MGA', true],
  [7800, 46, 59, 'gda2020', 'GDA2020_MGA', true],
  [31960, 17, 25, 'sirgas_2000', 'SIRGAS_2000_UTM', true],
];
/** Other numbers of the same systems. */
const ALIASES: Readonly<Record<number, number>> = {
  900913: 3857,
  102100: 3857,
  3785: 3857,
  4979: 4326,
  84: 4326,
  83: 4269,
};

/** The system of a number; undefined where it is not known here. */
export function systemOfCode(number: number): ReferenceSystem | undefined {
  const code = ALIASES[number] ?? number;
  const row = SYSTEMS.find(([each]) => each === code);
  if (row) {
    const [, name, datum, projection, parameters = [], first] = row;
    if (projection === undefined)
      return { code, name, definition: geographicOf(datum), isGeographic: true, isNorthFirst: true };
    const area = AREAS[code];
    return {
      ...projected(code, name, datum, projection, parameters),
      isNorthFirst: first === 'north',
      ...(area && { area }),
    };
  }
  const zones = ZONES.find(([before, first, last]) => code >= before + first && code <= before + last);
  if (!zones) return undefined;
  const [before, , , datum, prefix, isSouth] = zones;
  const zone = code - before;
  const name = `${prefix}_Zone_${zone}${prefix.endsWith('UTM') ? (isSouth ? 'S' : 'N') : ''}`;
  const parameters = [500_000, isSouth ? 10_000_000 : 0, 6 * zone - 183, 0.9996, 0];
  const [west, south] = [6 * zone - 186, isSouth ? -80 : 0];
  return {
    ...projected(code, name, datum, 'Transverse_Mercator', parameters),
    isNorthFirst: false,
    area: [west, south, west + 6, south + (isSouth ? 80 : 84)],
  };
}

/** The same; throws `unsupported_conversion` for a number that is not known here. */
export function requireSystem(code: number): ReferenceSystem {
  const system = systemOfCode(code);
  if (system) return system;
  throw unsupportedListing(
    `The reference system EPSG:${code} is not known here. Known are WGS 84, Web Mercator, UTM and the national systems of Europe and some others.`,
  );
}

/** The number in what files call a system: "EPSG:4326", "urn:ogc:def:crs:EPSG::4326", an address of the registry, CRS84. */
export function codeNamed(name: string): number | undefined {
  const text = name.trim();
  if (/^(urn:ogc:def:crs:OGC:(1\.3|2)?:|OGC:|http:\/\/www\.opengis\.net\/def\/crs\/OGC\/1\.3\/)?CRS84$/i.test(text))
    return WGS_84;
  const found =
    /^EPSG:{1,2}(\d{4,6})$/i.exec(text) ??
    /^urn:(?:x-)?ogc:def:crs:EPSG:[\d.]*:(\d{4,6})$/i.exec(text) ??
    /^https?:\/\/www\.opengis\.net\/(?:def\/crs\/EPSG\/[\d.]+\/|gml\/srs\/epsg\.xml#)(\d{4,6})$/i.exec(text);
  return found ? Number(found[1]) : undefined;
}

const ZONE = /^(WGS ?84|ETRS ?89|NAD ?83|ED ?50|SIRGAS ?2000)?[ /]*UTM ?(?:ZONE )?(\d{1,2}) ?([NS])$/;
const ZONES_OF: Readonly<Record<string, number>> = { ETRS89: 25_800, NAD83: 26_900, ED50: 23_000, SIRGAS2000: 31_960 };

/**
 * The system that a caller names: by its number, in any of the ways of files or alone, by its name here, or as a zone of
 * UTM ("UTM 32N", "ETRS89 / UTM zone 32N"). Throws `invalid_options` for any other.
 */
export function systemNamed(text: string, option: 'crs' | 'sourceCrs' = 'crs'): ReferenceSystem {
  const name = text.trim();
  const number = /^\d{4,6}$/.test(name) ? Number(name) : codeNamed(name);
  const system = systemOfCode(number ?? zoneNamed(name) ?? codeOfName(name) ?? 0);
  if (system) return system;
  throw new ConversionError({
    code: 'invalid_options',
    message: `Expected a reference system that is known here for ${option}, such as EPSG:25832, UTM 32N or 3857, but received ${JSON.stringify(name)}. Known are WGS 84, Web Mercator, UTM and the national systems of Europe and some others.`,
    details: { option },
  });
}

function zoneNamed(name: string): number | undefined {
  const zone = ZONE.exec(name.toUpperCase().replaceAll('_', ' '));
  if (!zone) return undefined;
  const [, datum = '', number, side] = zone;
  const before = ZONES_OF[datum.replace(' ', '')] ?? (side === 'S' ? 32_700 : 32_600);
  return before + Number(number);
}

function codeOfName(name: string): number | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
  return SYSTEMS.find(([, each]) => plain(each) === plain(name))?.[0];
}

function projected(
  code: number,
  name: string,
  datum: DatumId,
  projection: ProjectionName,
  parameters: readonly number[],
): Omit<ReferenceSystem, 'isNorthFirst' | 'area'> {
  const spelled = PROJECTION_PARAMETERS[projection]
    .map((parameter, index) => `PARAMETER["${parameter}",${decimal(parameters[index] ?? 0)}]`)
    .join(',');
  const definition = `PROJCS["${name}",${geographicOf(datum)},PROJECTION["${projection}"],${spelled},UNIT["Meter",1.0]]`;
  return { code, name, definition, isGeographic: false };
}

function geographicOf(datum: DatumId): string {
  const [system, named, spheroid, axis, flattening] = DATUMS[datum];
  return `GEOGCS["${system}",DATUM["${named}",SPHEROID["${spheroid}",${decimal(axis)},${decimal(flattening)}]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`;
}

function decimal(number: number): string {
  return Number.isInteger(number) ? `${number}.0` : String(number);
}
