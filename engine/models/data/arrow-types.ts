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
  TimestampNanosecond,
  Utf8,
  type DataType,
} from 'apache-arrow';
import { DataObject, DataTime, ExactNumber, isList, NonFiniteNumber, type DataValue } from '../table.ts';
import { columnText, type ColumnType } from './columns.ts';
import { daysOf, nanosecondsOf } from './times.ts';

/** The Arrow type of a column; a struct without fields, which Parquet does not have, is JSON text. */
export function arrowType(type: ColumnType): DataType {
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
      return new TimestampNanosecond();
    case 'moment':
      return new TimestampNanosecond('UTC');
    case 'list':
      return new List(new Field('item', arrowType(type.of), true));
    case 'struct':
      return type.names.length === 0
        ? new Utf8()
        : new Struct(type.names.map((name, index) => new Field(name, arrowType(type.types[index]!), true)));
    default:
      return new Utf8();
  }
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
      return nanosecondsOf(value as DataTime) ?? null;
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
  return Object.fromEntries(fields.map((name, index) => [name, arrowValue(known.get(name) ?? null, types[index]!)]));
}
