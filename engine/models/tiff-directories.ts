/** One page of a TIFF file: the numbers of its tags. */
export interface TiffDirectory {
  /** The values of a tag of whole numbers; empty when the page does not have it. */
  values(tag: number): readonly number[];
}

const CLASSIC = 42;
const LITTLE_ENDIAN = 0x4949;
const SHORT = 3;
/** More pages than any limit allows: the chain of directories may be a circle. */
const MAX_DIRECTORIES = 10_000;

/**
 * The pages of a classic TIFF file, in order; none for BigTIFF. Throws a RangeError where the structure leads beyond
 * the end of the file. TIFF 6.0, section 2.
 */
export function readTiffDirectories(bytes: Uint8Array): TiffDirectory[] {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = file.getUint16(0) === LITTLE_ENDIAN;
  const directories: TiffDirectory[] = [];
  if (file.getUint16(2, little) !== CLASSIC) return directories;
  let at = file.getUint32(4, little);
  while (at !== 0 && directories.length < MAX_DIRECTORIES) {
    const start = at;
    const entries = file.getUint16(start, little);
    directories.push({ values: (tag) => valuesOf(file, { start, entries, little }, tag) });
    at = file.getUint32(start + 2 + entries * 12, little);
  }
  return directories;
}

interface Place {
  readonly start: number;
  readonly entries: number;
  readonly little: boolean;
}

function valuesOf(file: DataView, { start, entries, little }: Place, tag: number): number[] {
  for (let index = 0; index < entries; index++) {
    const entry = start + 2 + index * 12;
    if (file.getUint16(entry, little) !== tag) continue;
    const isShort = file.getUint16(entry + 2, little) === SHORT;
    const count = file.getUint32(entry + 4, little);
    const size = isShort ? 2 : 4;
    const at = count * size <= 4 ? entry + 8 : file.getUint32(entry + 8, little);
    if (at + count * size > file.byteLength) throw new RangeError('The values of a tag lie beyond the end.');
    return Array.from({ length: count }, (_, item) =>
      isShort ? file.getUint16(at + item * 2, little) : file.getUint32(at + item * 4, little),
    );
  }
  return [];
}
