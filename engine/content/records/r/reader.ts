import { ConversionError } from '../../../contract/errors.ts';
import { latin1Of } from '../../../io/bytes.ts';
import { gunzip, isTooLarge, isZlibError } from '../../../io/compression.ts';
import { corrupt } from '../errors.ts';
import { DataObject, sourceOfTables, type DataSource, type DataValue } from '../model.ts';
import { sourceOfValue } from '../plain-values.ts';
import type { ReadRequest } from '../read.ts';
import { uniqueColumnNames } from '../table-columns.ts';
import { isPairs, readSerialized, type RObject } from './serialization.ts';
import { RValues, rowOf, type Frame } from './values.ts';

const WORKSPACE = /^RDX[23]\n/;
const WORKSPACE_BYTES = 5;
const OTHER_PACKING: Readonly<Record<string, string>> = { BZh: 'bzip2', '\xfd7z': 'xz' };
const ROWS_BETWEEN_SIGNALS = 4096;

/** An object of R (.rds), or all that were saved together (.RData): data frames are tables, other objects as they are. */
export function readR(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  const expanded = expand(bytes, context.limits.expandedBytes);
  const isWorkspace = WORKSPACE.test(latin1Of(expanded, 0, WORKSPACE_BYTES));
  const object = readSerialized(isWorkspace ? expanded.subarray(WORKSPACE_BYTES) : expanded, context.limits);
  const values = new RValues();
  const source = isWorkspace ? workspaceSource(object, values, context) : objectSource(object, values, context).source;
  if (values.unreadable > 0) {
    context.warn({
      code: 'feature_dropped',
      message: `Functions, environments and objects of classes are left out, which only R can use: ${values.unreadable} of them.`,
      details: { count: values.unreadable },
    });
  }
  return source;
}

function expand(bytes: Uint8Array, allowed: number): Uint8Array {
  const packing = OTHER_PACKING[latin1Of(bytes, 0, 3)];
  if (packing !== undefined) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The file is packed by ${packing}. Save it with R's usual gzip, or unpack it first.`,
    });
  }
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzip(bytes, { maxOutputLength: allowed });
  } catch (error) {
    if (isTooLarge(error)) {
      throw new ConversionError({
        code: 'input_too_complex',
        message: `The objects of the file take more than ${allowed} bytes. Save fewer of them in one file.`,
        details: { limit: 'expandedBytes', allowed },
      });
    }
    if (!isZlibError(error)) throw error;
    throw corrupt('its packed content cannot be expanded', {}, error);
  }
}

interface ObjectSource {
  readonly source: DataSource;
  readonly value: () => DataValue;
}

function objectSource(object: RObject, values: RValues, { signal }: ReadRequest['context']): ObjectSource {
  const frame = values.frame(object);
  if (!frame) {
    const value = values.value(object);
    return { source: sourceOfValue(value), value: () => value };
  }
  const source = frameSource(frame, signal);
  return { source, value: () => [...source.rows()] };
}

function frameSource({ names, columns, rows }: Frame, signal: AbortSignal): DataSource {
  const isTable = columns.every((column) =>
    column.every((value) => !(value instanceof DataObject) && !Array.isArray(value)),
  );
  return {
    isList: true,
    ...(isTable && { isTable: true as const }),
    columns: names,
    countRows: () => rows,
    *rows() {
      for (let row = 0; row < rows; row++) {
        if (row % ROWS_BETWEEN_SIGNALS === 0) signal.throwIfAborted();
        yield rowOf(names, columns, row);
      }
    },
  };
}

function workspaceSource(object: RObject, values: RValues, context: ReadRequest['context']): DataSource {
  if (!isPairs(object) || object.pairs.length === 0)
    throw new ConversionError({ code: 'empty_file', message: 'The file has no objects.' });
  const names = uniqueColumnNames(object.pairs.map(([name]) => name));
  const found = object.pairs.map(([, value]) => objectSource(value, values, context));
  const tables = found.map(({ source }, index) => ({ name: names[index]!, source }));
  if (tables.length === 1 && tables[0]!.source.isTable) return sourceOfTables(tables);
  return {
    isList: false,
    tables,
    rows: () => [
      new DataObject(
        names,
        found.map(({ value }) => value()),
      ),
    ],
  };
}
