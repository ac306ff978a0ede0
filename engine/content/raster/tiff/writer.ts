import { deflateSync } from 'node:zlib';

/** A file that is written at positions. */
export interface TiffFile {
  readonly size: number;
  write(bytes: Uint8Array, position: number): void;
}

export interface TiffPageLayout {
  readonly width: number;
  readonly height: number;
  /** Grey or RGB, of 8 bits a sample. */
  readonly channels: 1 | 3;
  /** Pixels per inch. */
  readonly dpi: number;
}

const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;
const ADOBE_DEFLATE = 8;
const HORIZONTAL_DIFFERENCES = 2;
const LEVEL = 4;
/** Bytes of one strip before compression, about. */
const STRIP_BYTES = 256 * 1024;
const MAX_OFFSET = 0xffff_ffff;

/** Writes a classic TIFF file of several pages, strip by strip, without loss. TIFF 6.0, section 2. */
export class TiffWriter {
  readonly #file: TiffFile;
  /** Where the offset of the next page's directory belongs. */
  #linkAt = 4;

  constructor(file: TiffFile) {
    this.#file = file;
    file.write(Uint8Array.of(0x49, 0x49, 42, 0, 0, 0, 0, 0), 0);
  }

  /** Begins the next page; give it all its rows and end it before the next begins. */
  page(layout: TiffPageLayout): TiffPageWriter {
    return new TiffPageWriter(this.#file, layout, (directory) => {
      const link = Buffer.alloc(4);
      link.writeUInt32LE(directory.at);
      this.#file.write(link, this.#linkAt);
      this.#linkAt = directory.linkAt;
    });
  }
}

interface WrittenDirectory {
  readonly at: number;
  readonly linkAt: number;
}

/** Writes the strips of one page and then its directory. */
export class TiffPageWriter {
  readonly #file: TiffFile;
  readonly #layout: TiffPageLayout;
  readonly #onEnd: (directory: WrittenDirectory) => void;
  readonly #rowBytes: number;
  readonly #rowsPerStrip: number;
  readonly #strips: { readonly offset: number; readonly size: number }[] = [];
  /** Rows that do not fill a strip yet. */
  #rest: Uint8Array = new Uint8Array();

  constructor(file: TiffFile, layout: TiffPageLayout, onEnd: (directory: WrittenDirectory) => void) {
    this.#file = file;
    this.#layout = layout;
    this.#onEnd = onEnd;
    this.#rowBytes = layout.width * layout.channels;
    this.#rowsPerStrip = Math.min(layout.height, Math.max(1, Math.round(STRIP_BYTES / this.#rowBytes)));
  }

  /** `pixels` holds whole rows without padding. */
  add(pixels: Uint8Array): void {
    const stripBytes = this.#rowsPerStrip * this.#rowBytes;
    const all = this.#rest.byteLength === 0 ? pixels : Buffer.concat([this.#rest, pixels]);
    let at = 0;
    for (; at + stripBytes <= all.byteLength; at += stripBytes) this.#writeStrip(all.subarray(at, at + stripBytes));
    this.#rest = all.slice(at);
  }

  end(): void {
    if (this.#rest.byteLength > 0) this.#writeStrip(this.#rest);
    const { width, height, channels, dpi } = this.#layout;
    const offsets = this.#append(longs(this.#strips.map(({ offset }) => offset)));
    const sizes = this.#append(longs(this.#strips.map(({ size }) => size)));
    const depths = this.#append(Uint8Array.of(8, 0, 8, 0, 8, 0));
    const resolution = this.#append(longs([Math.round(dpi * 100), 100]));
    const count = this.#strips.length;
    const fields: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
      [256, LONG, 1, width],
      [257, LONG, 1, height],
      [258, SHORT, channels, channels === 1 ? 8 : depths],
      [259, SHORT, 1, ADOBE_DEFLATE],
      [262, SHORT, 1, channels === 1 ? 1 : 2],
      [273, LONG, count, count === 1 ? this.#strips[0]!.offset : offsets],
      [277, SHORT, 1, channels],
      [278, LONG, 1, this.#rowsPerStrip],
      [279, LONG, count, count === 1 ? this.#strips[0]!.size : sizes],
      [282, RATIONAL, 1, resolution],
      [283, RATIONAL, 1, resolution],
      [296, SHORT, 1, 2],
      [317, SHORT, 1, HORIZONTAL_DIFFERENCES],
    ];
    const directory = Buffer.alloc(2 + fields.length * 12 + 4);
    directory.writeUInt16LE(fields.length);
    for (const [index, [tag, type, values, value]] of fields.entries()) {
      const entry = 2 + index * 12;
      directory.writeUInt16LE(tag, entry);
      directory.writeUInt16LE(type, entry + 2);
      directory.writeUInt32LE(values, entry + 4);
      directory.writeUInt32LE(value, entry + 8); // a short stands in the lower half, where little endian puts it
    }
    const at = this.#append(directory);
    this.#onEnd({ at, linkAt: at + directory.byteLength - 4 });
  }

  #writeStrip(rows: Uint8Array): void {
    const { channels } = this.#layout;
    const differences = new Uint8Array(rows.byteLength);
    for (let start = 0; start < rows.byteLength; start += this.#rowBytes) {
      const end = start + this.#rowBytes;
      for (let at = start; at < start + channels; at++) differences[at] = rows[at]!;
      for (let at = start + channels; at < end; at++) differences[at] = rows[at]! - rows[at - channels]!;
    }
    const strip = deflateSync(differences, { level: LEVEL });
    this.#strips.push({ offset: this.#append(strip), size: strip.byteLength });
  }

  /** Values and directories begin on a word boundary. */
  #append(bytes: Uint8Array): number {
    const at = this.#file.size + (this.#file.size & 1);
    if (at + bytes.byteLength > MAX_OFFSET) throw new RangeError('The pages do not fit into one TIFF file of 4 GiB.');
    this.#file.write(bytes, at);
    return at;
  }
}

function longs(values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}
