import {
  blocksAlong,
  coefficientBytes,
  emptyComponent,
  largestFactors,
  type JpegCoefficients,
  type JpegComponent,
} from './coefficients.ts';
import { cannotCarry, damaged } from './failure.ts';
import { readHuffmanTables, type HuffmanDecoder } from './huffman-decoder.ts';
import { ScanDecoder, type Band } from './scan-decoder.ts';
import { isRestart, MARKER, type JpegSegment } from './segments.ts';
import { BLOCK } from './zigzag.ts';

export interface ReadJpegOptions {
  /** Bytes that the coefficients may take in memory. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Decodes the entropy-coded data of a Huffman-coded JPEG of 8 bits, sequential or progressive, to its quantised
 * coefficients. Nothing is lost: written again, they are decoded to the same pixels. Throws a ConversionError
 * (`conversion_failed`) for what has no such coefficients, and for damage that decoders would paper over each in its way.
 */
export function readCoefficients(
  segments: readonly JpegSegment[],
  options: ReadJpegOptions,
): JpegCoefficients & { readonly isProgressive: boolean } {
  const reader = new CoefficientReader(options);
  for (const segment of segments) reader.take(segment);
  return reader.finish();
}

/** A component while its scans are read. */
interface Channel {
  readonly id: number;
  readonly h: number;
  readonly v: number;
  readonly tableSlot: number;
  readonly blocksWide: number;
  readonly blocksHigh: number;
  /** By coefficient: the lowest bit that is known; `UNKNOWN` before its first scan. */
  readonly known: Uint8Array;
  /** There from its first scan on, with the divisors that were in force then. */
  component?: JpegComponent;
}

const UNKNOWN = 255;

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly isProgressive: boolean;
  readonly channels: readonly Channel[];
  readonly largest: { readonly h: number; readonly v: number };
}

/** A channel in a scan, with the tables that the scan names. */
interface ScanChannel {
  readonly channel: Channel;
  readonly component: JpegComponent;
  readonly dc: HuffmanDecoder | undefined;
  readonly ac: HuffmanDecoder | undefined;
}

class CoefficientReader {
  readonly #options: ReadJpegOptions;
  readonly #huffman: (HuffmanDecoder | undefined)[] = [];
  readonly #quantisation: (Uint16Array | undefined)[] = [];
  #restartInterval = 0;
  #frame: Frame | undefined;

  constructor(options: ReadJpegOptions) {
    this.#options = options;
  }

  take({ marker, payload, data }: JpegSegment): void {
    if (marker === MARKER.startOfScan) this.#readScan(payload, data!);
    else if (marker === MARKER.huffmanTables) readHuffmanTables(payload, this.#huffman);
    else if (marker === MARKER.quantisationTables) readQuantisationTables(payload, this.#quantisation);
    else if (marker === MARKER.restartInterval) this.#restartInterval = (payload[0]! << 8) | payload[1]!;
    else if (marker === MARKER.sof0 || marker === MARKER.sof1 || marker === MARKER.sof2) {
      if (this.#frame) throw cannotCarry('it holds more than one frame');
      this.#frame = readFrame(payload, marker === MARKER.sof2, this.#options.maxBytes);
    } else refuseOtherProcesses(marker);
  }

  finish(): JpegCoefficients & { readonly isProgressive: boolean } {
    const frame = this.#frame;
    if (!frame) throw damaged();
    // Decoders smooth what a progressive image does not know yet, each in its own way.
    const isComplete = frame.channels.every(({ known }) => known.every((low) => low === 0));
    if (!isComplete) throw cannotCarry('some of its scans are missing');
    const { width, height, isProgressive, channels } = frame;
    return { width, height, isProgressive, components: channels.map(({ component }) => component!) };
  }

  #readScan(header: Uint8Array, data: Uint8Array): void {
    const frame = this.#frame;
    if (!frame) throw damaged();
    const count = header[0]!;
    if (count < 1 || count > frame.channels.length || header.length < count * 2 + 4) throw damaged();
    const channels = Array.from({ length: count }, (_, index) =>
      this.#scanChannel(frame, header[1 + index * 2]!, header[2 + index * 2]!),
    );
    if (new Set(channels.map(({ channel }) => channel)).size < count) throw damaged();
    const [start, end, bits] = header.subarray(1 + count * 2) as unknown as [number, number, number];
    // Writers of sequential files leave anything in the fields of progressive ones, and decoders do not look at them.
    const band = frame.isProgressive
      ? { start, end, high: bits >> 4, low: bits & 15 }
      : { start: 0, end: BLOCK - 1, high: 0, low: 0 };
    noteProgress(channels, band);
    this.#decode(frame, channels, band, data);
  }

  #scanChannel({ channels }: Frame, id: number, slots: number): ScanChannel {
    const channel = channels.find((candidate) => candidate.id === id);
    const quantisation = channel && this.#quantisation[channel.tableSlot];
    if (!channel || !quantisation) throw damaged();
    channel.component ??= emptyComponent({ ...channel, quantisation });
    return {
      channel,
      component: channel.component,
      dc: this.#huffman[(slots >> 4) & 3],
      ac: this.#huffman[4 + (slots & 3)],
    };
  }

  #decode(frame: Frame, channels: readonly ScanChannel[], band: Band, data: Uint8Array): void {
    const decoder = new ScanDecoder(band, channels.length);
    const readers = channels.map((channel, index) => blockReader(decoder, channel, index, band, frame.isProgressive));
    const units = readers.length === 1 ? singleUnits(channels[0]!, readers[0]!) : mcus(frame, channels, readers);
    const stretches = stretchesOf(data);
    const interval = this.#restartInterval || units.count;
    if (stretches.length !== Math.ceil(units.count / interval)) throw damaged();
    for (const [index, stretch] of stretches.entries()) {
      this.#options.signal.throwIfAborted();
      decoder.restart(unstuffed(stretch));
      const last = Math.min(units.count, (index + 1) * interval);
      for (let unit = index * interval; unit < last; unit++) {
        units.read(unit);
        if (decoder.isExhausted) throw damaged();
        if (unit % UNITS_PER_ABORT_CHECK === 0) this.#options.signal.throwIfAborted();
      }
    }
  }
}

/** MCUs between two looks at the signal: a few milliseconds. */
const UNITS_PER_ABORT_CHECK = 4096;

function refuseOtherProcesses(marker: number): void {
  const isFrame = marker > MARKER.sof2 && marker <= 0xcf;
  if (marker === MARKER.arithmeticTables || (isFrame && marker > 0xc8)) {
    throw cannotCarry('it is coded arithmetically');
  }
  if (isFrame) throw cannotCarry('it is lossless or hierarchical');
  if (marker === MARKER.lineCount) throw cannotCarry('its height is behind its data');
}

/** T.81, B.2.4.1. */
function readQuantisationTables(payload: Uint8Array, slots: (Uint16Array | undefined)[]): void {
  for (let at = 0; at < payload.length;) {
    const isWide = payload[at]! >> 4 !== 0;
    const slot = payload[at]! & 15;
    at += 1;
    const size = isWide ? BLOCK * 2 : BLOCK;
    if (slot > 3 || at + size > payload.length) throw damaged();
    slots[slot] = Uint16Array.from({ length: BLOCK }, (_, k) =>
      isWide ? (payload[at + k * 2]! << 8) | payload[at + k * 2 + 1]! : payload[at + k]!,
    );
    at += size;
  }
}

/** T.81, B.2.2. */
function readFrame(payload: Uint8Array, isProgressive: boolean, maxBytes: number): Frame {
  const count = payload[5]!;
  if (payload.length < 6 || payload.length < 6 + count * 3 || count === 0) throw damaged();
  if (payload[0] !== 8) throw cannotCarry('its samples have more than 8 bits');
  const height = (payload[1]! << 8) | payload[2]!;
  const width = (payload[3]! << 8) | payload[4]!;
  if (height === 0) throw cannotCarry('its height is behind its data');
  if (width === 0 || count > 4) throw damaged();
  const declared = Array.from({ length: count }, (_, index) => {
    const [id, factors, tableSlot] = payload.subarray(6 + index * 3, 9 + index * 3) as unknown as [
      number,
      number,
      number,
    ];
    // A single component has no other to be sampled against.
    return count === 1 ? { id, h: 1, v: 1, tableSlot } : { id, h: factors >> 4, v: factors & 15, tableSlot };
  });
  if (declared.some(({ h, v }) => h < 1 || h > 4 || v < 1 || v > 4)) throw damaged();
  if (new Set(declared.map(({ id }) => id)).size < count) throw cannotCarry('two of its channels have the same number');
  const largest = largestFactors(declared);
  const channels = declared.map((component) => ({
    ...component,
    blocksWide: blocksAlong(width, component.h, largest.h),
    blocksHigh: blocksAlong(height, component.v, largest.v),
    known: new Uint8Array(BLOCK).fill(UNKNOWN),
  }));
  const bytes = channels.reduce(
    (sum, { blocksWide, blocksHigh }) => sum + coefficientBytes(blocksWide * blocksHigh),
    0,
  );
  if (bytes > maxBytes) throw cannotCarry('its coefficients need more memory than is allowed');
  return { width, height, isProgressive, channels, largest };
}

/** Checks that a scan continues what is known of its coefficients, and notes what is known afterwards. T.81, G.1.1.1. */
function noteProgress(channels: readonly ScanChannel[], { start, end, high, low }: Band): void {
  const isBand = start <= end && end < BLOCK && low < 14 && (high === 0 || high === low + 1);
  const isOfOneKind = start > 0 ? channels.length === 1 : end === 0 || (high === 0 && low === 0 && end === BLOCK - 1);
  if (!isBand || !isOfOneKind) throw damaged();
  for (const { channel } of channels) {
    if (start > 0 && channel.known[0] === UNKNOWN) throw damaged();
    for (let k = start; k <= end; k++) {
      if (channel.known[k] !== (high === 0 ? UNKNOWN : high)) throw damaged();
      channel.known[k] = low;
    }
  }
}

type ReadBlock = (block: number) => void;

function blockReader(
  decoder: ScanDecoder,
  { component, dc, ac }: ScanChannel,
  index: number,
  { start, end, high }: Band,
  isProgressive: boolean,
): ReadBlock {
  const needsDc = start === 0 && high === 0;
  const needsAc = end > 0;
  if ((needsDc && !dc) || (needsAc && !ac)) throw damaged();
  if (!isProgressive) return (block) => decoder.sequential(component, block, index, dc!, ac!);
  if (start === 0) {
    if (end > 0) throw damaged();
    return high === 0
      ? (block) => decoder.dcFirst(component, block, index, dc!)
      : (block) => decoder.dcRefine(component, block);
  }
  return high === 0
    ? (block) => decoder.acFirst(component, block, ac!)
    : (block) => decoder.acRefine(component, block, ac!);
}

/** The units of a scan, between which restarts may be. */
interface Units {
  readonly count: number;
  readonly read: (unit: number) => void;
}

/** In a scan of one component every block is a unit, and none fills up. T.81, A.2.2. */
function singleUnits({ component }: ScanChannel, read: ReadBlock): Units {
  return { count: component.blocksWide * component.blocksHigh, read };
}

/** In a scan of several components a unit holds h × v blocks of each. T.81, A.2.3. */
function mcus(
  { width, height, largest }: Frame,
  channels: readonly ScanChannel[],
  readers: readonly ReadBlock[],
): Units {
  const MAX_BLOCKS = 10;
  if (channels.reduce((sum, { channel: { h, v } }) => sum + h * v, 0) > MAX_BLOCKS) throw damaged();
  const across = Math.ceil(width / (8 * largest.h));
  const down = Math.ceil(height / (8 * largest.v));
  const parts = channels.map(({ component }, index) => ({ ...component, read: readers[index]! }));
  return {
    count: across * down,
    read(unit) {
      const column = unit % across;
      const row = (unit - column) / across;
      for (const { h, v, blocksWide, blocksHigh, read } of parts) {
        const spare = blocksWide * blocksHigh;
        for (let y = row * v; y < (row + 1) * v; y++) {
          for (let x = column * h; x < (column + 1) * h; x++) {
            read(x < blocksWide && y < blocksHigh ? y * blocksWide + x : spare);
          }
        }
      }
    },
  };
}

/** The stretches between restart markers, which must be numbered without a gap. */
function stretchesOf(data: Uint8Array): Uint8Array[] {
  const stretches: Uint8Array[] = [];
  let start = 0;
  for (let at = data.indexOf(0xff); at !== -1; at = data.indexOf(0xff, at + 1)) {
    const next = data[at + 1] ?? 0;
    if (!isRestart(next)) continue;
    if (next !== MARKER.restart0 + (stretches.length & 7)) throw damaged();
    stretches.push(data.subarray(start, at));
    start = at + 2;
  }
  stretches.push(data.subarray(start));
  return stretches;
}

/** The data without the zeros that are stuffed behind each 0xFF, and without bytes that fill up. */
function unstuffed(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const plain = new Uint8Array(data.length);
  let size = 0;
  let start = 0;
  for (let at = data.indexOf(0xff); at !== -1; at = data.indexOf(0xff, start)) {
    const isStuffed = data[at + 1] === 0;
    const part = data.subarray(start, isStuffed ? at + 1 : at);
    plain.set(part, size);
    size += part.length;
    start = at + (isStuffed ? 2 : 1);
  }
  plain.set(data.subarray(start), size);
  return plain.subarray(0, size + data.length - start);
}
