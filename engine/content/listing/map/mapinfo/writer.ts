import { isUtf8Bytes, utf8Bytes, utf8Length } from '../../../../io/bytes.ts';
import { ConversionError } from '../../../../contract/errors.ts';
import { writeZip } from '../../../../io/zip.ts';
import { ExactNumber, scalarText, type DataScalar } from '../../../records/model.ts';
import { codePageOf } from '../../../workbook/dbf/code-pages.ts';
import type { Listing } from '../../model.ts';
import { cellsByName } from '../../rows.ts';
import { featureOfEntry, linesOfGeometry, type Geometry, type Position } from '../features.ts';
import { plainNumber } from '../gpx.ts';
import { FileNames } from '../shapefile/layout.ts';
import { DEGREES } from './coord-sys.ts';
import { asObject, columnText, mapInfoColumns } from './layout.ts';

/** What a table of MapInfo has at most. */
const MOST_COLUMNS = 250;
/** Version 6.5 has lists of points and collections; 15.2 has UTF-8. */
const [PLAIN_VERSION, UNICODE_VERSION] = [650, 1520];
/** The mark of code page 1252 in dBase files. */
const LATIN_1 = 0x03;

type Cells = ReadonlyMap<string, DataScalar>;
type ColumnType = 'logical' | 'integer' | 'float' | 'date' | 'char';

interface Column {
  readonly cell: string;
  readonly name: string;
  readonly type: ColumnType;
  /** Of texts: the bytes of the longest. */
  readonly width: number;
}

/** A ZIP with a pair of files for each layer: objects in a `.mif`, their attributes in a `.mid`. */
export function writeMapInfo({ entries }: Listing): Uint8Array {
  const files = new FileNames();
  const rows = entries.map(cellsByName);
  const names = mapInfoColumns(new Set(rows.flatMap((cells) => [...cells.keys()])));
  const layers = new Map<string, { readonly objects: (Geometry | undefined)[]; readonly rows: Cells[] }>();
  for (const [index, entry] of entries.entries()) {
    const { geometry, layer } = featureOfEntry(entry);
    const file = files.of(layer, undefined);
    const known = layers.get(file) ?? { objects: [], rows: [] };
    known.objects.push(geometry && asObject(geometry));
    known.rows.push(rows[index]!);
    layers.set(file, known);
  }
  return writeZip([...layers].flatMap(([name, layer]) => filesOf(name, layer, names)));
}

function filesOf(
  file: string,
  { objects, rows }: { readonly objects: readonly (Geometry | undefined)[]; readonly rows: readonly Cells[] },
  names: ReadonlyMap<string, string>,
): { readonly name: string; readonly bytes: Uint8Array }[] {
  const columns = [...names]
    .filter(([cell]) => rows.some((cells) => cells.has(cell)))
    .map(([cell, name]) => ({ cell, name, ...typeOf(rows.map((cells) => cells.get(cell) ?? null)) }));
  if (columns.length > MOST_COLUMNS)
    throw new ConversionError({
      code: 'input_too_complex',
      message: `A table of MapInfo has at most ${MOST_COLUMNS} columns, and the map has ${columns.length}. Choose GeoJSON.`,
      details: { limit: 'columns', allowed: MOST_COLUMNS },
    });
  const data = rows.map((cells) => `${columns.map((column) => fieldOf(cells, column)).join(',')}\r\n`).join('');
  const { charset, version, encode } = encodingOf(data + columns.map(({ name }) => name).join(''));
  const head = [
    `Version ${version}`,
    `Charset "${charset}"`,
    'Delimiter ","',
    `CoordSys ${DEGREES}`,
    `Columns ${columns.length}`,
    ...columns.map(({ name, type, width }) => `  ${name} ${TYPES[type]}${type === 'char' ? `(${width})` : ''}`),
    'Data',
    '',
  ];
  const drawn = objects.flatMap((object) => (object ? linesOf(object) : ['None']));
  return [
    { name: `${file}.mif`, bytes: encode([...head, ...drawn, ''].join('\r\n')) },
    { name: `${file}.mid`, bytes: encode(data) },
  ];
}

const TYPES: Readonly<Record<ColumnType, string>> = {
  logical: 'Logical',
  integer: 'Integer',
  float: 'Float',
  date: 'Date',
  char: 'Char',
};

/** MapInfo before 15.2 reads the code page of western Europe, and no UTF-8. */
function encodingOf(text: string): {
  readonly charset: string;
  readonly version: number;
  readonly encode: (text: string) => Uint8Array;
} {
  const page = codePageOf(new Set(text));
  // Readers may take for UTF-8 what is valid as that.
  const isMistaken = page !== undefined && /[^\0-\x7f]/.test(text) && isUtf8Bytes(page.encode(text));
  return page?.mark === LATIN_1 && !isMistaken
    ? { charset: 'WindowsLatin1', version: PLAIN_VERSION, encode: (part) => page.encode(part) }
    : { charset: 'UTF-8', version: UNICODE_VERSION, encode: utf8Bytes };
}

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

function typeOf(all: readonly DataScalar[]): { readonly type: ColumnType; readonly width: number } {
  const values = all.filter((value) => value !== null && value !== '');
  const every = (test: (value: DataScalar) => boolean): boolean => values.length > 0 && values.every(test);
  if (every((value) => typeof value === 'boolean')) return { type: 'logical', width: 0 };
  if (every((value) => value instanceof ExactNumber)) {
    const numbers = values.map((value) => Number(scalarText(value)));
    if (numbers.every((number) => (number | 0) === number)) return { type: 'integer', width: 0 };
    if (numbers.every((number) => Number.isFinite(number))) return { type: 'float', width: 0 };
  }
  if (every((value) => typeof value === 'string' && DAY.test(value))) return { type: 'date', width: 0 };
  const width = Math.max(1, ...values.map((value) => utf8Length(columnText(scalarText(value)))));
  return { type: 'char', width };
}

function fieldOf(cells: Cells, { cell, type }: Column): string {
  const value = cells.get(cell) ?? null;
  const text = value === null ? '' : scalarText(value);
  if (type === 'char') return `"${columnText(text).replaceAll('"', '""')}"`;
  if (text === '') return '';
  if (type === 'logical') return text === 'true' ? 'T' : 'F';
  return type === 'date' ? text.replaceAll('-', '') : String(Number(text));
}

function linesOf(object: Geometry): string[] {
  switch (object.type) {
    case 'Point':
      return [`Point ${placeOf(object.coordinates)}`];
    case 'MultiPoint':
      return [`Multipoint ${object.coordinates.length}`, ...object.coordinates.map(placeOf)];
    case 'LineString':
      return [`Pline ${object.coordinates.length}`, ...object.coordinates.map(placeOf)];
    case 'MultiLineString':
      return [`Pline Multiple ${object.coordinates.length}`, ...object.coordinates.flatMap(partOf)];
    case 'GeometryCollection':
      return [`Collection ${object.geometries.length}`, ...object.geometries.flatMap(linesOf)];
    default: {
      const rings = linesOfGeometry(object);
      return [`Region ${rings.length}`, ...rings.flatMap(partOf)];
    }
  }
}

function partOf(positions: readonly Position[]): string[] {
  return [`  ${positions.length}`, ...positions.map(placeOf)];
}

function placeOf([x = 0, y = 0]: Position): string {
  return `${plainNumber(x)} ${plainNumber(y)}`;
}
