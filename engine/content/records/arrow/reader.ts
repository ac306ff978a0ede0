import {
  CompressionType,
  compressionRegistry,
  DataType,
  tableFromIPC,
  TimeUnit,
  type Decimal,
  type Field,
  type Table,
  type TypeMap,
  Vector,
} from 'apache-arrow';
import { expandZstandard } from '../../../io/compression.ts';
import { latin1Of } from '../../../io/bytes.ts';
import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { MiB } from '../../../contract/limits.ts';
import { DataObject, DataTime, ExactNumber, type DataSource, type DataValue, type TimeKind } from '../model.ts';
import { uniqueColumnNames } from '../table-columns.ts';
import { corrupt, createValueBudget, tooDeep } from '../errors.ts';
import { withPlainTimestamps, withType } from './types.ts';
import { shortestSingle } from '../npy/types.ts';
import { numberValue } from '../plain-values.ts';
import type { ReadRequest } from '../read.ts';
import { timeOfNanoseconds } from '../times.ts';

const MAX_BUFFER_BYTES = 512 * MiB;

compressionRegistry.set(CompressionType.ZSTD, {
  decode: (data) => expandZstandard(data, { maxOutputLength: MAX_BUFFER_BYTES }),
});

/** Arrow's file (Feather 2) or stream. */
export function readArrow(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  if (latin1Of(bytes.subarray(0, 4)) === 'FEA1') {
    throw new ConversionError({
      code: 'input_too_complex',
      message: 'The file is Feather of version 1, which cannot be read. Save it again as version 2, which is Arrow.',
    });
  }
  return tableSource(decode(bytes), context);
}

function decode(bytes: Uint8Array): Table {
  try {
    return tableFromIPC(bytes);
  } catch (error) {
    throw corrupt('it is no valid Arrow file', {}, error);
  }
}

/** The rows of an Arrow table, made one by one. */
export function tableSource(table: Table, context: RunContext): DataSource {
  const { fields } = table.schema;
  const names = uniqueColumnNames(fields.map(({ name }) => name));
  const isTable = fields.every(({ type }) => !isNested(type));
  return {
    isList: true,
    columns: names,
    ...(isTable ? { isTable: true as const } : {}),
    countRows: () => table.numRows,
    *rows() {
      const budget = createValueBudget(context.limits);
      for (const batch of table.batches) {
        const readers = fields.map(({ type }, index) => {
          const { data } = batch.getChildAt(index)!;
          const plain = new Vector(data.map((chunk) => withType(chunk, withPlainTimestamps(type))));
          return readerOf(type, plain, context.limits.nesting);
        });
        for (let row = 0; row < batch.numRows; row++) {
          budget.take(names.length);
          yield new DataObject(
            names,
            readers.map((read) => read(row)),
          );
        }
        context.signal.throwIfAborted();
      }
    },
  };
}

function isNested(type: DataType): boolean {
  return (
    DataType.isList(type) ||
    DataType.isStruct(type) ||
    DataType.isMap(type) ||
    DataType.isFixedSizeList(type) ||
    DataType.isUnion(type) ||
    DataType.isLargeList?.(type)
  );
}

type ReadCell = (row: number) => DataValue;

/** How the cells of a vector are read. Nulls come first: what lies below them means nothing. */
function readerOf(type: DataType, vector: Vector, depth: number): ReadCell {
  if (depth === 0) throw tooDeep({ nesting: 0 } as RunContext['limits']);
  const convert = converterOf(type, depth);
  return (row) => {
    const value = read(vector, row);
    return value === null || value === undefined ? null : convert(value);
  };
}

function read(vector: Vector, row: number): unknown {
  try {
    return vector.get(row);
  } catch (error) {
    throw corrupt('a value of it cannot be read', {}, error);
  }
}

type Convert = (value: unknown) => DataValue;

function converterOf(type: DataType, depth: number): Convert {
  if (DataType.isBool(type) || DataType.isUtf8(type) || DataType.isLargeUtf8(type)) return (value) => value as string;
  if (DataType.isInt(type)) return (value) => new ExactNumber(String(value));
  if (DataType.isFloat(type))
    return type.precision === 2 ? (value) => numberValue(value as number) : (value) => shortestSingle(value as number);
  if (DataType.isBinary(type) || DataType.isLargeBinary(type) || DataType.isFixedSizeBinary(type))
    return (value) => value as Uint8Array;
  if (DataType.isDecimal(type)) return (value) => decimalValue(value as Uint32Array, type);
  if (DataType.isDate(type)) return (value) => timeOf('date', BigInt(Math.round(Number(value))) * 1_000_000n);
  if (DataType.isTimestamp(type)) return timestampConverter(type.timezone ? 'moment' : 'local', type.unit);
  if (DataType.isTime(type)) return (value) => timeOf('time', BigInt(value as number) * NANOSECONDS[type.unit]);
  if (DataType.isDictionary(type)) return converterOf(type.dictionary as DataType, depth);
  if (DataType.isList(type) || DataType.isFixedSizeList(type)) return listConverter(type.children[0]!, depth);
  if (DataType.isStruct(type)) return structConverter(type.children, depth);
  if (DataType.isMap(type)) return mapConverter(type.children[0]!, depth);
  if (DataType.isNull(type)) return () => null;
  return (value) =>
    typeof value === 'bigint' || typeof value === 'number' ? new ExactNumber(String(value)) : String(value);
}

const NANOSECONDS: Readonly<Record<TimeUnit, bigint>> = {
  [TimeUnit.SECOND]: 1_000_000_000n,
  [TimeUnit.MILLISECOND]: 1_000_000n,
  [TimeUnit.MICROSECOND]: 1_000n,
  [TimeUnit.NANOSECOND]: 1n,
};

function timeOf(kind: TimeKind, nanoseconds: bigint): DataTime | null {
  return timeOfNanoseconds(kind, nanoseconds);
}

function timestampConverter(kind: TimeKind, unit: TimeUnit): Convert {
  return (value) => timeOf(kind, (value as bigint) * NANOSECONDS[unit]);
}

function decimalValue(words: Uint32Array, { scale, bitWidth }: Decimal): ExactNumber {
  let integer = 0n;
  for (let index = words.length - 1; index >= 0; index--) integer = (integer << 32n) | BigInt(words[index]!);
  const signed = BigInt.asIntN(bitWidth, integer);
  if (scale <= 0) return new ExactNumber(String(signed * 10n ** BigInt(-scale)));
  const digits = String(signed < 0n ? -signed : signed).padStart(scale + 1, '0');
  return new ExactNumber(`${signed < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
}

function listConverter({ type }: Field, depth: number): Convert {
  return (value) => {
    const vector = value as Vector;
    const cell = readerOf(type as DataType, vector, depth - 1);
    return Array.from({ length: vector.length }, (_, index) => cell(index));
  };
}

function structConverter(fields: readonly Field[], depth: number): Convert {
  const names = fields.map(({ name }) => name);
  const converters = fields.map(({ type }) => converterOf(type as DataType, depth - 1));
  return (value) => {
    const row = value as Record<string, unknown>;
    return new DataObject(
      names,
      names.map((name, index) =>
        row[name] === null || row[name] === undefined ? null : converters[index]!(row[name]),
      ),
    );
  };
}

function mapConverter({ type }: Field<TypeMap[string]>, depth: number): Convert {
  const [, valueField] = (type as DataType).children!;
  const convert = converterOf(valueField!.type as DataType, depth - 1);
  return (value) => {
    const entries = [...(value as Iterable<[unknown, unknown]>)];
    return new DataObject(
      entries.map(([key]) => String(key)),
      entries.map(([, item]) => (item === null || item === undefined ? null : convert(item))),
    );
  };
}
