import { hasHeight, mapPositions, type Geometry, type Position } from '../features.ts';
import { fieldNames } from '../fields.ts';
import { heldTables, type TableNames } from '../geopackage/layout.ts';
import { DEFAULT_LAYER, geometryOfTexts } from '../shapefile/layout.ts';

/* FlatGeobuf 3 (https://flatgeobuf.org): the tables of header.fbs and feature.fbs, by the numbers of their fields. */

/** "fgb", the version, and the same again with the patch, which readers do not look at. */
export const MAGIC = new Uint8Array([0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0]);

export const HEADER = {
  ...{ name: 0, envelope: 1, geometryType: 2, hasHeight: 3, columns: 7 },
  ...{ count: 8, nodeSize: 9, system: 10, title: 11 },
} as const;
export const COLUMN = { name: 0, type: 1 } as const;
export const SYSTEM = { organization: 0, code: 1, name: 2, definition: 4, codeText: 5 } as const;
export const FEATURE = { geometry: 0, properties: 1, columns: 2 } as const;
export const GEOMETRY = { ends: 0, places: 1, heights: 2, measures: 3, type: 6, parts: 7 } as const;

/** Kinds of geometries by their numbers; what follows consists of arcs, or of surfaces. */
export const GEOMETRY_TYPES = [
  ...(['Unknown', 'Point', 'LineString', 'Polygon', 'MultiPoint'] as const),
  ...(['MultiLineString', 'MultiPolygon', 'GeometryCollection'] as const),
] as const;

/** Kinds that consist of polygons. */
export const SURFACE_TYPES: Readonly<Record<number, 'PolyhedralSurface' | 'TIN' | 'Triangle'>> = {
  15: 'PolyhedralSurface',
  16: 'TIN',
  17: 'Triangle',
};

/** Types of columns by their numbers. */
export const COLUMN_TYPES = [
  ...(['int8', 'uint8', 'boolean', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'] as const),
  ...(['float32', 'float64', 'text', 'json', 'moment', 'binary'] as const),
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** The column of features of several layers: one layer is named by the header. */
export const LAYER_COLUMN = 'layer';

export function columnNames(cells: ReadonlySet<string>): ReadonlyMap<string, string> {
  return fieldNames(cells, { bytes: Infinity, taken: [LAYER_COLUMN] });
}

const NAMES: TableNames = {
  columnNames,
  tableNameOf: (layer) => layer ?? DEFAULT_LAYER,
  isCaseFolded: false,
  named: new Set(['name', 'description', 'time', 'kind']),
};

/** Every position of a file has a height, or none has: the height of a position that has none among others. */
export const NO_HEIGHT = 0;

type Texts = ReadonlyMap<string, string>;

/** What a FlatGeobuf file holds of entries that are texts. */
export function heldColumns(entries: readonly Texts[]): Texts[] {
  const held = heldTables(entries, NAMES);
  const geometries = held.map(geometryOfTexts);
  if (!geometries.some((geometry) => geometry && hasHeight(geometry))) return held;
  return held.map((texts, index) => {
    const geometry = geometries[index];
    return geometry ? new Map([...texts, ...textsOfGeometry(mapPositions(geometry, withHeight))]) : texts;
  });
}

export function withHeight([x = 0, y = 0, height = NO_HEIGHT]: Position): Position {
  return [x, y, height];
}

function textsOfGeometry(geometry: Geometry): [string, string][] {
  if (geometry.type === 'GeometryCollection') return [['geometry.geometries', JSON.stringify(geometry.geometries)]];
  if (geometry.type !== 'Point') return [['geometry.coordinates', JSON.stringify(geometry.coordinates)]];
  return [['elevation', String(geometry.coordinates[2])]];
}
