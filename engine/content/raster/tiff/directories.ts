/** One page of a TIFF file: what its tags say. Each is empty when the page does not have the tag, or as another type. */
export interface TiffDirectory {
  /** The values of a tag of whole numbers. */
  values(tag: number): readonly number[];
  /** The values of a tag of fractions; NaN for those that divide by zero. */
  fractions(tag: number): readonly number[];
  /** The content of a tag of bytes: profiles, tables. */
  bytes(tag: number): Uint8Array;
}

const CLASSIC = 42;
const LITTLE_ENDIAN = 0x4949;
const BYTE = 1;
const SHORT = 3;
const RATIONAL = 5;
const UNDEFINED = 7;
const SUB_DIRECTORIES = 330;
/** More pages than any limit allows. */
const MAX_DIRECTORIES = 10_000;

/**
 * The pages of a classic TIFF file, in order; none for BigTIFF. Throws a RangeError where the structure leads beyond
 * the end of the file. TIFF 6.0, section 2.
 */
export function readTiffDirectories(bytes: Uint8Array): TiffDirectory[] {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = file.getUint16(0) === LITTLE_ENDIAN;
  return file.getUint16(2, little) === CLASSIC ? chainAt(file, file.getUint32(4, little), little) : [];
}

/** The pages, each followed by the directories that hang below it: the sensor's data of a camera raw. */
export function readAllTiffDirectories(bytes: Uint8Array): TiffDirectory[] {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = file.getUint16(0) === LITTLE_ENDIAN;
  return readTiffDirectories(bytes).flatMap((page) => [
    page,
    ...page.values(SUB_DIRECTORIES).flatMap((at) => chainAt(file, at, little)),
  ]);
}

/** The directories that follow each other from a place on; a chain may be a circle. */
function chainAt(file: DataView, first: number, little: boolean): TiffDirectory[] {
  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  let at = first;
  while (at !== 0 && !seen.has(at) && directories.length < MAX_DIRECTORIES) {
    seen.add(at);
    const start = at;
    const entries = file.getUint16(start, little);
    const place = { start, entries, little };
    directories.push({
      values: (tag) => valuesOf(file, place, tag),
      fractions: (tag) => fractionsOf(file, place, tag),
      bytes: (tag) => bytesOf(file, place, tag),
    });
    at = file.getUint32(start + 2 + entries * 12, little);
  }
  return directories;
}

interface Place {
  readonly start: number;
  readonly entries: number;
  readonly little: boolean;
}

interface TiffField {
  readonly type: number;
  readonly count: number;
  /** Where its value stands, if it is short, or where that is said. */
  readonly at: number;
}

function fieldOf(file: DataView, { start, entries, little }: Place, tag: number): TiffField | undefined {
  for (let index = 0; index < entries; index++) {
    const entry = start + 2 + index * 12;
    if (file.getUint16(entry, little) !== tag) continue;
    return { type: file.getUint16(entry + 2, little), count: file.getUint32(entry + 4, little), at: entry + 8 };
  }
  return undefined;
}

/** Where the values of a field begin. */
function startOf(file: DataView, { little }: Place, { count, at }: TiffField, bytesPerValue: number): number {
  const size = count * bytesPerValue;
  const start = size <= 4 ? at : file.getUint32(at, little);
  if (start + size > file.byteLength) throw new RangeError('The values of a tag lie beyond the end.');
  return start;
}

function valuesOf(file: DataView, place: Place, tag: number): number[] {
  const field = fieldOf(file, place, tag);
  if (!field) return [];
  const isShort = field.type === SHORT;
  const start = startOf(file, place, field, isShort ? 2 : 4);
  return Array.from({ length: field.count }, (_, item) =>
    isShort ? file.getUint16(start + item * 2, place.little) : file.getUint32(start + item * 4, place.little),
  );
}

function fractionsOf(file: DataView, place: Place, tag: number): number[] {
  const field = fieldOf(file, place, tag);
  if (field?.type !== RATIONAL) return [];
  const start = startOf(file, place, field, 8);
  return Array.from({ length: field.count }, (_, item) => {
    const at = start + item * 8;
    return file.getUint32(at, place.little) / file.getUint32(at + 4, place.little) || Number.NaN;
  });
}

function bytesOf(file: DataView, place: Place, tag: number): Uint8Array {
  const field = fieldOf(file, place, tag);
  if (!field || (field.type !== BYTE && field.type !== UNDEFINED)) return new Uint8Array();
  const start = startOf(file, place, field, 1);
  return new Uint8Array(file.buffer, file.byteOffset + start, field.count);
}
