import { concatBytes, latin1Bytes, latin1Of, utf8Bytes } from '../../io/bytes.ts';
import { FILE_TYPES, kindOfMode, modeOf, NOTHING, PERMISSIONS, type ArchiveEntry, type RawEntry } from './model.ts';
import { corruptArchive, truncatedArchive } from './errors.ts';
import { textOf } from './names.ts';

const TRAILER = 'TRAILER!!!';

interface CpioHeader {
  readonly inode: number;
  readonly mode: number;
  readonly links: number;
  readonly seconds: number;
  readonly nameBytes: number;
  readonly sizeBytes: number;
  readonly headerBytes: number;
  /** Name and content are filled up to a multiple of so many bytes. */
  readonly unit: 1 | 2 | 4;
}

export function isCpio(bytes: Uint8Array): boolean {
  return /^07070[127]/.test(latin1Of(bytes.subarray(0, 6))) || binaryOrder(bytes) !== undefined;
}

/** New ASCII, old ASCII (POSIX.1) and old binary headers. */
export function readCpio(bytes: Uint8Array): RawEntry[] {
  const entries: RawEntry[] = [];
  /** The content of hard links lies at the last of them. */
  const waiting = new Map<number, number[]>();
  for (let at = 0; ;) {
    const header = readHeader(bytes, at);
    const { mode, seconds, nameBytes, sizeBytes, headerBytes, unit } = header;
    const nameEnd = at + headerBytes + nameBytes;
    const start = aligned(nameEnd, unit, at);
    const end = start + sizeBytes;
    if (end > bytes.byteLength) throw truncatedArchive();
    const path = textOf(bytes.subarray(at + headerBytes, nameEnd - 1));
    if (path === TRAILER) return entries;
    const content = bytes.subarray(start, end);
    const kind = kindOfMode(mode);
    if (kind === 'file' && header.links > 1) shareContent(entries, waiting, header, content);
    entries.push({
      path,
      kind,
      mode: mode & PERMISSIONS,
      modifiedMs: seconds * 1000,
      sizeBytes: kind === 'file' ? sizeBytes : 0,
      target: kind === 'link' ? textOf(content) : undefined,
      content: () => content,
    });
    at = aligned(end, unit, at);
  }
}

function shareContent(
  entries: RawEntry[],
  waiting: Map<number, number[]>,
  { inode, sizeBytes }: CpioHeader,
  content: Uint8Array,
): void {
  const before = waiting.get(inode) ?? [];
  if (sizeBytes > 0) {
    for (const index of before) entries[index] = { ...entries[index]!, sizeBytes, content: () => content };
    waiting.delete(inode);
  } else waiting.set(inode, [...before, entries.length]);
}

/** Old programs align to the beginning of the file, which is the same: every member begins at such a place. */
function aligned(at: number, unit: number, start: number): number {
  return start + Math.ceil((at - start) / unit) * unit;
}

function readHeader(bytes: Uint8Array, at: number): CpioHeader {
  const magic = latin1Of(bytes.subarray(at, at + 6));
  if (magic === '070701' || magic === '070702') return newHeader(bytes, at);
  if (magic === '070707') return oldHeader(bytes, at);
  const order = binaryOrder(bytes.subarray(at));
  if (order !== undefined) return binaryHeader(bytes, at, order === 'little');
  throw at + 6 > bytes.byteLength ? truncatedArchive() : corruptArchive('a header is damaged');
}

function newHeader(bytes: Uint8Array, at: number): CpioHeader {
  const field = (index: number): number => digits(bytes, at + 6 + 8 * index, 8, 16);
  return {
    inode: field(0),
    mode: field(1),
    links: field(4),
    seconds: field(5),
    sizeBytes: field(6),
    nameBytes: field(11),
    headerBytes: 110,
    unit: 4,
  };
}

function oldHeader(bytes: Uint8Array, at: number): CpioHeader {
  return {
    inode: digits(bytes, at + 12, 6, 8),
    mode: digits(bytes, at + 18, 6, 8),
    links: digits(bytes, at + 36, 6, 8),
    seconds: digits(bytes, at + 48, 11, 8),
    nameBytes: digits(bytes, at + 59, 6, 8),
    sizeBytes: digits(bytes, at + 65, 11, 8),
    headerBytes: 76,
    unit: 1,
  };
}

function binaryOrder(bytes: Uint8Array): 'little' | 'big' | undefined {
  if (bytes[0] === 0xc7 && bytes[1] === 0x71) return 'little';
  if (bytes[0] === 0x71 && bytes[1] === 0xc7) return 'big';
  return undefined;
}

function binaryHeader(bytes: Uint8Array, at: number, isLittle: boolean): CpioHeader {
  if (at + 26 > bytes.byteLength) throw truncatedArchive();
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 26);
  const short = (index: number): number => view.getUint16(2 * index, isLittle);
  /** The more significant half comes first, in either order of bytes. */
  const long = (index: number): number => short(index) * 0x10000 + short(index + 1);
  return {
    inode: short(2),
    mode: short(3),
    links: short(6),
    seconds: long(8),
    nameBytes: short(10),
    sizeBytes: long(11),
    headerBytes: 26,
    unit: 2,
  };
}

function digits(bytes: Uint8Array, at: number, length: number, base: number): number {
  if (at + length > bytes.byteLength) throw truncatedArchive();
  const value = Number.parseInt(latin1Of(bytes.subarray(at, at + length)), base);
  if (Number.isNaN(value)) throw corruptArchive('a header is damaged');
  return value;
}

/** Hands the bytes of a cpio archive with new ASCII headers on in order. */
export function writeCpio(entries: Iterable<ArchiveEntry>, write: (bytes: Uint8Array) => void): void {
  let inode = 0;
  for (const entry of entries) {
    const content = entry.kind === 'link' ? utf8Bytes(entry.target!) : entry.content();
    const mode = FILE_TYPES[entry.kind] | modeOf(entry);
    write(headerOf(entry.path, ++inode, mode, entry.modifiedMs ?? 0, content.byteLength));
    write(content);
    write(padding(content.byteLength));
  }
  write(headerOf(TRAILER, 0, 0, 0, 0));
}

function headerOf(path: string, inode: number, mode: number, modifiedMs: number, sizeBytes: number): Uint8Array {
  const name = utf8Bytes(`${path}\0`);
  const seconds = Math.min(0xffffffff, Math.max(0, Math.floor(modifiedMs / 1000)));
  const fields = [inode, mode, 0, 0, 1, seconds, sizeBytes, 0, 0, 0, 0, name.byteLength, 0];
  const header = `070701${fields.map((value) => value.toString(16).toUpperCase().padStart(8, '0')).join('')}`;
  return concatBytes([latin1Bytes(header), name, padding(header.length + name.byteLength)]);
}

function padding(sizeBytes: number): Uint8Array {
  return sizeBytes % 4 === 0 ? NOTHING : new Uint8Array(4 - (sizeBytes % 4));
}
