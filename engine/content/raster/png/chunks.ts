import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { crc32Of } from '../../../io/compression.ts';

/** Length, type and checksum. */
const FRAME_BYTES = 12;
export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

export interface PngChunk {
  readonly type: string;
  readonly content: Uint8Array;
  /** The chunk as it stands in the file, with its length and checksum. */
  readonly whole: Uint8Array;
}

/** A chunk that is to be written. */
export type NewPngChunk = Pick<PngChunk, 'type' | 'content'>;

export function isPng(bytes: Uint8Array): boolean {
  return PNG_SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/**
 * The chunks of a file up to its end chunk, that one included; fewer bytes than a chunk has at its end are none. MNG and
 * JNG have the same chunks behind signatures of the same length. Throws a RangeError where one leads beyond the end.
 */
export function* pngChunks(bytes: Uint8Array, end = 'IEND'): Generator<PngChunk> {
  const view = viewOf(bytes);
  for (let at = PNG_SIGNATURE.byteLength; at + FRAME_BYTES <= bytes.byteLength;) {
    const next = at + FRAME_BYTES + view.getUint32(at);
    if (next > bytes.byteLength) throw new RangeError('A chunk ends beyond the file.');
    const type = latin1Of(bytes, at + 4, at + 8);
    yield { type, content: bytes.subarray(at + 8, next - 4), whole: bytes.subarray(at, next) };
    if (type === end) return;
    at = next;
  }
}

/** One chunk with its length and checksum. */
export function pngChunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(content.byteLength + FRAME_BYTES);
  writeChunk(chunk, 0, { type, content });
  return chunk;
}

/** The signature and the chunks. */
export function pngFile(chunks: readonly NewPngChunk[]): Uint8Array<ArrayBuffer> {
  const total = chunks.reduce((sum, { content }) => sum + FRAME_BYTES + content.byteLength, PNG_SIGNATURE.byteLength);
  const file = new Uint8Array(total);
  file.set(PNG_SIGNATURE);
  let at = PNG_SIGNATURE.byteLength;
  for (const chunk of chunks) at = writeChunk(file, at, chunk);
  return file;
}

/** Returns where the next chunk begins. */
function writeChunk(file: Uint8Array, at: number, { type, content }: NewPngChunk): number {
  const fields = viewOf(file);
  const end = at + 8 + content.byteLength;
  fields.setUint32(at, content.byteLength);
  for (let index = 0; index < type.length; index++) file[at + 4 + index] = type.charCodeAt(index);
  file.set(content, at + 8);
  fields.setUint32(end, crc32Of(file.subarray(at + 4, end)));
  return end + 4;
}
