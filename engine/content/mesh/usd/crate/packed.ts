import { viewOf } from '../../../../io/bytes.ts';
import { requirePackage } from '../../../../io/packages.ts';
import { corruptMesh } from '../../failures.ts';

interface Lz4 {
  decompressBlock(from: Uint8Array, to: Uint8Array, at: number, length: number, place: number): number;
}

const load = (): Lz4 => requirePackage('lz4js') as Lz4;

/** Bytes that one chunk unpacks to at most. */
const CHUNK_BYTES = 0x7e000000;
/** Numbers that one packed byte stands for at most: LZ4 makes 255 bytes of it, of which each has the codes of four. */
const MOST_NUMBERS = 255 * 4;
/** Numbers of one list: the corners of ten million triangles. */
const MOST_LISTED = 1 << 25;

/** Unpacks LZ4 blocks of `size` bytes in all: one, or several with their lengths. Throws `input_corrupt`. */
export function unpacked(bytes: Uint8Array, size: number): Uint8Array {
  if (!(size >= 0 && size <= bytes.byteLength * 255 + 16)) throw claims();
  const lz4 = load();
  const target = new Uint8Array(size);
  const chunks = bytes[0] ?? 0;
  if (chunks === 0) {
    const end = lz4.decompressBlock(bytes, target, 1, bytes.byteLength - 1, 0);
    return target.subarray(0, end);
  }
  const view = viewOf(bytes);
  let [at, place] = [1, 0];
  for (let chunk = 0; chunk < chunks; chunk++) {
    if (at + 4 > bytes.byteLength) throw claims();
    const length = view.getInt32(at, true);
    at += 4;
    if (!(length > 0 && at + length <= bytes.byteLength) || place > CHUNK_BYTES) throw claims();
    place = lz4.decompressBlock(bytes, target, at, length, place);
    at += length;
  }
  return target.subarray(0, place);
}

/**
 * Whole numbers of 32 or 64 bits: the most usual step, a code of two bits a number, and the steps that differ from it, in
 * one, two or four bytes more the larger the code is. Throws `input_corrupt`.
 */
export function unpackedIntegers(bytes: Uint8Array, count: number, width: 4 | 8): Float64Array {
  if (count === 0) return new Float64Array();
  if (!(count > 0 && count <= bytes.byteLength * MOST_NUMBERS && count <= MOST_LISTED)) throw claims();
  const codeBytes = Math.ceil(count / 4);
  const source = unpacked(bytes, Math.min(width + codeBytes + count * width, bytes.byteLength * 255 + 16));
  if (width + codeBytes > source.byteLength) throw claims();
  const view = viewOf(source);
  const readers = STEPS[width];
  const usual = readers[3].read(view, 0);
  const numbers = new Float64Array(count);
  let [at, last] = [width + codeBytes, 0];
  for (let index = 0; index < count; index++) {
    const code = (source[width + (index >> 2)]! >> ((index & 3) * 2)) & 3;
    if (code === 0) last += usual;
    else {
      const { bytes: size, read } = readers[code as 1 | 2 | 3];
      if (at + size > source.byteLength) throw claims();
      last += read(view, at);
      at += size;
    }
    // Sums of 32 bits run over.
    if (width === 4) last |= 0;
    numbers[index] = last;
  }
  return numbers;
}

interface StepReader {
  readonly bytes: number;
  readonly read: (view: DataView, at: number) => number;
}

const INT8: StepReader = { bytes: 1, read: (view, at) => view.getInt8(at) };
const INT16: StepReader = { bytes: 2, read: (view, at) => view.getInt16(at, true) };
const INT32: StepReader = { bytes: 4, read: (view, at) => view.getInt32(at, true) };
const INT64: StepReader = { bytes: 8, read: (view, at) => Number(view.getBigInt64(at, true)) };
const STEPS = { 4: { 1: INT8, 2: INT16, 3: INT32 }, 8: { 1: INT16, 2: INT32, 3: INT64 } } as const;

function claims(): Error {
  return corruptMesh('a packed part of it is not what it claims to be');
}
