import type { InputFile } from '../../../contract/codec.ts';
import { latin1, viewAt } from '../containers/byte-view.ts';
import { coreAudioChunksOf, MOST_CHUNKS } from './chunks.ts';
import type { ReadLayout, SampleBytes, SampleLayout, SampleType } from './layout.ts';

const SIGNED_LITTLE = { isFloat: false, isSigned: true, littleEndian: true } as const;
const SIGNED_BIG = { isFloat: false, isSigned: true, littleEndian: false } as const;

/** Encodings of an AU file that are plain samples: bits, and whether they are floats. */
const AU_ENCODINGS: Readonly<Record<number, readonly [bits: number, isFloat: boolean]>> = {
  2: [8, false],
  3: [16, false],
  4: [24, false],
  5: [32, false],
  6: [32, true],
  7: [64, true],
};
const UNKNOWN_SIZE = 0xffffffff;

export const auLayout: ReadLayout = (file) => {
  const view = viewAt(file, 0, 24);
  const encoding = view.byteLength === 24 ? AU_ENCODINGS[view.getUint32(12)] : undefined;
  if (!encoding || latin1(view, 0, 4) !== '.snd') return undefined;
  const [bits, isFloat] = encoding;
  const [start, size] = [view.getUint32(4), view.getUint32(8)];
  const end = size === UNKNOWN_SIZE ? file.size : start + size;
  const [rate, channels] = [view.getUint32(16), view.getUint32(20)];
  return { ...SIGNED_BIG, rate, channels, bits, isFloat, parts: [{ start, end }] };
};

const CAF_FLAGS = { float: 1, littleEndian: 2 };

/** Apple Core Audio Format 1.0 */
export const cafLayout: ReadLayout = (file) => {
  let format: Omit<SampleLayout, 'parts'> | undefined;
  for (const { type, body, size } of coreAudioChunksOf(file)) {
    // Behind a count of edits.
    if (type === 'data') return format && { ...format, parts: [{ start: body + 4, end: body + size }] };
    if (type !== 'desc') continue;
    const view = viewAt(file, body, 32);
    if (view.byteLength < 32 || latin1(view, 8, 4) !== 'lpcm') return undefined;
    const flags = view.getUint32(12);
    const [channels, bits] = [view.getUint32(24), view.getUint32(28)];
    if (view.getUint32(16) !== (channels * bits) / 8) return undefined;
    format = {
      rate: view.getFloat64(0),
      channels,
      bits,
      isFloat: (flags & CAF_FLAGS.float) !== 0,
      isSigned: true,
      littleEndian: (flags & CAF_FLAGS.littleEndian) !== 0,
    };
  }
  return undefined;
};

/** The format of SoX itself: all samples have 32 bits (soxformat(7)). */
export const soxLayout: ReadLayout = (file) => {
  const view = viewAt(file, 0, 32);
  if (view.byteLength < 32 || latin1(view, 0, 4) !== '.SoX') return undefined;
  const channels = view.getUint32(24, true);
  const start = 4 + view.getUint32(4, true);
  const samples = Number(view.getBigUint64(8, true)); // of all channels
  const end = samples === 0 ? file.size : start + samples * 4;
  return { ...SIGNED_LITTLE, rate: view.getFloat64(16, true), channels, bits: 32, parts: [{ start, end }] };
};

const IRCAM_HEADER_BYTES = 1024;
const IRCAM_TYPES: Readonly<Record<number, SampleType>> = {
  0x1: { ...SIGNED_LITTLE, bits: 8 },
  0x2: { ...SIGNED_LITTLE, bits: 16 },
  0x3: { ...SIGNED_LITTLE, bits: 24 },
  0x40004: { ...SIGNED_LITTLE, bits: 32 },
  0x4: { ...SIGNED_LITTLE, bits: 32, isFloat: true },
  0x8: { ...SIGNED_LITTLE, bits: 64, isFloat: true },
};

/** Berkeley/IRCAM/Carl sound files of little-endian machines: samples up to the end of the file. */
export const ircamLayout: ReadLayout = (file) => {
  const view = viewAt(file, 0, 16);
  const isLittle = view.byteLength === 16 && [0x0001a364, 0x0003a364].includes(view.getUint32(0, true));
  const type = isLittle ? IRCAM_TYPES[view.getUint32(12, true)] : undefined;
  const parts = [{ start: IRCAM_HEADER_BYTES, end: file.size }];
  return type && { ...type, rate: view.getFloat32(4, true), channels: view.getUint32(8, true), parts };
};

const AST_HEADER_BYTES = 64;
const AST_BLOCK_HEAD = 32;
const AST_PCM = 1;

/** Nintendo's streams: blocks in which the channels follow each other. */
export const astLayout: ReadLayout = (file) => {
  const view = viewAt(file, 0, AST_HEADER_BYTES);
  if (view.byteLength < AST_HEADER_BYTES || latin1(view, 0, 4) !== 'STRM' || view.getUint16(8) !== AST_PCM)
    return undefined;
  const [bits, channels, rate] = [view.getUint16(10), view.getUint16(12), view.getUint32(16)];
  return { ...SIGNED_BIG, bits, channels, rate, isPlanar: true, parts: [...astBlocks(file, channels)] };
};

function* astBlocks(file: InputFile, channels: number): Generator<SampleBytes> {
  for (let at = AST_HEADER_BYTES, count = 0; count < MOST_AST_BLOCKS && at + AST_BLOCK_HEAD <= file.size; count++) {
    const view = viewAt(file, at, 8);
    if (latin1(view, 0, 4) !== 'BLCK') return;
    const start = at + AST_BLOCK_HEAD;
    const end = start + view.getUint32(4) * channels;
    yield { start, end };
    at = end;
  }
}

/** Blocks of some 10 KB: as many as 2 GB hold. */
const MOST_AST_BLOCKS = MOST_CHUNKS * 1024;
