import { PROPERTY } from '../../model.ts';
import { fieldNames } from '../fields.ts';
import { DEFAULT_LAYER } from '../shapefile/layout.ts';

type Texts = ReadonlyMap<string, string>;

/** Columns that every layer has. */
export const [KEY, GEOMETRY] = ['fid', 'geom'] as const;
const NAMED: ReadonlySet<string> = new Set(['name', 'description', 'time', 'kind']);

export function columnNames(cells: ReadonlySet<string>): ReadonlyMap<string, string> {
  return fieldNames(cells, { bytes: Infinity, taken: [KEY, GEOMETRY] });
}

/** Tables have no names of the format itself, nor of SQLite. */
export function tableNameOf(layer: string | undefined): string {
  const name = layer?.replaceAll('\0', '') || DEFAULT_LAYER;
  return /^(gpkg_|rtree_|sqlite_)/i.test(name) ? `_${name}` : name;
}

/** How a format names its layers and their columns. */
export interface TableNames {
  columnNames(cells: ReadonlySet<string>): ReadonlyMap<string, string>;
  tableNameOf(layer: string | undefined): string;
  /** Layers are not told apart by the case of their letters. */
  readonly isCaseFolded: boolean;
  /** Columns that are values of every map. */
  readonly named: ReadonlySet<string>;
}

const GEOPACKAGE: TableNames = { columnNames, tableNameOf, isCaseFolded: true, named: NAMED };

/** What a GeoPackage, or another format of layers with columns, holds of entries that are texts. */
export function heldTables(entries: readonly Texts[], names: TableNames = GEOPACKAGE): Texts[] {
  const columns = names.columnNames(new Set(entries.flatMap((texts) => [...texts.keys()])));
  const tables = new Map<string, string>();
  return entries.map((texts) => {
    const held: [string, string][] = [];
    // A line of no positions is nothing that a database would hold.
    const isNothing = /^[[\],]*$/.test(texts.get('geometry.coordinates') ?? '-');
    for (const [cell, text] of texts) {
      const column = columns.get(cell);
      if (text === '' || cell === 'times' || (cell.startsWith('geometry.') && isNothing)) continue;
      if (column !== undefined) held.push([names.named.has(column) ? column : PROPERTY + column, text]);
      else if (cell !== 'layer') held.push([cell, text]);
    }
    const named = names.tableNameOf(texts.get('layer'));
    const key = names.isCaseFolded ? named.toLowerCase() : named;
    const table = tables.get(key) ?? named;
    tables.set(key, table);
    return new Map([...(table === DEFAULT_LAYER ? [] : [['layer', table] as const]), ...held]);
  });
}
