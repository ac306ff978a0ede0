import { utf8Bytes, utf8Of, viewOf } from '../../../../io/bytes.ts';
import { corrupt, truncated } from '../../failures.ts';

/* Tables of FlatBuffers (https://flatbuffers.dev/internals): values by the numbers of their fields. */

/** Reads a table. Every offset and length is checked against the bytes; fields that are absent have their default. */
export class FlatTable {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #at: number;
  readonly #fields: number;
  readonly #fieldsEnd: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#at = at;
    this.#need(at, 4);
    this.#fields = at - this.#view.getInt32(at, true);
    this.#need(this.#fields, 4);
    this.#fieldsEnd = this.#view.getUint16(this.#fields, true);
    this.#need(this.#fields, this.#fieldsEnd);
  }

  /** The table that a buffer begins with. */
  static rootOf(bytes: Uint8Array): FlatTable {
    if (bytes.byteLength < 4) throw truncated('a table is cut off');
    return new FlatTable(bytes, viewOf(bytes).getUint32(0, true));
  }

  uint8(field: number, absent = 0): number {
    const at = this.#place(field, 1);
    return at === undefined ? absent : this.#view.getUint8(at);
  }

  uint16(field: number, absent = 0): number {
    const at = this.#place(field, 2);
    return at === undefined ? absent : this.#view.getUint16(at, true);
  }

  int32(field: number, absent = 0): number {
    const at = this.#place(field, 4);
    return at === undefined ? absent : this.#view.getInt32(at, true);
  }

  uint64(field: number): bigint {
    const at = this.#place(field, 8);
    return at === undefined ? 0n : this.#view.getBigUint64(at, true);
  }

  text(field: number): string {
    return utf8Of(this.bytes(field) ?? new Uint8Array());
  }

  bytes(field: number): Uint8Array | undefined {
    const { at, count } = this.#vector(field, 1);
    return at === undefined ? undefined : this.#bytes.subarray(at, at + count);
  }

  uint32s(field: number): number[] {
    const { at = 0, count } = this.#vector(field, 4);
    return Array.from({ length: count }, (_, index) => this.#view.getUint32(at + 4 * index, true));
  }

  doubles(field: number): number[] {
    const { at = 0, count } = this.#vector(field, 8);
    return Array.from({ length: count }, (_, index) => this.#view.getFloat64(at + 8 * index, true));
  }

  table(field: number): FlatTable | undefined {
    const at = this.#target(this.#place(field, 4));
    return at === undefined ? undefined : new FlatTable(this.#bytes, at);
  }

  tables(field: number): FlatTable[] {
    const { at = 0, count } = this.#vector(field, 4);
    return Array.from({ length: count }, (_, index) => new FlatTable(this.#bytes, this.#target(at + 4 * index)!));
  }

  #vector(field: number, size: number): { readonly at?: number; readonly count: number } {
    const at = this.#target(this.#place(field, 4));
    if (at === undefined) return { count: 0 };
    this.#need(at, 4);
    const count = this.#view.getUint32(at, true);
    this.#need(at + 4, count * size);
    return { at: at + 4, count };
  }

  #place(field: number, size: number): number | undefined {
    const entry = 4 + 2 * field;
    const offset = entry + 2 <= this.#fieldsEnd ? this.#view.getUint16(this.#fields + entry, true) : 0;
    if (offset === 0) return undefined;
    this.#need(this.#at + offset, size);
    return this.#at + offset;
  }

  #target(at: number | undefined): number | undefined {
    if (at === undefined) return undefined;
    const offset = this.#view.getUint32(at, true);
    if (offset === 0) throw corrupt('a table lies in itself');
    return at + offset;
  }

  #need(at: number, size: number): void {
    if (at < 0 || at + size > this.#bytes.byteLength) throw truncated('a table is cut off');
  }
}

/** A field of a table that is written: its number in the schema, its type and its value. */
export type FlatField = readonly [field: number, ...value: FlatValue];
type FlatValue =
  | readonly [type: 'uint8' | 'uint16' | 'int32', value: number]
  | readonly [type: 'uint64', value: bigint]
  | readonly [type: 'text', value: string]
  | readonly [type: 'bytes', value: Uint8Array]
  | readonly [type: 'uint32s' | 'doubles', value: readonly number[]]
  | readonly [type: 'table', value: readonly FlatField[]]
  | readonly [type: 'tables', value: readonly (readonly FlatField[])[]];

/** Bytes of a value in its table: what has no fixed size lies elsewhere, and its offset is in the table. */
const SIZES: Readonly<Partial<Record<FlatValue[0], number>>> = { uint8: 1, uint16: 2, int32: 4, uint64: 8 };

/** Writes a table behind its length, as the parts of a FlatGeobuf file are. */
export function writeFlatTable(fields: readonly FlatField[]): Uint8Array {
  const writer = new FlatWriter();
  writer.reserve(8);
  writer.setUint32(4, writer.table(fields) - 4);
  writer.align(8, 0);
  writer.setUint32(0, writer.length - 4);
  return writer.bytes();
}

/** Writes a table before what it refers to: offsets go forward. */
class FlatWriter {
  length = 0;
  #view = new DataView(new ArrayBuffer(256));

  bytes(): Uint8Array {
    return new Uint8Array(this.#view.buffer, 0, this.length);
  }

  reserve(bytes: number): number {
    const at = this.length;
    this.length += bytes;
    if (this.length > this.#view.byteLength) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(new Uint8Array(this.#view.buffer));
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }

  /** Goes on where `before` more bytes end at a multiple of a size. */
  align(size: number, before: number): void {
    this.reserve((size - ((this.length + before) % size)) % size);
  }

  setUint32(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  table(fields: readonly FlatField[]): number {
    const places: number[] = [];
    let size = 4;
    for (const [, type] of fields) {
      const bytes = SIZES[type] ?? 4;
      size = Math.ceil(size / bytes) * bytes;
      places.push(size);
      size += bytes;
    }
    const entries = 1 + fields.reduce((most, [field]) => Math.max(most, field), -1);
    this.align(8, 4 + 2 * entries);
    const vtable = this.reserve(4 + 2 * entries);
    const at = this.reserve(size);
    this.#view.setUint16(vtable, 4 + 2 * entries, true);
    this.#view.setUint16(vtable + 2, size, true);
    this.#view.setInt32(at, at - vtable, true);
    for (const [index, [field, ...value]] of fields.entries()) {
      this.#view.setUint16(vtable + 4 + 2 * field, places[index]!, true);
      this.#put(at + places[index]!, value);
    }
    return at;
  }

  #put(at: number, value: FlatValue): void {
    switch (value[0]) {
      case 'uint8':
        return this.#view.setUint8(at, value[1]);
      case 'uint16':
        return this.#view.setUint16(at, value[1], true);
      case 'int32':
        return this.#view.setInt32(at, value[1], true);
      case 'uint64':
        return this.#view.setBigUint64(at, value[1], true);
      case 'table':
        return this.setUint32(at, this.table(value[1]) - at);
      default:
        return this.setUint32(at, this.#vector(value) - at);
    }
  }

  #vector(value: Exclude<FlatValue, readonly ['uint8' | 'uint16' | 'int32' | 'uint64' | 'table', unknown]>): number {
    const [type, list] = value;
    const size = { text: 1, bytes: 1, uint32s: 4, doubles: 8, tables: 4 }[type];
    const content = typeof list === 'string' ? utf8Bytes(list) : list;
    this.align(Math.max(4, size), 4);
    const at = this.reserve(4 + size * content.length + (type === 'text' ? 1 : 0));
    this.setUint32(at, content.length);
    if (content instanceof Uint8Array) new Uint8Array(this.#view.buffer).set(content, at + 4);
    else
      for (const [index, each] of content.entries())
        if (typeof each !== 'number') this.setUint32(at + 4 + 4 * index, this.table(each) - (at + 4 + 4 * index));
        else if (type === 'doubles') this.#view.setFloat64(at + 4 + 8 * index, each, true);
        else this.setUint32(at + 4 + 4 * index, each);
    return at;
  }
}
