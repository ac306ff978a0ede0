import { gunzipSync, gzipSync } from 'node:zlib';
import { DEFAULT_LIMITS } from '../../engine/contract/limits.ts';
import { crc32Of } from '../../engine/io/compression.ts';
import { openZip, writeZip } from '../../engine/io/zip.ts';

/** A number from 0 to 1. */
export type Random = () => number;

/** One of the items; there is at least one. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!;
}

function below(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}

type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

/** Changes of one file: at most so many, one after the other. */
const MOST_CHANGES = 4;
/** Share of changes that keep to the structure, where a file has one that is known. */
const STRUCTURED = 0.6;
/** Bytes that a block of a change has at most, and a file in the end: larger ones cost time and show nothing more. */
const MOST_BLOCK = 4_096;
const MOST_BYTES = 2_000_000;

/**
 * A file that is nearly the given one: bytes, numbers and blocks of it are others, or its parts are, with lengths and
 * checksums that are right all the same. What is put in comes from `other`, a file of the same format, or is a value at
 * which readers fail: the ends of the ranges of numbers, and much of the same.
 */
export function mutate(file: Uint8Array, other: Uint8Array, random: Random): Buffer {
  let bytes: Buffer = Buffer.from(file);
  for (let left = 1 + below(random, MOST_CHANGES); left > 0; left--)
    bytes = mutateOnce(bytes, Buffer.from(other), random);
  return bytes.subarray(0, MOST_BYTES);
}

function mutateOnce(bytes: Buffer, other: Buffer, random: Random): Buffer {
  const structured = random() < STRUCTURED ? structureOf(bytes) : undefined;
  return (structured ?? pick(random, BYTES))(bytes, random, other);
}

/** What changes a file by its structure; undefined where it is none that is known here. */
function structureOf(bytes: Buffer): Mutation | undefined {
  if (bytes.length > 8 && bytes.readUInt32BE(0) === 0x504b0304) return changePackage;
  if (bytes.length > 8 && bytes.readUInt32BE(0) === 0x89504e47) return changePng;
  if (bytes.length > 2 && bytes.readUInt16BE(0) === 0x1f8b) return changeGzip;
  return isText(bytes) ? changeText : undefined;
}

function isText(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 2_000);
  return head.length > 0 && head.every((byte) => byte >= 0x20 || byte === 9 || byte === 10 || byte === 13);
}

const EDGES = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] as const;

const BYTES: readonly Mutation[] = [
  function flipBit(bytes, random) {
    const changed = Buffer.from(bytes);
    const at = place(random, bytes);
    changed[at]! ^= 1 << below(random, 8);
    return changed;
  },
  function setNumber(bytes, random) {
    const changed = Buffer.from(bytes);
    const value = pick(random, EDGES);
    const width = pick(random, [1, 2, 4]);
    const at = Math.min(place(random, bytes), bytes.length - width);
    if (at < 0) return changed;
    const number = value % 2 ** (8 * width);
    if (random() < 0.5) changed.writeUIntLE(number, at, width);
    else changed.writeUIntBE(number, at, width);
    return changed;
  },
  function remove(bytes, random) {
    const [start, end] = block(random, bytes);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  function repeat(bytes, random) {
    const [start, end] = block(random, bytes);
    const times = pick(random, [1, 2, 50]);
    const repeated = Array<Buffer>(times).fill(bytes.subarray(start, end));
    return Buffer.concat([bytes.subarray(0, end), ...repeated, bytes.subarray(end)]);
  },
  function fill(bytes, random) {
    const changed = Buffer.from(bytes);
    const [start, end] = block(random, bytes);
    return changed.fill(pick(random, [0, 0xff, 0x20, 0x41]), start, end);
  },
  function splice(bytes, random, other) {
    const [start, end] = block(random, bytes);
    const [from, to] = block(random, other);
    return Buffer.concat([bytes.subarray(0, start), other.subarray(from, to), bytes.subarray(end)]);
  },
  function cut(bytes, random) {
    return bytes.subarray(0, place(random, bytes));
  },
];

/** Half of all changes are near the beginning, where headers are. */
function place(random: Random, bytes: Buffer): number {
  return below(random, random() < 0.5 ? Math.min(bytes.length, 256) : bytes.length);
}

function block(random: Random, bytes: Buffer): [start: number, end: number] {
  const start = place(random, bytes);
  return [start, Math.min(bytes.length, start + 1 + below(random, pick(random, [4, 64, MOST_BLOCK])))];
}

/** One file of a package is another, and the package is whole. */
function changePackage(bytes: Buffer, random: Random, other: Buffer): Buffer {
  try {
    const archive = openZip(bytes, DEFAULT_LIMITS);
    const files = archive.entries.filter(({ isDirectory }) => !isDirectory);
    const chosen = pick(random, files);
    const stored = new Set(files.filter(({ method }) => method === 0));
    const packed = files.flatMap((entry) => {
      const content = Buffer.from(archive.read(entry));
      const isChosen = entry === chosen;
      if (isChosen && random() < 0.1) return [];
      const changed = isChosen && content.length > 4 ? mutateOnce(content, other, random) : content;
      return [{ name: entry.name, bytes: changed, stored: stored.has(entry) }];
    });
    return Buffer.from(writeZip(packed));
  } catch {
    return pick(random, BYTES)(bytes, random, other); // an earlier change has damaged it
  }
}

function changeGzip(bytes: Buffer, random: Random, other: Buffer): Buffer {
  try {
    const content = gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
    return gzipSync(mutateOnce(content, other, random));
  } catch {
    return pick(random, BYTES)(bytes, random, other);
  }
}

const PNG_SIGNATURE = 8;
/** Bytes of a chunk beside its data. */
const CHUNK = 12;

/** The data of one chunk is other data, and its checksum is right. */
function changePng(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  const starts: number[] = [];
  for (let at = PNG_SIGNATURE; at + CHUNK <= changed.length; at += CHUNK + changed.readUInt32BE(at)) starts.push(at);
  const at = starts.length > 0 ? pick(random, starts) : 0;
  const length = changed.readUInt32BE(at);
  if (length === 0 || at === 0 || at + CHUNK + length > changed.length) return changed;
  const data = changed.subarray(at + 8, at + 8 + length);
  data[below(random, length)] = pick(random, EDGES) & 0xff;
  changed.writeUInt32BE(crc32Of(changed.subarray(at + 4, at + 8 + length)), at + 8 + length);
  return changed;
}

/** Words, numbers, tags and signs of markup, data and settings. */
const TOKEN = /<[^<>]{0,200}>|"[^"\n]{0,200}"|[\w.+-]+|[^\s\w]/g;
const ODD_TEXTS = [
  ...['', '-1', '0', '1e308', '-1e-308', 'NaN', '99999999999999999999', '2147483648', '0x', '1/0', '100000'],
  ...['\u0000', '\ufeff', '\u202e', '\ud83d\ude00', 'é'.repeat(300), '../../x', 'file:///x', '&amp;', '<', ']]>', '"'],
] as const;
/** Deeper than any reader may follow by calling itself. */
const DEEP = 5_000;

/** One token is another, is missing, or is there many times. */
function changeText(bytes: Buffer, random: Random, other: Buffer): Buffer {
  const text = bytes.toString('utf8');
  const tokens = [...text.matchAll(TOKEN)];
  if (tokens.length === 0) return pick(random, BYTES)(bytes, random, other);
  const { 0: token, index } = pick(random, tokens);
  const theirs = [...other.subarray(0, MOST_BLOCK).toString('utf8').matchAll(TOKEN)];
  const put = pick(random, [
    () => pick(random, ODD_TEXTS),
    () => '',
    () => token.repeat(pick(random, [2, 20, DEEP])),
    () => pick(random, tokens)[0],
    () => (theirs.length > 0 ? pick(random, theirs)[0] : ''),
  ])();
  return Buffer.from(text.slice(0, index) + put + text.slice(index + token.length));
}
