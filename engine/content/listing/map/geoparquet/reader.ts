import type { RunContext } from '../../../../contract/codec.ts';
import { DataObject, ExactNumber, isList, NonFiniteNumber, type DataValue } from '../../../records/model.ts';
import { readParquetTable } from '../../../records/parquet.ts';
import { tableSource } from '../../../records/arrow/reader.ts';
import { corrupt, createValueBudget, type ValueBudget } from '../../failures.ts';
import type { Entry, Listing } from '../../model.ts';
import { PROPERTY } from '../../model.ts';
import { isObject, listIn, stringIn, type JsonObject } from '../../text.ts';
import { requireSystem, WGS_84 } from '../epsg-codes.ts';
import { entryOfFeature, geometryOfJson, linesOfGeometry, type Geometry } from '../features.ts';
import { NAMED_FIELDS } from '../fields.ts';
import { inDegrees, projectionOf, requireDegrees, tellProjection, type Projection } from '../reference-systems.ts';
import { readWkb } from '../wkb.ts';
import { LAYER_COLUMN, METADATA_KEY } from './layout.ts';
import { projectionOfProjJson } from './proj-json.ts';

/** Encodings as columns of numbers (GeoArrow), and the geometry that each is. */
const NATIVE: Readonly<Record<string, Geometry['type']>> = {
  point: 'Point',
  linestring: 'LineString',
  polygon: 'Polygon',
  multipoint: 'MultiPoint',
  multilinestring: 'MultiLineString',
  multipolygon: 'MultiPolygon',
};

/** The features of a GeoParquet file: its rows, each with the geometry of the primary column. */
export async function readGeoParquet(bytes: Uint8Array, context: RunContext): Promise<Listing> {
  const { table, metadata } = await readParquetTable(bytes, context);
  const { name: primary, column, others, indexes } = columnsOf(metadata.get(METADATA_KEY));
  const encoding = stringIn(column['encoding']) ?? 'WKB';
  const type = NATIVE[encoding.toLowerCase()];
  if (!type && encoding !== 'WKB')
    throw corrupt(`its geometries have the encoding "${encoding.slice(0, 40)}", which is none of the format`);
  const budget = createValueBudget(context.limits);
  const dropped = { measures: 0, foreign: 0 };
  const found: Found[] = [];
  for (const row of tableSource(table, context).rows()) {
    const { names, values } = row as DataObject;
    const cell = values[names.indexOf(primary)];
    if (cell === undefined) throw corrupt(`its column of geometries "${primary.slice(0, 80)}" is missing`);
    const geometry = type ? nativeGeometry(cell, type, budget) : wkbGeometry(cell, budget, dropped);
    const own = names.map((name, index) => [name, values[index]!] as const);
    found.push({
      geometry,
      values: own.filter(([name]) => name !== primary && !others.has(name) && !indexes.has(name)),
    });
  }
  tellDropped(dropped, others, context);
  return { entries: entriesOf(found, systemOf(column, found, context)) };
}

interface Found {
  readonly geometry: Geometry | undefined;
  readonly values: readonly (readonly [name: string, value: DataValue])[];
}

interface GeometryColumns {
  readonly name: string;
  readonly column: JsonObject;
  /** Further columns of geometries. */
  readonly others: ReadonlySet<string>;
  /** Columns with the boxes around geometries. */
  readonly indexes: ReadonlySet<string>;
}

function columnsOf(text: string | undefined): GeometryColumns {
  const metadata = parsed(text ?? 'null');
  if (!isObject(metadata)) throw corrupt('its metadata about geometries ("geo") is missing, or is no JSON');
  const columns = isObject(metadata['columns']) ? metadata['columns'] : {};
  const name = stringIn(metadata['primary_column']) ?? '';
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!isObject(column)) throw corrupt('its metadata ("geo") does not describe its primary column');
  const others = new Set(Object.keys(columns).filter((each) => each !== name));
  const indexes = Object.values(columns).flatMap((each) => {
    const box = isObject(each) && isObject(each['covering']) ? each['covering']['bbox'] : undefined;
    const [path] = isObject(box) ? listIn(box['xmin']) : [];
    return typeof path === 'string' ? [path] : [];
  });
  return { name, column, others, indexes: new Set(indexes) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function wkbGeometry(
  cell: DataValue,
  budget: ValueBudget,
  dropped: { measures: number; foreign: number },
): Geometry | undefined {
  if (cell === null) return undefined;
  if (!(cell instanceof Uint8Array)) throw corrupt('its column of geometries holds no well-known binary');
  const read = readWkb(cell, (count) => budget.take(count));
  dropped.measures += read.measures;
  dropped.foreign += read.foreign === undefined ? 0 : 1;
  return read.geometry;
}

/** Lists of positions, each an object of `x`, `y` and `z`, or a list of them. Measures are left out. */
function nativeGeometry(cell: DataValue, type: Geometry['type'], budget: ValueBudget): Geometry | undefined {
  if (cell === null) return undefined;
  const position = (value: DataValue): unknown => {
    if (value instanceof DataObject) {
      budget.take(2);
      const numbers = ['x', 'y', 'z'].map((axis) => plainNumber(value.values[value.names.indexOf(axis)]));
      return numbers[2] === undefined ? numbers.slice(0, 2) : numbers;
    }
    if (!isList(value)) return value;
    const inner = value.map(position);
    return value.some((each) => isList(each) || each instanceof DataObject) ? inner : value.map(plainNumber);
  };
  const coordinates = position(cell);
  if (Array.isArray(coordinates) && (coordinates.length === 0 || isEmptyPoint(coordinates, type))) return undefined;
  const geometry = geometryOfJson({ type, coordinates });
  if (!geometry) throw corrupt('a geometry has no valid coordinates');
  return geometry;
}

function isEmptyPoint(coordinates: readonly unknown[], type: Geometry['type']): boolean {
  return type === 'Point' && coordinates.slice(0, 2).every((number) => number === undefined);
}

/** Undefined for what is no number. */
function plainNumber(value: DataValue | undefined): number | undefined {
  return value instanceof ExactNumber ? Number(value.text) : undefined;
}

/** Without a system the coordinates are degrees of WGS 84; null says that nobody knows which they are of. */
function systemOf({ crs }: JsonObject, found: readonly Found[], context: RunContext): Projection {
  const geometries = found.flatMap(({ geometry }) => geometry ?? []);
  const wgs84 = projectionOf(requireSystem(WGS_84).definition);
  if (crs !== null) {
    const projection = crs === undefined ? wgs84 : projectionOfProjJson(crs);
    if (geometries.length > 0) tellProjection(projection, context);
    return projection;
  }
  requireDegrees(geometries, (geometry) => linesOfGeometry(geometry).flat());
  if (geometries.length > 0)
    context.warn({
      code: 'coordinates_converted',
      message:
        'The map does not say which reference system its coordinates are of: they were taken for degrees of WGS 84.',
    });
  return wgs84;
}

function tellDropped(
  { measures, foreign }: { readonly measures: number; readonly foreign: number },
  others: ReadonlySet<string>,
  context: RunContext,
): void {
  const tell = (message: string, details: Readonly<Record<string, number>>): void =>
    context.warn({ code: 'feature_dropped', message, details });
  if (measures > 0) tell(`The map has measures at ${measures} positions (M values), which are left out.`, { measures });
  if (foreign > 0)
    tell(`${foreign} geometries consist of arcs or surfaces, and are left out: their attributes are kept.`, {
      geometries: foreign,
    });
  if (others.size > 0)
    tell(
      `The map has further columns of geometries, which are left out: ${[...others].slice(0, 8).join(', ').slice(0, 200)}.`,
      { columns: others.size },
    );
}

function entriesOf(found: readonly Found[], { toDegrees }: Projection): Entry[] {
  return found.map(({ geometry, values }) => {
    const layer = values.find(([name, value]) => name === LAYER_COLUMN && typeof value === 'string')?.[1];
    const placed = geometry && toDegrees ? inDegrees(geometry, toDegrees) : geometry;
    const entry = new Map(entryOfFeature({ layer: stringIn(layer), geometry: placed }));
    for (const [name, read] of values) {
      const value = plainValue(read);
      if (value === null || value === '' || (name === LAYER_COLUMN && typeof layer === 'string')) continue;
      const known = NAMED_FIELDS[name];
      entry.set(known && typeof value === 'string' && !entry.has(known) ? known : PROPERTY + name, value);
    }
    return entry;
  });
}

/** Integers that readers of JSON would round are texts: they are identifiers. */
function plainValue(value: DataValue): DataValue {
  if (value instanceof NonFiniteNumber) return value.text === 'NaN' ? null : value.text;
  if (!(value instanceof ExactNumber)) return value;
  const number = Number(value.text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) && /^-?\d+$/.test(value.text) ? value.text : value;
}
