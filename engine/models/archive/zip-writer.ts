import { crc32, deflateRawSync } from 'node:zlib';
import { FILE_TYPES, modeOf, NOTHING, type ArchiveEntry } from './entry.ts';

/** As `gzip` does. */
const USUAL_LEVEL = 6;
const DEFLATED = 8;
const STORED = 0;
/** Names in UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;
const MADE_ON_UNIX = (3 << 8) | VERSION;
const DIRECTORY_OF_DOS = 0x10;
const EXTENDED_TIMESTAMP = 0x5455;
/** Packed by their own format: another compression costs time and wins nothing. */
const PACKED_ALREADY =
  /\.(jpe?g|png|webp|gif|avif|heic|jxl|mp[34]|m4[av]|mkv|mov|webm|ogg|opus|flac|zip|7z|rar|gz|bz2|xz|zst|br|docx|xlsx|pptx|od[tsp]|epub|cb[zr7]|woff2?)$/i;

/** Hands the bytes of a ZIP on in order (APPNOTE 6.3.10), with POSIX modes, times and links as Info-ZIP writes them. */
export function writeZipArchive(
  entries: Iterable<ArchiveEntry>,
  write: (bytes: Uint8Array) => void,
  { level = USUAL_LEVEL }: { readonly level?: number } = {},
): void {
  const directory: Uint8Array[] = [];
  let offset = 0;
  const put = (bytes: Uint8Array): void => {
    write(bytes);
    offset += bytes.byteLength;
  };
  for (const entry of entries) {
    const member = memberOf(entry, level);
    directory.push(centralHeader(entry, member, offset));
    put(localHeader(member));
    put(member.packed);
  }
  const central = Buffer.concat(directory);
  put(central);
  put(endOfDirectory(directory.length, central.byteLength, offset - central.byteLength));
}

interface Member {
  readonly name: Uint8Array;
  readonly packed: Uint8Array;
  readonly sizeBytes: number;
  readonly method: number;
  readonly sum: number;
  readonly time: number;
  readonly extra: Uint8Array;
}

function memberOf(entry: ArchiveEntry, level: number): Member {
  const content = entry.kind === 'link' ? Buffer.from(entry.target!) : entry.content();
  const deflated = PACKED_ALREADY.test(entry.path) ? NOTHING : deflate(content, level);
  const isSmaller = deflated.byteLength > 0 && deflated.byteLength < content.byteLength;
  return {
    name: Buffer.from(entry.kind === 'directory' ? `${entry.path}/` : entry.path),
    packed: isSmaller ? deflated : content,
    sizeBytes: content.byteLength,
    method: isSmaller ? DEFLATED : STORED,
    sum: crc32(content),
    time: dosTime(entry.modifiedMs ?? 0),
    extra: entry.modifiedMs === undefined ? NOTHING : extendedTimestamp(entry.modifiedMs),
  };
}

/** Readers take what expands further for a bomb. */
const MOST_EXPANSION = 450;

/** Level 1 packs a blank file, which is the only one to go beyond, half as far as the others. */
function deflate(content: Uint8Array, level: number): Uint8Array {
  if (content.byteLength === 0) return NOTHING;
  const packed = deflateRawSync(content, { level });
  return content.byteLength > packed.byteLength * MOST_EXPANSION ? deflateRawSync(content, { level: 1 }) : packed;
}

function localHeader(member: Member): Uint8Array {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  putCommon(header, 4, member);
  return Buffer.concat([header, member.name, member.extra]);
}

function centralHeader(entry: ArchiveEntry, member: Member, offset: number): Uint8Array {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_ON_UNIX, 4);
  putCommon(header, 6, member);
  const mode = FILE_TYPES[entry.kind] | modeOf(entry);
  header.writeUInt32LE(mode * 0x10000 + (entry.kind === 'directory' ? DIRECTORY_OF_DOS : 0), 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, member.name, member.extra]);
}

/** From the version on, both headers begin alike. */
function putCommon(header: Buffer, at: number, member: Member): void {
  header.writeUInt16LE(VERSION, at);
  header.writeUInt16LE(FLAGS, at + 2);
  header.writeUInt16LE(member.method, at + 4);
  header.writeUInt32LE(member.time, at + 6);
  header.writeUInt32LE(member.sum, at + 10);
  header.writeUInt32LE(member.packed.byteLength, at + 14);
  header.writeUInt32LE(member.sizeBytes, at + 18);
  header.writeUInt16LE(member.name.byteLength, at + 22);
  header.writeUInt16LE(member.extra.byteLength, at + 24);
}

function endOfDirectory(entries: number, sizeBytes: number, offset: number): Uint8Array {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(sizeBytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** Wall clock in steps of two seconds, from 1980 on. */
function dosTime(modifiedMs: number): number {
  const date = new Date(modifiedMs);
  if (!(date.getFullYear() >= 1980 && date.getFullYear() < 2108)) return 0x210000;
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  return day * 0x10000 + time;
}

/** Seconds of UTC (Info-ZIP); nothing outside of what 32 bits hold. */
function extendedTimestamp(modifiedMs: number): Uint8Array {
  const seconds = Math.floor(modifiedMs / 1000);
  if (Math.abs(seconds) > 0x7fffffff) return NOTHING;
  const field = Buffer.alloc(9);
  field.writeUInt16LE(EXTENDED_TIMESTAMP, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4);
  field.writeInt32LE(seconds, 5);
  return field;
}
