import { crc32Of, deflateRaw } from '../../../io/compression.ts';
import { concatBytes, utf8Bytes, viewOf } from '../../../io/bytes.ts';
import {
  centralHeader,
  DEFLATED,
  endOfDirectory,
  localHeader,
  NO_TIME,
  STORED,
  UTF8_NAME,
  ZIP_VERSION,
  type ZipMember,
} from '../../../io/zip-records.ts';
import { FILE_TYPES, modeOf, NOTHING, type ArchiveEntry } from '../model.ts';

/** As `gzip` does. */
const USUAL_LEVEL = 6;
const MADE_ON_UNIX = (3 << 8) | ZIP_VERSION;
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
    directory.push(centralHeader(member, { offset, madeBy: MADE_ON_UNIX, attributes: attributesOf(entry) }));
    put(localHeader(member));
    put(member.packed);
  }
  const central = concatBytes(directory);
  put(central);
  put(endOfDirectory(directory.length, central.byteLength, offset - central.byteLength));
}

interface Member extends ZipMember {
  readonly packed: Uint8Array;
}

function memberOf(entry: ArchiveEntry, level: number): Member {
  const content = entry.kind === 'link' ? utf8Bytes(entry.target!) : entry.content();
  const deflated = PACKED_ALREADY.test(entry.path) ? NOTHING : deflate(content, level);
  const isSmaller = deflated.byteLength > 0 && deflated.byteLength < content.byteLength;
  const packed = isSmaller ? deflated : content;
  return {
    name: utf8Bytes(entry.kind === 'directory' ? `${entry.path}/` : entry.path),
    flags: UTF8_NAME,
    packed,
    packedBytes: packed.byteLength,
    sizeBytes: content.byteLength,
    method: isSmaller ? DEFLATED : STORED,
    sum: crc32Of(content),
    time: dosTime(entry.modifiedMs ?? 0),
    extra: entry.modifiedMs === undefined ? NOTHING : extendedTimestamp(entry.modifiedMs),
  };
}

/** Readers take what expands further for a bomb. */
const MOST_EXPANSION = 450;

/** Level 1 packs a blank file, which is the only one to go beyond, half as far as the others. */
function deflate(content: Uint8Array, level: number): Uint8Array {
  if (content.byteLength === 0) return NOTHING;
  const packed = deflateRaw(content, { level });
  return content.byteLength > packed.byteLength * MOST_EXPANSION ? deflateRaw(content, { level: 1 }) : packed;
}

/** POSIX mode above, attributes of MS-DOS below. */
function attributesOf(entry: ArchiveEntry): number {
  const mode = FILE_TYPES[entry.kind] | modeOf(entry);
  return mode * 0x10000 + (entry.kind === 'directory' ? DIRECTORY_OF_DOS : 0);
}

/** Wall clock in steps of two seconds, from 1980 on. */
function dosTime(modifiedMs: number): number {
  const date = new Date(modifiedMs);
  if (!(date.getFullYear() >= 1980 && date.getFullYear() < 2108)) return NO_TIME;
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  return day * 0x10000 + time;
}

/** Seconds of UTC (Info-ZIP); nothing outside of what 32 bits hold. */
function extendedTimestamp(modifiedMs: number): Uint8Array {
  const seconds = Math.floor(modifiedMs / 1000);
  if (Math.abs(seconds) > 0x7fffffff) return NOTHING;
  const field = new Uint8Array(9);
  const view = viewOf(field);
  view.setUint16(0, EXTENDED_TIMESTAMP, true);
  view.setUint16(2, 5, true);
  view.setUint8(4, 1);
  view.setInt32(5, seconds, true);
  return field;
}
