import { setLatin1, setUint16, setUint32 } from '../../../io/big-endian.ts';
import { concatBytes, latin1Bytes, utf8Bytes } from '../../../io/bytes.ts';
/** A kind of value of an index: its tag, how many values an entry has of it, and its bits in the control byte. */
export interface TagColumn {
  readonly tag: number;
  readonly values: number;
  readonly mask: number;
}

export interface WrittenEntry {
  readonly name: string;
  /** Values by tag; absent tags are left out of the entry. */
  readonly tags: ReadonlyMap<number, readonly number[]>;
}

const HEADER_BYTES = 192;
const NONE = 0xffffffff;
const UTF8 = 65_001;
/** Offsets in a record have 16 bits. */
const MAX_RECORD_BYTES = 0xf000;
/** Where the table of tags is said to begin. */
const TAGS_OFFSET = 180;

/** Texts that entries refer to by their offset (CNCX). */
export class IndexTexts {
  readonly #records: Uint8Array[][] = [[]];
  #bytes = 0;

  add(text: string): number {
    const bytes = cutText(text);
    const entry = concatBytes([variableNumber(bytes.length), bytes]);
    if (this.#bytes + entry.length > MAX_RECORD_BYTES) {
      this.#records.push([]);
      this.#bytes = 0;
    }
    const offset = (this.#records.length - 1) * 0x10000 + this.#bytes;
    this.#records.at(-1)!.push(entry);
    this.#bytes += entry.length;
    return offset;
  }

  get records(): Uint8Array[] {
    return this.#records.filter((pieces) => pieces.length > 0).map((pieces) => padded(concatBytes(pieces)));
  }
}

const MAX_TEXT_BYTES = 500;

function cutText(text: string): Uint8Array {
  const bytes = utf8Bytes(text);
  if (bytes.length <= MAX_TEXT_BYTES) return bytes;
  let end = MAX_TEXT_BYTES;
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

/** The records of an index: its header, its entries, its texts. */
export function writeIndex(
  columns: readonly TagColumn[],
  entries: readonly WrittenEntry[],
  texts: IndexTexts,
): Uint8Array[] {
  const groups: Uint8Array[][] = [[]];
  const lastNames: string[] = [''];
  let bytes = HEADER_BYTES;
  for (const entry of entries) {
    const encoded = encodeEntry(entry, columns);
    if (bytes + encoded.length + 2 * (groups.at(-1)!.length + 1) > MAX_RECORD_BYTES) {
      groups.push([]);
      lastNames.push('');
      bytes = HEADER_BYTES;
    }
    groups.at(-1)!.push(encoded);
    lastNames[lastNames.length - 1] = entry.name;
    bytes += encoded.length;
  }
  const textRecords = texts.records;
  const header = headerRecord(columns, groups, lastNames, textRecords.length);
  return [header, ...groups.map(entryRecord), ...textRecords];
}

function headerRecord(
  columns: readonly TagColumn[],
  groups: readonly (readonly Uint8Array[])[],
  lastNames: readonly string[],
  textCount: number,
): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  const tags = tagTable(columns);
  const descriptors = groups.map((group, index) => {
    const name = latin1Bytes(lastNames[index]!);
    const count = new Uint8Array(2);
    setUint16(count, group.length);
    return concatBytes([Uint8Array.from([name.length]), name, count]);
  });
  const body = padded(concatBytes([tags, ...descriptors]));
  setLatin1(header, 'INDX', 0);
  setUint32(header, HEADER_BYTES, 4);
  setUint32(header, HEADER_BYTES + body.length, 20);
  setUint32(header, groups.length, 24);
  setUint32(header, UTF8, 28);
  setUint32(header, NONE, 32);
  setUint32(
    header,
    groups.reduce((sum, group) => sum + group.length, 0),
    36,
  );
  setUint32(header, textCount, 52);
  setUint32(header, HEADER_BYTES, TAGS_OFFSET);
  return concatBytes([header, body, offsetTable(descriptors, HEADER_BYTES + tags.length)]);
}

function entryRecord(entries: readonly Uint8Array[]): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  const body = padded(concatBytes(entries));
  setLatin1(header, 'INDX', 0);
  setUint32(header, HEADER_BYTES, 4);
  setUint32(header, 1, 12);
  setUint32(header, HEADER_BYTES + body.length, 20);
  setUint32(header, entries.length, 24);
  setUint32(header, NONE, 28);
  setUint32(header, NONE, 32);
  return concatBytes([header, body, offsetTable(entries, HEADER_BYTES)]);
}

function tagTable(columns: readonly TagColumn[]): Uint8Array {
  const rows = [...columns.map(({ tag, values, mask }) => [tag, values, mask, 0]), [0, 0, 0, 1]];
  const header = new Uint8Array(12);
  setLatin1(header, 'TAGX', 0);
  setUint32(header, 12 + 4 * rows.length, 4);
  setUint32(header, 1, 8);
  return concatBytes([header, Uint8Array.from(rows.flat())]);
}

function offsetTable(items: readonly Uint8Array[], start: number): Uint8Array {
  const table = new Uint8Array(4 + 2 * items.length);
  setLatin1(table, 'IDXT', 0);
  let offset = start;
  for (const [index, item] of items.entries()) {
    setUint16(table, offset, 4 + 2 * index);
    offset += item.length;
  }
  return padded(table);
}

function encodeEntry({ name, tags }: WrittenEntry, columns: readonly TagColumn[]): Uint8Array {
  const ident = latin1Bytes(name);
  let control = 0;
  const values: Uint8Array[] = [];
  for (const { tag, values: perEntry, mask } of columns) {
    const own = tags.get(tag);
    if (!own) continue;
    control |= (own.length / perEntry) * (mask & -mask);
    values.push(...own.map(variableNumber));
  }
  return concatBytes([Uint8Array.from([ident.length]), ident, Uint8Array.from([control]), ...values]);
}

/** Seven bits a byte, the highest first; the last byte is marked. */
function variableNumber(value: number): Uint8Array {
  const bytes = [(value & 0x7f) | 0x80];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(rest & 0x7f);
  return Uint8Array.from(bytes);
}

export function padded(bytes: Uint8Array): Uint8Array {
  const missing = (4 - (bytes.length % 4)) % 4;
  return missing === 0 ? bytes : concatBytes([bytes, new Uint8Array(missing)]);
}
