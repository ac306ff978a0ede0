import type { RunContext } from '../../../../contract/codec.ts';
import { ConversionError } from '../../../../contract/errors.ts';
import type { DatabaseSync } from '../../../../io/sqlite.ts';
import { ExactNumber, type DataScalar } from '../../../records/model.ts';
import { columnsOf, guarded, openDatabase, quoted, tableNames } from '../../../records/sqlite/reader.ts';
import { corrupt, createValueBudget, truncated, unsupportedListing, type ValueBudget } from '../../failures.ts';
import { numberOf, type Entry, type Listing } from '../../model.ts';
import { linesOfGeometry, type Geometry } from '../features.ts';
import { inDegrees, projectionOf, requireDegrees, tellProjection, type Projection } from '../reference-systems.ts';
import { DEFAULT_LAYER } from '../shapefile/layout.ts';
import { entryOfFields } from '../fields.ts';
import { readWkb } from '../wkb.ts';

/* OGC GeoPackage 1.3 (12-128r17). */

const ROWS_BETWEEN_SIGNALS = 4096;
/** Names that a message lists. */
const NAMED = 5;
/** Tables of the format itself, of its indexes, and of programs. */
const OF_THE_FORMAT = /^(gpkg_|rtree_|ogr_|layer_styles$|qgis_)/i;
/** Systems that every GeoPackage knows: positions on the earth or on a plane that nobody defined. */
const UNDEFINED_SYSTEMS = [0, -1];

interface Layer {
  readonly name: string;
  readonly geometryColumn?: string;
  readonly system: number;
}

/** The layers of a GeoPackage, and its tables without places. */
export function readGeoPackage(bytes: Uint8Array, context: RunContext): Listing {
  using database = openDatabase(bytes);
  const budget = createValueBudget(context.limits);
  const tables = guarded(() => tableNames(database));
  if (!tables.some((name) => name.toLowerCase() === 'gpkg_contents'))
    throw corrupt('it has no list of its layers (gpkg_contents)');
  const layers = layersOf(database, tables, context);
  const told = new Set<number>();
  return { entries: layers.flatMap((layer) => entriesOf(database, layer, { budget, context, told })) };
}

type Row = Readonly<Record<string, unknown>>;

function rowsOf(database: DatabaseSync, table: string): Row[] {
  return guarded(() => database.prepare(`SELECT * FROM ${quoted(table)}`).all()) as Row[];
}

function layersOf(database: DatabaseSync, tables: readonly string[], context: RunContext): Layer[] {
  const byName = new Map(tables.map((name) => [name.toLowerCase(), name]));
  const geometries = byName.has('gpkg_geometry_columns') ? rowsOf(database, 'gpkg_geometry_columns') : [];
  const layers: Layer[] = [];
  const left: string[] = [];
  for (const content of rowsOf(database, 'gpkg_contents')) {
    const named = String(content['table_name']);
    const name = byName.get(named.toLowerCase());
    const type = String(content['data_type']);
    if (name === undefined || !/^(features|attributes|aspatial)$/.test(type)) left.push(named);
    else {
      const column = geometries.find((row) => String(row['table_name']).toLowerCase() === name.toLowerCase());
      const system = Number(column?.['srs_id'] ?? content['srs_id'] ?? 0);
      layers.push({ name, system, ...(column && { geometryColumn: String(column['column_name']) }) });
    }
  }
  const known = new Set(layers.map(({ name }) => name));
  left.push(...tables.filter((name) => !known.has(name) && !left.includes(name) && !OF_THE_FORMAT.test(name)));
  if (layers.length === 0)
    throw left.length > 0
      ? unsupportedListing(`The GeoPackage holds images or views alone, and no features: ${named(left)}.`)
      : new ConversionError({ code: 'empty_file', message: 'The GeoPackage has no layers.' });
  if (left.length > 0)
    context.warn({
      code: 'feature_dropped',
      message: `Tables of the GeoPackage that hold no features are left out, such as images and views: ${named(left)}.`,
      details: { tables: left.length },
    });
  return layers;
}

function named(names: readonly string[]): string {
  return `${names
    .slice(0, NAMED)
    .map((name) => name.slice(0, 80))
    .join(', ')}${names.length > NAMED ? ', …' : ''}`;
}

interface Reading {
  readonly budget: ValueBudget;
  readonly context: RunContext;
  /** Reference systems that were told already. */
  readonly told: Set<number>;
}

function entriesOf(database: DatabaseSync, layer: Layer, { budget, context, told }: Reading): Entry[] {
  const { names, types } = guarded(() => columnsOf(database, layer.name));
  const at = layer.geometryColumn === undefined ? -1 : columnNamed(names, layer.geometryColumn);
  if (layer.geometryColumn !== undefined && at < 0) throw corrupt('a layer has no column of geometries');
  const isBoolean = types.map((type) => /^bool/i.test(type));
  const projection = at < 0 ? undefined : systemOf(database, layer.system);
  const statement = guarded(() => database.prepare(`SELECT * FROM ${quoted(layer.name)}`));
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const rows = statement.iterate()[Symbol.iterator]() as Iterator<unknown>;
  const found: { readonly geometry: Geometry | undefined; readonly values: readonly DataScalar[] }[] = [];
  const dropped = { measures: 0, foreign: 0 };
  for (let next = guarded(() => rows.next()); !next.done; next = guarded(() => rows.next())) {
    if (found.length % ROWS_BETWEEN_SIGNALS === 0) context.signal.throwIfAborted();
    budget.take(names.length);
    const cells = next.value as readonly Cell[];
    const read = at < 0 ? undefined : geometryOf(cells[at]!, budget);
    dropped.measures += read?.measures ?? 0;
    dropped.foreign += read?.foreign === undefined ? 0 : 1;
    found.push({
      geometry: read?.geometry,
      values: cells.map((cell, index) => (index === at ? null : valueOf(cell, isBoolean[index]!))),
    });
  }
  tellDropped(layer.name, dropped, context);
  if (at >= 0) {
    const places = found.flatMap(({ geometry }) => geometry ?? []);
    if (!projection) requireDegrees(places, (geometry) => linesOfGeometry(geometry).flat());
    if (!told.has(layer.system) && places.length > 0) tellSystem(layer, projection, context);
    told.add(layer.system);
  }
  const numbers = numbersOfRows(names, found);
  const toDegrees = projection?.toDegrees;
  return found.map(({ geometry, values }) =>
    entryOfFields(layer.name === DEFAULT_LAYER ? undefined : layer.name, {
      geometry: geometry && toDegrees ? inDegrees(geometry, toDegrees) : geometry,
      names,
      values: numbers < 0 ? values : values.map((value, index) => (index === numbers ? null : value)),
    }),
  );
}

function columnNamed(names: readonly string[], name: string): number {
  return names.findIndex((each) => each.toLowerCase() === name.toLowerCase());
}

/** Every table numbers its rows: numbers that run from one on say nothing. */
function numbersOfRows(names: readonly string[], rows: readonly { readonly values: readonly DataScalar[] }[]): number {
  const at = names.findIndex((name) => /^(fid|ogc_fid)$/i.test(name));
  const areCounted = rows.every(({ values }, row) => {
    const value = values[at];
    return value instanceof ExactNumber && value.text === String(row + 1);
  });
  return areCounted ? at : -1;
}

function tellDropped(
  layer: string,
  { measures, foreign }: { readonly measures: number; readonly foreign: number },
  context: RunContext,
): void {
  if (measures > 0)
    context.warn({
      code: 'feature_dropped',
      message: `The layer "${layer}" has measures at ${measures} positions (M values), which are left out.`,
      details: { measures },
    });
  if (foreign > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${foreign} geometries of the layer "${layer}" consist of arcs or surfaces, and are left out: their attributes are kept.`,
      details: { geometries: foreign },
    });
}

function systemOf(database: DatabaseSync, system: number): Projection | undefined {
  if (UNDEFINED_SYSTEMS.includes(system)) return undefined;
  const row = rowsOf(database, 'gpkg_spatial_ref_sys').find((each) => Number(each['srs_id']) === system);
  const definitions = ['definition', 'definition_12_063'].map((name) => String(row?.[name] ?? ''));
  const definition = definitions.find((text) => text !== '' && text !== 'undefined');
  if (definition !== undefined) return projectionOf(definition);
  throw unsupportedListing(
    `The coordinates are of the reference system ${system}, which the GeoPackage does not define. Convert it to WGS 84 first.`,
  );
}

function tellSystem({ name }: Layer, projection: Projection | undefined, context: RunContext): void {
  if (projection) return tellProjection(projection, context);
  context.warn({
    code: 'coordinates_converted',
    message: `The layer "${name}" does not say which reference system its coordinates are of: they were taken for degrees of WGS 84.`,
  });
}

type Cell = null | bigint | number | string | Uint8Array;

function valueOf(cell: Cell, isBoolean: boolean): DataScalar {
  if (typeof cell === 'number') return numberOf(cell) ?? null;
  if (typeof cell !== 'bigint') return cell;
  if (isBoolean && (cell === 0n || cell === 1n)) return cell === 1n;
  // Integers that readers of JSON would round are texts: they are identifiers.
  return Number.isSafeInteger(Number(cell)) ? new ExactNumber(String(cell)) : String(cell);
}

const [ENVELOPE_BITS, EMPTY_BIT, EXTENDED_BIT] = [0x0e, 0x10, 0x20];
/** Bytes of the box around a geometry, by its kind (2.1.3). */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

function geometryOf(cell: Cell, budget: ValueBudget): ReturnType<typeof readWkb> | undefined {
  if (cell === null) return undefined;
  if (!(cell instanceof Uint8Array) || cell[0] !== 0x47 || cell[1] !== 0x50)
    throw corrupt('a geometry has no header of GeoPackage');
  if (cell.byteLength < 8) throw truncated('a geometry is cut off');
  const flags = cell[3]!;
  if (flags & EXTENDED_BIT) return { measures: 0, foreign: 0 };
  if (flags & EMPTY_BIT) return undefined;
  const box = ENVELOPE_BYTES[(flags & ENVELOPE_BITS) >> 1];
  if (box === undefined) throw corrupt('a geometry has an unknown box around it');
  return readWkb(cell.subarray(8 + box), (count) => budget.take(count));
}
