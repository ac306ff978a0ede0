import {
  Binary,
  Bool,
  DateDay,
  Field,
  Float64,
  Int64,
  List,
  Struct,
  TimeNanosecond,
  TimestampMicrosecond,
  TimestampNanosecond,
  Utf8,
  DataType,
  type Data,
} from 'apache-arrow';
import { DataObject, EMPTY_KEY, DataTime, ExactNumber, isList, NonFiniteNumber, type DataValue } from '../model.ts';
import { columnText, type ColumnType, type TimeType } from '../columns.ts';
import { countIn, daysOf } from '../times.ts';

/**
 * The Arrow type of a column; a struct without fields, which Parquet does not have, is JSON text. Builders take
 * timestamps as the `plain` numbers that they are: of its own the library would put them through floating point.
 */
export function arrowType(type: ColumnType, timestamps: 'own' | 'plain' = 'own'): DataType {
  switch (type.kind) {
    case 'null':
      return new Utf8();
    case 'boolean':
      return new Bool();
    case 'integer':
    case 'long':
      return new Int64();
    case 'number':
      return new Float64();
    case 'bytes':
      return new Binary();
    case 'date':
      return new DateDay();
    case 'time':
      return new TimeNanosecond();
    case 'local':
      return timestamps === 'own' ? timestampType(type) : new Int64();
    case 'moment':
      return timestamps === 'own' ? timestampType(type, 'UTC') : new Int64();
    case 'list':
      return new List(new Field('item', arrowType(type.of, timestamps), true));
    case 'struct':
      return type.names.length === 0
        ? new Utf8()
        : new Struct(
            type.names.map(
              (name, index) => new Field(fieldName(name), arrowType(type.types[index]!, timestamps), true),
            ),
          );
    default:
      return new Utf8();
  }
}

function timestampType({ unit }: TimeType, timezone?: string): DataType {
  return unit === 'us' ? new TimestampMicrosecond(timezone) : new TimestampNanosecond(timezone);
}

/** A column without a name is none to Arrow. */
export function fieldName(name: string): string {
  return name === '' ? EMPTY_KEY : name;
}

/** The same bytes under another type of the same layout. */
export function withType(data: Data, type: DataType): Data {
  const children = data.children.map((child, index) => withType(child, type.children[index]!.type as DataType));
  return data.clone(type, data.offset, data.length, data.nullCount, undefined, children);
}

/** The type with timestamps as plain numbers, to read them with all of their digits. */
export function withPlainTimestamps(type: DataType): DataType {
  if (DataType.isTimestamp(type)) return new Int64();
  const fields = (type.children as readonly Field[] | null)?.map((field) =>
    field.clone({ type: withPlainTimestamps(field.type as DataType) }),
  );
  if (DataType.isList(type)) return new List(fields![0]!);
  return DataType.isStruct(type) ? new Struct(fields!) : type;
}

/** A value as a builder of that type takes it. */
export function arrowValue(value: DataValue, type: ColumnType): unknown {
  if (value === null) return null;
  switch (type.kind) {
    case 'integer':
    case 'long':
      return BigInt((value as ExactNumber).text);
    case 'number':
      return Number((value as ExactNumber | NonFiniteNumber).text);
    case 'boolean':
    case 'bytes':
      return value;
    case 'date':
      return new Date((daysOf(value as DataTime) ?? 0) * 86_400_000);
    case 'time':
    case 'local':
    case 'moment':
      return countIn(value as DataTime, type.unit ?? 'ns') ?? null;
    case 'list':
      return isList(value) ? value.map((item) => arrowValue(item, type.of)) : null;
    case 'struct':
      return type.names.length === 0 ? columnText(value) : structValue(value as DataObject, type);
    default:
      return columnText(value);
  }
}

function structValue(
  { names, values }: DataObject,
  { names: fields, types }: Extract<ColumnType, { kind: 'struct' }>,
): Record<string, unknown> {
  const known = new Map(names.map((name, index) => [name, values[index]!]));
  return Object.fromEntries(
    fields.map((name, index) => [fieldName(name), arrowValue(known.get(name) ?? null, types[index]!)]),
  );
}
