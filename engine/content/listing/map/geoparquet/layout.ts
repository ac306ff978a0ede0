import { fieldNames } from '../fields.ts';
import { heldTables, type TableNames } from '../geopackage/layout.ts';
import { DEFAULT_LAYER } from '../shapefile/layout.ts';

/* GeoParquet 1.1 (https://geoparquet.org/releases/v1.1.0/): a table with a column of geometries, and metadata about it. */

/** The key of the metadata in the footer of the file. */
export const METADATA_KEY = 'geo';
export const VERSION = '1.1.0';
export const GEOMETRY_COLUMN = 'geometry';
/** The column of features that belong to a layer: the format itself has one. */
export const LAYER_COLUMN = 'layer';

export function columnNames(cells: ReadonlySet<string>): ReadonlyMap<string, string> {
  return fieldNames(cells, { bytes: Infinity, taken: [LAYER_COLUMN, GEOMETRY_COLUMN] });
}

const NAMES: TableNames = {
  columnNames,
  tableNameOf: (layer) => layer ?? DEFAULT_LAYER,
  isCaseFolded: false,
  named: new Set(['name', 'description', 'time', 'kind']),
};

type Texts = ReadonlyMap<string, string>;

/** What a GeoParquet file holds of entries that are texts. */
export function heldParquet(entries: readonly Texts[]): Texts[] {
  return heldTables(entries, NAMES);
}
