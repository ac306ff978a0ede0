import type { Facts, RecordFacts, ValueType } from '../../contract/facts.ts';
import { canonicalText, expanded, hashText, isNothing, mix, type RecordCell } from './canonical.ts';
import { CellSamples } from './samples.ts';

/** Rows of the sample that is compared when a file is too large to be compared as a whole. */
export const HEAD_ROWS = 1000;
/** Values of a table that a quick inspection reads; of the other rows it takes no more than their number, if that. */
export const QUICK_VALUES = 200_000;
/** Rows of which each has a hash of its own (4 MB); the digest covers those after them. */
const MAX_HASHED_ROWS = 1_000_000;
/** Columns whose types are counted: with more of them the names are data. */
const MAX_TYPED_COLUMNS = 1000;

/** Of a large table nobody read more than the first rows, and counted the others. */
export function isKnownByHead({ records, sheets }: Pick<Facts, 'records' | 'sheets'>): boolean {
  return records?.digest === '' && records.head !== undefined && !sheets;
}

/**
 * Collects the facts of a table row by row. The number 5, the text "5" and the cell 5 have the same hash, and so have
 * null, an empty text, an empty cell and a cell that is not there: types are counted apart from that.
 */
export interface RecordObserver {
  /** Announces columns that may have no value in any row. */
  addColumns(names: readonly string[]): void;
  addRow(cells: Iterable<RecordCell>): void;
  /** Objects and lists inside of rows. */
  addContainers(count: number): void;
  readonly rows: number;
  /** `totalRows` when only the first rows were added: then the digest is only that of the head. */
  facts(totalRows?: number): RecordFacts;
}

interface Column {
  readonly index: number;
  readonly seed: number;
  readonly types: Partial<Record<ValueType, number>>;
}

export function createRecordObserver(): RecordObserver {
  const columns = new Map<string, Column>();
  const digest = new OrderedDigest();
  const samples = new CellSamples();
  const rowHashes = new GrowingList();
  /** Counts only rows that have values, from the first one on that has none. */
  let filled: { rows: number; readonly digest: OrderedDigest } | undefined;
  /** Counts texts without the blanks at their ends, from the first one on that has any. */
  let trimmed: OrderedDigest | undefined;
  let head: RecordFacts['head'];
  let [rows, values, containers] = [0, 0, 0];
  let [isTyped, tellsContainers] = [false, false];
  const columnOf = (name: string): Column => {
    const known = columns.get(name);
    if (known !== undefined) return known;
    const column = { index: columns.size, seed: hashText(name, 0x9e3779b9), types: {} };
    columns.set(name, column);
    return column;
  };
  return {
    get rows() {
      return rows;
    },
    addColumns: (names) => void names.forEach(columnOf),
    addContainers(count) {
      tellsContainers = true;
      containers += count;
    },
    addRow(cells) {
      let [hash, hashOfTrimmed, isPadded, count] = [0, 0, false, 0];
      for (const [name, text, type] of expanded(cells)) {
        const { index, seed, types } = columnOf(name);
        if (type !== undefined) {
          isTyped = true;
          types[type] = (types[type] ?? 0) + 1;
        }
        if (isNothing(text)) continue;
        count++;
        const canonical = canonicalText(text);
        const found = mix(hashText(canonical) ^ seed);
        hash = (hash + found) >>> 0;
        if (canonical.endsWith(' ')) {
          isPadded = true;
          const bare = canonical.replace(/ +$/, '');
          if (bare !== '') hashOfTrimmed = (hashOfTrimmed + mix(hashText(bare) ^ seed)) >>> 0;
        } else hashOfTrimmed = (hashOfTrimmed + found) >>> 0;
        samples.add(index, canonical);
      }
      samples.endRow();
      values += count;
      const hashOfRow = count === 0 ? 0 : hash || 1;
      if (isPadded) trimmed ??= digest.copy();
      trimmed?.add(hashOfTrimmed || Number(count > 0));
      if (count === 0) filled ??= { rows, digest: digest.copy() };
      else if (filled) {
        filled.rows++;
        filled.digest.add(hashOfRow);
      }
      digest.add(hashOfRow);
      if (rows < MAX_HASHED_ROWS) rowHashes.push(hashOfRow);
      rows++;
      if (rows === HEAD_ROWS) head = { rows, digest: digest.value() };
    },
    facts(totalRows) {
      const isWhole = totalRows === undefined || totalRows === rows;
      const typed = [...columns.values()].slice(0, MAX_TYPED_COLUMNS);
      return {
        rows: totalRows ?? rows,
        columns: [...columns.keys()],
        values,
        digest: isWhole ? digest.value() : '',
        ...(isWhole && filled ? { filled: { rows: filled.rows, digest: filled.digest.value() } } : {}),
        ...(isWhole && trimmed ? { trimmed: trimmed.value() } : {}),
        head: head ?? { rows, digest: digest.value() },
        rowHashes: rowHashes.values(),
        samples: samples.text(),
        ...(isTyped ? { types: typed.map(({ types }) => types) } : {}),
        ...(tellsContainers ? { containers } : {}),
      };
    },
  };
}

/** A hash over hashes in their order: 64 bits, against chance, not against malice. */
class OrderedDigest {
  #first = 0x811c9dc5;
  #second = 0x9e3779b9;
  #count = 0;

  add(hash: number): void {
    this.#first = Math.imul(this.#first ^ hash, 0x01000193) >>> 0;
    this.#second = mix(this.#second + hash);
    this.#count++;
  }

  copy(): OrderedDigest {
    const copy = new OrderedDigest();
    copy.#first = this.#first;
    copy.#second = this.#second;
    copy.#count = this.#count;
    return copy;
  }

  value(): string {
    const hex = (number: number): string => number.toString(16).padStart(8, '0');
    return `${hex(mix(this.#first))}${hex(this.#second)}-${this.#count}`;
  }
}

/** Numbers of 32 bits, as many as come. */
export class GrowingList {
  #list = new Uint32Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#list.length) {
      const longer = new Uint32Array(this.#length * 2);
      longer.set(this.#list);
      this.#list = longer;
    }
    this.#list[this.#length++] = value;
  }

  addToLast(value: number): void {
    const last = this.#length - 1;
    this.#list[last] = this.#list[last]! + value;
  }

  values(): Uint32Array {
    return this.#list.slice(0, this.#length);
  }
}
