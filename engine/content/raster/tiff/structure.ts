import { viewOf } from '../../../io/bytes.ts';

/** Types of fields that are read or written by their number (TIFF 6.0, section 2; 13 is of its Technical Note 1). */
export const TIFF_TYPE = { byte: 1, short: 3, long: 4, rational: 5, undefined: 7, ifd: 13 } as const;

/** Bytes of one value by its type; those from 16 on are BigTIFF's. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 1, 1, 8, 8, 8];
const LITTLE_ENDIAN = 0x4949;
const BIG_ENDIAN = 0x4d4d;
/** Version numbers behind the byte order: offsets of four bytes, and of eight. */
const KINDS: Readonly<Record<number, 'classic' | 'big'>> = { 42: 'classic', 43: 'big' };
/** More pages than any limit allows. */
const MAX_DIRECTORIES = 10_000;

/** Bytes of an entry in a classic directory. */
export const TIFF_ENTRY_BYTES = 12;

export interface TiffEntry {
  /** Where the entry itself begins. */
  readonly at: number;
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Where its values begin: in the entry if they are short, elsewhere otherwise. Nothing says that they end in the file. */
  readonly valueAt: number;
  readonly valueBytes: number;
}

/**
 * Directories of tagged fields: the structure that TIFF, BigTIFF, EXIF and the index of a Multi-Image file share (TIFF
 * 6.0, section 2; CIPA DC-008, section 4.5). It reads what it is asked for and keeps nothing, so that bytes may change
 * below it. Everything throws a RangeError where the structure leads beyond the end.
 */
export class TiffStructure {
  readonly view: DataView;
  readonly isLittle: boolean;
  readonly kind: 'classic' | 'big' | 'none';
  /** Where the offset of the first directory is. */
  readonly firstAt: number;
  readonly #countBytes: 2 | 8;
  readonly #offsetBytes: 4 | 8;

  constructor(bytes: Uint8Array) {
    this.view = viewOf(bytes);
    const order = this.view.getUint16(0);
    this.isLittle = order === LITTLE_ENDIAN;
    this.kind = this.isLittle || order === BIG_ENDIAN ? (KINDS[this.uint16(2)] ?? 'none') : 'none';
    const isBig = this.kind === 'big';
    this.firstAt = isBig ? 8 : 4;
    this.#countBytes = isBig ? 8 : 2;
    this.#offsetBytes = isBig ? 8 : 4;
  }

  get first(): number {
    return this.offset(this.firstAt);
  }

  uint16(at: number): number {
    return this.view.getUint16(at, this.isLittle);
  }

  uint32(at: number): number {
    return this.view.getUint32(at, this.isLittle);
  }

  offset(at: number): number {
    return this.kind === 'big' ? Number(this.view.getBigUint64(at, this.isLittle)) : this.uint32(at);
  }

  setOffset(at: number, offset: number): void {
    if (this.kind === 'big') this.view.setBigUint64(at, BigInt(offset), this.isLittle);
    else this.view.setUint32(at, offset, this.isLittle);
  }

  /** Where the directories are that follow each other from one on; a chain may be a circle. */
  *chain(first: number): Generator<number> {
    const seen = new Set<number>();
    for (let at = first; at !== 0 && !seen.has(at) && seen.size < MAX_DIRECTORIES; at = this.offset(this.linkAt(at))) {
      seen.add(at);
      yield at;
    }
  }

  /** How many entries the directory has that begins there. */
  size(directory: number): number {
    return this.kind === 'big' ? this.offset(directory) : this.uint16(directory);
  }

  /** Where the offset of the next directory is. */
  linkAt(directory: number): number {
    return this.#entryAt(directory, this.size(directory));
  }

  *entries(directory: number): Generator<TiffEntry> {
    const size = this.size(directory);
    for (let index = 0; index < size; index++) yield this.#entry(this.#entryAt(directory, index));
  }

  /** The first entry with this tag. */
  find(directory: number, tag: number): TiffEntry | undefined {
    const size = this.size(directory);
    for (let index = 0; index < size; index++) {
      const at = this.#entryAt(directory, index);
      if (this.uint16(at) === tag) return this.#entry(at);
    }
    return undefined;
  }

  #entryAt(directory: number, index: number): number {
    return directory + this.#countBytes + index * (4 + 2 * this.#offsetBytes);
  }

  #entry(at: number): TiffEntry {
    const type = this.uint16(at + 2);
    const count = this.offset(at + 4);
    const valueBytes = (TYPE_BYTES[type] ?? 1) * count;
    const inlineAt = at + 4 + this.#offsetBytes;
    const valueAt = valueBytes <= this.#offsetBytes ? inlineAt : this.offset(inlineAt);
    return { at, tag: this.uint16(at), type, count, valueAt, valueBytes };
  }
}

/** An entry of a classic directory as it is written: with its one short value, or a number of four bytes. */
export interface NewTiffEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: number;
}

export function writeTiffEntry(
  view: DataView,
  at: number,
  { tag, type, count, value, isLittle }: NewTiffEntry & { readonly isLittle: boolean },
): void {
  view.setUint16(at, tag, isLittle);
  view.setUint16(at + 2, type, isLittle);
  view.setUint32(at + 4, count, isLittle);
  const isShort = type === TIFF_TYPE.short && count === 1;
  view.setUint32(at + 8, isShort && !isLittle ? value * 0x1_0000 : value, isLittle);
}
