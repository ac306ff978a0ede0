import { isTarHeader } from '../../../formats/detect/tar.ts';
import { kindOfMode, PERMISSIONS, type RawEntry } from '../model.ts';
import { corruptArchive, truncatedArchive } from '../errors.ts';
import { latin1Of } from '../../../io/bytes.ts';
import { textOf } from '../names.ts';

/*
 * `modern-tar` 0.8 reads the plain files of the corpora alike. It takes what is stored of sparse files (GNU and pax) for
 * their content, has no names in Latin-1, and refuses archives with a time before 1970.
 */

const BLOCK = 512;

/** Fields of a header block (POSIX ustar, pax interchange format): offset and length in bytes. */
const FIELDS = {
  name: [0, 100],
  mode: [100, 8],
  size: [124, 12],
  modified: [136, 12],
  type: [156, 1],
  link: [157, 100],
  magic: [257, 6],
  prefix: [345, 155],
} as const;

/** What headers before an entry say of it. */
interface Overrides {
  path?: string;
  linkpath?: string;
  size?: string;
  mtime?: string;
}

/** Nothing for what only other readers know: sparse files. */
export function readTar(bytes: Uint8Array): RawEntry[] | undefined {
  const entries: RawEntry[] = [];
  let global: Overrides = {};
  let next: Overrides = {};
  let isEnded = false;
  for (let at = 0; at + BLOCK <= bytes.byteLength;) {
    const header = bytes.subarray(at, at + BLOCK);
    if (isBlank(header)) {
      isEnded = true;
      break;
    }
    if (!isTarHeader(header)) throw corruptArchive(`the checksum of header ${entries.length + 1} is wrong`);
    const own = { ...global, ...next };
    const type = latin1Of(field(header, 'type'));
    const size = sizeOf(own, header, type);
    const start = at + BLOCK;
    at = start + Math.ceil(size / BLOCK) * BLOCK;
    if (start + size > bytes.byteLength) throw truncatedArchive();
    const content = bytes.subarray(start, start + size);
    if (type === 'x' || type === 'X') next = { ...next, ...paxRecords(content) };
    else if (type === 'g') global = { ...global, ...paxRecords(content) };
    else if (type === 'L') next = { ...next, path: textOf(untilNul(content)) };
    else if (type === 'K') next = { ...next, linkpath: textOf(untilNul(content)) };
    else if (type === 'S' || next.path?.startsWith('GNUSparseFile')) return undefined;
    else {
      entries.push(entryOf(header, type, own, content));
      next = {};
    }
  }
  if (!isEnded && entries.length === 0) throw truncatedArchive();
  return entries;
}

function entryOf(header: Uint8Array, type: string, own: Overrides, content: Uint8Array): RawEntry {
  const path = own.path ?? pathOf(header);
  const mode = number(field(header, 'mode'));
  const seconds = own.mtime === undefined ? number(field(header, 'modified')) : Number(own.mtime);
  const kind = kindOf(type, path, mode);
  return {
    path,
    kind,
    mode: mode & PERMISSIONS,
    modifiedMs: Number.isFinite(seconds) ? Math.round(seconds * 1000) : undefined,
    sizeBytes: kind === 'file' ? content.byteLength : 0,
    target: own.linkpath ?? textOf(untilNul(field(header, 'link'))),
    content: () => content,
  };
}

function kindOf(type: string, path: string, mode: number): RawEntry['kind'] {
  switch (type) {
    case '1':
      return 'hardlink';
    case '2':
      return 'link';
    case '3':
    case '4':
    case '6':
      return 'special';
    case '5':
    case 'D':
      return 'directory';
    default: // a V7 tar marks a folder by the slash at its end alone
      return path.endsWith('/') || kindOfMode(mode) === 'directory' ? 'directory' : 'file';
  }
}

/** Links have no content, whatever their size field says. */
function sizeOf({ size }: Overrides, header: Uint8Array, type: string): number {
  if (/[1-6]/.test(type)) return 0;
  const stated = size === undefined ? number(field(header, 'size')) : Number(size);
  if (!Number.isSafeInteger(stated) || stated < 0) throw corruptArchive('the size of an entry is no number');
  return stated;
}

function pathOf(header: Uint8Array): string {
  const name = textOf(untilNul(field(header, 'name')));
  const isUstar = latin1Of(field(header, 'magic')) === 'ustar\0';
  const prefix = isUstar ? textOf(untilNul(field(header, 'prefix'))) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Records of a pax header: `length key=value\n`, the length in bytes and of the whole record. */
function paxRecords(content: Uint8Array): Overrides {
  const records: Record<string, string> = {};
  for (let at = 0; at < content.byteLength;) {
    const space = content.indexOf(0x20, at);
    const length = Number(latin1Of(content.subarray(at, space)));
    if (space < 0 || !(length > space - at) || at + length > content.byteLength) break;
    const record = textOf(content.subarray(space + 1, at + length - 1));
    const equals = record.indexOf('=');
    records[record.slice(0, equals)] = record.slice(equals + 1);
    at += length;
  }
  const { path, linkpath, size, mtime } = records;
  const isSparse = Object.keys(records).some((key) => key.startsWith('GNU.sparse'));
  return Object.fromEntries(
    Object.entries({ path: isSparse ? 'GNUSparseFile' : path, linkpath, size, mtime }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

/** Octal digits, or a number in base 256 marked by its first bit (GNU). */
function number(bytes: Uint8Array): number {
  if ((bytes[0]! & 0x80) === 0) {
    const digits = latin1Of(untilNul(bytes)).trim();
    return digits === '' ? 0 : Number.parseInt(digits, 8);
  }
  let value = bytes[0]! & 0x40 ? -(0x80 - (bytes[0]! & 0x7f)) : bytes[0]! & 0x3f;
  for (const byte of bytes.subarray(1)) value = value * 256 + byte;
  return value;
}

function field(header: Uint8Array, name: keyof typeof FIELDS): Uint8Array {
  const [start, length] = FIELDS[name];
  return header.subarray(start, start + length);
}

function untilNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function isBlank(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}
