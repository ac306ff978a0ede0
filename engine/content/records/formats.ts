import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';

const BOTH = [
  'csv',
  'tsv',
  'json',
  'ndjson',
  'json5',
  'yaml',
  'toml',
  'ini',
  'properties',
  'xml',
  'plist',
  'msgpack',
  'cbor',
  'bson',
  'avro',
  'parquet',
  'arrow',
  'sqlite',
  'npy',
  'npz',
] as const;

/** Formats of structured data that are read into the one model of `records/model.ts`. */
const READABLE = [
  ...BOTH,
  'hdf5',
  'mdb',
  'accdb',
  'arff',
  'sav',
  'dta',
  'sas7bdat',
  'xpt',
  'mat',
  'rds',
  'mid',
  'ldif',
  'reg',
  'torrent',
] as const satisfies readonly FormatId[];
/** Formats that are written from it. */
const WRITABLE = [...BOTH] as const satisfies readonly FormatId[];
/** Of these, what holds one table: several become several files. */
const ONE_TABLE: ReadonlySet<WritableData> = new Set(['csv', 'tsv', 'ndjson', 'avro', 'parquet', 'arrow', 'npy']);

const TYPED_COLUMNS: ReadonlySet<WritableData> = new Set(['avro', 'parquet', 'arrow', 'sqlite', 'npy', 'npz']);

export type ReadableData = (typeof READABLE)[number];
export type WritableData = (typeof WRITABLE)[number];

export function readableData(format: FormatId): ReadableData {
  return known(READABLE, format);
}

export function writableData(format: FormatId): WritableData {
  return known(WRITABLE, format);
}

/** Whether every column of its tables has a type. */
export function hasTypedColumns(format: WritableData): boolean {
  return TYPED_COLUMNS.has(format);
}

export function holdsOneTable(format: WritableData): boolean {
  return ONE_TABLE.has(format);
}

function known<T extends FormatId>(formats: readonly T[], format: FormatId): T {
  const found = formats.find((candidate) => candidate === format);
  if (found) return found;
  throw new ConversionError({ code: 'internal', message: `No data of the format ${format} is known.` });
}
