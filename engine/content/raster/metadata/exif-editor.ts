import { TIFF_ENTRY_BYTES, TIFF_TYPE, TiffStructure, writeTiffEntry } from '../tiff/structure.ts';

/** Tags of EXIF 2.32 and TIFF 6.0. */
const TAG = {
  orientation: 0x0112,
  thumbnailOffset: 0x0201,
  thumbnailSize: 0x0202,
  exifDirectory: 0x8769,
  pixelWidth: 0xa002,
  pixelHeight: 0xa003,
  locationDirectory: 0x8825,
} as const;

/**
 * Changes a few fields of EXIF where they are, and moves nothing else: notes of camera makers point to places in it
 * in ways that only they know. Takes the TIFF structure without its `Exif` signature; every method throws a RangeError
 * where that structure leads beyond its end.
 */
export class ExifEditor {
  #bytes: Uint8Array<ArrayBuffer>;
  #tiff: TiffStructure;

  constructor(tiff: Uint8Array) {
    this.#bytes = new Uint8Array(tiff);
    this.#tiff = new TiffStructure(this.#bytes);
    if (this.#tiff.kind !== 'classic') throw new RangeError('EXIF does not begin as TIFF does.');
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }

  /** How a viewer turns the image, 1 to 8. */
  get orientation(): number {
    const entry = this.#tiff.find(this.#tiff.first, TAG.orientation);
    const value = entry ? this.#tiff.uint16(entry.valueAt) : 1;
    return value >= 1 && value <= 8 ? value : 1;
  }

  set orientation(value: number) {
    const { view, isLittle } = this.#tiff;
    const entry = this.#tiff.find(this.#tiff.first, TAG.orientation);
    if (entry) view.setUint16(entry.valueAt, value, isLittle);
    else if (value !== 1) this.#insertOrientation(value);
  }

  /** Exchanges the width and the height that EXIF says. */
  swapSides(): void {
    const pointer = this.#tiff.find(this.#tiff.first, TAG.exifDirectory);
    if (!pointer) return;
    const directory = this.#tiff.uint32(pointer.valueAt);
    const width = this.#tiff.find(directory, TAG.pixelWidth);
    const height = this.#tiff.find(directory, TAG.pixelHeight);
    if (!width || !height) return;
    // Type, count and value go together: one may be short and the other long.
    const TYPE_AT = 2;
    const held = this.#bytes.slice(width.at + TYPE_AT, width.at + TIFF_ENTRY_BYTES);
    this.#bytes.copyWithin(width.at + TYPE_AT, height.at + TYPE_AT, height.at + TIFF_ENTRY_BYTES);
    this.#bytes.set(held, height.at + TYPE_AT);
  }

  /** Removes the preview and everything that is said of it. */
  removeThumbnail(): void {
    const link = this.#tiff.linkAt(this.#tiff.first);
    const directory = this.#tiff.uint32(link);
    if (directory === 0) return;
    const offset = this.#tiff.find(directory, TAG.thumbnailOffset);
    const size = this.#tiff.find(directory, TAG.thumbnailSize);
    const start = offset ? this.#tiff.uint32(offset.valueAt) : 0;
    const end = size ? start + this.#tiff.uint32(size.valueAt) : 0;
    this.#wipeValues(directory);
    this.#wipe(directory, this.#tiff.linkAt(directory) + 4);
    this.#tiff.setOffset(link, 0);
    if (end <= start) return;
    this.#wipe(start, end);
    const isAtEnd = end >= this.#bytes.length - 1; // a byte may make the length even
    if (isAtEnd) this.#replace(this.#bytes.slice(0, start));
  }

  /** Overwrites the position where it is, and removes the reference to it. */
  removeLocation(): void {
    const first = this.#tiff.first;
    const pointer = this.#tiff.find(first, TAG.locationDirectory);
    if (!pointer) return;
    const directory = this.#tiff.uint32(pointer.valueAt);
    this.#wipeValues(directory);
    this.#wipe(directory, this.#tiff.linkAt(directory));
    const { view, isLittle } = this.#tiff;
    const end = this.#tiff.linkAt(first) + 4;
    this.#bytes.copyWithin(pointer.at, pointer.at + TIFF_ENTRY_BYTES, end);
    this.#wipe(end - TIFF_ENTRY_BYTES, end);
    view.setUint16(first, this.#tiff.size(first) - 1, isLittle);
  }

  /** Entries are sorted by tag: the first directory is written again, behind everything else. */
  #insertOrientation(value: number): void {
    const { first, isLittle } = this.#tiff;
    const before = [...this.#tiff.entries(first)].filter(({ tag }) => tag < TAG.orientation).length;
    const split = first + 2 + before * TIFF_ENTRY_BYTES;
    const end = this.#tiff.linkAt(first) + 4;
    const start = this.#bytes.length + (this.#bytes.length % 2);
    const count = this.#tiff.size(first) + 1;
    const larger = new Uint8Array(start + 2 + count * TIFF_ENTRY_BYTES + 4);
    const entry = start + 2 + before * TIFF_ENTRY_BYTES;
    larger.set(this.#bytes);
    larger.set(this.#bytes.subarray(first + 2, split), start + 2);
    larger.set(this.#bytes.subarray(split, end), entry + TIFF_ENTRY_BYTES);
    this.#replace(larger);
    const { view } = this.#tiff;
    view.setUint16(start, count, isLittle);
    writeTiffEntry(view, entry, { tag: TAG.orientation, type: TIFF_TYPE.short, count: 1, value, isLittle });
    this.#tiff.setOffset(this.#tiff.firstAt, start);
  }

  /** Those that are apart from the entries of a directory, as far as they are there at all. */
  #wipeValues(directory: number): void {
    const { length } = this.#bytes;
    let wiped = 0;
    for (const { valueAt, valueBytes } of this.#tiff.entries(directory)) {
      if (valueBytes <= 4 || valueAt >= length) continue;
      const end = Math.min(valueAt + valueBytes, length);
      wiped += end - valueAt;
      if (wiped > length) throw new RangeError('Values of EXIF overlap.'); // tens of thousands could name the same bytes
      this.#wipe(valueAt, end);
    }
  }

  #wipe(start: number, end: number): void {
    if (end > this.#bytes.length) throw new RangeError('EXIF leads beyond its end.');
    this.#bytes.fill(0, start, end);
  }

  #replace(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes = bytes;
    this.#tiff = new TiffStructure(bytes);
  }
}

/** EXIF that says nothing but the orientation. */
export function exifOfOrientation(orientation: number): Uint8Array<ArrayBuffer> {
  const NO_ENTRIES = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0];
  const editor = new ExifEditor(Uint8Array.from(NO_ENTRIES));
  editor.orientation = orientation;
  return editor.bytes;
}
