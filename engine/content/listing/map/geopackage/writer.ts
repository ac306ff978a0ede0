import type { DatabaseSync, SQLInputValue } from '../../../../io/sqlite.ts';
import { ConversionError } from '../../../../contract/errors.ts';
import { ExactNumber, scalarText, type DataScalar } from '../../../records/model.ts';
import { Database, quoted } from '../../../records/sqlite/reader.ts';
import type { Entry, Listing } from '../../model.ts';
import { cellsByName } from '../../rows.ts';
import { requireSystem, WGS_84 } from '../epsg-codes.ts';
import { featureOfEntry, linesOfGeometry, type Geometry, type Position } from '../features.ts';
import { boxOf } from '../rings.ts';
import { writeWkb } from '../wkb.ts';
import { columnNames, GEOMETRY, KEY, tableNameOf } from './layout.ts';

/** "GPKG", and version 1.3. */
const [APPLICATION, VERSION] = [0x47504b47, 10_300];
/** The same map gives the same bytes, whenever it is written. */
const CHANGED = '1970-01-01T00:00:00.000Z';
const MOST_COLUMNS = 1_900;

const WGS_84_DEFINITION =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]';

/** Tables of the format (GeoPackage 1.3, annex C). */
const TABLES = `
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER, CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name), CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name), CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
`;

/** A GeoPackage with a layer for every layer of the map. */
export function writeGeoPackage({ entries }: Listing, system = requireSystem(WGS_84)): Uint8Array {
  using database = new Database(':memory:');
  database.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION}`);
  database.exec(`PRAGMA journal_mode = OFF; BEGIN; ${TABLES}`);
  const systems = database.prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)');
  systems.run(
    'Undefined Cartesian SRS',
    -1,
    'NONE',
    -1,
    'undefined',
    'undefined Cartesian coordinate reference system',
  );
  systems.run(
    'Undefined geographic SRS',
    0,
    'NONE',
    0,
    'undefined',
    'undefined geographic coordinate reference system',
  );
  systems.run(
    'WGS 84 geodetic',
    WGS_84,
    'EPSG',
    WGS_84,
    WGS_84_DEFINITION,
    'longitude/latitude coordinates in decimal degrees',
  );
  const { code, name: systemName, definition } = system;
  if (code !== WGS_84) systems.run(systemName, code, 'EPSG', code, definition, null);
  const rows = entries.map(cellsByName);
  const columns = columnNames(new Set(rows.flatMap((cells) => [...cells.keys()])));
  const layers = new Map<string, Layer>();
  for (const [index, entry] of entries.entries()) {
    const name = tableNameOf(featureOfEntry(entry).layer);
    // SQLite does not tell names apart by the case of their letters.
    const key = name.toLowerCase();
    const layer = layers.get(key) ?? { name, entries: [], rows: [] };
    layer.entries.push(entry);
    layer.rows.push(rows[index]!);
    layers.set(key, layer);
  }
  for (const layer of layers.values()) writeLayer(database, layer, { columns, code });
  database.exec('COMMIT');
  return database.serialize();
}

interface Layer {
  readonly name: string;
  readonly entries: Entry[];
  readonly rows: ReadonlyMap<string, DataScalar>[];
}

function writeLayer(
  database: DatabaseSync,
  { name, entries, rows }: Layer,
  { columns: names, code }: { readonly columns: ReadonlyMap<string, string>; readonly code: number },
): void {
  const columns = [...names]
    .filter(([cell]) => rows.some((cells) => cells.has(cell)))
    .map(([cell, column]) => ({ cell, column, type: typeOf(rows.map((cells) => cells.get(cell) ?? null)) }));
  if (columns.length > MOST_COLUMNS)
    throw new ConversionError({
      code: 'input_too_complex',
      message: `A layer of a GeoPackage has at most ${MOST_COLUMNS} attributes, and the map has ${columns.length}. Choose GeoJSON.`,
      details: { limit: 'columns', allowed: MOST_COLUMNS },
    });
  const geometries = entries.map((entry) => {
    const { geometry } = featureOfEntry(entry);
    return geometry && linesOfGeometry(geometry).flat().length > 0 ? geometry : undefined;
  });
  const places = geometries.flatMap((geometry) => (geometry ? linesOfGeometry(geometry).flat() : []));
  const box = places.length > 0 ? boxOf(places) : undefined;
  database
    .prepare('INSERT INTO gpkg_contents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .run(name, 'features', name, '', CHANGED, ...(box ?? [null, null, null, null]), code);
  database
    .prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, ?, ?)')
    .run(name, GEOMETRY, kindOf(geometries), code, heightsOf(places), 0);
  const declared = columns.map(({ column, type }) => `, ${quoted(column)} ${type}`).join('');
  database.exec(
    `CREATE TABLE ${quoted(name)} (${KEY} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ${GEOMETRY} ${kindOf(geometries)}${declared})`,
  );
  const insert = database.prepare(`INSERT INTO ${quoted(name)} VALUES (?, ?${', ?'.repeat(columns.length)})`);
  for (const [index, cells] of rows.entries())
    insert.run(
      index + 1,
      geometries[index] ? blobOf(geometries[index], code) : null,
      ...columns.map(({ cell, type }) => sqlValue(cells.get(cell) ?? null, type)),
    );
}

/** 0: none has a height; 1: all have; 2: some. */
function heightsOf(places: readonly Position[]): number {
  const high = places.filter((place) => place.length > 2).length;
  if (high === 0) return 0;
  return high === places.length ? 1 : 2;
}

function kindOf(geometries: readonly (Geometry | undefined)[]): string {
  const kinds = new Set(geometries.flatMap((geometry) => geometry?.type.toUpperCase() ?? []));
  const [only] = kinds;
  return kinds.size === 1 ? only! : 'GEOMETRY';
}

/** A header with the box around the geometry, except for points, and well-known binary (2.1.3). */
function blobOf(geometry: Geometry, code: number): Uint8Array {
  const places = linesOfGeometry(geometry).flat();
  const box = geometry.type === 'Point' || places.length === 0 ? undefined : boxOf(places);
  const content = writeWkb(
    geometry,
    places.some((place) => place.length > 2),
  );
  const bytes = new Uint8Array(8 + (box ? 32 : 0) + content.byteLength);
  const view = new DataView(bytes.buffer);
  bytes.set([0x47, 0x50, 0, 1 | (box ? 2 : 0)]);
  view.setInt32(4, code, true);
  // The order of the box: along the first axis, then along the second.
  const [west, south, east, north] = box ?? [];
  if (box)
    for (const [at, number] of [west!, east!, south!, north!].entries()) view.setFloat64(8 + 8 * at, number, true);
  bytes.set(content, 8 + (box ? 32 : 0));
  return bytes;
}

type ColumnType = 'BOOLEAN' | 'INTEGER' | 'REAL' | 'TEXT' | 'DATE' | 'BLOB';
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

function typeOf(all: readonly DataScalar[]): ColumnType {
  const values = all.filter((value) => value !== null && value !== '');
  if (values.length === 0) return 'TEXT';
  if (values.every((value) => typeof value === 'boolean')) return 'BOOLEAN';
  if (values.every((value) => value instanceof Uint8Array)) return 'BLOB';
  if (values.every((value) => value instanceof ExactNumber)) {
    const numbers = values.map(({ text }) => Number(text));
    if (numbers.every(Number.isSafeInteger)) return 'INTEGER';
    if (
      numbers.every((number) => Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)))
    )
      return 'REAL';
  }
  return values.every((value) => typeof value === 'string' && DAY.test(value)) ? 'DATE' : 'TEXT';
}

function sqlValue(value: DataScalar, type: ColumnType): SQLInputValue {
  if (value === null || value === '') return null;
  if (type === 'BOOLEAN') return Number(value);
  if (type === 'BLOB') return value as Uint8Array;
  const text = scalarText(value);
  return type === 'INTEGER' || type === 'REAL' ? Number(text) : text;
}
