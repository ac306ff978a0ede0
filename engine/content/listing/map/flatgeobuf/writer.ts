import { concatBytes, utf8Bytes } from '../../../../io/bytes.ts';
import { ConversionError } from '../../../../contract/errors.ts';
import { ExactNumber, scalarText, type DataScalar } from '../../../records/model.ts';
import type { Listing } from '../../model.ts';
import { cellsByName } from '../../rows.ts';
import { requireSystem, WGS_84, type ReferenceSystem } from '../epsg-codes.ts';
import { featureOfEntry, hasHeight, linesOfGeometry, type Geometry } from '../features.ts';
import { boxOf } from '../rings.ts';
import { DEFAULT_LAYER } from '../shapefile/layout.ts';
import { writeFlatTable, type FlatField } from './flatbuffers.ts';
import { alongCurve, boxAround, NODE_SIZE, writeTree } from './hilbert-tree.ts';
import {
  COLUMN,
  COLUMN_TYPES,
  columnNames,
  FEATURE,
  GEOMETRY,
  GEOMETRY_TYPES,
  HEADER,
  LAYER_COLUMN,
  MAGIC,
  SYSTEM,
  withHeight,
  type ColumnType,
} from './layout.ts';

/** Properties refer to their columns by numbers of two bytes. */
const MOST_COLUMNS = 65_535;

interface Column {
  readonly name: string;
  readonly cell: string;
  readonly type: ColumnType;
}

/** FlatGeobuf 3. Where every feature has a place, they are in the order of a spatial index. */
export function writeFlatGeobuf({ entries }: Listing, system = requireSystem(WGS_84)): Uint8Array {
  const rows = entries.map(cellsByName);
  const features = entries.map(featureOfEntry);
  const layers = new Set(features.map(({ layer }) => layer ?? DEFAULT_LAYER));
  const columns = columnsOf(rows, layers.size > 1);
  const geometries = features.map(({ geometry }) =>
    geometry && linesOfGeometry(geometry).flat().length > 0 ? geometry : undefined,
  );
  const isHigh = geometries.some((geometry) => geometry && hasHeight(geometry));
  const bodies = geometries.map((geometry, index) => {
    const properties = propertiesOf(rows[index]!, columns);
    return writeFlatTable([
      ...(geometry ? [[FEATURE.geometry, 'table', geometryTable(geometry, isHigh)] as const] : []),
      ...(properties.byteLength > 0 ? [[FEATURE.properties, 'bytes', properties] as const] : []),
    ]);
  });
  const boxes = geometries.flatMap((geometry) => (geometry ? [boxOf(linesOfGeometry(geometry).flat())] : []));
  const around = boxes.length > 0 ? boxAround(boxes) : undefined;
  // Every feature has a place in the index, or there is none.
  const hasIndex = around !== undefined && boxes.length === bodies.length;
  const order = hasIndex ? alongCurve(boxes, around) : bodies.map((_, index) => index);
  const sorted = order.map((index) => bodies[index]!);
  let at = 0;
  const offsets = sorted.map(({ byteLength }) => (at += byteLength) - byteLength);
  const [layer = DEFAULT_LAYER] = layers.size === 1 ? layers : [];
  const header = writeFlatTable([
    [HEADER.name, 'text', layer],
    ...(around ? [[HEADER.envelope, 'doubles', around] as const] : []),
    [HEADER.geometryType, 'uint8', typeOfAll(geometries)],
    [HEADER.hasHeight, 'uint8', Number(isHigh)],
    [HEADER.columns, 'tables', columns.map(columnTable)],
    [HEADER.count, 'uint64', BigInt(bodies.length)],
    [HEADER.nodeSize, 'uint16', hasIndex ? NODE_SIZE : 0],
    [HEADER.system, 'table', systemTable(system)],
  ]);
  const index = hasIndex
    ? writeTree(
        order.map((each) => boxes[each]!),
        offsets,
      )
    : new Uint8Array();
  return concatBytes([MAGIC, header, index, ...sorted]);
}

function columnTable({ name, type }: Column): FlatField[] {
  return [
    [COLUMN.name, 'text', name],
    [COLUMN.type, 'uint8', COLUMN_TYPES.indexOf(type)],
  ];
}

function systemTable({ code, name, definition }: ReferenceSystem): FlatField[] {
  return [
    [SYSTEM.organization, 'text', 'EPSG'],
    [SYSTEM.code, 'int32', code],
    [SYSTEM.name, 'text', name],
    [SYSTEM.definition, 'text', definition],
  ];
}

function typeOfAll(geometries: readonly (Geometry | undefined)[]): number {
  const types = new Set(geometries.flatMap((geometry) => geometry?.type ?? []));
  const [only] = types;
  return types.size === 1 ? GEOMETRY_TYPES.indexOf(only!) : 0;
}

function geometryTable(geometry: Geometry, isHigh: boolean): FlatField[] {
  const type: FlatField = [GEOMETRY.type, 'uint8', GEOMETRY_TYPES.indexOf(geometry.type)];
  const many = (parts: readonly Geometry[]): FlatField[] => [
    type,
    [GEOMETRY.parts, 'tables', parts.map((part) => geometryTable(part, isHigh))],
  ];
  if (geometry.type === 'GeometryCollection') return many(geometry.geometries);
  if (geometry.type === 'MultiPolygon')
    return many(geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates })));
  const lines = linesOfGeometry(geometry);
  const isDivided = (geometry.type === 'Polygon' || geometry.type === 'MultiLineString') && lines.length > 1;
  let count = 0;
  const ends = lines.map((line) => (count += line.length));
  const positions = lines.flat();
  return [
    type,
    ...(isDivided ? [[GEOMETRY.ends, 'uint32s', ends] as const] : []),
    [GEOMETRY.places, 'doubles', positions.flatMap(([x = 0, y = 0]) => [x, y])],
    // Readers expect a height of every position, or of none.
    ...(isHigh ? [[GEOMETRY.heights, 'doubles', positions.map((position) => withHeight(position)[2]!)] as const] : []),
  ];
}

function columnsOf(rows: readonly ReadonlyMap<string, DataScalar>[], hasLayers: boolean): Column[] {
  const names = columnNames(new Set(rows.flatMap((cells) => [...cells.keys()])));
  const layer: Column[] = hasLayers ? [{ name: LAYER_COLUMN, cell: 'layer', type: 'text' }] : [];
  const columns = [...names]
    .filter(([cell]) => rows.some((cells) => cells.has(cell)))
    .map(([cell, name]) => ({ cell, name, type: typeOf(rows.map((cells) => cells.get(cell) ?? null)) }));
  if (columns.length >= MOST_COLUMNS)
    throw new ConversionError({
      code: 'input_too_complex',
      message: `A FlatGeobuf file has fewer than ${MOST_COLUMNS} attributes, and the map has ${columns.length}. Choose GeoJSON.`,
      details: { limit: 'columns', allowed: MOST_COLUMNS - 1 },
    });
  return [...layer, ...columns];
}

const MOMENT = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

function typeOf(all: readonly DataScalar[]): ColumnType {
  const values = all.filter((value) => value !== null && value !== '');
  if (values.length === 0) return 'text';
  if (values.every((value) => typeof value === 'boolean')) return 'boolean';
  if (values.every((value) => value instanceof Uint8Array)) return 'binary';
  if (values.every((value) => value instanceof ExactNumber)) {
    const numbers = values.map(({ text }) => Number(text));
    if (numbers.every((number) => (number | 0) === number)) return 'int32';
    if (numbers.every(Number.isSafeInteger)) return 'int64';
    if (
      numbers.every((number) => Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)))
    )
      return 'float64';
  }
  return values.every((value) => typeof value === 'string' && MOMENT.test(value)) ? 'moment' : 'text';
}

function propertiesOf(cells: ReadonlyMap<string, DataScalar>, columns: readonly Column[]): Uint8Array {
  const parts = columns.flatMap(({ cell, type }, index) => {
    const value = cells.get(cell);
    if (value === undefined || value === null || value === '') return [];
    const content = contentOf(value, type);
    const isSized = type === 'text' || type === 'moment' || type === 'binary';
    const head = new DataView(new ArrayBuffer(isSized ? 6 : 2));
    head.setUint16(0, index, true);
    if (isSized) head.setUint32(2, content.byteLength, true);
    return [new Uint8Array(head.buffer), content];
  });
  return concatBytes(parts);
}

function contentOf(value: DataScalar, type: ColumnType): Uint8Array {
  if (value instanceof Uint8Array) return value;
  const view = new DataView(new ArrayBuffer(8));
  const sized = (bytes: number): Uint8Array => new Uint8Array(view.buffer, 0, bytes);
  switch (type) {
    case 'boolean':
      view.setUint8(0, Number(value));
      return sized(1);
    case 'int32':
      view.setInt32(0, Number(scalarText(value)), true);
      return sized(4);
    case 'int64':
      view.setBigInt64(0, BigInt(Number(scalarText(value))), true);
      return sized(8);
    case 'float64':
      view.setFloat64(0, Number(scalarText(value)), true);
      return sized(8);
    default:
      return utf8Bytes(scalarText(value));
  }
}
