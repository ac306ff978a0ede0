import { crc32, inflateRawSync } from 'node:zlib';
import { Inflate } from 'fflate';
import { ConversionError } from '../contract/errors.ts';
import { MiB, type Limits } from '../contract/limits.ts';
import { decodeEntryName } from './zip-names.ts';
import { readModified } from './zip-times.ts';
import { ZipOutput } from './zip-output.ts';
import { NO_TIME } from './zip-records.ts';

/** One file of a ZIP as its central directory describes it; sizes in bytes. */
export interface ZipEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly packedBytes: number;
  readonly expandedBytes: number;
  readonly crc32: number;
  readonly method: number;
  readonly encrypted: boolean;
  readonly localHeaderOffset: number;
  /** POSIX `st_mode`, where the ZIP was made on such a system. */
  readonly posixMode?: number;
  /** Milliseconds since 1970; DOS times are taken as those of this machine's clock. */
  readonly modifiedMs?: number;
}

export interface ZipArchive {
  readonly entries: readonly ZipEntry[];
  /** The entry of this name, ignoring case as office programs do; the last one when a name is there twice. */
  find(name: string): ZipEntry | undefined;
  /**
   * Expands one entry, bounded by its declared size, and checks its CRC-32. Throws `input_corrupt`,
   * `input_truncated`, `input_encrypted` or `input_too_complex`.
   */
  read(entry: ZipEntry): Uint8Array;
  /**
   * Expands one entry piece by piece, with the errors of `read`: a piece is gone when the next comes, and the checksum
   * is known after the last one. What is expanded again counts for no limit, since none of it stays.
   */
  pieces(entry: ZipEntry): Iterable<Uint8Array>;
}

export type ZipLimits = Pick<Limits, 'entries' | 'expandedBytes' | 'expansionRatio'>;

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const END_OF_DIRECTORY_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const END_BYTES = 22;
const TIME_IN_DIRECTORY = 12;
const TIME_IN_HEADER = 10;
const MAX_COMMENT_BYTES = 0xffff;
const ZIP64_EXTRA = 0x0001;
const MADE_ON_UNIX = 3;
const MADE_ON_MACOS = 19;
const MARKER_16 = 0xffff;
const MARKER_32 = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
const FLAG_ENCRYPTED = 0x0001;
const FLAG_UTF8 = 0x0800;
/** Ratios of small entries say nothing: a blank image packs very well. */
const RATIO_FROM_BYTES = MiB;
/** Bytes that are expanded at once. */
const PIECE_BYTES = 64 * 1024;

/** Reads the directory of a ZIP (ZIP64 included) and expands entries on demand, within the limits. */
export function openZip(bytes: Uint8Array, limits: ZipLimits): ZipArchive {
  const entries = readDirectory(bytes, limits);
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  let expandedSoFar = 0;
  return {
    entries,
    find: (name) => byName.get(name.toLowerCase()),
    read(entry) {
      expandedSoFar += entry.expandedBytes;
      checkLimit('expandedBytes', expandedSoFar, limits.expandedBytes);
      return readEntry(bytes, entry);
    },
    pieces: (entry) => entryPieces(bytes, entry),
  };
}

/** Takes the DOS times out of a ZIP file, in place: the same files give the same bytes. */
export function clearZipTimes(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { offset, count, shift } = findDirectory(view);
  let position = offset;
  for (let index = 0; index < count; index++) {
    const { entry, next } = readCentralHeader(bytes, view, position, shift);
    view.setUint32(position + TIME_IN_DIRECTORY, NO_TIME, true);
    view.setUint32(entry.localHeaderOffset + TIME_IN_HEADER, NO_TIME, true);
    position = next;
  }
}

interface Directory {
  readonly offset: number;
  readonly count: number;
  /** Bytes of foreign data before the archive (self-extractors): all offsets are relative to its end. */
  readonly shift: number;
}

function readDirectory(bytes: Uint8Array, limits: ZipLimits): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { offset, count, shift } = findDirectory(view);
  checkLimit('entries', count, limits.entries);
  const entries: ZipEntry[] = [];
  let declaredBytes = 0;
  let position = offset;
  for (let index = 0; index < count; index++) {
    if (position + 46 > bytes.byteLength) throw truncated();
    if (view.getUint32(position, true) !== CENTRAL_HEADER) throw corrupt('its directory is damaged');
    const { entry, next } = readCentralHeader(bytes, view, position, shift);
    declaredBytes += entry.expandedBytes;
    checkLimit('expandedBytes', declaredBytes, limits.expandedBytes);
    checkRatio(entry, limits);
    entries.push(entry);
    position = next;
  }
  return entries;
}

function findDirectory(view: DataView): Directory {
  const end = findEndOfDirectory(view);
  let count = view.getUint16(end + 10, true);
  let size = view.getUint32(end + 12, true);
  let offset = view.getUint32(end + 16, true);
  let directoryEnd = end;
  const isZip64 = count === MARKER_16 || size === MARKER_32 || offset === MARKER_32;
  const locator = end - 20;
  if (isZip64 && locator >= 0 && view.getUint32(locator, true) === LOCATOR_64) {
    const end64 = safeNumber(view.getBigUint64(locator + 8, true));
    if (end64 + 56 > view.byteLength || view.getUint32(end64, true) !== END_OF_DIRECTORY_64) {
      throw corrupt('its ZIP64 directory is damaged');
    }
    count = safeNumber(view.getBigUint64(end64 + 32, true));
    size = safeNumber(view.getBigUint64(end64 + 40, true));
    offset = safeNumber(view.getBigUint64(end64 + 48, true));
    directoryEnd = end64;
  }
  const start = directoryEnd - size;
  if (start < 0 || offset > start) throw corrupt('its directory is damaged');
  return { offset: start, count, shift: start - offset };
}

function findEndOfDirectory(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  const first = Math.max(0, last - MAX_COMMENT_BYTES);
  for (let position = last; position >= first; position--) {
    if (view.getUint32(position, true) === END_OF_DIRECTORY) return position;
  }
  const startsLikeZip = view.byteLength >= 4 && view.getUint32(0, true) === LOCAL_HEADER;
  throw startsLikeZip ? truncated() : corrupt('it is not a ZIP file');
}

function readCentralHeader(bytes: Uint8Array, view: DataView, position: number, shift: number) {
  const flags = view.getUint16(position + 8, true);
  const nameLength = view.getUint16(position + 28, true);
  const extraLength = view.getUint16(position + 30, true);
  const commentLength = view.getUint16(position + 32, true);
  const nameEnd = position + 46 + nameLength;
  const next = nameEnd + extraLength + commentLength;
  if (next > bytes.byteLength) throw truncated();
  const name = decodeEntryName(bytes.subarray(position + 46, nameEnd), (flags & FLAG_UTF8) !== 0);
  const sizes = readSizes(view, position, nameEnd, extraLength);
  const entry: ZipEntry = {
    name,
    isDirectory: name.endsWith('/'),
    packedBytes: sizes.packedBytes,
    expandedBytes: sizes.expandedBytes,
    crc32: view.getUint32(position + 16, true),
    method: view.getUint16(position + 10, true),
    encrypted: (flags & FLAG_ENCRYPTED) !== 0,
    localHeaderOffset: sizes.localHeaderOffset + shift,
    posixMode: readPosixMode(view, position),
    modifiedMs: readModified(view, position, nameEnd, extraLength),
  };
  return { entry, next };
}

function readPosixMode(view: DataView, header: number): number | undefined {
  const madeOn = view.getUint8(header + 5);
  const mode = view.getUint16(header + 40, true);
  return (madeOn === MADE_ON_UNIX || madeOn === MADE_ON_MACOS) && mode !== 0 ? mode : undefined;
}

/** Sizes and offset of a central header; the ZIP64 extra field holds those that are marked as too large, in order. */
function readSizes(view: DataView, header: number, extraStart: number, extraLength: number) {
  let expandedBytes = view.getUint32(header + 24, true);
  let packedBytes = view.getUint32(header + 20, true);
  let localHeaderOffset = view.getUint32(header + 42, true);
  const extraEnd = extraStart + extraLength;
  for (let field = extraStart; field + 4 <= extraEnd;) {
    const id = view.getUint16(field, true);
    const fieldEnd = Math.min(extraEnd, field + 4 + view.getUint16(field + 2, true));
    let position = field + 4;
    const next = () => {
      if (position + 8 > fieldEnd) throw corrupt('its ZIP64 sizes are damaged');
      position += 8;
      return safeNumber(view.getBigUint64(position - 8, true));
    };
    if (id === ZIP64_EXTRA) {
      if (expandedBytes === MARKER_32) expandedBytes = next();
      if (packedBytes === MARKER_32) packedBytes = next();
      if (localHeaderOffset === MARKER_32) localHeaderOffset = next();
    }
    field = fieldEnd;
  }
  return { expandedBytes, packedBytes, localHeaderOffset };
}

function readEntry(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const packed = locatePacked(bytes, entry);
  const expanded = expand(packed, entry);
  if (expanded.byteLength !== entry.expandedBytes || crc32(expanded) !== entry.crc32) {
    throw wrongChecksum(entry);
  }
  return expanded;
}

function* entryPieces(bytes: Uint8Array, entry: ZipEntry): Generator<Uint8Array> {
  const packed = locatePacked(bytes, entry);
  let length = 0;
  let checksum = 0;
  for (const piece of expandPieces(packed, entry)) {
    length += piece.byteLength;
    if (length > entry.expandedBytes) throw tooLargeEntry(entry);
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (length !== entry.expandedBytes || checksum !== entry.crc32) throw wrongChecksum(entry);
}

function wrongChecksum({ name }: ZipEntry): ConversionError {
  return corrupt('the checksum of an entry is wrong', name);
}

function damagedEntry({ name }: ZipEntry, cause: unknown): ConversionError {
  return corrupt('the compressed data of an entry is damaged', name, cause);
}

function tooLargeEntry({ name }: ZipEntry): ConversionError {
  return corrupt('an entry is larger than it declares', name);
}

function locatePacked(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  if (entry.encrypted) {
    throw new ConversionError({
      code: 'input_encrypted',
      message: 'The ZIP file is encrypted. Remove its password and try again.',
      details: { entry: entry.name },
    });
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = entry.localHeaderOffset;
  if (header < 0 || header + 30 > bytes.byteLength) throw truncated(entry.name);
  if (view.getUint32(header, true) !== LOCAL_HEADER) throw corrupt('an entry has no header', entry.name);
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  const end = start + entry.packedBytes;
  if (end > bytes.byteLength) throw truncated(entry.name);
  return bytes.subarray(start, end);
}

function expand(packed: Uint8Array, entry: ZipEntry): Uint8Array {
  if (entry.method === STORED) return packed;
  if (entry.method === DEFLATED) return inflateBounded(packed, entry);
  throw unknownMethod(entry);
}

function expandPieces(packed: Uint8Array, entry: ZipEntry): Iterable<Uint8Array> {
  if (entry.method === STORED) return slices(packed);
  if (entry.method === DEFLATED) return inflatePieces(packed, entry);
  throw unknownMethod(entry);
}

function unknownMethod(entry: ZipEntry): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: `The ZIP file uses compression method ${entry.method}, which is not supported here. Pack it again with deflate.`,
    details: { entry: entry.name, method: entry.method },
  });
}

/** Inflates at once, many times as fast as piece by piece, and stops as soon as more than the declared size comes out. */
function inflateBounded(packed: Uint8Array, entry: ZipEntry): Uint8Array {
  if (packed.byteLength === 0) return new Uint8Array();
  const { expandedBytes } = entry;
  try {
    const { buffer, byteOffset, byteLength } = inflateRawSync(packed, {
      // a byte more than is declared: what is as large as it says comes in one chunk
      chunkSize: Math.max(PIECE_BYTES, expandedBytes + 1),
      maxOutputLength: Math.max(1, expandedBytes),
    });
    const expanded = new Uint8Array(buffer, byteOffset, byteLength);
    return byteLength < PIECE_BYTES ? expanded.slice() : expanded; // a small entry would hold on to a whole chunk
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? tooLargeEntry(entry) : damagedEntry(entry, error);
  }
}

function* inflatePieces(packed: Uint8Array, entry: ZipEntry): Generator<Uint8Array> {
  const gathered: Uint8Array[] = [];
  let total = 0;
  const inflate = new Inflate((piece) => {
    // One packed piece may hold very many: more than the declared size is never gathered.
    total += piece.byteLength;
    if (total > entry.expandedBytes) throw tooLargeEntry(entry);
    gathered.push(piece);
  });
  for (const slice of slices(packed)) {
    const isLast = slice.byteOffset + slice.byteLength === packed.byteOffset + packed.byteLength;
    try {
      inflate.push(slice, isLast);
    } catch (error) {
      if (error instanceof ConversionError) throw error;
      throw damagedEntry(entry, error);
    }
    yield* gathered.splice(0);
  }
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
  }
}

function checkRatio(entry: ZipEntry, limits: ZipLimits): void {
  if (entry.expandedBytes < RATIO_FROM_BYTES || entry.method === STORED) return;
  checkLimit('expansionRatio', Math.ceil(entry.expandedBytes / Math.max(1, entry.packedBytes)), limits.expansionRatio);
}

const LIMIT_MESSAGES = {
  entries: 'The ZIP file has too many entries.',
  expandedBytes: 'The ZIP file expands to more data than is allowed.',
  expansionRatio: 'An entry of the ZIP file expands suspiciously far.',
} as const;

function checkLimit(name: keyof typeof LIMIT_MESSAGES, found: number, limit: number): void {
  if (found <= limit) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `${LIMIT_MESSAGES[name]} Found ${found}, allowed ${limit}.`,
    details: { limit: name, allowed: limit, found },
  });
}

function safeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw corrupt('its ZIP64 sizes are damaged');
  return Number(value);
}

function corrupt(what: string, entry?: string, cause?: unknown): ConversionError {
  return new ConversionError(
    { code: 'input_corrupt', message: `The ZIP file cannot be read: ${what}.`, details: entry ? { entry } : {} },
    { cause },
  );
}

function truncated(entry?: string): ConversionError {
  return new ConversionError({
    code: 'input_truncated',
    message: 'The ZIP file ends too early. Transfer it again.',
    details: entry ? { entry } : {},
  });
}

/** One file to pack. `stored` leaves it as it is: for content that is compressed already. */
export interface ZipSource {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly stored?: boolean;
}

/** Packs files into one ZIP in memory; a name that is taken gets a number, as in `createZipWriter`. */
export function writeZip(files: readonly ZipSource[]): Uint8Array {
  const chunks: Uint8Array[] = [];
  const writer = createZipWriter((bytes) => void chunks.push(bytes));
  for (const file of files) writer.add(file);
  writer.close();
  return Buffer.concat(chunks);
}

export interface ZipWriter {
  /** Adds a file under its name, or `name (2).ext` when the name is taken; returns the name it got. */
  add(source: ZipSource): string;
  /** Begins a file whose content comes piece by piece: it must be ended before the next one. */
  begin(name: string): ZipPieces;
  close(): void;
}

export interface ZipPieces {
  write(bytes: Uint8Array): void;
  end(): void;
}

/** Packs files one at a time: `write` receives the bytes of the ZIP in order, synchronously. */
export function createZipWriter(write: (bytes: Uint8Array) => void): ZipWriter {
  const taken = new Set<string>();
  const zip = new ZipOutput(write);
  const take = (name: string): string => {
    const unique = uniqueName(name, taken);
    taken.add(unique.toLowerCase());
    return unique;
  };
  return {
    add({ name, bytes, stored = false }) {
      const unique = take(name);
      zip.add(unique, bytes, stored);
      return unique;
    },
    begin: (name) => zip.begin(take(name)),
    close: () => zip.end(),
  };
}

function uniqueName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const extension = dot > 0 ? name.slice(dot) : '';
  for (let number = 2; ; number++) {
    const candidate = `${stem} (${number})${extension}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
