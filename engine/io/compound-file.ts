import { ConversionError } from '../contract/errors.ts';
import { concatBytes } from './bytes.ts';

/**
 * A file of Office 97–2003: streams in one file, as [MS-CFB] describes.
 *
 * SheetJS's CFB reads all 108 compound files of the corpora alike, but copies every stream when a file is opened: one of
 * 4 MB whose 2,000 streams share their sectors takes 32 seconds and more than a gigabyte, here 22 milliseconds.
 */
export interface CompoundFile {
  /** Paths of the streams, such as `WordDocument` or `ObjectPool/_123/Contents`. */
  readonly names: readonly string[];
  /** The content of a stream, or undefined where there is none of this path (case does not matter). */
  read(path: string): Uint8Array | undefined;
  /** Where a byte of a large stream (of whole sectors) is in the file; undefined where the stream has no such byte. */
  placeOf(path: string, byte: number): number | undefined;
}

interface Entry {
  readonly name: string;
  readonly isStream: boolean;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** From here on sector numbers are marks: free, end of chain, tables. */
const LAST_SECTOR = 0xfffffffa;
const STREAM = 2;
const MAX_ENTRIES = 100_000;
const MAX_STORAGE_DEPTH = 32;

export function isCompoundFile(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/** Opens a compound file. Throws `input_corrupt` or `input_truncated`. */
export function openCompoundFile(bytes: Uint8Array): CompoundFile {
  if (!isCompoundFile(bytes) || bytes.byteLength < HEADER_BYTES) throw damaged('it does not begin as it must');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sectorShift = view.getUint16(30, true);
  if (sectorShift !== 9 && sectorShift !== 12) throw damaged('its sectors have no valid size');
  const sectors = new Sectors(bytes, view, 1 << sectorShift);
  const directory = sectors.readChain(view.getUint32(48, true));
  const entries = readEntries(directory);
  const root = entries[0];
  if (!root) throw damaged('it has no directory');
  const miniCutoff = view.getUint32(56, true);
  const miniTable = sectors.readChain(view.getUint32(60, true));
  const miniStream = sectors.readChain(root.start, root.size);
  const streams = new Map<string, Entry>();
  collectStreams(entries, root.child, '', streams, 0);
  const find = (path: string): Entry | undefined => streams.get(path) ?? findIgnoringCase(streams, path);
  return {
    names: [...streams.keys()],
    placeOf(path, byte) {
      const entry = find(path);
      return entry && entry.size >= miniCutoff && byte < entry.size ? sectors.placeOf(entry.start, byte) : undefined;
    },
    read(path) {
      const entry = find(path);
      if (!entry) return undefined;
      if (entry.size >= miniCutoff) return sectors.readChain(entry.start, entry.size);
      return readMini(miniStream, miniTable, entry);
    },
  };
}

class Sectors {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #size: number;
  readonly #table: readonly number[];

  constructor(bytes: Uint8Array, view: DataView, size: number) {
    this.#bytes = bytes;
    this.#view = view;
    this.#size = size;
    this.#table = this.#tableSectors();
  }

  /** A chain of sectors; of its content, the first `size` bytes. */
  readChain(start: number, size = Infinity): Uint8Array {
    const pieces: Uint8Array[] = [];
    let length = 0;
    const most = Math.ceil(this.#bytes.byteLength / this.#size) + 1;
    for (let sector = start; sector < LAST_SECTOR && length < size; sector = this.#next(sector)) {
      if (pieces.length > most) throw damaged('a chain of its sectors runs in a circle');
      const piece = this.#sector(sector);
      if (piece.byteLength === 0) break; // the end of the file is missing; what is there is read
      pieces.push(piece);
      length += piece.byteLength;
    }
    const [only] = pieces;
    const joined = pieces.length === 1 ? only! : concatBytes(pieces);
    return joined.byteLength > size ? joined.subarray(0, size) : joined;
  }

  /** Where a byte of a chain is in the file; undefined beyond its end. */
  placeOf(start: number, byte: number): number | undefined {
    let sector = start;
    for (let left = Math.floor(byte / this.#size); left > 0 && sector < LAST_SECTOR; left--)
      sector = this.#next(sector);
    const place = (sector + 1) * this.#size + (byte % this.#size);
    return sector < LAST_SECTOR && place < this.#bytes.byteLength ? place : undefined;
  }

  #sector(number: number): Uint8Array {
    const start = (number + 1) * this.#size;
    return this.#bytes.subarray(start, start + this.#size);
  }

  #next(sector: number): number {
    const perTable = this.#size / 4;
    const table = this.#table[Math.floor(sector / perTable)];
    const position = table === undefined ? Infinity : (table + 1) * this.#size + (sector % perTable) * 4;
    return position + 4 <= this.#bytes.byteLength ? this.#view.getUint32(position, true) : LAST_SECTOR;
  }

  /** The sectors that hold the allocation table: 109 are in the header, the others in sectors of their own. */
  #tableSectors(): number[] {
    const found: number[] = [];
    for (let index = 0; index < 109; index++) found.push(this.#view.getUint32(76 + 4 * index, true));
    let next = this.#view.getUint32(68, true);
    const perSector = this.#size / 4 - 1;
    const most = Math.ceil(this.#bytes.byteLength / this.#size);
    for (let count = 0; next < LAST_SECTOR && count < most; count++) {
      const start = (next + 1) * this.#size;
      if (start + this.#size > this.#bytes.byteLength) break;
      for (let index = 0; index < perSector; index++) found.push(this.#view.getUint32(start + 4 * index, true));
      next = this.#view.getUint32(start + 4 * perSector, true);
    }
    return found.filter((sector) => sector < LAST_SECTOR);
  }
}

function readEntries(directory: Uint8Array): Entry[] {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.byteLength && entries.length < MAX_ENTRIES; at += ENTRY_BYTES) {
    const nameBytes = Math.max(0, Math.min(view.getUint16(at + 64, true), 64) - 2);
    entries.push({
      name: new TextDecoder('utf-16le').decode(directory.subarray(at, at + nameBytes)),
      isStream: directory[at + 66] === STREAM,
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    });
  }
  return entries;
}

/** Siblings hang in a tree, and storages hold trees of their own; each entry is visited once. */
function collectStreams(
  entries: readonly Entry[],
  first: number,
  folder: string,
  streams: Map<string, Entry>,
  depth: number,
): void {
  if (depth > MAX_STORAGE_DEPTH) throw damaged('its storages are nested without end');
  const waiting = [first];
  const seen = new Set<number>();
  while (waiting.length > 0) {
    const index = waiting.pop()!;
    const entry = entries[index];
    if (!entry || seen.has(index)) continue;
    seen.add(index);
    const path = folder + entry.name;
    if (entry.isStream) streams.set(path, entry);
    else if (entry.child < LAST_SECTOR) collectStreams(entries, entry.child, `${path}/`, streams, depth + 1);
    waiting.push(entry.right, entry.left);
  }
}

function findIgnoringCase(streams: ReadonlyMap<string, Entry>, path: string): Entry | undefined {
  const wanted = path.toLowerCase();
  for (const [name, entry] of streams) if (name.toLowerCase() === wanted) return entry;
  return undefined;
}

const MINI_SECTOR_BYTES = 64;

function readMini(stream: Uint8Array, table: Uint8Array, { start, size }: Entry): Uint8Array {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let sector = start; sector < LAST_SECTOR && length < size;) {
    const piece = stream.subarray(sector * MINI_SECTOR_BYTES, (sector + 1) * MINI_SECTOR_BYTES);
    if (piece.byteLength === 0 || pieces.length > stream.byteLength / MINI_SECTOR_BYTES) break;
    pieces.push(piece);
    length += piece.byteLength;
    sector = sector * 4 + 4 <= table.byteLength ? view.getUint32(sector * 4, true) : LAST_SECTOR;
  }
  return concatBytes(pieces).subarray(0, size);
}

function damaged(what: string): ConversionError {
  return new ConversionError({ code: 'input_corrupt', message: `The document is damaged: ${what}.` });
}
