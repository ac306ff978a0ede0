import type { RunContext } from '../../../../contract/codec.ts';
import { latin1Of } from '../../../../io/bytes.ts';
import { decodeText } from '../../../../io/text-encoding.ts';
import { openZip, type ZipEntry } from '../../../../io/zip.ts';
import type { DataScalar } from '../../../records/model.ts';
import { corrupt, createValueBudget, truncated, type ValueBudget } from '../../failures.ts';
import { numberOf, type Entry, type Listing } from '../../model.ts';
import { linesOfGeometry, type Geometry, type Position } from '../features.ts';
import { entryOfFields } from '../fields.ts';
import { filesOf, stemOf, tellLeftOut } from '../packed-files.ts';
import { inDegrees, projectionOf, requireDegrees, tellProjection } from '../reference-systems.ts';
import { DEFAULT_LAYER } from '../shapefile/layout.ts';
import { definitionOfCoordSys } from './coord-sys.ts';
import { CHARSETS } from './layout.ts';
import { ObjectReader, type MapObject } from './objects.ts';

const OBJECTS_BETWEEN_SIGNALS = 4096;

/** MapInfo's interchange format: a ZIP in which every `.mif` is a layer, with the attributes of the `.mid` that is named like it. */
export function readMapInfo(bytes: Uint8Array, context: RunContext): Listing {
  const zip = openZip(bytes, context.limits);
  const files = filesOf(zip);
  const maps = files.filter(({ name }) => /\.mif$/i.test(name));
  if (maps.length === 0) throw corrupt('it holds no map of MapInfo (.mif)');
  const budget = createValueBudget(context.limits);
  const used = new Set<ZipEntry>(maps);
  const entries = maps.flatMap((file) => {
    const stem = file.name.slice(0, -'.mif'.length);
    const table = zip.find(`${stem}.mid`);
    if (table) used.add(table);
    const name = stemOf(file.name);
    return entriesOf(
      { name: name === DEFAULT_LAYER ? undefined : name, objects: zip.read(file), table: table && zip.read(table) },
      budget,
      context,
    );
  });
  tellLeftOut(
    files.filter((file) => !used.has(file)),
    context,
  );
  return { entries };
}

/** A `.mif` file alone: its attributes are in another file. */
export function readBareMapInfo(bytes: Uint8Array, context: RunContext): Listing {
  context.warn({
    code: 'feature_dropped',
    message:
      'The .mif file holds the objects alone. Put it into a ZIP together with its .mid file, and their attributes are kept.',
  });
  return {
    entries: entriesOf(
      { name: undefined, objects: bytes, table: undefined },
      createValueBudget(context.limits),
      context,
    ),
  };
}

interface Layer {
  readonly name: string | undefined;
  readonly objects: Uint8Array;
  readonly table: Uint8Array | undefined;
}

function entriesOf({ name, objects, table }: Layer, budget: ValueBudget, context: RunContext): Entry[] {
  const called = name === undefined ? 'The map' : `The layer "${name}"`;
  const text = decodeText(objects, charsetOf(objects)).text;
  const header = headerOf(text);
  const reader = new ObjectReader(text, header.end, budget, header.place);
  const found: MapObject[] = [];
  for (let object = reader.next(); object; object = reader.next()) {
    if (found.length % OBJECTS_BETWEEN_SIGNALS === 0) context.signal.throwIfAborted();
    found.push(object);
  }
  if (reader.curves > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${called} has ${reader.curves} circles, arcs or rounded corners, which became straight lines.`,
      details: { curves: reader.curves },
    });
  const rows = table
    ? [...rowsOf(decodeText(table, charsetOf(objects)).text, header, (count) => budget.take(count))]
    : undefined;
  tellAttributes(rows, { called, objects: found.length, isPacked: name !== undefined || table !== undefined }, context);
  const places = found.flatMap(({ geometry }) => geometry ?? []);
  const toDegrees = projectionFor(header.coordSys, places, called, context);
  const names = header.columns.map((column) => column.name);
  return found.map(({ geometry, text: label }, index) =>
    entryOfFields(name, {
      geometry: geometry && toDegrees ? inDegrees(geometry, toDegrees) : geometry,
      names: label === undefined || names.includes('text') ? names : [...names, 'text'],
      values: [...names.map((_, column) => rows?.[index]?.[column] ?? null), label ?? null],
    }),
  );
}

function projectionFor(
  coordSys: string | undefined,
  places: readonly Geometry[],
  called: string,
  context: RunContext,
): ((position: Position) => Position) | undefined {
  if (coordSys !== undefined) {
    const projection = projectionOf(definitionOfCoordSys(coordSys));
    if (places.length > 0) tellProjection(projection, context);
    return projection.toDegrees;
  }
  requireDegrees(places, (geometry) => linesOfGeometry(geometry).flat());
  if (places.length > 0)
    context.warn({
      code: 'coordinates_converted',
      message: `${called} does not say which reference system its coordinates are of: they were taken for degrees of WGS 84.`,
    });
  return undefined;
}

function tellAttributes(
  rows: readonly unknown[] | undefined,
  { called, objects, isPacked }: { readonly called: string; readonly objects: number; readonly isPacked: boolean },
  context: RunContext,
): void {
  if (!rows) {
    if (isPacked)
      context.warn({
        code: 'feature_dropped',
        message: `${called} has no file of attributes (.mid) in the ZIP: only its objects are there.`,
      });
  } else if (rows.length !== objects)
    context.warn({
      code: 'input_repaired',
      message: `${called} has ${objects} objects, and attributes for ${rows.length}: what is without an object is left out.`,
      details: { objects, records: rows.length },
    });
}

/** Charsets stand near the beginning, in letters that every encoding has. */
function charsetOf(bytes: Uint8Array): string | undefined {
  const name = /^\s*Charset\s+"([^"]*)"/im.exec(latin1Of(bytes.subarray(0, 4096)))?.[1] ?? '';
  return CHARSETS[name.toLowerCase()];
}

type ColumnType = 'text' | 'number' | 'logical' | 'date' | 'time' | 'moment';

interface Header {
  readonly delimiter: string;
  readonly coordSys?: string;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** Where the objects begin. */
  readonly end: number;
  readonly place: (x: number, y: number) => Position;
}

/** `UNIQUE` and `INDEX` say nothing that a map shows. */
function headerOf(text: string): Header {
  const lines = text.matchAll(/[^\n]*\n|[^\n]+$/g);
  const columns: { readonly name: string; readonly type: ColumnType }[] = [];
  let [delimiter, coordSys, left] = ['\t', undefined as string | undefined, 0];
  let place: Header['place'] = (x, y) => [x, y];
  for (const { 0: whole, index } of lines) {
    const line = whole.trim();
    if (left > 0 && line !== '') {
      left--;
      columns.push(columnOf(line));
      continue;
    }
    if (/^data$/i.test(line))
      return { delimiter, ...(coordSys !== undefined && { coordSys }), columns, end: index + whole.length, place };
    const [, keyword = '', value = ''] = /^(\w+)\s*(.*)$/.exec(line) ?? [];
    switch (keyword.toLowerCase()) {
      case 'delimiter':
        delimiter = /^"(.)"/.exec(value)?.[1] ?? delimiter;
        break;
      case 'coordsys':
        coordSys = value;
        break;
      case 'transform':
        place = placeBy(value);
        break;
      case 'columns':
        left = Number(value);
        if (!Number.isInteger(left) || left < 0 || left > 4096) throw corrupt('its number of columns is no number');
        break;
      default:
        // A long `CoordSys` goes on in the next line.
        if (coordSys !== undefined && /^(Bounds|[-\d"(,])/i.test(line) && columns.length === 0) coordSys += ` ${line}`;
    }
  }
  throw truncated('it has no objects: the line "Data" is missing');
}

/** Factors and offsets of both axes; a factor of zero is none. */
function placeBy(value: string): Header['place'] {
  const [fx = 0, fy = 0, dx = 0, dy = 0] = value.split(',').map(Number);
  if (![fx, fy, dx, dy].every(Number.isFinite)) throw corrupt('its transformation has no four numbers');
  return (x, y) => [x * (fx || 1) + dx, y * (fy || 1) + dy];
}

function columnOf(line: string): { readonly name: string; readonly type: ColumnType } {
  const [, name = '', type = ''] = /^"?([^\s"]+)"?\s+(\w+)/.exec(line) ?? [];
  const known = COLUMN_TYPES[type.toLowerCase()];
  if (!known) throw corrupt(`a column has the unknown type "${(type || line).slice(0, 40)}"`);
  return { name, type: known };
}

const COLUMN_TYPES: Readonly<Record<string, ColumnType>> = {
  char: 'text',
  integer: 'number',
  smallint: 'number',
  largeint: 'number',
  decimal: 'number',
  float: 'number',
  logical: 'logical',
  date: 'date',
  time: 'time',
  datetime: 'moment',
};

/** Rows of the attributes. A text in quotation marks may have the delimiter and the end of a line in it. */
function* rowsOf(
  text: string,
  { delimiter, columns }: Header,
  take: (count: number) => void,
): Generator<readonly DataScalar[]> {
  let fields: string[] = [];
  for (let at = 0; at < text.length;) {
    const isQuoted = text[at] === '"';
    let field = '';
    if (isQuoted) {
      const end = endOfQuoted(text, at);
      field = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    }
    const start = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at++;
    if (!isQuoted) field = text.slice(start, at).replace(/\r$/, '');
    fields.push(field);
    if (text[at] === delimiter && at + 1 < text.length) {
      at++;
      continue;
    }
    at++;
    if (fields.length > 1 || fields[0] !== '' || columns.length === 1) {
      take(fields.length);
      yield columns.map(({ type }, index) => valueOf(fields[index] ?? '', type));
    }
    fields = [];
  }
}

/** Where the quotation mark is that ends a text. */
function endOfQuoted(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  if (at < 0) throw truncated('a text of its attributes has no end');
  return at;
}

function valueOf(field: string, type: ColumnType): DataScalar {
  if (type === 'text') return field;
  const text = field.trim();
  if (text === '') return null;
  switch (type) {
    case 'number':
      return numberOf(text) ?? text;
    case 'logical':
      return /^(t|y|1|true)/i.test(text);
    case 'date':
      return text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
    case 'time':
      return text.replace(/^(\d\d)(\d\d)(\d\d)(\d{3})?$/, '$1:$2:$3.$4').replace(/\.0*$/, '');
    default:
      return text
        .replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})?$/, '$1-$2-$3T$4:$5:$6.$7')
        .replace(/\.0*$/, '');
  }
}
