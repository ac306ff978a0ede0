import type { RunContext } from '../../../../contract/codec.ts';
import { utf8Of, viewOf } from '../../../../io/bytes.ts';
import { ExactNumber, type DataScalar } from '../../../records/model.ts';
import { corrupt, createValueBudget, truncated, type ValueBudget } from '../../failures.ts';
import { numberOf, type Entry, type Listing } from '../../model.ts';
import { requireSystem, systemOfCode } from '../epsg-codes.ts';
import { geometryOfJson, linesOfGeometry, type Geometry, type Position } from '../features.ts';
import { entryOfFields } from '../fields.ts';
import { inDegrees, projectionOf, requireDegrees, tellProjection } from '../reference-systems.ts';
import { DEFAULT_LAYER } from '../shapefile/layout.ts';
import { FlatTable } from './flatbuffers.ts';
import { treeBytes } from './hilbert-tree.ts';
import {
  COLUMN,
  COLUMN_TYPES,
  FEATURE,
  GEOMETRY,
  GEOMETRY_TYPES,
  SURFACE_TYPES,
  HEADER,
  LAYER_COLUMN,
  MAGIC,
  SYSTEM,
  type ColumnType,
} from './layout.ts';

const FEATURES_BETWEEN_SIGNALS = 4096;
const MOST_NESTED = 16;

interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** The features of a FlatGeobuf file, one behind the other; its index is passed over. */
export function readFlatGeobuf(bytes: Uint8Array, context: RunContext): Listing {
  const layer = readFlatLayer(bytes, { budget: createValueBudget(context.limits) }, context);
  const name = layer.name === '' || layer.name === DEFAULT_LAYER ? undefined : layer.name;
  return { entries: entriesOfFlatLayer(layer, { name, called: 'The map', layerColumn: LAYER_COLUMN }, context) };
}

/** What a FlatGeobuf file holds, at the coordinates of its own reference system. */
export interface FlatLayer {
  readonly name: string;
  /** The definition of its reference system. */
  readonly system: string | undefined;
  readonly found: readonly FlatFeature[];
  /** Positions with a measure. */
  readonly measures: number;
  /** Geometries that consist of arcs, which have no geometry here. */
  readonly foreign: number;
}

interface FlatReading {
  readonly budget: ValueBudget;
  /** How texts are read; as UTF-8, which the format has, if absent. */
  readonly decode?: ((bytes: Uint8Array) => string) | undefined;
}

export function readFlatLayer(bytes: Uint8Array, reading: FlatReading, context: RunContext): FlatLayer {
  if (!MAGIC.subarray(0, 3).every((byte, at) => bytes[at] === byte)) throw corrupt('it does not begin with "fgb"');
  const header = FlatTable.rootOf(sized(bytes, MAGIC.byteLength));
  const columns = columnsOf(header.tables(HEADER.columns));
  const count = Number(header.uint64(HEADER.count));
  const nodeSize = header.uint16(HEADER.nodeSize, 16);
  const start = MAGIC.byteLength + 4 + viewOf(bytes).getUint32(MAGIC.byteLength, true);
  const index = count > 0 && nodeSize > 1 ? treeBytes(Math.min(count, bytes.byteLength), nodeSize) : 0;
  if (start + index > bytes.byteLength) throw truncated('its index is cut off', { features: count });
  const reader = new FeatureReader(context, reading, { columns, type: header.uint8(HEADER.geometryType) });
  for (let at = start + index; at < bytes.byteLength;) {
    const feature = sized(bytes, at);
    reader.add(FlatTable.rootOf(feature));
    at += 4 + feature.byteLength;
  }
  const { found, measures, foreign } = reader;
  if (count > 0 && found.length !== count)
    throw truncated(`it says that it has ${count} features, and has ${found.length}`, { features: count });
  const system = systemOf(header.table(HEADER.system));
  return { name: header.text(HEADER.name), system, found, measures, foreign };
}

/** What stands behind a length of four bytes. */
function sized(bytes: Uint8Array, at: number): Uint8Array {
  if (at + 4 > bytes.byteLength) throw truncated('a length is cut off');
  const length = viewOf(bytes).getUint32(at, true);
  if (at + 4 + length > bytes.byteLength) throw truncated('a feature or the header is cut off');
  return bytes.subarray(at + 4, at + 4 + length);
}

function columnsOf(tables: readonly FlatTable[]): Column[] {
  return tables.map((table) => {
    const type = COLUMN_TYPES[table.uint8(COLUMN.type)];
    if (!type) throw corrupt('a column has an unknown type');
    return { name: table.text(COLUMN.name), type };
  });
}

interface LayerNames {
  readonly name: string | undefined;
  /** Names the layer in what is told of it. */
  readonly called: string;
  /** The column that says of each feature which layer it is of, where there is one. */
  readonly layerColumn?: string;
}

/** The features in degrees. */
export function entriesOfFlatLayer(
  { found, measures, foreign, system }: FlatLayer,
  { name, called, layerColumn }: LayerNames,
  context: RunContext,
): Entry[] {
  if (measures > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${called} has measures at ${measures} positions (M values), which are left out.`,
      details: { measures },
    });
  if (foreign > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${called} has ${foreign} geometries that consist of arcs, and are left out: their attributes are kept.`,
      details: { geometries: foreign },
    });
  const places = found.flatMap(({ geometry }) => geometry ?? []);
  const projection = system === undefined ? undefined : projectionOf(system);
  if (projection && places.length > 0) tellProjection(projection, context);
  else if (places.length > 0) {
    requireDegrees(places, (geometry) => linesOfGeometry(geometry).flat());
    context.warn({
      code: 'coordinates_converted',
      message: `${called} does not say which reference system its coordinates are of: they were taken for degrees of WGS 84.`,
    });
  }
  const toDegrees = projection?.toDegrees;
  return found.map(({ geometry, names, values }) => {
    const at = layerColumn === undefined ? -1 : names.indexOf(layerColumn);
    const own = at < 0 ? undefined : values[at];
    return entryOfFields(typeof own === 'string' ? own : name, {
      geometry: geometry && toDegrees ? inDegrees(geometry, toDegrees) : geometry,
      names,
      values: typeof own === 'string' ? values.map((value, index) => (index === at ? null : value)) : values,
    });
  });
}

/** By its number where that is known here, else by its definition. */
function systemOf(table: FlatTable | undefined): string | undefined {
  if (!table) return undefined;
  const organization = table.text(SYSTEM.organization);
  const code = table.int32(SYSTEM.code);
  const isRegistered = code > 0 && (organization === '' || /^epsg$/i.test(organization));
  const definition = table.text(SYSTEM.definition);
  const known = isRegistered ? systemOfCode(code) : undefined;
  if (known) return known.definition;
  if (definition !== '') return definition;
  return isRegistered ? requireSystem(code).definition : undefined;
}

export interface FlatFeature {
  readonly geometry: Geometry | undefined;
  readonly names: readonly string[];
  readonly values: readonly DataScalar[];
}

class FeatureReader {
  readonly found: FlatFeature[] = [];
  measures = 0;
  foreign = 0;
  readonly #context: RunContext;
  readonly #budget: ValueBudget;
  readonly #decode: (bytes: Uint8Array) => string;
  readonly #columns: readonly Column[];
  readonly #type: number;

  constructor(
    context: RunContext,
    { budget, decode = utf8Of }: FlatReading,
    { columns, type }: { readonly columns: readonly Column[]; readonly type: number },
  ) {
    this.#context = context;
    this.#budget = budget;
    this.#decode = decode;
    this.#columns = columns;
    this.#type = type;
  }

  add(feature: FlatTable): void {
    if (this.found.length % FEATURES_BETWEEN_SIGNALS === 0) this.#context.signal.throwIfAborted();
    this.#budget.take(1);
    const own = feature.tables(FEATURE.columns);
    const columns = own.length > 0 ? columnsOf(own) : this.#columns;
    const table = feature.table(FEATURE.geometry);
    const foreign = this.foreign;
    const geometry = table && this.#geometry(table, this.#type, 0);
    this.found.push({
      geometry: this.foreign === foreign ? geometry : undefined,
      names: columns.map(({ name }) => name),
      values: this.#values(feature.bytes(FEATURE.properties) ?? new Uint8Array(), columns),
    });
  }

  /** Undefined for an empty one, and for one of a kind that is told. */
  #geometry(table: FlatTable, around: number, depth: number): Geometry | undefined {
    this.#budget.take(1);
    if (depth > MOST_NESTED) throw corrupt('its geometries are nested too deep');
    const number = table.uint8(GEOMETRY.type) || around;
    const type = GEOMETRY_TYPES[number] ?? SURFACE_TYPES[number];
    if (type === undefined || type === 'Unknown') {
      this.foreign++;
      return undefined;
    }
    if (type === 'GeometryCollection' || type === 'MultiPolygon' || type === 'PolyhedralSurface') {
      const inside = type === 'GeometryCollection' ? 0 : GEOMETRY_TYPES.indexOf('Polygon');
      const parts = table.tables(GEOMETRY.parts).flatMap((part) => this.#geometry(part, inside, depth + 1) ?? []);
      if (parts.length === 0) return undefined;
      if (type === 'GeometryCollection') return { type, geometries: parts };
      const polygons = parts.map((part) => (part.type === 'Polygon' ? part.coordinates : undefined));
      return valid({ type: 'MultiPolygon', coordinates: polygons });
    }
    const positions = this.#positions(table);
    if (positions.length === 0) return undefined;
    if (type === 'Point') return valid({ type, coordinates: positions[0] });
    if (type === 'LineString' || type === 'MultiPoint') return valid({ type, coordinates: positions });
    const rings = partsOf(positions, table.uint32s(GEOMETRY.ends));
    if (type === 'TIN') return valid({ type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) });
    return valid({ type: type === 'Triangle' ? 'Polygon' : type, coordinates: rings });
  }

  #positions(table: FlatTable): Position[] {
    const [places, heights] = [table.doubles(GEOMETRY.places), table.doubles(GEOMETRY.heights)];
    const count = Math.floor(places.length / 2);
    this.#budget.take(3 * count);
    if (places.length % 2 === 1 || (heights.length > 0 && heights.length !== count))
      throw corrupt('a geometry has not as many heights as positions');
    this.measures += table.doubles(GEOMETRY.measures).filter(Number.isFinite).length;
    // Where there is no height, writers put what is no number. An empty point has no numbers at all.
    if (count === 1 && places.every(Number.isNaN)) return [];
    return Array.from({ length: count }, (_, index) => {
      const height = heights[index];
      return [
        places[2 * index]!,
        places[2 * index + 1]!,
        ...(height === undefined || Number.isNaN(height) ? [] : [height]),
      ];
    });
  }

  #values(bytes: Uint8Array, columns: readonly Column[]): DataScalar[] {
    const values: DataScalar[] = columns.map(() => null);
    const view = viewOf(bytes);
    for (let at = 0; at < bytes.byteLength;) {
      this.#budget.take(1);
      if (at + 2 > bytes.byteLength) throw truncated('a property is cut off');
      const index = view.getUint16(at, true);
      const column = columns[index];
      if (!column) throw corrupt('a property is of a column that is not there', { column: index });
      at += 2;
      const length = FIXED_BYTES[column.type] ?? (at + 4 > bytes.byteLength ? Infinity : 4 + view.getUint32(at, true));
      if (at + length > bytes.byteLength) throw truncated('a property is cut off');
      const value = bytes.subarray(at, at + length);
      values[index] = TEXTS.has(column.type) ? this.#decode(value.subarray(4)) : valueAt(view, at, column.type, value);
      at += length;
    }
    return values;
  }
}

function valid(geometry: unknown): Geometry {
  const found = geometryOfJson(geometry);
  if (
    !found ||
    linesOfGeometry(found)
      .flat(2)
      .some((number) => !Number.isFinite(number))
  )
    throw corrupt('a geometry has no valid coordinates');
  return found;
}

/** Lines or rings: the numbers of the positions where each ends; none where there is one. */
function partsOf(positions: readonly Position[], ends: readonly number[]): (readonly Position[])[] {
  if (ends.length === 0) return [positions];
  return ends.map((end, index) => {
    const start = index === 0 ? 0 : ends[index - 1]!;
    if (end < start || end > positions.length) throw corrupt('a line ends outside of its geometry');
    return positions.slice(start, end);
  });
}

const TEXTS: ReadonlySet<ColumnType> = new Set(['text', 'json', 'moment']);

const FIXED_BYTES: Readonly<Partial<Record<ColumnType, number>>> = {
  ...{ int8: 1, uint8: 1, boolean: 1, int16: 2, uint16: 2, int32: 4, uint32: 4 },
  ...{ int64: 8, uint64: 8, float32: 4, float64: 8 },
};

function valueAt(view: DataView, at: number, type: ColumnType, bytes: Uint8Array): DataScalar {
  switch (type) {
    case 'boolean':
      return view.getUint8(at) !== 0;
    case 'int8':
      return integer(view.getInt8(at));
    case 'uint8':
      return integer(view.getUint8(at));
    case 'int16':
      return integer(view.getInt16(at, true));
    case 'uint16':
      return integer(view.getUint16(at, true));
    case 'int32':
      return integer(view.getInt32(at, true));
    case 'uint32':
      return integer(view.getUint32(at, true));
    case 'int64':
      return integer(view.getBigInt64(at, true));
    case 'uint64':
      return integer(view.getBigUint64(at, true));
    case 'float32':
      // The shortest decimal that is this number in single precision.
      return numberOf(Number(view.getFloat32(at, true).toPrecision(7))) ?? null;
    case 'float64':
      return numberOf(view.getFloat64(at, true)) ?? null;
    default:
      return bytes.slice(4);
  }
}

/** Integers that readers of JSON would round are texts: they are identifiers. */
function integer(value: number | bigint): DataScalar {
  return Number.isSafeInteger(Number(value)) ? new ExactNumber(String(value)) : String(value);
}
