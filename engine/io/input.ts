import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ConversionError } from '../contract/errors.ts';
import type { FormatId } from '../formats/index.ts';
import type { Artifact } from '../contract/artifact.ts';
import type { Workspace } from './scratch.ts';

/** A path, bytes, a Blob, or a stream of bytes. */
export type Input = string | URL | Uint8Array | Blob | ReadableStream<Uint8Array> | Readable;

/** An input that every worker can read: a file, or bytes in shared memory. */
export type TakenInput = { readonly fileName?: string } & (
  | { readonly path: string; readonly size: number }
  | { readonly bytes: Uint8Array }
);

export interface TakeOptions {
  readonly fileName?: string;
  readonly maxBytes: number;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
}

/**
 * Makes an input readable for the workers. A path is used where it lies; bytes are copied once into shared memory
 * (not at all when they are in a SharedArrayBuffer already); a stream is written to a directory of its own.
 * Throws `input_not_found`, `empty_file`, or `input_too_complex` for more than `maxBytes`; a TypeError for what is none of
 * these, which a caller without types may hand over.
 */
export async function takeInput(input: Input, options: TakeOptions): Promise<TakenInput> {
  const { fileName } = options;
  if (typeof input === 'string' || input instanceof URL) return takeFile(input, options);
  if (input instanceof Uint8Array) return { fileName, bytes: share(checked(input, options)) };
  if (input instanceof Blob) {
    checkSize(input.size, options.maxBytes);
    const name = 'name' in input && typeof input.name === 'string' ? input.name : undefined;
    return { fileName: fileName ?? name, bytes: share(new Uint8Array(await input.arrayBuffer())) };
  }
  if (!(input instanceof Readable || input instanceof ReadableStream)) throw notAnInput(input);
  return takeStream(input, options);
}

function notAnInput(value: unknown): TypeError {
  const kind = value === null || typeof value !== 'object' ? String(value) : `an object (${value.constructor?.name})`;
  return new TypeError(
    `Expected a path, a URL, a Uint8Array, a Blob or a stream as input, but received ${kind}. Wrap an ArrayBuffer in a ` +
      'Uint8Array; a name goes into the option fileName.',
  );
}

export function sizeOfInput(taken: TakenInput): number {
  return 'path' in taken ? taken.size : taken.bytes.byteLength;
}

export function artifactOf(taken: TakenInput, name: string, format: FormatId): Artifact {
  return 'path' in taken ? { name, format, path: taken.path, size: taken.size } : { name, format, bytes: taken.bytes };
}

async function takeFile(file: string | URL, { fileName, maxBytes }: TakeOptions): Promise<TakenInput> {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const found = await stat(path).catch((cause: unknown) => {
    throw notFound('The input file cannot be found or entered. Check its path and permissions.', cause);
  });
  if (!found.isFile()) throw notFound('The input path does not lead to a file. Check it.');
  checkSize(found.size, maxBytes);
  return { fileName: fileName ?? basename(path), path, size: found.size };
}

async function takeStream(stream: ReadableStream<Uint8Array> | Readable, options: TakeOptions): Promise<TakenInput> {
  const { fileName, maxBytes, workspace, signal } = options;
  const path = join(await workspace.stage(), 'input');
  await using file = await open(path, 'wx', 0o600);
  // Only now: a stream that fails by the signal before anybody reads it would fail unheard.
  const source = addAbortSignal(signal, stream instanceof Readable ? stream : Readable.fromWeb(stream as never));
  let size = 0;
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) checkSize(size, maxBytes);
    await file.writeFile(chunk);
  }
  checkSize(size, maxBytes);
  return { fileName, path, size };
}

function notFound(message: string, cause?: unknown): ConversionError {
  return new ConversionError({ code: 'input_not_found', message }, { cause });
}

function checked(bytes: Uint8Array, { maxBytes }: TakeOptions): Uint8Array {
  checkSize(bytes.byteLength, maxBytes);
  return bytes;
}

function checkSize(size: number, limit: number): void {
  if (size === 0) {
    throw new ConversionError({
      code: 'empty_file',
      message: 'The file is empty: it has 0 bytes. Send the complete file.',
    });
  }
  if (size <= limit) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The file has more than the ${limit} bytes that this engine accepts. Send a smaller file.`,
    details: { limit: 'inputBytes', limitBytes: limit, found: size },
  });
}

/** The bytes in memory that every worker can read. */
export function share(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes;
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return shared;
}
