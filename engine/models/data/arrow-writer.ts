import {
  Field,
  makeBuilder,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  makeData,
  type Builder,
} from 'apache-arrow';
import type { RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { DataSource } from '../table.ts';
import { arrowType, arrowValue, withType } from './arrow-types.ts';
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
  const arrowTypes = types.map((type) => arrowType(type));
  const schema = new Schema(names.map((name, index) => new Field(name, arrowTypes[index]!, true)));
  const readRow = createRowReader(columns);
  let builders: Builder[] = [];
  let rows = 0;
  const start = (): void => {
    builders = types.map((type) => makeBuilder({ type: arrowType(type, 'plain'), nullValues: [null] }));
    rows = 0;
  };
  const finish = (): RecordBatch => {
    const children = builders.map((builder, index) => withType(builder.finish().flush(), arrowTypes[index]!));
    return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length: rows, nullCount: 0, children }));
  };
  start();
  for (const row of source.rows()) {
    const valueAt = readRow(row);
    for (let index = 0; index < builders.length; index++)
      builders[index]!.append(arrowValue(valueAt(index), types[index]!));
    if (++rows < BATCH_ROWS) continue;
    signal.throwIfAborted();
    yield finish();
    start();
  }
  if (rows > 0 || columns.rows === 0) yield finish();
}

function withoutColumns(): ConversionError {
  return new ConversionError({
    code: 'empty_file',
    message: 'The data has no columns, so that there is no table to write.',
  });
}
