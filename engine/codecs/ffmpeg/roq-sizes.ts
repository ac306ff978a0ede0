import type { OutputFile } from '../../contract/codec.ts';
import { viewOf } from '../../io/bytes.ts';

/**
 * Writes the right sizes of the frames of an id RoQ file. Where the number of blocks of 16 × 16 pixels is odd, FFmpeg's
 * encoder counts a frame one byte too long or too short ("FIXME" in its `roqvideoenc.c`), and players find nothing
 * behind the first.
 */
export function writeFrameSizes(file: OutputFile): void {
  let blocks = 0;
  for (let at = SIGNATURE_BYTES; at + HEADER_BYTES <= file.size;) {
    const header = read(file, at, HEADER_BYTES);
    const body = at + HEADER_BYTES;
    const kind = header.getUint16(0, true);
    let size = header.getUint32(2, true);
    if (kind === CHUNKS.info) {
      const info = read(file, body, 4);
      blocks = (info.getUint16(0, true) * info.getUint16(2, true)) / BLOCK_PIXELS;
    } else if (kind === CHUNKS.frame) {
      const found = codedBytes(read(file, body, blocks * MOST_BLOCK_BYTES), blocks);
      if (found === undefined) return;
      if (found !== size) file.write(littleEndian(found), at + 2);
      size = found;
    } else if (!OTHER_CHUNKS.has(kind)) return;
    at = body + size;
  }
}

/** The signature is a chunk without content. */
const SIGNATURE_BYTES = 8;
const HEADER_BYTES = 8;
const CHUNKS = { info: 0x1001, frame: 0x1011 } as const;
/** Code books, and audio of one channel and of two. */
const OTHER_CHUNKS: ReadonlySet<number> = new Set([0x1002, 0x1020, 0x1021]);
const BLOCK_PIXELS = 64;
/** Five codes of two bits, and sixteen indices of a byte each; the last codes fill two bytes. */
const MOST_BLOCK_BYTES = 20;

/** How a block is coded, by two bits; one that is divided has four codes of its own. */
const DIVIDED = 3;
/** Bytes that follow a code: those of a motion, or of an index. */
const ARGUMENTS = [0, 1, 1] as const;
const INDICES_OF_SMALLEST = 4;

/** Bytes that so many blocks take: eight codes lie in two bytes, before all that follows these codes. Nothing if the data ends before. */
function codedBytes(data: DataView, blocks: number): number | undefined {
  let [at, codes, left] = [0, 0, 0];
  const nextCode = (): number => {
    if (left === 0) {
      if (at + 2 > data.byteLength) return 0;
      codes = data.getUint16(at, true);
      at += 2;
      left = 8;
    }
    left--;
    return (codes >> (2 * left)) & 3;
  };
  for (let block = 0; block < blocks; block++) {
    const code = nextCode();
    if (code !== DIVIDED) {
      at += ARGUMENTS[code]!;
      continue;
    }
    for (let part = 0; part < 4; part++) {
      const partCode = nextCode();
      at += ARGUMENTS[partCode] ?? INDICES_OF_SMALLEST;
    }
  }
  return at <= data.byteLength ? at : undefined;
}

function read(file: OutputFile, position: number, length: number): DataView {
  const bytes = new Uint8Array(Math.max(0, Math.min(length, file.size - position)));
  file.read(bytes, position);
  return viewOf(bytes);
}

function littleEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, value, true);
  return bytes;
}
