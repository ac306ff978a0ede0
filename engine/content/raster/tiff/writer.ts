import { concatBytes } from '../../../io/bytes.ts';
import { deflate } from '../../../io/compression.ts';
import { TIFF_ENTRY_BYTES, TIFF_TYPE, writeTiffEntry, type NewTiffEntry } from './structure.ts';

/** A file that is written at positions. */
interface TiffFile {
  readonly size: number;
  write(bytes: Uint8Array, position: number): void;
}

interface TiffPageLayout {
  readonly width: number;
  readonly height: number;
  /** Grey or RGB, of 8 bits a sample. */
  readonly channels: 1 | 3;
  /** Pixels per inch. */
  readonly dpi: number;
}

const ADOBE_DEFLATE = 8;
const HORIZONTAL_DIFFERENCES = 2;
const INCHES = 2;
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
      this.#file.write(longs([directory.at]), this.#linkAt);
      this.#linkAt = directory.linkAt;
    });
  }
}

interface WrittenDirectory {
  readonly at: number;
  readonly linkAt: number;
}

/** Writes the strips of one page and then its directory. */
class TiffPageWriter {
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
    const all = this.#rest.byteLength === 0 ? pixels : concatBytes([this.#rest, pixels]);
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
    const { short, long, rational } = TIFF_TYPE;
    const directory = directoryOf([
      { tag: 256, type: long, count: 1, value: width },
      { tag: 257, type: long, count: 1, value: height },
      { tag: 258, type: short, count: channels, value: channels === 1 ? 8 : depths },
      { tag: 259, type: short, count: 1, value: ADOBE_DEFLATE },
      { tag: 262, type: short, count: 1, value: channels === 1 ? 1 : 2 },
      { tag: 273, type: long, count, value: count === 1 ? this.#strips[0]!.offset : offsets },
      { tag: 277, type: short, count: 1, value: channels },
      { tag: 278, type: long, count: 1, value: this.#rowsPerStrip },
      { tag: 279, type: long, count, value: count === 1 ? this.#strips[0]!.size : sizes },
      { tag: 282, type: rational, count: 1, value: resolution },
      { tag: 283, type: rational, count: 1, value: resolution },
      { tag: 296, type: short, count: 1, value: INCHES },
      { tag: 317, type: short, count: 1, value: HORIZONTAL_DIFFERENCES },
    ]);
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
    const strip = deflate(differences, { level: LEVEL });
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

/** A little-endian directory that no other one follows yet. */
export function directoryOf(entries: readonly NewTiffEntry[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 + entries.length * TIFF_ENTRY_BYTES + 4));
  view.setUint16(0, entries.length, true);
  for (const [index, entry] of entries.entries()) {
    writeTiffEntry(view, 2 + index * TIFF_ENTRY_BYTES, { ...entry, isLittle: true });
  }
  return new Uint8Array(view.buffer);
}

function longs(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value, true);
  return new Uint8Array(view.buffer);
}
