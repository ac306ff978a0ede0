import { tableFromIPC, type Table as ArrowTable } from 'apache-arrow';
import {
  Compression,
  initSync,
  ParquetFile,
  readParquet as decodeParquet,
  Table,
  writeParquet as encodeParquet,
  WriterPropertiesBuilder,
} from 'parquet-wasm/esm';
import { latin1Of, viewOf } from '../../io/bytes.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { RunContext } from '../../contract/codec.ts';
import type { Limits } from '../../contract/limits.ts';
import type { DataSource } from './model.ts';
import { tableSource } from './arrow/reader.ts';
import { encodeArrow, type SchemaMetadata } from './arrow/writer.ts';
import { corrupt, createValueBudget, truncated } from './errors.ts';
import type { ReadRequest } from './read.ts';

const MAGIC = 'PAR1';

type Modules = ReadRequest['modules'];

/** Starts the library: what follows needs it. */
export function startParquet(modules: Modules): void {
  const module = modules?.['parquet'];
  if (!module)
    throw new ConversionError({ code: 'internal', message: 'The codec has not declared the module of Parquet.' });
  initSync({ module });
}

/** Parquet, by way of Arrow. */
export async function readParquet(bytes: Uint8Array, { context, modules }: ReadRequest): Promise<DataSource> {
  startParquet(modules);
  const { table } = await readParquetTable(bytes, context);
  return tableSource(table, context);
}

/** The table of a file, and what its footer says beside it. */
export async function readParquetTable(
  bytes: Uint8Array,
  { limits }: Pick<RunContext, 'limits'>,
): Promise<{ readonly table: ArrowTable; readonly metadata: SchemaMetadata }> {
  checkFrame(bytes);
  try {
    using file = await ParquetFile.fromFile(new Blob([bytes as Uint8Array<ArrayBuffer>]));
    const { rows, isTold } = countRows(file, limits);
    // The library believes the footer, and some writers left the number of rows out of it.
    const table = isTold ? decodeParquet(bytes) : await file.read({ limit: rows });
    const arrow = tableFromIPC(table.intoIPCStream());
    if (arrow.numRows !== rows) throw truncated(`it has ${arrow.numRows} of its ${rows} rows`);
    const metadata: SchemaMetadata = file.metadata().fileMetadata().keyValueMetadata();
    return { table: arrow, metadata };
  } catch (error) {
    throw error instanceof ConversionError ? error : unreadable(error);
  }
}

/** Rows of all row groups, before anything of them is decoded. */
function countRows(file: ParquetFile, limits: Limits): { readonly rows: number; readonly isTold: boolean } {
  const budget = createValueBudget(limits);
  const metadata = file.metadata();
  let rows = 0;
  for (let index = 0; index < metadata.numRowGroups(); index++) {
    const group = metadata.rowGroup(index);
    rows += group.numRows();
    budget.take(group.numRows() * group.numColumns());
  }
  return { rows, isTold: metadata.fileMetadata().numRows() === rows };
}

function checkFrame(bytes: Uint8Array): void {
  const textAt = (start: number): string => latin1Of(bytes.subarray(start, start + 4));
  if (textAt(0) === 'PARE' || textAt(bytes.byteLength - 4) === 'PARE') {
    throw new ConversionError({
      code: 'input_encrypted',
      message: 'The Parquet file is encrypted, and there is no way to give its keys. Save it without encryption.',
    });
  }
  if (textAt(0) !== MAGIC) throw corrupt('it does not begin as a Parquet file');
  if (bytes.byteLength < 12 || textAt(bytes.byteLength - 4) !== MAGIC)
    throw truncated('the footer of the Parquet file is missing');
  // A length that is far too large is more than the library can add to another.
  const footer = viewOf(bytes).getUint32(bytes.byteLength - 8, true);
  if (footer + 12 > bytes.byteLength) throw truncated(`its footer says that it has ${footer} bytes`);
}

/** A panic of the library leaves its memory in any state: the worker is replaced. */
function unreadable(cause: unknown): ConversionError {
  const discardWorker = cause instanceof WebAssembly.RuntimeError;
  const message = 'The file is damaged, or it is compressed in a way that cannot be read: it is no valid Parquet.';
  return new ConversionError({ code: 'input_corrupt', message, discardWorker }, { cause });
}

export function* writeParquet(
  source: DataSource,
  { context, modules }: { readonly context: RunContext; readonly modules?: Modules },
): Generator<Uint8Array> {
  startParquet(modules);
  yield encodeTable(source, context);
}

/** Rows as Parquet, with what its footer says beside them. */
export function encodeTable(source: DataSource, context: RunContext, metadata: SchemaMetadata = new Map()): Uint8Array {
  // Some readers look for it in the schema of Arrow, which is in the footer too.
  const stream = encodeArrow(source, context, 'stream', metadata);
  const properties = new WriterPropertiesBuilder()
    .setCompression(Compression.SNAPPY)
    .setKeyValueMetadata(new Map(metadata));
  return encodeParquet(Table.fromIPCStream(stream), properties.build());
}
