import { concatBytes } from '../../io/bytes.ts';
import type { RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { MiB } from '../../contract/limits.ts';

/** Characters that are collected before they are encoded. */
const CHUNK_CHARS = 256 * 1024;
/** A result above this size goes to a file piece by piece; a smaller one is handed on as bytes. */
const MAX_BYTES_IN_MEMORY = 4 * MiB;

/** Writes pieces of text as UTF-8, and pieces of bytes as they are. */
export function writePieces(
  pieces: Iterable<string | Uint8Array>,
  { name, format, context }: { name: string; format: FormatId; context: RunContext },
): Artifact {
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  let bytesInMemory = 0;
  let output: ReturnType<RunContext['create']> | undefined;
  let text = '';

  const put = (bytes: Uint8Array): void => {
    if (output) return output.write(bytes, output.size);
    chunks.push(bytes);
    bytesInMemory += bytes.byteLength;
    if (bytesInMemory <= MAX_BYTES_IN_MEMORY) return;
    output = context.create(name, format);
    for (const chunk of chunks.splice(0)) output.write(chunk, output.size);
  };

  const flush = (): void => {
    context.signal.throwIfAborted();
    if (text !== '') put(encoder.encode(text));
    text = '';
  };

  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else {
      flush();
      put(piece);
    }
    if (text.length >= CHUNK_CHARS) flush();
  }
  flush();
  return output ? output.finish() : { name, format, bytes: concatBytes(chunks) };
}
