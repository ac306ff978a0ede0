import type { InputFile } from '../../../contract/codec.ts';
import { latin1, viewAt } from '../containers/byte-view.ts';

/** Chunks that are looked at before a file is left alone. */
export const MOST_CHUNKS = 256;

export interface Chunk {
  readonly type: string;
  /** First byte behind the chunk's name and size. */
  readonly body: number;
  readonly size: number;
}

/** The chunks of a RIFF (little endian) or an IFF file, behind its name and kind. */
export function* chunksOf(file: InputFile, littleEndian: boolean): Generator<Chunk> {
  for (let position = 12, count = 0; count < MOST_CHUNKS && position + 8 <= file.size; count++) {
    const view = viewAt(file, position, 8);
    const size = view.getUint32(4, littleEndian);
    yield { type: latin1(view, 0, 4), body: position + 8, size };
    position += 8 + size + (size & 1);
  }
}

/** The chunks of a Core Audio file, whose sizes have 64 bits; -1 is up to the end of the file. */
export function* coreAudioChunksOf(file: InputFile): Generator<Chunk> {
  for (let position = 8, count = 0; count < MOST_CHUNKS && position + 12 <= file.size; count++) {
    const view = viewAt(file, position, 12);
    const told = Number(view.getBigInt64(4));
    const body = position + 12;
    const size = told < 0 ? file.size - body : told;
    yield { type: latin1(view, 0, 4), body, size };
    position = body + size;
  }
}

const WIDE_HEAD = 24;

/** The chunks of a Wave64 file, whose sizes have 64 bits and count their heads. */
export function* wideChunksOf(file: InputFile): Generator<Chunk> {
  for (let position = 40, count = 0; count < MOST_CHUNKS && position + WIDE_HEAD <= file.size; count++) {
    const view = viewAt(file, position, WIDE_HEAD);
    const size = Number(view.getBigUint64(16, true));
    yield { type: latin1(view, 0, 4), body: position + WIDE_HEAD, size: size - WIDE_HEAD };
    position += Math.max(WIDE_HEAD, Math.ceil(size / 8) * 8);
  }
}
