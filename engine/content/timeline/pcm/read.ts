import type { InputFile } from '../../../contract/codec.ts';
import type { Interleaved, Moment, Pcm } from '../../../contract/samples.ts';
import type { FormatId } from '../../../formats/index.ts';
import { bytesOf, concatBytes, viewOf } from '../../../io/bytes.ts';
import { memoryFile } from '../../../io/memory-file.ts';
import { viewAt } from '../containers/byte-view.ts';
import { frameBytesOf, layoutOf, type SampleLayout, type SampleType } from './layout.ts';

const NOTHING: Pcm = { rate: 0, channels: [] };

/** Decodes moments of an uncompressed file; nothing of a file that holds anything else. */
export function readPcm(file: InputFile, format: FormatId, moments: readonly Moment[]): Pcm[] | undefined {
  const layout = layoutOf(file, format);
  return layout && !layout.isPlanar ? moments.map((moment) => samplesOf(file, layout, moment)) : undefined;
}

/** The audio of a whole WAVE file; no channel where it is not one of plain samples. */
export function readWave(bytes: Uint8Array): Pcm {
  const file = memoryFile(bytes);
  const layout = layoutOf(file, 'wav');
  return layout ? samplesOf(file, layout, { atMs: 0, lengthMs: Infinity }) : NOTHING;
}

function samplesOf(file: InputFile, layout: SampleLayout, { atMs, lengthMs }: Pick<Moment, 'atMs' | 'lengthMs'>): Pcm {
  const { rate, channels } = layout;
  const frameBytes = frameBytesOf(layout);
  const first = Math.round((atMs / 1000) * rate) * frameBytes;
  const view = viewOfSamples(file, layout, first, Math.round((lengthMs / 1000) * rate) * frameBytes);
  const frames = Math.floor(view.byteLength / frameBytes);
  if (isUsual(layout)) {
    const samples = new Int16Array(view.buffer, view.byteOffset, frames * channels);
    return new InterleavedPcm(rate, { channels, samples });
  }
  const all = Array.from({ length: channels }, () => new Float32Array(frames));
  splitSamples(view, layout, all);
  return { rate, channels: all };
}

/** Split into its channels when they are asked for: what is equal as it is need not be. */
class InterleavedPcm implements Pcm {
  readonly rate: number;
  readonly interleaved: Interleaved;
  #channels: readonly Float32Array[] | undefined;

  constructor(rate: number, interleaved: Interleaved) {
    this.rate = rate;
    this.interleaved = interleaved;
  }

  get channels(): readonly Float32Array[] {
    return (this.#channels ??= channelsOf(this.interleaved));
  }
}

/** Bytes of samples from `first` on, counted without what lies between the parts. */
function viewOfSamples(file: InputFile, { parts }: SampleLayout, first: number, length: number): DataView {
  const found: Uint8Array[] = [];
  let [skip, left] = [first, length];
  for (const { start, end } of parts) {
    const size = Math.max(0, Math.min(end, file.size) - start);
    if (skip >= size) {
      skip -= size;
      continue;
    }
    const view = viewAt(file, start + skip, Math.min(left, size - skip));
    found.push(bytesOf(view));
    left -= view.byteLength;
    skip = 0;
    if (left <= 0) break;
  }
  const [only, ...others] = found;
  return viewOf(only && others.length === 0 ? only : concatBytes(found));
}

/** What nearly all files hold, and every decoder makes: as it is in memory. */
function isUsual({ bits, isFloat, littleEndian }: SampleType): boolean {
  return bits === 16 && !isFloat && littleEndian;
}

function channelsOf({ channels: count, samples }: Interleaved): Float32Array[] {
  const channels = Array.from({ length: count }, () => new Float32Array(samples.length / count));
  const [left, right] = channels;
  if (left && right && count === 2) splitPairs(samples, left, right);
  else for (const [channel, own] of channels.entries()) splitEvery(samples, channel, count, own);
  return channels;
}

function splitEvery(words: Int16Array, first: number, step: number, samples: Float32Array): void {
  for (let at = 0, from = first; at < samples.length; at++, from += step) samples[at] = words[from]! / 0x8000;
}

/** Both channels in one pass over memory. */
function splitPairs(words: Int16Array, left: Float32Array, right: Float32Array): void {
  for (let at = 0; at < left.length; at++) {
    left[at] = words[2 * at]! / 0x8000;
    right[at] = words[2 * at + 1]! / 0x8000;
  }
}

function splitSamples(view: DataView, type: SampleType, channels: readonly Float32Array[]): void {
  const bytes = type.bits / 8;
  const read = sampleReader(type, view);
  for (const [channel, samples] of channels.entries()) {
    for (let at = 0, from = channel * bytes; at < samples.length; at++, from += channels.length * bytes)
      samples[at] = read(from);
  }
}

function sampleReader({ bits, isFloat, isSigned, littleEndian }: SampleType, view: DataView): (at: number) => number {
  if (isFloat && bits === 32) return (at) => view.getFloat32(at, littleEndian);
  if (isFloat) return (at) => view.getFloat64(at, littleEndian);
  if (bits === 8) return isSigned ? (at) => view.getInt8(at) / 0x80 : (at) => view.getUint8(at) / 0x80 - 1;
  if (bits === 16) return (at) => view.getInt16(at, littleEndian) / 0x8000;
  if (bits === 32) return (at) => view.getInt32(at, littleEndian) / 0x80000000;
  const high = littleEndian ? 2 : 0;
  const low = littleEndian ? 0 : 1;
  return (at) => (view.getInt8(at + high) * 0x10000 + view.getUint16(at + low, littleEndian)) / 0x800000;
}
