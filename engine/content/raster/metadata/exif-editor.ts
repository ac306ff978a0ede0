/** Tags of EXIF 2.32 and TIFF 6.0. */
const TAG = {
  orientation: 0x0112,
  thumbnailOffset: 0x0201,
  thumbnailSize: 0x0202,
  exifDirectory: 0x8769,
  pixelWidth: 0xa002,
  pixelHeight: 0xa003,
} as const;

const SHORT = 3;
const ENTRY_BYTES = 12;
/** Bytes of one value by its type, from 1 (BYTE) to 12 (DOUBLE). */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

interface Entry {
  readonly at: number;
  readonly tag: number;
  /** Where its values stand, and how many bytes they take. */
  readonly valueAt: number;
  readonly valueBytes: number;
}

/**
 * Changes a few fields of EXIF where they stand, and moves nothing else: notes of camera makers point to places in it
 * in ways that only they know. Takes the TIFF structure without its `Exif` signature; every method throws a RangeError
 * where that structure leads beyond its end.
 */
export class ExifEditor {
  #bytes: Uint8Array;
  readonly #isLittle: boolean;

  constructor(tiff: Uint8Array) {
    this.#bytes = Uint8Array.from(tiff);
    const LITTLE_ENDIAN = 0x49;
    this.#isLittle = this.#bytes[0] === LITTLE_ENDIAN;
    if (this.#uint16(2) !== 42) throw new RangeError('EXIF does not begin as TIFF does.');
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** How a viewer turns the picture, 1 to 8. */
  get orientation(): number {
    const entry = this.#find(this.#first, TAG.orientation);
    const value = entry ? this.#uint16(entry.valueAt) : 1;
    return value >= 1 && value <= 8 ? value : 1;
  }

  set orientation(value: number) {
    const entry = this.#find(this.#first, TAG.orientation);
    if (entry) this.#view().setUint16(entry.valueAt, value, this.#isLittle);
    else if (value !== 1) this.#insertOrientation(value);
  }

  /** Exchanges the width and the height that EXIF says. */
  swapSides(): void {
    const pointer = this.#find(this.#first, TAG.exifDirectory);
    if (!pointer) return;
    const directory = this.#uint32(pointer.valueAt);
    const width = this.#find(directory, TAG.pixelWidth);
    const height = this.#find(directory, TAG.pixelHeight);
    if (!width || !height) return;
    // Type, count and value go together: one may be short and the other long.
    const TYPE_AT = 2;
    const held = this.#bytes.slice(width.at + TYPE_AT, width.at + ENTRY_BYTES);
    this.#bytes.copyWithin(width.at + TYPE_AT, height.at + TYPE_AT, height.at + ENTRY_BYTES);
    this.#bytes.set(held, height.at + TYPE_AT);
  }

  /** Removes the preview and everything that is said of it. */
  removeThumbnail(): void {
    const link = this.#endOf(this.#first);
    const directory = this.#uint32(link);
    if (directory === 0) return;
    const offset = this.#find(directory, TAG.thumbnailOffset);
    const size = this.#find(directory, TAG.thumbnailSize);
    const start = offset ? this.#uint32(offset.valueAt) : 0;
    const end = size ? start + this.#uint32(size.valueAt) : 0;
    this.#wipeDirectory(directory);
    this.#view().setUint32(link, 0, this.#isLittle);
    if (end <= start) return;
    this.#wipe(start, end);
    const isAtEnd = end >= this.#bytes.length - 1; // a byte may make the length even
    if (isAtEnd) this.#bytes = this.#bytes.slice(0, start);
  }

  get #first(): number {
    return this.#uint32(4);
  }

  #entries(directory: number): Entry[] {
    return Array.from({ length: this.#uint16(directory) }, (_, index) => {
      const at = directory + 2 + index * ENTRY_BYTES;
      const valueBytes = (TYPE_BYTES[this.#uint16(at + 2)] ?? 0) * this.#uint32(at + 4);
      return { at, tag: this.#uint16(at), valueAt: valueBytes <= 4 ? at + 8 : this.#uint32(at + 8), valueBytes };
    });
  }

  #find(directory: number, tag: number): Entry | undefined {
    return this.#entries(directory).find((entry) => entry.tag === tag);
  }

  /** Where the place of the next directory stands. */
  #endOf(directory: number): number {
    return directory + 2 + this.#uint16(directory) * ENTRY_BYTES;
  }

  /** Entries are sorted by tag: the first directory is written anew behind everything else. */
  #insertOrientation(value: number): void {
    const before = this.#entries(this.#first).filter(({ tag }) => tag < TAG.orientation).length;
    const split = this.#first + 2 + before * ENTRY_BYTES;
    const end = this.#endOf(this.#first) + 4;
    const start = this.#bytes.length + (this.#bytes.length % 2);
    const count = this.#uint16(this.#first) + 1;
    const larger = new Uint8Array(start + 2 + count * ENTRY_BYTES + 4);
    larger.set(this.#bytes);
    larger.set(this.#bytes.subarray(this.#first + 2, split), start + 2);
    larger.set(this.#bytes.subarray(split, end), start + 2 + (before + 1) * ENTRY_BYTES);
    this.#bytes = larger;
    const view = this.#view();
    const entry = start + 2 + before * ENTRY_BYTES;
    view.setUint16(start, count, this.#isLittle);
    view.setUint16(entry, TAG.orientation, this.#isLittle);
    view.setUint16(entry + 2, SHORT, this.#isLittle);
    view.setUint32(entry + 4, 1, this.#isLittle);
    view.setUint16(entry + 8, value, this.#isLittle);
    view.setUint32(4, start, this.#isLittle);
  }

  #wipeDirectory(directory: number): void {
    for (const { valueAt, valueBytes } of this.#entries(directory)) {
      if (valueBytes > 4) this.#wipe(valueAt, valueAt + valueBytes);
    }
    this.#wipe(directory, this.#endOf(directory) + 4);
  }

  #wipe(start: number, end: number): void {
    if (end > this.#bytes.length) throw new RangeError('EXIF leads beyond its end.');
    this.#bytes.fill(0, start, end);
  }

  #uint16(at: number): number {
    return this.#view().getUint16(at, this.#isLittle);
  }

  #uint32(at: number): number {
    return this.#view().getUint32(at, this.#isLittle);
  }

  #view(): DataView {
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
  }
}

/** EXIF that says nothing but the orientation. */
export function exifOfOrientation(orientation: number): Uint8Array {
  const NO_ENTRIES = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0];
  const editor = new ExifEditor(Uint8Array.from(NO_ENTRIES));
  editor.orientation = orientation;
  return editor.bytes;
}
