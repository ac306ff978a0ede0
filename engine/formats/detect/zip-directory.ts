import { inflateRaw } from '../../io/compression.ts';
import { KiB, MiB } from '../../contract/limits.ts';
import type { BoundedReader } from './bounded-reader.ts';
import { hasMarker, indexOfMarker, u16le, u32le } from './byte-fields.ts';

/** One entry of a ZIP, as much as detection needs of it. */
export interface ZipMember {
  readonly name: string;
  /** 0 is stored, 8 deflated. */
  readonly method: number;
  /** 0 when only a data descriptor behind the data tells. */
  readonly packedBytes: number;
  readonly headerAt: number;
}

const LOCAL = 'PK\x03\x04';
const CENTRAL = 'PK\x01\x02';
const END = 'PK\x05\x06';
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
/** The directory of an office file takes a few kilobytes; a part of a large archive's tells as much. */
const MAX_DIRECTORY_BYTES = 256 * KiB;
const MAX_PACKED_BYTES = 32 * KiB;
const MAX_EXPANDED_BYTES = MiB;

const decoder = new TextDecoder();

/** The members by the central directory, or by their own headers when the directory is truncated. */
export async function readMembers(reader: BoundedReader): Promise<readonly ZipMember[]> {
  const listed = await readCentralDirectory(reader);
  return listed.length > 0 ? listed : scanLocalHeaders(reader.head);
}

/** Whether a ZIP ends the file: self-extractors and zip applications have something else before it. */
export async function endsWithZip(reader: BoundedReader): Promise<boolean> {
  return (await readCentralDirectory(reader)).length > 0;
}

async function readCentralDirectory(reader: BoundedReader): Promise<ZipMember[]> {
  const tail = await reader.tail(END_BYTES + MAX_COMMENT_BYTES);
  const end = lastIndexOfMarker(tail, END);
  if (end < 0) return [];
  const directoryBytes = u32le(tail, end + 12);
  const statedOffset = u32le(tail, end + 16);
  const endAt = reader.size - tail.byteLength + end;
  const isZip64 = statedOffset === 0xffffffff || directoryBytes === 0xffffffff;
  if (isZip64) return [];
  // Data before the archive shifts every offset: the directory ends where its end record begins.
  const offset = endAt - directoryBytes;
  return parseDirectory(
    await reader.read(offset, Math.min(directoryBytes, MAX_DIRECTORY_BYTES)),
    offset - statedOffset,
  );
}

function parseDirectory(bytes: Uint8Array, shift: number): ZipMember[] {
  const members: ZipMember[] = [];
  let at = 0;
  while (hasMarker(bytes, CENTRAL, at)) {
    const nameBytes = u16le(bytes, at + 28);
    members.push({
      name: decodeName(bytes.subarray(at + 46, at + 46 + nameBytes)),
      method: u16le(bytes, at + 10),
      packedBytes: u32le(bytes, at + 20),
      headerAt: u32le(bytes, at + 42) + shift,
    });
    at += 46 + nameBytes + u16le(bytes, at + 30) + u16le(bytes, at + 32);
  }
  return members;
}

function scanLocalHeaders(head: Uint8Array): ZipMember[] {
  const members: ZipMember[] = [];
  let at = indexOfMarker(head, LOCAL);
  while (at >= 0) {
    const nameBytes = u16le(head, at + 26);
    const packedBytes = u32le(head, at + 18);
    members.push({
      name: decodeName(head.subarray(at + 30, at + 30 + nameBytes)),
      method: u16le(head, at + 8),
      packedBytes,
      headerAt: at,
    });
    at = indexOfMarker(head, LOCAL, at + 30 + nameBytes + packedBytes);
  }
  return members;
}

/** Some writers separate folders by backslashes. */
function decodeName(bytes: Uint8Array): string {
  return decoder.decode(bytes).replaceAll('\\', '/');
}

/** The beginning of one member's content: everything of the small parts that say what an archive is. */
export async function readMember(reader: BoundedReader, member: ZipMember): Promise<Uint8Array> {
  const header = await reader.read(member.headerAt, 30);
  if (!hasMarker(header, LOCAL)) return new Uint8Array(0);
  const dataAt = member.headerAt + 30 + u16le(header, 26) + u16le(header, 28);
  const packed = await reader.read(dataAt, Math.min(member.packedBytes || MAX_PACKED_BYTES, MAX_PACKED_BYTES));
  if (member.method === 0) return packed;
  return member.method === 8 ? inflateSome(packed) : new Uint8Array(0);
}

/** What can be inflated of a piece of a deflate stream; nothing for a damaged one: the codec will say what is wrong. */
function inflateSome(packed: Uint8Array): Uint8Array {
  try {
    return inflateRaw(packed, { allowTruncated: true, maxOutputLength: MAX_EXPANDED_BYTES });
  } catch {
    return new Uint8Array(0);
  }
}

function lastIndexOfMarker(bytes: Uint8Array, marker: string): number {
  for (let at = bytes.byteLength - marker.length; at >= 0; at--) if (hasMarker(bytes, marker, at)) return at;
  return -1;
}
