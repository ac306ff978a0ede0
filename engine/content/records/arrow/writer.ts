import {
  Field,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  makeData,
  type Data,
} from 'apache-arrow';
import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { DataSource } from '../model.ts';
import { arrowColumnOf, emptyArrowColumn } from './cells.ts';
import { createArrowColumn, type ArrowColumn } from './columns.ts';
import { arrowType, fieldName } from './types.ts';
import type { ColumnTable } from '../column-table.ts';
import { countMixed, createRowReader, inferColumns, type Columns } from '../columns.ts';
import { Losses } from '../losses.ts';

const BATCH_ROWS = 65_536;

/** Arrow's file format (Feather 2) and its stream. */
export type ArrowKind = 'file' | 'stream';

/** What a schema says beside its columns. */
export type SchemaMetadata = ReadonlyMap<string, string>;

/** Rows as Arrow record batches, column by column. */
export function encodeArrow(
  source: DataSource,
  context: RunContext,
  kind: ArrowKind,
  metadata?: SchemaMetadata,
): Uint8Array {
  const table = source.byColumns?.();
  const columns = table ?? inferColumns(source, context);
  if (columns.names.length === 0) throw withoutColumns();
  const losses = new Losses();
  losses.mixed = countMixed(columns.types);
  losses.report(context, 'Arrow');
  const writer = kind === 'file' ? new RecordBatchFileWriter() : new RecordBatchStreamWriter();
  const schema = schemaOf(columns, metadata);
  for (const batch of table ? batchesOfTable(table, schema, context) : batchesOf(source, { columns, schema }, context))
    writer.write(batch);
  writer.finish();
  return writer.toUint8Array(true);
}

export function* writeArrow(source: DataSource, { context }: { readonly context: RunContext }): Generator<Uint8Array> {
  yield encodeArrow(source, context, 'file');
}

function* batchesOf(
  source: DataSource,
  { columns, schema }: { readonly columns: Columns; readonly schema: Schema },
  { signal }: RunContext,
): Generator<RecordBatch> {
  const { types } = columns;
  const readRow = createRowReader(columns);
  const start = (): ArrowColumn[] => types.map((type) => createArrowColumn(type, BATCH_ROWS));
  const finish = (filled: readonly ArrowColumn[], length: number): RecordBatch =>
    recordBatch(
      schema,
      length,
      filled.map((column) => column.finish()),
    );
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

function* batchesOfTable(table: ColumnTable, schema: Schema, { signal }: RunContext): Generator<RecordBatch> {
  const { types, batches, valueOf } = table;
  for (const { rows, columns } of batches.length === 0 ? [{ rows: 0, columns: [] }] : batches) {
    signal.throwIfAborted();
    const children = types.map((type, index) => {
      const cells = columns[index];
      const typing = { type, valueOf: (text: string) => valueOf(text, index) };
      return cells ? arrowColumnOf(cells, typing) : emptyArrowColumn(type, rows);
    });
    yield recordBatch(schema, rows, children);
  }
}

function schemaOf({ names, types }: Columns, metadata?: SchemaMetadata): Schema {
  const fields = names.map((name, index) => new Field(fieldName(name), arrowType(types[index]!), true));
  return new Schema(fields, metadata && new Map(metadata));
}

function recordBatch(schema: Schema, length: number, children: Data[]): RecordBatch {
  return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }));
}

function withoutColumns(): ConversionError {
  return new ConversionError({
    code: 'empty_file',
    message: 'The data has no columns, so that there is no table to write.',
  });
}
