import {
  Field,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  makeData,
} from 'apache-arrow';
import type { RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { DataSource } from '../table.ts';
import { createArrowColumn, type ArrowColumn } from './arrow-columns.ts';
import { arrowType, fieldName } from './arrow-types.ts';
import { countMixed, createRowReader, inferColumns, type Columns } from './columns.ts';
import { Losses } from './losses.ts';

const BATCH_ROWS = 65_536;

/** Arrow's file format (Feather 2) and its stream. */
export type ArrowKind = 'file' | 'stream';

/** Rows as Arrow record batches, column by column. */
export function encodeArrow(source: DataSource, context: RunContext, kind: ArrowKind): Uint8Array {
  const columns = inferColumns(source, context);
  if (columns.names.length === 0) throw withoutColumns();
  const losses = new Losses();
  losses.mixed = countMixed(columns.types);
  losses.report(context, 'Arrow');
  const writer = kind === 'file' ? new RecordBatchFileWriter() : new RecordBatchStreamWriter();
  for (const batch of batchesOf(source, columns, context)) writer.write(batch);
  writer.finish();
  return writer.toUint8Array(true);
}

export function* writeArrow(source: DataSource, { context }: { readonly context: RunContext }): Generator<Uint8Array> {
  yield encodeArrow(source, context, 'file');
}

function* batchesOf(source: DataSource, columns: Columns, { signal }: RunContext): Generator<RecordBatch> {
  const { names, types } = columns;
  const schema = new Schema(names.map((name, index) => new Field(fieldName(name), arrowType(types[index]!), true)));
  const readRow = createRowReader(columns);
  const start = (): ArrowColumn[] => types.map((type) => createArrowColumn(type, BATCH_ROWS));
  const finish = (filled: readonly ArrowColumn[], length: number): RecordBatch => {
    const children = filled.map((column) => column.finish());
    return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }));
  };
  let growing = start();
  let rows = 0;
  for (const row of source.rows()) {
    const valueAt = readRow(row);
    for (let index = 0; index < growing.length; index++) growing[index]!.append(valueAt(index));
    if (++rows < BATCH_ROWS) continue;
    signal.throwIfAborted();
    yield finish(growing, rows);
    growing = start();
    rows = 0;
  }
  if (rows > 0 || columns.rows === 0) yield finish(growing, rows);
}

function withoutColumns(): ConversionError {
  return new ConversionError({
    code: 'empty_file',
    message: 'The data has no columns, so that there is no table to write.',
  });
}
