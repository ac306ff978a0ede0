import { latin1Bytes, utf8Bytes, viewOf } from '../../../io/bytes.ts';
import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import {
  DataObject,
  ExactNumber,
  isList,
  NonFiniteNumber,
  type DataSource,
  type DataTime,
  type DataValue,
} from '../model.ts';
import { columnText, countMixed, createRowReader, inferColumns, type ColumnType, type Columns } from '../columns.ts';
import { flattened } from '../flatten.ts';
import { Losses } from '../losses.ts';
import { nanosecondsOf, NANOSECONDS_OF_MICROSECOND } from '../times.ts';

/** The header ends where the data can be mapped into memory (numpy.lib.format). */
const ALIGNMENT = 64;
const NOT_A_TIME = -(2n ** 63n);
const ROWS_BETWEEN_SIGNALS = 4096;

/** How values are laid down in an array. */
interface Field {
  readonly descriptor: string;
  readonly bytes: number;
  write(view: DataView, position: number, value: DataValue): void;
}

/**
 * An array of NumPy: lists of numbers of one length become an array of two dimensions, other lists one of one dimension,
 * a value by itself one of none, tables a record array. Where numbers are missing the array has NaN, where texts are,
 * empty ones.
 */
export function* writeNpy(content: DataSource, { context }: { readonly context: RunContext }): Generator<Uint8Array> {
  const losses = new Losses();
  const source = isOfObjects(content) ? flattened(content, losses) : content;
  const columns = inferColumns(source, context);
  const shape = shapeOf(source, columns);
  losses.mixed = countMixed(columns.types);
  losses.report(context, 'NumPy');
  const extents = extentsOf(source, columns);
  warnOfGaps(columns, extents, context);
  const own = columns.types.map((type, index) => fieldOf(type, extents[index]!));
  const fields = shape === 'matrix' && own.some((field) => field !== INTEGER) ? own.map(() => NUMBER) : own;
  const [first] = fields;
  if (!first)
    throw new ConversionError({
      code: 'empty_file',
      message: 'The data has no columns, so that there is no array to write.',
    });
  const isRecord = shape === 'records';
  const descriptor = isRecord ? recordDescriptor(columns.names, fields) : `'${first.descriptor}'`;
  const isValue = shape === 'list' && !source.isList;
  const sides = isValue ? '' : shape === 'matrix' ? `${columns.rows}, ${fields.length}` : `${columns.rows},`;
  yield headerOf(`{'descr': ${descriptor}, 'fortran_order': False, 'shape': (${sides}), }`);
  yield* rowsOf(source, columns, fields, context);
}

/** An array without elements, as NumPy makes it of an empty list. */
export function emptyNpy(): Uint8Array {
  return headerOf("{'descr': '<f8', 'fortran_order': False, 'shape': (0,), }");
}

function isNumber(kind: ColumnType['kind']): boolean {
  return kind === 'integer' || kind === 'number';
}

function isOfObjects(source: DataSource): boolean {
  for (const row of source.rows()) if (!(row instanceof DataObject)) return false;
  return true;
}

type Shape = 'list' | 'matrix' | 'records';

function shapeOf(source: DataSource, { types }: Columns): Shape {
  let isOfScalars = true;
  let isMatrix = true;
  for (const row of source.rows()) {
    isOfScalars &&= !isList(row) && !(row instanceof DataObject);
    isMatrix &&= isList(row) && row.length === types.length;
    if (!isOfScalars && !isMatrix) return 'records';
  }
  if (isOfScalars) return 'list';
  return isMatrix && types.length > 0 && types.every(({ kind }) => isNumber(kind)) ? 'matrix' : 'records';
}

function recordDescriptor(names: readonly string[], fields: readonly Field[]): string {
  const quoted = names.map(
    (name) => `'${(name === '' ? '_' : name).replace(/[\\']/g, '\\$&').replace(/\p{Cc}/gu, ' ')}'`,
  );
  return `[${fields.map(({ descriptor }, index) => `(${quoted[index]}, '${descriptor}')`).join(', ')}]`;
}

/** Version 3.0 of the format holds names in any script. */
function headerOf(text: string): Uint8Array {
  const body = utf8Bytes(text);
  const isAscii = body.byteLength === text.length;
  const lead = isAscii && body.byteLength < 60_000 ? 10 : 12;
  const total = Math.ceil((lead + body.byteLength + 1) / ALIGNMENT) * ALIGNMENT;
  const header = new Uint8Array(total).fill(0x20);
  header.set(latin1Bytes('\x93NUMPY'));
  header[6] = lead === 10 ? 1 : 3;
  header[7] = 0;
  if (lead === 10) viewOf(header).setUint16(8, total - lead, true);
  else viewOf(header).setUint32(8, total - lead, true);
  header.set(body, lead);
  header[total - 1] = 0x0a;
  return header;
}

function* rowsOf(
  source: DataSource,
  columns: Columns,
  fields: readonly Field[],
  { signal }: RunContext,
): Generator<Uint8Array> {
  const rowBytes = fields.reduce((sum, { bytes }) => sum + bytes, 0);
  const readRow = createRowReader(columns);
  let chunk = new Uint8Array(rowBytes * ROWS_BETWEEN_SIGNALS);
  let position = 0;
  for (const row of source.rows()) {
    const view = viewOf(chunk);
    const valueAt = readRow(row);
    for (const [index, field] of fields.entries()) {
      field.write(view, position, valueAt(index));
      position += field.bytes;
    }
    if (position < chunk.byteLength) continue;
    signal.throwIfAborted();
    yield chunk;
    chunk = new Uint8Array(rowBytes * ROWS_BETWEEN_SIGNALS);
    position = 0;
  }
  if (position > 0) yield chunk.subarray(0, position);
}

/** What must be known of a column beside its type. */
interface Extent {
  /** Characters of its longest text. */
  chars: number;
  hasGaps: boolean;
}

function extentsOf(source: DataSource, columns: Columns): Extent[] {
  const extents = columns.types.map((): Extent => ({ chars: 0, hasGaps: false }));
  const readRow = createRowReader(columns);
  for (const row of source.rows()) {
    const valueAt = readRow(row);
    for (const [index, type] of columns.types.entries()) {
      const value = valueAt(index);
      const extent = extents[index]!;
      if (value === null) extent.hasGaps = true;
      else if (!NATIVE.has(type.kind)) extent.chars = Math.max(extent.chars, [...columnText(value)].length);
    }
  }
  return extents;
}

/** Kinds that NumPy has types for; the others are texts of the width of their longest. */
const NATIVE: ReadonlySet<ColumnType['kind']> = new Set(['boolean', 'integer', 'long', 'number', 'date', 'local']);
const LONGEST_BOOLEAN = 5;
const LONGEST_INTEGER = 20;

/** A column of integers with gaps is one of decimals; where that would lose digits, and of booleans, one of texts. */
function fieldOf(type: ColumnType, { chars, hasGaps }: Extent): Field {
  switch (type.kind) {
    case 'boolean':
      return hasGaps ? textField(LONGEST_BOOLEAN) : BOOLEAN;
    case 'integer':
      return hasGaps ? NUMBER : INTEGER;
    case 'long':
      return hasGaps ? textField(LONGEST_INTEGER) : INTEGER;
    case 'number':
      return NUMBER;
    case 'date':
      return timeField('<M8[D]', 86_400_000_000_000n);
    case 'local':
      return type.unit === 'us' ? timeField('<M8[us]', NANOSECONDS_OF_MICROSECOND) : timeField('<M8[ns]', 1n);
    default:
      return textField(Math.max(1, chars));
  }
}

/** Columns of booleans that became texts. */
function warnOfGaps({ names, types }: Columns, extents: readonly Extent[], { warn }: RunContext): void {
  const gapped = names.filter((_, index) => types[index]!.kind === 'boolean' && extents[index]!.hasGaps);
  if (gapped.length === 0) return;
  warn({
    code: 'values_stringified',
    message: `Columns of booleans have values missing, for which NumPy has no place; they were written as text: ${gapped.length}.`,
    details: { count: gapped.length },
  });
}

const BOOLEAN: Field = {
  descriptor: '|b1',
  bytes: 1,
  write: (view, at, value) => view.setUint8(at, Number(value)),
};
const INTEGER: Field = {
  descriptor: '<i8',
  bytes: 8,
  write: (view, at, value) => view.setBigInt64(at, BigInt((value as ExactNumber).text), true),
};
const NUMBER: Field = {
  descriptor: '<f8',
  bytes: 8,
  write: (view, at, value) =>
    view.setFloat64(at, value === null ? NaN : Number((value as ExactNumber | NonFiniteNumber).text), true),
};

function timeField(descriptor: string, unit: bigint): Field {
  return {
    descriptor,
    bytes: 8,
    write(view, at, value) {
      const nanoseconds = value === null ? undefined : nanosecondsOf(value as DataTime);
      view.setBigInt64(at, nanoseconds === undefined ? NOT_A_TIME : nanoseconds / unit, true);
    },
  };
}

function textField(chars: number): Field {
  return {
    descriptor: `<U${chars}`,
    bytes: chars * 4,
    write(view, at, value) {
      let position = at;
      for (const character of value === null ? '' : columnText(value)) {
        view.setUint32(position, character.codePointAt(0)!, true);
        position += 4;
      }
    },
  };
}
