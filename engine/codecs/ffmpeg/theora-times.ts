import type { InputFile, OutputFile } from '../../contract/codec.ts';
import { pagesOf, writePage, type OggPage } from '../../content/timeline/containers/ogg-pages.ts';

/**
 * Theora counts its frames and has no other clock: one that stays for three ticks is followed by two empty packets,
 * which repeat it (Theora I, section 7). Its encoder makes nothing of a frame that does not change, FFmpeg's muxer
 * writes no empty packets, and players would show the rest too early. So the file is written again with them, up to its
 * end after so many seconds. FFmpeg must have given every packet a page of its own, which says when it is shown.
 */
export function repeatFrames(source: InputFile, output: OutputFile, seconds: number | undefined): void {
  const writer = new OggWriter(output);
  for (const page of pagesOf(source)) writer.take(page);
  writer.end(seconds);
}

/** Bits of a position for the ticks since the last frame that stands alone: enough for some hours. */
const SHIFT = 20;
/** Bytes from which a page is full enough: a player that seeks must not read much in vain. */
const PAGE_BYTES = 4096;
const MOST_SEGMENTS = 255;
const SEGMENT_BYTES = 255;

class OggWriter {
  readonly #output: OutputFile;
  readonly #streams = new Map<number, OggStreamWriter>();
  #position = 0;

  constructor(output: OutputFile) {
    this.#output = output;
  }

  take(page: OggPage): void {
    const known = this.#streams.get(page.serial);
    const write = (next: OggPage): void => {
      this.#position += writePage(this.#output, this.#position, next);
    };
    const stream = known ?? new OggStreamWriter(page, write);
    this.#streams.set(page.serial, stream);
    stream.take(page);
  }

  end(seconds: number | undefined): void {
    for (const stream of this.#streams.values()) stream.end(seconds);
  }
}

/** One stream of the file: its packets are put together to pages again, those of a video with their pauses. */
class OggStreamWriter {
  readonly #serial: number;
  readonly #write: (page: OggPage) => void;
  readonly #video: TheoraClock | undefined;
  #sequence = 0;
  /** The packet that the pages of the source are in the middle of. */
  #begun: Uint8Array[] = [];
  #pending: Uint8Array[] = [];
  #lacing: number[] = [];
  #bytes = 0;
  #isContinued = false;
  #granule = 0n;

  constructor(first: OggPage, write: (page: OggPage) => void) {
    this.#serial = first.serial;
    this.#write = write;
    this.#video = TheoraClock.of(first.body);
  }

  take(page: OggPage): void {
    const { granule, isFirst, body } = page;
    // Headers come before all times.
    if (granule === 0n) {
      this.#flush();
      this.#emit({ ...page, body: isFirst && this.#video ? this.#video.header(body) : body });
      return;
    }
    this.#begun.push(body);
    if (granule < 0n) return;
    const packet = Buffer.concat(this.#begun);
    this.#begun = [];
    if (this.#video) this.#takeFrame(this.#video, packet, granule);
    else this.#add(packet, granule);
  }

  #takeFrame(video: TheoraClock, packet: Uint8Array, granule: bigint): void {
    this.#pause(video, video.endOf(granule) - 1);
    const isSecondFull = this.#lacing.length >= video.rate;
    const isKey = video.isKey(packet);
    if (isKey || isSecondFull) this.#flush();
    this.#add(packet, video.show(packet, granule));
    // Readers know a keyframe by the position of its page.
    if (isKey) this.#flush();
  }

  /** Repeats the last frame until a tick. */
  #pause(video: TheoraClock, until: number): void {
    if (video.ticks === 0 || video.ticks >= until) return;
    while (video.ticks < until) this.#add(EMPTY, video.repeat());
    // Readers that give empty packets no time learn it from the end of their page.
    this.#flush();
  }

  end(seconds: number | undefined): void {
    if (this.#video && seconds !== undefined) this.#pause(this.#video, Math.round(seconds * this.#video.rate));
    this.#flush(true);
  }

  #add(packet: Uint8Array, granule: bigint): void {
    if (this.#bytes >= PAGE_BYTES) this.#flush();
    this.#pending.push(packet);
    let left = packet.byteLength;
    for (; left >= SEGMENT_BYTES; left -= SEGMENT_BYTES) this.#lace(SEGMENT_BYTES);
    this.#lace(left);
    this.#granule = granule;
  }

  #lace(size: number): void {
    if (this.#lacing.length === MOST_SEGMENTS) this.#flush();
    this.#lacing.push(size);
    this.#bytes += size;
  }

  /** Writes what has come together; of a packet that goes on, as much as its lacing covers. */
  #flush(isLast = false): void {
    if (this.#lacing.length === 0 && !isLast) return;
    const all = Buffer.concat(this.#pending);
    const goesOn = this.#lacing.at(-1) === SEGMENT_BYTES;
    // A page in which no packet ends has no position.
    const granule = this.#lacing.every((size) => size === SEGMENT_BYTES) && !isLast ? -1n : this.#granule;
    this.#emit({
      serial: this.#serial,
      isFirst: false,
      isLast,
      isContinued: this.#isContinued,
      granule,
      lacing: Uint8Array.from(this.#lacing),
      body: all.subarray(0, this.#bytes),
    });
    this.#pending = goesOn ? [all.subarray(this.#bytes)] : [];
    this.#lacing = [];
    this.#bytes = 0;
    this.#isContinued = goesOn;
  }

  #emit(page: Omit<OggPage, 'sequence'>): void {
    this.#write({ ...page, sequence: this.#sequence++ });
  }
}

const EMPTY = new Uint8Array();

/** Where the first header of a Theora stream says how fast its clock runs, and how positions are counted (section 6.2). */
const HEADER = { magic: '\x80theora', numerator: 22, denominator: 26, shift: 40, size: 42 } as const;
const SHIFT_BITS = { at: 5, mask: 0x1f } as const;
/** Of a packet with a frame: set when it needs others. */
const NEEDS_OTHERS = 0x40;

/** Ticks of one video, and the positions that say them: the last keyframe, and the frames since. */
class TheoraClock {
  /** Ticks a second. */
  readonly rate: number;
  /** Until the end of what is shown last. */
  ticks = 0;
  readonly #shift: bigint;
  #keyTick = 0;

  private constructor(rate: number, shift: number) {
    this.rate = rate;
    this.#shift = BigInt(shift);
  }

  /** Nothing when a stream does not begin like a video. */
  static of(body: Uint8Array): TheoraClock | undefined {
    const header = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (header.byteLength < HEADER.size || header.toString('latin1', 0, HEADER.magic.length) !== HEADER.magic)
      return undefined;
    const rate = header.readUInt32BE(HEADER.numerator) / header.readUInt32BE(HEADER.denominator);
    return new TheoraClock(rate, (header.readUInt16BE(HEADER.shift) >> SHIFT_BITS.at) & SHIFT_BITS.mask);
  }

  /** The first header, with room for long pauses in its positions. */
  header(body: Uint8Array): Uint8Array {
    const header = Buffer.from(body);
    const others = header.readUInt16BE(HEADER.shift) & ~(SHIFT_BITS.mask << SHIFT_BITS.at);
    header.writeUInt16BE(others | (SHIFT << SHIFT_BITS.at), HEADER.shift);
    return header;
  }

  /** Ticks until the end of the frame at a position of the source. */
  endOf(granule: bigint): number {
    return Number((granule >> this.#shift) + (granule & ((1n << this.#shift) - 1n)));
  }

  isKey(packet: Uint8Array): boolean {
    return (packet[0]! & NEEDS_OTHERS) === 0;
  }

  /** Shows a frame for one tick; returns its position. */
  show(packet: Uint8Array, granule: bigint): bigint {
    this.ticks = this.endOf(granule);
    if (this.isKey(packet)) this.#keyTick = this.ticks;
    return this.#position;
  }

  /** Shows the same frame for another tick; returns its position. */
  repeat(): bigint {
    this.ticks++;
    return this.#position;
  }

  get #position(): bigint {
    return (BigInt(this.#keyTick) << BigInt(SHIFT)) | BigInt(this.ticks - this.#keyTick);
  }
}
