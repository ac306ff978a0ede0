import type { InputFile } from '../../../contract/codec.ts';
import { concatBytes } from '../../../io/bytes.ts';
import { latin1, viewAt } from './byte-view.ts';
import { boxesIn, findBox, MAX_BOXES, type Box } from './iso-bmff.ts';

/** Bytes of a frame of speech with its header, by the type in the header: 3GPP TS 26.101 and 26.201. */
const FRAME_BYTES: Readonly<Record<string, readonly number[]>> = {
  samr: [13, 14, 16, 18, 20, 21, 27, 32, 6, 1, 1, 1, 1, 1, 1, 1],
  sawb: [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1],
};

/** An index of more bytes, or of more packets than an hour of single frames has, stays as it is. */
const MOST_INDEX_BYTES = 16_000_000;
const MOST_PACKETS = 200_000;

/**
 * The file with an index that has a packet for each frame of AMR speech; undefined where that is so already, or where
 * the frames do not fit their packets. MP4 and 3GP may hold up to fifteen frames in a packet, of which decoders take the
 * first alone. The data stay where they are: the new index is appended, and the old one becomes free space.
 */
export function withSingleAmrFrames(file: InputFile): InputFile | undefined {
  const budget = { boxes: MAX_BOXES };
  const top = [...boxesIn(file, 0, file.size, budget)];
  const movie = top.find(({ type }) => type === 'moov');
  if (!movie || movie.end - movie.start > MOST_INDEX_BYTES || !canBeAppendedTo(file, top)) return undefined;
  const tables = new Map<number, Uint8Array>();
  for (const { type, body, end } of boxesIn(file, movie.body, movie.end, budget)) {
    const samples = type === 'trak' ? findBox(file, { body, end }, ['mdia', 'minf', 'stbl'], budget) : undefined;
    for (const [place, table] of samples ? singleFrameTables(file, samples, budget) : []) tables.set(place, table);
  }
  return tables.size === 0 ? undefined : withIndex(file, movie, rebuilt(file, movie, tables, budget));
}

/** Whether a box behind the last one is found: nothing is cut off, follows, or goes on until the end of the file. */
function canBeAppendedTo(file: InputFile, top: readonly Box[]): boolean {
  const last = top.at(-1);
  return last?.end === file.size && viewAt(file, last.start, 4).getUint32(0) !== 0;
}

/** What takes the place of the boxes that begin where it says. */
function singleFrameTables(
  file: InputFile,
  samples: Box,
  budget: { boxes: number },
): readonly (readonly [number, Uint8Array])[] {
  const boxes = new Map([...boxesIn(file, samples.body, samples.end, budget)].map((box) => [box.type, box]));
  const numbersOf = (type: string): DataView | undefined => {
    const found = boxes.get(type);
    return found && viewAt(file, found.body, found.end - found.body);
  };
  const [description, times, chunks, sizes] = ['stsd', 'stts', 'stsc', 'stsz'].map(numbersOf);
  const offsets = numbersOf('stco') ?? numbersOf('co64');
  const frameBytes = description && FRAME_BYTES[latin1(description, 12, 4)];
  if (!frameBytes || !times || !chunks || !sizes || !offsets) return [];
  const packets = packetsOf({ times, chunks, sizes, offsets, isLong: !boxes.has('stco') });
  const frames = packets?.map((packet) => framesOf(file, packet, frameBytes));
  if (!packets || !frames?.every((each) => each !== undefined) || frames.every(({ length }) => length === 1)) return [];
  const durations = packets.flatMap(({ duration }, at) => parted(duration, frames[at]!.length));
  const counts: number[] = [];
  for (const [at, { chunk }] of packets.entries()) counts[chunk] = (counts[chunk] ?? 0) + frames[at]!.length;
  const timeRuns = runsOf(durations).flatMap(({ value, length }) => [length, value]);
  const chunkRuns = runsOf(Array.from(counts, (count) => count ?? 0)).flatMap(({ value, first }) => [
    first + 1,
    value,
    1,
  ]);
  const flat = frames.flat();
  return [
    [boxes.get('stts')!.start, table('stts', [timeRuns.length / 2, ...timeRuns])],
    [boxes.get('stsc')!.start, table('stsc', [chunkRuns.length / 3, ...chunkRuns])],
    [boxes.get('stsz')!.start, table('stsz', [0, flat.length, ...flat])],
  ];
}

interface Packet {
  readonly offset: number;
  readonly size: number;
  /** In the track's time scale. */
  readonly duration: number;
  /** Number of its chunk, from 0. */
  readonly chunk: number;
}

interface Tables {
  readonly times: DataView;
  readonly chunks: DataView;
  readonly sizes: DataView;
  readonly offsets: DataView;
  /** Offsets have 64 bits. */
  readonly isLong: boolean;
}

/** The packets in their order; undefined when the tables disagree. */
function packetsOf({ times, chunks, sizes, offsets, isLong }: Tables): Packet[] | undefined {
  try {
    const [common, count] = [sizes.getUint32(4), sizes.getUint32(8)];
    if (count > MOST_PACKETS) return undefined;
    const packets: Packet[] = [];
    const chunkRuns = chunks.getUint32(4);
    const time = { run: 0, left: times.getUint32(8) };
    for (let chunk = 0, run = 0; packets.length < count && chunk < offsets.getUint32(4); chunk++) {
      while (run + 1 < chunkRuns && chunks.getUint32(8 + (run + 1) * 12) <= chunk + 1) run++;
      let offset = isLong ? Number(offsets.getBigUint64(8 + chunk * 8)) : offsets.getUint32(8 + chunk * 4);
      for (let within = chunks.getUint32(8 + run * 12 + 4); within > 0 && packets.length < count; within--) {
        while (time.left === 0) time.left = times.getUint32(8 + ++time.run * 8);
        time.left--;
        const size = common || sizes.getUint32(12 + packets.length * 4);
        packets.push({ offset, size, duration: times.getUint32(8 + time.run * 8 + 4), chunk });
        offset += size;
      }
    }
    return packets.length === count ? packets : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined; // a table ends too early
    throw error;
  }
}

/** Bytes of the frames of a packet; undefined when it holds something else. */
function framesOf(file: InputFile, { offset, size }: Packet, frameBytes: readonly number[]): number[] | undefined {
  const packet = viewAt(file, offset, size);
  const frames: number[] = [];
  let position = 0;
  while (position < packet.byteLength) {
    const length = frameBytes[(packet.getUint8(position) >> 3) & 15]!;
    frames.push(length);
    position += length;
  }
  return position === size && frames.length > 0 ? frames : undefined;
}

/** A duration in whole units, in as equal parts as there are. */
function parted(duration: number, count: number): number[] {
  const end = (part: number): number => Math.round((part * duration) / count);
  return Array.from({ length: count }, (_, part) => end(part + 1) - end(part));
}

interface Run {
  readonly value: number;
  readonly first: number;
  length: number;
}

function runsOf(values: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const [first, value] of values.entries()) {
    const last = runs.at(-1);
    if (last?.value === value) last.length++;
    else runs.push({ value, first, length: 1 });
  }
  return runs;
}

/** A box of 32-bit numbers behind version and flags. */
function table(type: string, numbers: readonly number[]): Uint8Array {
  const content = new Uint8Array(4 + numbers.length * 4);
  const view = new DataView(content.buffer);
  for (const [at, number] of numbers.entries()) view.setUint32(4 + at * 4, number);
  return boxOf(type, [content]);
}

function boxOf(type: string, contents: readonly Uint8Array[]): Uint8Array {
  const box = concatBytes([new Uint8Array(4), new TextEncoder().encode(type), ...contents]);
  new DataView(box.buffer).setUint32(0, box.byteLength);
  return box;
}

/** The boxes on the way to the tables of a track. */
const PARENTS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

function rebuilt(
  file: InputFile,
  box: Box,
  tables: ReadonlyMap<number, Uint8Array>,
  budget: { boxes: number },
): Uint8Array {
  const { type, start, body, end } = box;
  const replaced = tables.get(start);
  if (replaced) return replaced;
  if (!PARENTS.has(type)) return new Uint8Array(viewAt(file, start, end - start).buffer);
  return boxOf(
    type,
    [...boxesIn(file, body, end, budget)].map((inner) => rebuilt(file, inner, tables, budget)),
  );
}

/** The file with its index renamed to free space, and another one behind its end. */
function withIndex(file: InputFile, { start }: Box, index: Uint8Array): InputFile {
  const name = new TextEncoder().encode('free');
  return {
    size: file.size + index.byteLength,
    read(target, position) {
      const read = position < file.size ? file.read(target, position) : 0;
      for (let at = Math.max(0, start + 4 - position); at < Math.min(read, start + 8 - position); at++)
        target[at] = name[position + at - start - 4]!;
      const from = position + read - file.size;
      if (from < 0) return read;
      const rest = index.subarray(from, from + target.byteLength - read);
      target.set(rest, read);
      return read + rest.byteLength;
    },
  };
}
