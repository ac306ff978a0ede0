import { TIFF_TYPE, TiffStructure, type TiffEntry } from './structure.ts';

/** One page of a TIFF file: what its tags say. Each is empty when the page does not have the tag, or as another type. */
export interface TiffDirectory {
  /** The values of a tag of whole numbers. */
  values(tag: number): readonly number[];
  /** The values of a tag of fractions; NaN for those that divide by zero. */
  fractions(tag: number): readonly number[];
  /** The content of a tag of bytes: profiles, tables. */
  bytes(tag: number): Uint8Array;
}

const SUB_DIRECTORIES = 330;
/** Types of whole numbers; what is signed stands for itself as long as it is positive. */
const SHORTS: readonly number[] = [TIFF_TYPE.short, 8];
const LONGS: readonly number[] = [TIFF_TYPE.long, 9, TIFF_TYPE.ifd];
const BYTES: readonly number[] = [TIFF_TYPE.byte, TIFF_TYPE.undefined];

/**
 * The pages of a classic TIFF file, in order; none for BigTIFF. Throws a RangeError where the structure leads beyond
 * the end of the file. TIFF 6.0, section 2.
 */
export function readTiffDirectories(bytes: Uint8Array): TiffDirectory[] {
  const file = new TiffStructure(bytes);
  return file.kind === 'classic' ? directoriesFrom(file, file.first) : [];
}

/** The pages, each followed by the directories that hang below it: the sensor's data of a camera raw. */
export function readAllTiffDirectories(bytes: Uint8Array): TiffDirectory[] {
  const file = new TiffStructure(bytes);
  return readTiffDirectories(bytes).flatMap((page) => [
    page,
    ...page.values(SUB_DIRECTORIES).flatMap((at) => directoriesFrom(file, at)),
  ]);
}

function directoriesFrom(file: TiffStructure, first: number): TiffDirectory[] {
  return Array.from(file.chain(first), (directory) => ({
    values: (tag) => numbersOf(file, file.find(directory, tag)),
    fractions: (tag) => fractionsOf(file, file.find(directory, tag)),
    bytes: (tag) => bytesOf(file, file.find(directory, tag)),
  }));
}

function numbersOf(file: TiffStructure, entry: TiffEntry | undefined): number[] {
  if (!entry) return [];
  const { type, count, valueAt } = entry;
  requireInside(file, entry);
  if (SHORTS.includes(type)) return Array.from({ length: count }, (_, index) => file.uint16(valueAt + index * 2));
  if (LONGS.includes(type)) return Array.from({ length: count }, (_, index) => file.uint32(valueAt + index * 4));
  return type === TIFF_TYPE.byte ? Array.from(bytesOf(file, entry)) : [];
}

function fractionsOf(file: TiffStructure, entry: TiffEntry | undefined): number[] {
  if (entry?.type !== TIFF_TYPE.rational) return [];
  requireInside(file, entry);
  return Array.from({ length: entry.count }, (_, index) => {
    const at = entry.valueAt + index * 8;
    return file.uint32(at) / file.uint32(at + 4) || Number.NaN;
  });
}

function bytesOf({ view }: TiffStructure, entry: TiffEntry | undefined): Uint8Array {
  if (!entry || !BYTES.includes(entry.type)) return new Uint8Array();
  requireInside({ view }, entry);
  return new Uint8Array(view.buffer, view.byteOffset + entry.valueAt, entry.count);
}

function requireInside({ view }: Pick<TiffStructure, 'view'>, { valueAt, valueBytes }: TiffEntry): void {
  if (valueAt + valueBytes > view.byteLength) throw new RangeError('The values of a tag lie beyond the end.');
}
