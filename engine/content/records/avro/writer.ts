import { hashBytes } from '../../../io/hash.ts';
import { deflateRaw } from '../../../io/compression.ts';
import { latin1Bytes } from '../../../io/bytes.ts';
import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import {
  DataObject,
  isList,
  type DataSource,
  type DataTime,
  type DataValue,
  type ExactNumber,
  type NonFiniteNumber,
} from '../model.ts';
import { AvroBytes } from './bytes.ts';
import { avroName } from './names.ts';
import {
  columnText,
  countMixed,
  createRowReader,
  inferColumns,
  type ColumnType,
  type Columns,
  type TimeType,
} from '../columns.ts';
import { Losses } from '../losses.ts';
import { countIn, daysOf } from '../times.ts';

const BLOCK_BYTES = 256 * 1024;

/** An object container file, compressed by deflate. Every field may be null. */
export function* writeAvro(source: DataSource, { context }: { readonly context: RunContext }): Generator<Uint8Array> {
  const columns = inferColumns(source, context);
  const losses = new Losses();
  losses.mixed = countMixed(columns.types);
  losses.report(context, 'Avro');
  const schema = JSON.stringify(recordSchema('row', columns.names, columns.types));
  const sync = hashBytes('md5', schema);
  yield headerOf(schema, sync);
  let block = new AvroBytes();
  let count = 0;
  const finish = (): Uint8Array => {
    const data = deflateRaw(block.take());
    const frame = new AvroBytes();
    frame.long(BigInt(count));
    frame.bytes(data);
    frame.raw(sync);
    block = new AvroBytes();
    count = 0;
    return frame.take();
  };
  const write = createRowWriter(columns);
  for (const row of source.rows()) {
    write(block, row);
    count++;
    if (block.size < BLOCK_BYTES) continue;
    context.signal.throwIfAborted();
    yield finish();
  }
  if (count > 0) yield finish();
}

function headerOf(schema: string, sync: Uint8Array): Uint8Array {
  const header = new AvroBytes();
  header.raw(latin1Bytes('Obj\u0001'));
  header.long(2n);
  header.text('avro.schema');
  header.text(schema);
  header.text('avro.codec');
  header.text('deflate');
  header.long(0n);
  header.raw(sync);
  return header.take();
}

/** Names of records are unique within a schema: each is called by its path. */
function recordSchema(path: string, names: readonly string[], types: readonly ColumnType[]): object {
  const used = new Set<string>();
  return {
    type: 'record',
    name: path,
    fields: names.map((name, index) => {
      const fieldName = uniqueName(name, used);
      const doc = fieldName === name ? {} : { doc: name };
      return { name: fieldName, ...doc, type: ['null', schemaOf(`${path}_${index}`, types[index]!)], default: null };
    }),
  };
}

function uniqueName(name: string, used: Set<string>): string {
  const plain = avroName(name);
  let unique = plain;
  for (let number = 2; used.has(unique); number++) unique = `${plain}_${number}`;
  used.add(unique);
  return unique;
}

function schemaOf(path: string, type: ColumnType): unknown {
  switch (type.kind) {
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'long':
      return 'long';
    case 'number':
      return 'double';
    case 'bytes':
      return 'bytes';
    case 'date':
      return { type: 'int', logicalType: 'date' };
    case 'time':
      return type.unit === 'ns' ? 'string' : { type: 'long', logicalType: 'time-micros' };
    case 'local':
      return { type: 'long', logicalType: `local-timestamp-${unitName(type)}` };
    case 'moment':
      return { type: 'long', logicalType: `timestamp-${unitName(type)}` };
    case 'list':
      return { type: 'array', items: ['null', schemaOf(`${path}_item`, type.of)] };
    case 'struct':
      return recordSchema(path, type.names, type.types);
    default:
      return 'string';
  }
}

function unitName({ unit }: TimeType): string {
  return unit === 'ns' ? 'nanos' : 'micros';
}

function createRowWriter(columns: Columns): (block: AvroBytes, row: DataValue) => void {
  const readRow = createRowReader(columns);
  return (block, row) => {
    const valueAt = readRow(row);
    for (let index = 0; index < columns.types.length; index++) writeValue(block, valueAt(index), columns.types[index]!);
  };
}

/** A union of null and a type: the index of the branch, then the value. */
function writeValue(block: AvroBytes, value: DataValue, type: ColumnType): void {
  block.long(value === null ? 0n : 1n);
  if (value === null) return;
  switch (type.kind) {
    case 'boolean':
      return block.raw(Uint8Array.of(value === true ? 1 : 0));
    case 'integer':
    case 'long':
      return block.long(BigInt((value as ExactNumber).text));
    case 'number':
      return block.double(Number((value as ExactNumber | NonFiniteNumber).text));
    case 'bytes':
      return block.bytes(value as Uint8Array);
    case 'date':
      return block.long(BigInt(daysOf(value as DataTime) ?? 0));
    case 'time':
      // Times of day have no unit below the microsecond.
      return type.unit === 'ns' ? block.text(columnText(value)) : block.long(countOf(value as DataTime, type));
    case 'local':
    case 'moment':
      return block.long(countOf(value as DataTime, type));
    case 'list':
      return writeList(block, isList(value) ? value : [], type.of);
    case 'struct':
      return createRowWriter({ ...type, rows: 1 })(block, value as DataObject);
    default:
      return block.text(columnText(value));
  }
}

function writeList(block: AvroBytes, items: readonly DataValue[], type: ColumnType): void {
  if (items.length > 0) block.long(BigInt(items.length));
  for (const item of items) writeValue(block, item, type);
  block.long(0n);
}

function countOf(time: DataTime, { unit }: TimeType): bigint {
  const count = countIn(time, unit ?? 'us');
  if (count !== undefined) return count;
  throw new ConversionError({ code: 'input_corrupt', message: 'The file is damaged: a time of it is none.' });
}
