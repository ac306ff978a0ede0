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
  readonly #records: Buffer[][] = [[]];
  #bytes = 0;

  add(text: string): number {
    const bytes = cutText(text);
    const entry = Buffer.concat([variableNumber(bytes.length), bytes]);
    if (this.#bytes + entry.length > MAX_RECORD_BYTES) {
      this.#records.push([]);
      this.#bytes = 0;
    }
    const offset = (this.#records.length - 1) * 0x10000 + this.#bytes;
    this.#records.at(-1)!.push(entry);
    this.#bytes += entry.length;
    return offset;
  }

  get records(): Buffer[] {
    return this.#records.filter((pieces) => pieces.length > 0).map((pieces) => padded(Buffer.concat(pieces)));
  }
}

const MAX_TEXT_BYTES = 500;

function cutText(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
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
): Buffer[] {
  const groups: Buffer[][] = [[]];
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
  groups: readonly (readonly Buffer[])[],
  lastNames: readonly string[],
  textCount: number,
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const tags = tagTable(columns);
  const descriptors = groups.map((group, index) => {
    const name = Buffer.from(lastNames[index]!, 'latin1');
    const count = Buffer.alloc(2);
    count.writeUInt16BE(group.length);
    return Buffer.concat([Buffer.from([name.length]), name, count]);
  });
  const body = padded(Buffer.concat([tags, ...descriptors]));
  header.write('INDX', 0, 'latin1');
  header.writeUInt32BE(HEADER_BYTES, 4);
  header.writeUInt32BE(HEADER_BYTES + body.length, 20);
  header.writeUInt32BE(groups.length, 24);
  header.writeUInt32BE(UTF8, 28);
  header.writeUInt32BE(NONE, 32);
  header.writeUInt32BE(
    groups.reduce((sum, group) => sum + group.length, 0),
    36,
  );
  header.writeUInt32BE(textCount, 52);
  header.writeUInt32BE(HEADER_BYTES, TAGS_OFFSET);
  return Buffer.concat([header, body, offsetTable(descriptors, HEADER_BYTES + tags.length)]);
}

function entryRecord(entries: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const body = padded(Buffer.concat(entries));
  header.write('INDX', 0, 'latin1');
  header.writeUInt32BE(HEADER_BYTES, 4);
  header.writeUInt32BE(1, 12);
  header.writeUInt32BE(HEADER_BYTES + body.length, 20);
  header.writeUInt32BE(entries.length, 24);
  header.writeUInt32BE(NONE, 28);
  header.writeUInt32BE(NONE, 32);
  return Buffer.concat([header, body, offsetTable(entries, HEADER_BYTES)]);
}

function tagTable(columns: readonly TagColumn[]): Buffer {
  const rows = [...columns.map(({ tag, values, mask }) => [tag, values, mask, 0]), [0, 0, 0, 1]];
  const header = Buffer.alloc(12);
  header.write('TAGX', 0, 'latin1');
  header.writeUInt32BE(12 + 4 * rows.length, 4);
  header.writeUInt32BE(1, 8);
  return Buffer.concat([header, Buffer.from(rows.flat())]);
}

function offsetTable(items: readonly Buffer[], start: number): Buffer {
  const table = Buffer.alloc(4 + 2 * items.length);
  table.write('IDXT', 0, 'latin1');
  let offset = start;
  for (const [index, item] of items.entries()) {
    table.writeUInt16BE(offset, 4 + 2 * index);
    offset += item.length;
  }
  return padded(table);
}

function encodeEntry({ name, tags }: WrittenEntry, columns: readonly TagColumn[]): Buffer {
  const ident = Buffer.from(name, 'latin1');
  let control = 0;
  const values: Buffer[] = [];
  for (const { tag, values: perEntry, mask } of columns) {
    const own = tags.get(tag);
    if (!own) continue;
    control |= (own.length / perEntry) * (mask & -mask);
    values.push(...own.map(variableNumber));
  }
  return Buffer.concat([Buffer.from([ident.length]), ident, Buffer.from([control]), ...values]);
}

/** Seven bits a byte, the highest first; the last byte is marked. */
export function variableNumber(value: number): Buffer {
  const bytes = [(value & 0x7f) | 0x80];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(rest & 0x7f);
  return Buffer.from(bytes);
}

export function padded(bytes: Buffer): Buffer {
  const missing = (4 - (bytes.length % 4)) % 4;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)]);
}
