import type { InputFile } from '../../contract/codec.ts';
import type { Moment, Pcm } from '../../contract/samples.ts';
import type { FormatId } from '../../formats/index.ts';
import { memoryFile } from '../../io/memory-file.ts';
import { latin1, viewAt } from './containers/byte-view.ts';

/** How the samples of an uncompressed file lie in it. */
interface Layout {
  readonly rate: number;
  readonly channels: number;
  readonly bits: number;
  readonly isFloat: boolean;
  readonly isSigned: boolean;
  readonly littleEndian: boolean;
  /** First byte of the samples, and the first behind them. */
  readonly start: number;
  readonly end: number;
}

const NOTHING: Pcm = { rate: 0, channels: [] };

const LAYOUTS: Partial<Record<FormatId, (file: InputFile) => Layout | undefined>> = {
  wav: waveLayout,
  aiff: aiffLayout,
  aifc: aiffLayout,
  au: auLayout,
};

/** Decodes moments of an uncompressed file; nothing of a file that holds anything else. */
export function readPcm(file: InputFile, format: FormatId, moments: readonly Moment[]): Pcm[] | undefined {
  const layout = LAYOUTS[format]?.(file);
  return layout && isPlain(layout) ? moments.map((moment) => samplesOf(file, layout, moment)) : undefined;
}

/** The audio of a whole WAVE file; no channel where it is not one of plain samples. */
export function readWave(bytes: Uint8Array): Pcm {
  const file = memoryFile(bytes);
  const layout = waveLayout(file);
  return layout && isPlain(layout) ? samplesOf(file, layout, { atMs: 0, lengthMs: Infinity }) : NOTHING;
}

const DEPTHS: ReadonlySet<number> = new Set([8, 16, 24, 32]);
const MOST_CHANNELS = 64;

function isPlain({ rate, channels, bits, isFloat }: Layout): boolean {
  const isDepth = isFloat ? bits === 32 || bits === 64 : DEPTHS.has(bits);
  return isDepth && rate > 0 && channels > 0 && channels <= MOST_CHANNELS;
}

function samplesOf(file: InputFile, layout: Layout, { atMs, lengthMs }: Pick<Moment, 'atMs' | 'lengthMs'>): Pcm {
  const { rate, channels, bits, start, end } = layout;
  const frameBytes = (channels * bits) / 8;
  const first = Math.round((atMs / 1000) * rate);
  const available = Math.max(0, Math.floor((Math.min(end, file.size) - start) / frameBytes) - first);
  const count = Math.min(available, Math.round((lengthMs / 1000) * rate));
  const view = viewAt(file, start + first * frameBytes, count * frameBytes);
  const frames = Math.floor(view.byteLength / frameBytes);
  const all = Array.from({ length: channels }, () => new Float32Array(frames));
  if (isUsual(layout)) splitWords(new Int16Array(view.buffer, view.byteOffset, frames * channels), all);
  else splitSamples(view, layout, all);
  return { rate, channels: all };
}

/** What nearly all files hold, and every decoder makes: as it is in memory. */
function isUsual({ bits, isFloat, littleEndian }: Layout): boolean {
  return bits === 16 && !isFloat && littleEndian;
}

function splitWords(words: Int16Array, channels: readonly Float32Array[]): void {
  for (const [channel, samples] of channels.entries()) {
    for (let at = 0, from = channel; at < samples.length; at++, from += channels.length)
      samples[at] = words[from]! / 0x8000;
  }
}

function splitSamples(view: DataView, layout: Layout, channels: readonly Float32Array[]): void {
  const bytes = layout.bits / 8;
  const read = sampleReader(layout, view);
  for (const [channel, samples] of channels.entries()) {
    for (let at = 0, from = channel * bytes; at < samples.length; at++, from += channels.length * bytes)
      samples[at] = read(from);
  }
}

function sampleReader({ bits, isFloat, isSigned, littleEndian }: Layout, view: DataView): (at: number) => number {
  if (isFloat && bits === 32) return (at) => view.getFloat32(at, littleEndian);
  if (isFloat) return (at) => view.getFloat64(at, littleEndian);
  if (bits === 8) return isSigned ? (at) => view.getInt8(at) / 0x80 : (at) => view.getUint8(at) / 0x80 - 1;
  if (bits === 16) return (at) => view.getInt16(at, littleEndian) / 0x8000;
  if (bits === 32) return (at) => view.getInt32(at, littleEndian) / 0x80000000;
  const high = littleEndian ? 2 : 0;
  const low = littleEndian ? 0 : 1;
  return (at) => (view.getInt8(at + high) * 0x10000 + view.getUint16(at + low, littleEndian)) / 0x800000;
}

/** Chunks that are looked at before a file is left alone. */
const MOST_CHUNKS = 256;

interface Chunk {
  readonly type: string;
  readonly body: number;
  readonly size: number;
}

function* chunksOf(file: InputFile, littleEndian: boolean): Generator<Chunk> {
  for (let position = 12, count = 0; count < MOST_CHUNKS && position + 8 <= file.size; count++) {
    const view = viewAt(file, position, 8);
    const size = view.getUint32(4, littleEndian);
    yield { type: latin1(view, 0, 4), body: position + 8, size };
    position += 8 + size + (size & 1);
  }
}

/** Multimedia Programming Interface 1.0: format 1 is integers, 3 floats; 0xFFFE names one of them in its extension. */
function waveLayout(file: InputFile): Layout | undefined {
  let format: Omit<Layout, 'start' | 'end'> | undefined;
  for (const { type, body, size } of chunksOf(file, true)) {
    if (type === 'data') return format && { ...format, start: body, end: body + size };
    if (type !== 'fmt ') continue;
    const view = viewAt(file, body, 26);
    if (view.byteLength < 16) return undefined;
    const isExtended = view.getUint16(0, true) === 0xfffe && view.byteLength === 26;
    const tag = view.getUint16(isExtended ? 24 : 0, true);
    const bits = view.getUint16(14, true);
    const channels = view.getUint16(2, true);
    // A sample of 12 or 20 bits is in the upper bits of its bytes.
    if ((tag !== 1 && tag !== 3) || view.getUint16(12, true) !== (channels * bits) / 8) return undefined;
    const rate = view.getUint32(4, true);
    format = { rate, channels, bits, isFloat: tag === 3, isSigned: bits > 8, littleEndian: true };
  }
  return undefined;
}

/** AIFF 1.3 and AIFF-C: compression types that are none. */
const AIFC_LAYOUTS: Readonly<Record<string, Partial<Layout>>> = {
  NONE: {},
  twos: {},
  sowt: { littleEndian: true },
  fl32: { isFloat: true, bits: 32 },
  FL32: { isFloat: true, bits: 32 },
  fl64: { isFloat: true, bits: 64 },
};

function aiffLayout(file: InputFile): Layout | undefined {
  const isCompressed = latin1(viewAt(file, 8, 4), 0, 4) === 'AIFC';
  let format: Omit<Layout, 'start' | 'end'> | undefined;
  let data: Pick<Layout, 'start' | 'end'> | undefined;
  for (const { type, body, size } of chunksOf(file, false)) {
    if (type === 'SSND') data = { start: body + 8, end: body + size };
    if (type !== 'COMM') continue;
    const view = viewAt(file, body, 22);
    if (view.byteLength < (isCompressed ? 22 : 18)) return undefined;
    const plain = isCompressed ? AIFC_LAYOUTS[latin1(view, 18, 4)] : {};
    if (!plain) return undefined;
    const channels = view.getUint16(0);
    const bits = Math.ceil(view.getUint16(6) / 8) * 8;
    format = { rate: extended(view, 8), channels, bits, isFloat: false, isSigned: true, littleEndian: false, ...plain };
  }
  return format && data && { ...format, ...data };
}

/** A rate as an 80-bit float (IEEE 754 extended), rounded to a whole number. */
function extended(view: DataView, offset: number): number {
  return Math.round(Number(view.getBigUint64(offset + 2)) * 2 ** ((view.getUint16(offset) & 0x7fff) - 16_383 - 63));
}

/** Encodings of an AU file that are plain samples: bits, and whether they are floats. */
const AU_ENCODINGS: Readonly<Record<number, readonly [bits: number, isFloat: boolean]>> = {
  2: [8, false],
  3: [16, false],
  4: [24, false],
  5: [32, false],
  6: [32, true],
  7: [64, true],
};

function auLayout(file: InputFile): Layout | undefined {
  const view = viewAt(file, 0, 24);
  const encoding = view.byteLength === 24 ? AU_ENCODINGS[view.getUint32(12)] : undefined;
  if (!encoding || latin1(view, 0, 4) !== '.snd') return undefined;
  const [bits, isFloat] = encoding;
  const [start, size] = [view.getUint32(4), view.getUint32(8)];
  const end = size === 0xffffffff ? file.size : start + size;
  const [rate, channels] = [view.getUint32(16), view.getUint32(20)];
  return { rate, channels, bits, isFloat, isSigned: true, littleEndian: false, start, end };
}
