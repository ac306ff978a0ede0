import { tableFromIPC } from 'apache-arrow';
import {
  Compression,
  initSync,
  readParquet as decodeParquet,
  Table,
  writeParquet as encodeParquet,
  WriterPropertiesBuilder,
} from 'parquet-wasm/esm';
import { ConversionError } from '../../errors.ts';
import type { RunContext } from '../../codec.ts';
import type { DataSource } from '../table.ts';
import { tableSource } from './arrow-reader.ts';
import { encodeArrow } from './arrow-writer.ts';
import { corrupt, truncated } from './data-errors.ts';
import type { ReadRequest } from './read-data.ts';

const MAGIC = 'PAR1';

type Modules = ReadRequest['modules'];

function start(modules: Modules): void {
  const module = modules?.['parquet'];
  if (!module)
    throw new ConversionError({ code: 'internal', message: 'The codec has not declared the module of Parquet.' });
  initSync({ module });
}

/** Parquet, by way of Arrow. */
export function readParquet(bytes: Uint8Array, { context, modules }: ReadRequest): DataSource {
  checkFrame(bytes);
  start(modules);
  const stream = guarded(() => decodeParquet(bytes).intoIPCStream());
  return tableSource(tableFromIPC(stream), context);
}

function checkFrame(bytes: Uint8Array): void {
  const textAt = (start: number): string => Buffer.from(bytes.subarray(start, start + 4)).toString('latin1');
  if (textAt(0) === 'PARE' || textAt(bytes.byteLength - 4) === 'PARE') {
    throw new ConversionError({
      code: 'input_encrypted',
      message: 'The Parquet file is encrypted, and there is no way to give its keys. Save it without encryption.',
    });
  }
  if (textAt(0) !== MAGIC) throw corrupt('it does not begin as a Parquet file');
  if (textAt(bytes.byteLength - 4) !== MAGIC) throw truncated('the footer of the Parquet file is missing');
}

/** A panic of the library leaves its memory in any state: the worker is replaced. */
function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    const hasPanicked = error instanceof WebAssembly.RuntimeError;
    const message = 'The file is damaged, or it is compressed in a way that cannot be read: it is no valid Parquet.';
    throw new ConversionError({ code: 'input_corrupt', message, discardWorker: hasPanicked }, { cause: error });
  }
}

export function* writeParquet(
  source: DataSource,
  { context, modules }: { readonly context: RunContext; readonly modules?: Modules },
): Generator<Uint8Array> {
  start(modules);
  const stream = encodeArrow(source, context, 'stream');
  const properties = new WriterPropertiesBuilder().setCompression(Compression.SNAPPY).build();
  yield encodeParquet(Table.fromIPCStream(stream), properties);
}
