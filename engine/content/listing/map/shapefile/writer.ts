import { concatBytes, utf8Bytes, utf8Length } from '../../../../io/bytes.ts';
import { ConversionError } from '../../../../contract/errors.ts';
import { writeZip } from '../../../../io/zip.ts';
import { ExactNumber, type DataScalar } from '../../../records/model.ts';
import type { Listing } from '../../model.ts';
import { cellsByName } from '../../rows.ts';
import { requireSystem, WGS_84 } from '../epsg-codes.ts';
import { featureOfEntry, linesOfGeometry, type Geometry, type Position } from '../features.ts';
import { classOf, fieldText, FileNames, ringsOf, shapeFields, shapesOf, type ShapeClass } from './layout.ts';
import { FILE_CODE, HEADER_BYTES, RECORD_HEADER_BYTES, SHAPES, VERSION } from './shapes.ts';

type Cells = ReadonlyMap<string, DataScalar>;
type Shape = Exclude<Geometry, { type: 'GeometryCollection' }>;

interface Layer {
  shape: ShapeClass | undefined;
  readonly records: { readonly shape: Shape | undefined; readonly cells: Cells }[];
}

/** A ZIP of shapefiles: one for every layer and kind of shape, each with its index, attributes, encoding and reference system. */
export function writeShapefile({ entries }: Listing, system = requireSystem(WGS_84)): Uint8Array {
  const layers = new Map<string, Layer>();
  const files = new FileNames();
  const names = new Set<string>();
  for (const entry of entries) {
    const { geometry, layer } = featureOfEntry(entry);
    const cells = cellsByName(entry);
    for (const name of cells.keys()) names.add(name);
    const shapes: (Shape | undefined)[] = geometry ? shapesOf(geometry) : [];
    for (const shape of shapes.length > 0 ? shapes : [undefined]) {
      const kind = shape && classOf(shape);
      const file = files.of(layer, kind);
      const known = layers.get(file) ?? { shape: undefined, records: [] };
      known.shape ??= kind;
      known.records.push({ shape, cells });
      layers.set(file, known);
    }
  }
  const fields = shapeFields(names);
  return writeZip(
    [...layers].flatMap(([name, layer]) => {
      const { shp, shx } = shapeFiles(layer);
      return [
        { name: `${name}.shp`, bytes: shp },
        { name: `${name}.shx`, bytes: shx },
        { name: `${name}.dbf`, bytes: table(layer, fields) },
        { name: `${name}.prj`, bytes: utf8Bytes(system.definition) },
        { name: `${name}.cpg`, bytes: utf8Bytes('UTF-8') },
      ];
    }),
  );
}

function shapeFiles({ shape, records }: Layer): { readonly shp: Uint8Array; readonly shx: Uint8Array } {
  const code = shape ? SHAPES[shape.kind] + (shape.hasHeight ? 10 : 0) : SHAPES.none;
  const contents = records.map((record) => contentOf(record.shape, code));
  const all = boundsOf(records.flatMap((record) => (record.shape ? linesOfGeometry(record.shape).flat() : [])));
  const bodies = contents.flatMap((content, index) => {
    const head = new DataView(new ArrayBuffer(RECORD_HEADER_BYTES));
    head.setInt32(0, index + 1);
    head.setInt32(4, content.byteLength / 2);
    return [new Uint8Array(head.buffer), content];
  });
  const index = new DataView(new ArrayBuffer(8 * contents.length));
  let at = HEADER_BYTES;
  for (const [number, { byteLength }] of contents.entries()) {
    index.setInt32(8 * number, at / 2);
    index.setInt32(8 * number + 4, byteLength / 2);
    at += RECORD_HEADER_BYTES + byteLength;
  }
  return {
    shp: concatBytes([header(code, at, all), ...bodies]),
    shx: concatBytes([header(code, HEADER_BYTES + index.byteLength, all), new Uint8Array(index.buffer)]),
  };
}

type Bounds = readonly [west: number, south: number, east: number, north: number, low: number, high: number];

function boundsOf(positions: readonly Position[]): Bounds {
  let [west, south, east, north, low, high] = [Infinity, Infinity, -Infinity, -Infinity, Infinity, -Infinity];
  for (const [x = 0, y = 0, z = 0] of positions) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
    [low, high] = [Math.min(low, z), Math.max(high, z)];
  }
  return positions.length === 0 ? [0, 0, 0, 0, 0, 0] : [west, south, east, north, low, high];
}

function header(code: number, fileBytes: number, [west, south, east, north, low, high]: Bounds): Uint8Array {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES));
  view.setInt32(0, FILE_CODE);
  view.setInt32(24, fileBytes / 2);
  view.setInt32(28, VERSION, true);
  view.setInt32(32, code, true);
  for (const [index, number] of [west, south, east, north, low, high].entries())
    view.setFloat64(36 + 8 * index, number, true);
  return new Uint8Array(view.buffer);
}

/** Numbers of a record, one behind the other. */
class Numbers {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: number) {
    this.#view = new DataView(new ArrayBuffer(bytes));
  }

  ints(...numbers: readonly number[]): void {
    for (const number of numbers) {
      this.#view.setInt32(this.#at, number, true);
      this.#at += 4;
    }
  }

  doubles(numbers: readonly number[]): void {
    for (const number of numbers) {
      this.#view.setFloat64(this.#at, number, true);
      this.#at += 8;
    }
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.#view.buffer);
  }
}

function contentOf(shape: Shape | undefined, code: number): Uint8Array {
  if (!shape) return new Uint8Array(4);
  const hasHeight = code > 10;
  if (shape.type === 'Point') {
    // A point with a height has a measure too, which is none.
    const numbers = new Numbers(hasHeight ? 36 : 20);
    numbers.ints(code);
    numbers.doubles(hasHeight ? [...shape.coordinates, -Number.MAX_VALUE] : shape.coordinates);
    return numbers.bytes;
  }
  const parts = partsOfShape(shape);
  const positions = parts.flat();
  const [west, south, east, north, low, high] = boundsOf(positions);
  const isMany = shape.type === 'MultiPoint';
  const heightBytes = hasHeight ? 16 + 8 * positions.length : 0;
  const numbers = new Numbers((isMany ? 40 : 44 + 4 * parts.length) + 16 * positions.length + heightBytes);
  numbers.ints(code);
  numbers.doubles([west, south, east, north]);
  if (isMany) numbers.ints(positions.length);
  else {
    numbers.ints(parts.length, positions.length);
    let start = 0;
    for (const part of parts) {
      numbers.ints(start);
      start += part.length;
    }
  }
  for (const [x = 0, y = 0] of positions) numbers.doubles([x, y]);
  if (hasHeight) numbers.doubles([low, high, ...positions.map(([, , z = 0]) => z)]);
  return numbers.bytes;
}

function partsOfShape(shape: Shape): readonly (readonly Position[])[] {
  if (shape.type === 'Polygon' || shape.type === 'MultiPolygon') return ringsOf(shape);
  if (shape.type === 'MultiPoint') return [shape.coordinates];
  return linesOfGeometry(shape);
}

interface Field {
  readonly name: string;
  readonly cell: string;
  readonly type: 'C' | 'N' | 'F' | 'L' | 'D';
  readonly bytes: number;
  readonly decimals: number;
}

const [MOST_INTEGER_CHARS, MOST_NUMBER_CHARS, MOST_DECIMALS] = [18, 24, 15];
/** What programs read of one table. */
const MOST_FIELDS = 255;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const [HEADER_END, FILE_END, BLANK] = [0x0d, 0x1a, 0x20];

function table({ records }: Layer, names: ReadonlyMap<string, string>): Uint8Array {
  const held = [...names]
    .filter(([cell]) => records.some(({ cells }) => cells.has(cell)))
    .map(([cell, name]) =>
      fieldOf(
        cell,
        name,
        records.map(({ cells }) => cells.get(cell) ?? null),
      ),
    );
  if (held.length > MOST_FIELDS)
    throw new ConversionError({
      code: 'input_too_complex',
      message: `A shapefile has at most ${MOST_FIELDS} attributes, and the map has ${held.length}. Choose GeoJSON or GeoPackage.`,
      details: { limit: 'columns', allowed: MOST_FIELDS },
    });
  // A table has at least one field: other programs number the shapes in it, too.
  const fields: readonly Field[] =
    held.length > 0 ? held : [{ name: 'FID', cell: '', type: 'N', bytes: 11, decimals: 0 }];
  const recordBytes = fields.reduce((sum, { bytes }) => sum + bytes, 1);
  const start = 32 + 32 * fields.length + 1;
  const bytes = new Uint8Array(start + recordBytes * records.length + 1).fill(BLANK, start);
  const view = new DataView(bytes.buffer);
  bytes.set([0x03, 80, 1, 1]);
  view.setUint32(4, records.length, true);
  view.setUint16(8, start, true);
  view.setUint16(10, recordBytes, true);
  for (const [index, { name, type, bytes: width, decimals }] of fields.entries()) {
    const at = 32 + 32 * index;
    bytes.set(utf8Bytes(name), at);
    bytes[at + 11] = type.charCodeAt(0);
    bytes[at + 16] = width;
    bytes[at + 17] = decimals;
  }
  bytes[start - 1] = HEADER_END;
  for (const [row, { cells }] of records.entries()) {
    let at = start + row * recordBytes + 1;
    for (const field of fields) {
      const text = utf8Bytes(textIn(field, field.cell === '' ? new ExactNumber(String(row)) : cells.get(field.cell)));
      bytes.set(text, field.type === 'N' || field.type === 'F' ? at + field.bytes - text.byteLength : at);
      at += field.bytes;
    }
  }
  bytes[bytes.byteLength - 1] = FILE_END;
  return bytes;
}

function fieldOf(cell: string, name: string, all: readonly DataScalar[]): Field {
  const values = all.filter((value) => value !== null && value !== '');
  const of = (type: Field['type'], bytes: number, decimals = 0): Field => ({ name, cell, type, bytes, decimals });
  const texts = values.map(plainTextOf);
  const widest = texts.reduce((most, text) => Math.max(most, utf8Length(text)), 1);
  if (values.length > 0 && values.every((value) => typeof value === 'boolean')) return of('L', 1);
  if (values.length > 0 && values.every((value) => value instanceof ExactNumber)) {
    const areIntegers = texts.every((text) => /^-?\d+$/.test(text));
    if (areIntegers && widest <= MOST_INTEGER_CHARS) return of('N', widest);
    const decimals = texts.reduce((most, text) => Math.max(most, text.split('.')[1]?.length ?? 0), 1);
    const isPlain = texts.every((text) => !/e/i.test(text));
    const bytes = Math.max(widest, Math.min(decimals, MOST_DECIMALS) + 2);
    if (!areIntegers && bytes <= MOST_NUMBER_CHARS)
      return of(isPlain ? 'N' : 'F', bytes, Math.min(decimals, MOST_DECIMALS));
  }
  return values.length > 0 && texts.every((text) => DAY.test(text)) ? of('D', 8) : of('C', widest);
}

function plainTextOf(value: DataScalar): string {
  if (value === null) return '';
  return fieldText(typeof value === 'object' && 'text' in value ? value.text : String(value));
}

function textIn({ type }: Field, value: DataScalar | undefined): string {
  if (value === undefined || value === null || value === '') return '';
  if (type === 'L') return value === true ? 'T' : 'F';
  return type === 'D' ? plainTextOf(value).replaceAll('-', '') : plainTextOf(value);
}
