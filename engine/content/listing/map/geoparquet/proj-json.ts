import { isObject, listIn, stringIn, type JsonObject } from '../../text.ts';
import { PROJECTION_PARAMETERS } from '../epsg-registry.ts';
import { codeNamed, systemOfCode, WGS_84, type ReferenceSystem } from '../epsg-codes.ts';
import { projectionOf, type Projection } from '../reference-systems.ts';
import { corrupt, unsupportedListing } from '../../failures.ts';

/* Reference systems as JSON (PROJJSON 0.7, https://proj.org/specifications/projjson.html). */

const SCHEMA = 'https://proj.org/schemas/v0.7/projjson.schema.json';

/** The projection that a system of a file describes: by its number where that is known here, else by its definition. */
export function projectionOfProjJson(system: unknown): Projection {
  // Files before version 0.4 have well-known text.
  if (typeof system === 'string') {
    const known = systemOfCode(codeNamed(system) ?? 0);
    return projectionOf(known?.definition ?? system);
  }
  if (!isObject(system)) throw corrupt('its reference system is no object');
  const horizontal = horizontalOf(system);
  const id = isObject(horizontal['id']) ? horizontal['id'] : {};
  const code = Number(id['code']);
  if (id['authority'] === 'OGC' && /^CRS84h?$/.test(String(id['code'])))
    return projectionOf(systemOfCode(WGS_84)!.definition);
  const known = id['authority'] === 'EPSG' && Number.isInteger(code) ? systemOfCode(code) : undefined;
  return projectionOf(known?.definition ?? wellKnownText(horizontal));
}

/** Of a system with heights, or with a shift to another, the one of the positions. */
function horizontalOf(system: JsonObject, depth = 0): JsonObject {
  const inner =
    system['type'] === 'CompoundCRS'
      ? listIn(system['components'])[0]
      : system['type'] === 'BoundCRS'
        ? system['source_crs']
        : undefined;
  return isObject(inner) && depth < 4 ? horizontalOf(inner, depth + 1) : system;
}

/** The same as well-known text (ISO 19162), as far as it says where coordinates lie. */
function wellKnownText(system: JsonObject): string {
  const name = quoted(system['name']);
  if (/^(Geographic|Geodetic)CRS$/.test(String(system['type'])))
    return `GEOGCRS[${name},${datumText(system)},CS[ellipsoidal,2],${unitText('ANGLEUNIT', axisUnit(system))}]`;
  const [base, conversion] = [system['base_crs'], system['conversion']];
  if (system['type'] !== 'ProjectedCRS' || !isObject(base) || !isObject(conversion))
    throw unsupportedListing(
      `The coordinates of the map are of the reference system ${name}, which is neither geographic nor projected. Convert it to WGS 84 first.`,
    );
  const method = isObject(conversion['method']) ? conversion['method']['name'] : undefined;
  // The common reader of definitions takes it for a projection of the spheroid.
  if (method === 'Popular Visualisation Pseudo Mercator') return systemOfCode(3857)!.definition;
  const parameters = listIn(conversion['parameters']).filter(isObject);
  if (method === 'Mercator (variant B)') return mercatorText(name, datumText(base), parameters);
  const spelled = parameters.map(
    (parameter) =>
      `,PARAMETER[${quoted(parameter['name'])},${numberText(parameter['value'])},${unitText(unitKind(parameter['unit']), parameter['unit'])}]`,
  );
  return (
    `PROJCRS[${name},BASEGEOGCRS[${quoted(base['name'])},${datumText(base)}],` +
    `CONVERSION[${quoted(conversion['name'])},METHOD[${quoted(method)}]${spelled.join('')}],` +
    `CS[Cartesian,2],${unitText('LENGTHUNIT', axisUnit(system))}]`
  );
}

/** A projection that the common reader knows only by ESRI's name; in metres and degrees, as ever. */
function mercatorText(name: string, datum: string, parameters: readonly JsonObject[]): string {
  const valueOf = (code: number): number => {
    const [label] = PARAMETERS[code]!;
    return quantity(parameters.find((parameter) => parameter['name'] === label)?.['value'] ?? 0);
  };
  const [, , codes] = METHODS['Mercator']!;
  const spelled = PROJECTION_PARAMETERS.Mercator.map(
    (label, index) => `PARAMETER["${label}",${valueOf(codes[index]!)}]`,
  );
  const geographic = datum.replace('ELLIPSOID[', 'SPHEROID[').replace(',LENGTHUNIT["metre",1]', '');
  return `PROJCS[${name},GEOGCS["base",${geographic},UNIT["Degree",${DEGREE}]],PROJECTION["Mercator"],${spelled.join(',')},UNIT["Meter",1]]`;
}

function datumText(system: JsonObject): string {
  const datum = system['datum'] ?? system['datum_ensemble'];
  const ellipsoid = isObject(datum) ? datum['ellipsoid'] : undefined;
  if (!isObject(datum) || !isObject(ellipsoid)) throw corrupt('its reference system has no datum');
  const axis = quantity(ellipsoid['semi_major_axis'] ?? ellipsoid['radius']);
  const minor = quantity(ellipsoid['semi_minor_axis'] ?? axis);
  const inverse = quantity(ellipsoid['inverse_flattening'] ?? (minor === axis ? 0 : axis / (axis - minor)));
  const meridian = isObject(datum['prime_meridian']) ? quantity(datum['prime_meridian']['longitude']) : 0;
  return (
    `DATUM[${quoted(datum['name'])},ELLIPSOID[${quoted(ellipsoid['name'])},${axis},${inverse},LENGTHUNIT["metre",1]]]` +
    (meridian === 0 ? '' : `,PRIMEM["other",${meridian}]`)
  );
}

/** A number, or one with its unit. */
function quantity(value: unknown): number {
  if (!isObject(value)) return Number(numberText(value));
  const factor = isObject(value['unit']) ? value['unit']['conversion_factor'] : 1;
  return Number(numberText(value['value'])) * Number(numberText(factor));
}

function axisUnit(system: JsonObject): unknown {
  const axes = isObject(system['coordinate_system']) ? listIn(system['coordinate_system']['axis']) : [];
  return isObject(axes[0]) ? axes[0]['unit'] : undefined;
}

/** Units with names of their own; others say what they are. */
const DEGREE = Math.PI / 180;

function unitKind(unit: unknown): 'ANGLEUNIT' | 'LENGTHUNIT' | 'SCALEUNIT' {
  if (unit === 'degree' || (isObject(unit) && unit['type'] === 'AngularUnit')) return 'ANGLEUNIT';
  return unit === 'unity' || (isObject(unit) && unit['type'] === 'ScaleUnit') ? 'SCALEUNIT' : 'LENGTHUNIT';
}

function unitText(kind: ReturnType<typeof unitKind>, unit: unknown): string {
  if (isObject(unit)) return `${kind}[${quoted(unit['name'])},${numberText(unit['conversion_factor'])}]`;
  return kind === 'ANGLEUNIT'
    ? `ANGLEUNIT["degree",${DEGREE}]`
    : `${kind}["${kind === 'SCALEUNIT' ? 'unity' : 'metre'}",1]`;
}

function quoted(value: unknown): string {
  return `"${(stringIn(value) ?? 'unnamed').replaceAll('"', "'").slice(0, 200)}"`;
}

function numberText(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw corrupt('its reference system has a parameter that is no number');
  return String(value);
}

/** Methods of the EPSG registry, and their parameters in the order of ESRI's in the definitions here. */
const ORIGIN = [8806, 8807, 8802, 8805, 8801] as const;
const METHODS: Readonly<Record<string, readonly [name: string, code: number, parameters: readonly number[]]>> = {
  Transverse_Mercator: ['Transverse Mercator', 9807, ORIGIN],
  Gauss_Kruger: ['Transverse Mercator', 9807, ORIGIN],
  Double_Stereographic: ['Oblique Stereographic', 9809, ORIGIN],
  Lambert_Conformal_Conic: ['Lambert Conic Conformal (2SP)', 9802, [8826, 8827, 8822, 8823, 8824, 8821]],
  Albers: ['Albers Equal Area', 9822, [8826, 8827, 8822, 8823, 8824, 8821]],
  Lambert_Azimuthal_Equal_Area: ['Lambert Azimuthal Equal Area', 9820, [8806, 8807, 8802, 8801]],
  Mercator: ['Mercator (variant B)', 9805, [8806, 8807, 8802, 8823]],
  Mercator_Auxiliary_Sphere: ['Popular Visualisation Pseudo Mercator', 1024, [8806, 8807, 8802, 8801]],
  Stereographic_North_Pole: ['Polar Stereographic (variant B)', 9829, [8806, 8807, 8833, 8832]],
  Stereographic_South_Pole: ['Polar Stereographic (variant B)', 9829, [8806, 8807, 8833, 8832]],
  Hotine_Oblique_Mercator_Azimuth_Center: [
    'Hotine Oblique Mercator (variant B)',
    9815,
    // The angle from the rectified to the skew grid is that of the line.
    [8816, 8817, 8815, 8813, 8812, 8811, 8814],
  ],
};
const PARAMETERS: Readonly<Record<number, readonly [name: string, unit: 'degree' | 'metre' | 'unity']>> = {
  8801: ['Latitude of natural origin', 'degree'],
  8802: ['Longitude of natural origin', 'degree'],
  8805: ['Scale factor at natural origin', 'unity'],
  8806: ['False easting', 'metre'],
  8807: ['False northing', 'metre'],
  8811: ['Latitude of projection centre', 'degree'],
  8812: ['Longitude of projection centre', 'degree'],
  8813: ['Azimuth at projection centre', 'degree'],
  8814: ['Angle from Rectified to Skew Grid', 'degree'],
  8815: ['Scale factor at projection centre', 'unity'],
  8816: ['Easting at projection centre', 'metre'],
  8817: ['Northing at projection centre', 'metre'],
  8821: ['Latitude of false origin', 'degree'],
  8822: ['Longitude of false origin', 'degree'],
  8823: ['Latitude of 1st standard parallel', 'degree'],
  8824: ['Latitude of 2nd standard parallel', 'degree'],
  8826: ['Easting at false origin', 'metre'],
  8827: ['Northing at false origin', 'metre'],
  8832: ['Latitude of standard parallel', 'degree'],
  8833: ['Longitude of origin', 'degree'],
};

const DEGREE_AXES = [
  { name: 'Geodetic latitude', abbreviation: 'Lat', direction: 'north', unit: 'degree' },
  { name: 'Geodetic longitude', abbreviation: 'Lon', direction: 'east', unit: 'degree' },
];
const METRE_AXES = [
  { name: 'Easting', abbreviation: 'E', direction: 'east', unit: 'metre' },
  { name: 'Northing', abbreviation: 'N', direction: 'north', unit: 'metre' },
];

/** A system of the registry as PROJJSON, with its number. */
export function projJsonOf({ code, name, definition, isGeographic, isNorthFirst }: ReferenceSystem): object {
  const part = (pattern: RegExp): string => pattern.exec(definition)?.[1] ?? '';
  const [, spheroid = '', axis, flattening] = /SPHEROID\["([^"]*)",([\d.]+),([\d.]+)\]/.exec(definition) ?? [];
  const id = { authority: 'EPSG', code };
  const geographic = {
    type: 'GeographicCRS',
    name: isGeographic ? name : part(/GEOGCS\["([^"]*)"/).replace(/^GCS_/, ''),
    datum: {
      type: 'GeodeticReferenceFrame',
      name: part(/DATUM\["([^"]*)"/).replace(/^D_/, ''),
      ellipsoid: { name: spheroid, semi_major_axis: Number(axis), inverse_flattening: Number(flattening) },
    },
    coordinate_system: { subtype: 'ellipsoidal', axis: DEGREE_AXES },
  };
  if (isGeographic) return { $schema: SCHEMA, ...geographic, id };
  const [method, methodCode, parameters] = METHODS[part(/PROJECTION\["([^"]*)"/)]!;
  const values = [...definition.matchAll(/PARAMETER\["[^"]*",([-\d.]+)\]/g)].map(([, value]) => Number(value));
  return {
    $schema: SCHEMA,
    type: 'ProjectedCRS',
    name,
    base_crs: geographic,
    conversion: {
      name: `${name} conversion`,
      method: { name: method, id: { authority: 'EPSG', code: methodCode } },
      parameters: parameters.map((parameter, index) => {
        const [label, unit] = PARAMETERS[parameter]!;
        const value = parameter === 8814 ? values[parameters.indexOf(8813)]! : (values[index] ?? 0);
        return { name: label, value, unit, id: { authority: 'EPSG', code: parameter } };
      }),
    },
    coordinate_system: { subtype: 'Cartesian', axis: isNorthFirst ? METRE_AXES.toReversed() : METRE_AXES },
    id,
  };
}
