import { latin1Of } from '../../../io/bytes.ts';
import { uint16At, uint32At } from '../../../io/big-endian.ts';
import { damaged } from './palm-database.ts';

/** One entry of an index: its name, and its values by tag. */
export interface IndexEntry {
  readonly name: Uint8Array;
  readonly tags: ReadonlyMap<number, readonly number[]>;
}

export interface IndexTable {
  readonly entries: readonly IndexEntry[];
  /** A text of the index by its offset. */
  text(offset: number | undefined): Uint8Array | undefined;
}

interface TagRule {
  readonly tag: number;
  readonly valuesPerEntry: number;
  readonly mask: number;
  readonly isEnd: boolean;
}

/** Entries of all indexes of a book. */
const MAX_ENTRIES = 200_000;

/** Reads an index of a Kindle book, which begins with the record of this number. Throws `input_corrupt`. */
export function readIndex(records: readonly Uint8Array[], number: number): IndexTable {
  const header = indexRecord(records[number]);
  const headerBytes = uint32At(header, 4);
  const recordCount = uint32At(header, 24);
  const textCount = uint32At(header, 52);
  const rules = readRules(header, headerBytes);
  const entries: IndexEntry[] = [];
  for (let index = 1; index <= recordCount; index++) {
    for (const entry of entriesOf(indexRecord(records[number + index]), rules)) {
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) throw damaged('an index has too many entries');
    }
  }
  const texts = records.slice(number + recordCount + 1, number + recordCount + 1 + textCount);
  return { entries, text: (offset) => (offset === undefined ? undefined : textAt(texts, offset)) };
}

function indexRecord(record: Uint8Array | undefined): Uint8Array {
  if (!record || record.length < 56 || latin1Of(record, 0, 4) !== 'INDX') throw damaged('an index is missing');
  return record;
}

/** The table of tags (TAGX): how the control bytes of an entry say which values follow. */
function readRules(header: Uint8Array, start: number): { rules: TagRule[]; controlBytes: number } {
  if (start + 12 > header.length || latin1Of(header, start, start + 4) !== 'TAGX') {
    throw damaged('an index does not say what is in it');
  }
  const end = Math.min(header.length - 3, start + uint32At(header, start + 4));
  const rules: TagRule[] = [];
  for (let position = start + 12; position < end; position += 4) {
    const [tag = 0, valuesPerEntry = 0, mask = 0, isEnd = 0] = header.subarray(position, position + 4);
    rules.push({ tag, valuesPerEntry, mask, isEnd: isEnd === 1 });
  }
  return { rules, controlBytes: uint32At(header, start + 8) };
}

function* entriesOf(record: Uint8Array, table: ReturnType<typeof readRules>): Generator<IndexEntry> {
  const offsets = uint32At(record, 20);
  const count = uint32At(record, 24);
  if (offsets + 4 + 2 * count > record.length) throw damaged('an index is too short');
  for (let index = 0; index < count; index++) {
    const start = uint16At(record, offsets + 4 + 2 * index);
    const end = index + 1 < count ? uint16At(record, offsets + 6 + 2 * index) : offsets;
    const nameEnd = start + 1 + (record[start] ?? 0);
    if (start >= record.length || nameEnd > end) throw damaged('an entry of an index is truncated');
    yield { name: record.subarray(start + 1, nameEnd), tags: readTags(record.subarray(nameEnd, end), table) };
  }
}

function readTags(bytes: Uint8Array, { rules, controlBytes }: ReturnType<typeof readRules>): Map<number, number[]> {
  const reader = new VariableNumbers(bytes, controlBytes);
  const wanted: { rule: TagRule; count?: number; byteCount?: number }[] = [];
  let control = 0;
  for (const rule of rules) {
    if (rule.isEnd) {
      control++;
      continue;
    }
    const bits = (bytes[control] ?? 0) & rule.mask;
    if (bits === 0) continue;
    const isFull = bits === rule.mask && (rule.mask & (rule.mask - 1)) !== 0;
    wanted.push(isFull ? { rule, byteCount: reader.next() } : { rule, count: bits / (rule.mask & -rule.mask) });
  }
  const tags = new Map<number, number[]>();
  for (const { rule, count, byteCount } of wanted) {
    const values: number[] = [];
    if (count !== undefined) for (let left = count * rule.valuesPerEntry; left > 0; left--) values.push(reader.next());
    else
      for (const end = reader.position + byteCount!; reader.position < Math.min(end, bytes.length);)
        values.push(reader.next());
    tags.set(rule.tag, values);
  }
  return tags;
}

/** Numbers of seven bits a byte, the highest first; the last byte is marked. */
class VariableNumbers {
  readonly #bytes: Uint8Array;
  position: number;

  constructor(bytes: Uint8Array, position: number) {
    this.#bytes = bytes;
    this.position = position;
  }

  next(): number {
    let value = 0;
    for (let count = 0; count < 4; count++) {
      const byte = this.#bytes[this.position++] ?? 0x80;
      value = (value << 7) | (byte & 0x7f);
      if (byte & 0x80) break;
    }
    return value;
  }
}

/** Texts are in records of at most 64 KiB: the upper half of an offset is the record's number. */
function textAt(records: readonly Uint8Array[], offset: number): Uint8Array | undefined {
  const record = records[offset >> 16];
  if (!record) return undefined;
  const reader = new VariableNumbers(record, offset & 0xffff);
  const length = reader.next();
  return record.subarray(reader.position, reader.position + length);
}
