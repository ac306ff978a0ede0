import { ConversionError } from '../../../contract/errors.ts';

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;
/** Fields of one message: a table's row has a few dozen, a long text one for every change of style. */
const MAX_FIELDS = 2_000_000;

interface Field {
  readonly wire: number;
  /** Of a varint, its value; of the others, where their bytes are. */
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

/**
 * A message of Protocol Buffers without its schema: fields are asked for by their numbers. A field that is not there, or
 * is of another kind, is undefined. https://protobuf.dev/programming-guides/encoding/
 */
export class Message {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #fields: ReadonlyMap<number, readonly Field[]>;

  /** Throws `input_corrupt` for bytes that are no message. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#fields = readFields(bytes);
  }

  has(number: number): boolean {
    return this.#fields.has(number);
  }

  /** The last one wins, as the format has it. */
  #last(number: number): Field | undefined {
    return this.#fields.get(number)?.at(-1);
  }

  /** An unsigned integer; beyond 2⁵³ it is not exact. */
  uint(number: number): number | undefined {
    const field = this.#last(number);
    return field?.wire === VARINT ? field.value : undefined;
  }

  flag(number: number): boolean | undefined {
    const value = this.uint(number);
    return value === undefined ? undefined : value !== 0;
  }

  /** Integers, whether each has a field of its own or all are packed in one. */
  uints(number: number): number[] {
    return this.#all(number).flatMap((field) => {
      if (field.wire === VARINT) return [field.value];
      const values: number[] = [];
      for (let at = field.start; field.wire === BYTES && at < field.end;) {
        const { value, next } = readVarint(this.#bytes, at, field.end);
        values.push(value);
        at = next;
      }
      return values;
    });
  }

  /** A float or a double; what is no number is undefined. */
  number(number: number): number | undefined {
    const field = this.#last(number);
    if (!field) return undefined;
    const value =
      field.wire === FIXED_32
        ? this.#view.getFloat32(field.start, true)
        : field.wire === FIXED_64
          ? this.#view.getFloat64(field.start, true)
          : NaN;
    return Number.isFinite(value) ? value : undefined;
  }

  /** Thirty-two bits as they stand. */
  bits(number: number): number | undefined {
    const field = this.#last(number);
    return field?.wire === FIXED_32 ? this.#view.getUint32(field.start, true) : undefined;
  }

  numbers(number: number): number[] {
    return this.#all(number).flatMap((field) => {
      if (field.wire === FIXED_32) return [this.#view.getFloat32(field.start, true)];
      const values: number[] = [];
      for (let at = field.start; field.wire === BYTES && at + 4 <= field.end; at += 4)
        values.push(this.#view.getFloat32(at, true));
      return values;
    });
  }

  bytes(number: number): Uint8Array | undefined {
    const field = this.#last(number);
    return field?.wire === BYTES ? this.#bytes.subarray(field.start, field.end) : undefined;
  }

  text(number: number): string | undefined {
    const bytes = this.bytes(number);
    return bytes && new TextDecoder().decode(bytes);
  }

  texts(number: number): string[] {
    return this.#pieces(number).map((bytes) => new TextDecoder().decode(bytes));
  }

  message(number: number): Message | undefined {
    const bytes = this.bytes(number);
    return bytes && new Message(bytes);
  }

  messages(number: number): Message[] {
    return this.#pieces(number).map((bytes) => new Message(bytes));
  }

  /** The object that a reference names (TSP.Reference). */
  reference(number: number): number | undefined {
    return this.message(number)?.uint(1);
  }

  references(number: number): number[] {
    return this.messages(number).flatMap((message) => message.uint(1) ?? []);
  }

  #all(number: number): readonly Field[] {
    return this.#fields.get(number) ?? [];
  }

  #pieces(number: number): Uint8Array[] {
    return this.#all(number)
      .filter(({ wire }) => wire === BYTES)
      .map(({ start, end }) => this.#bytes.subarray(start, end));
  }
}

function readFields(bytes: Uint8Array): Map<number, Field[]> {
  const fields = new Map<number, Field[]>();
  let count = 0;
  for (let at = 0; at < bytes.byteLength;) {
    const tag = readVarint(bytes, at, bytes.byteLength);
    const number = Math.floor(tag.value / 8);
    const wire = tag.value % 8;
    if (number === 0 || ++count > MAX_FIELDS) throw damaged();
    const field = readField(bytes, tag.next, wire);
    const known = fields.get(number);
    if (known) known.push(field);
    else fields.set(number, [field]);
    at = field.end;
  }
  return fields;
}

function readField(bytes: Uint8Array, at: number, wire: number): Field {
  if (wire === VARINT) {
    const { value, next } = readVarint(bytes, at, bytes.byteLength);
    return { wire, value, start: at, end: next };
  }
  const sized = wire === BYTES ? readVarint(bytes, at, bytes.byteLength) : undefined;
  const length = sized?.value ?? (wire === FIXED_64 ? 8 : wire === FIXED_32 ? 4 : -1);
  const start = sized?.next ?? at;
  if (length < 0 || start + length > bytes.byteLength) throw damaged();
  return { wire, value: 0, start, end: start + length };
}

/** A number of seven bits a byte, the lowest first. */
export function readVarint(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = start; at < Math.min(end, start + 10); at++) {
    value += (bytes[at]! & 0x7f) * 2 ** (7 * (at - start));
    if (bytes[at]! < 0x80) return { value, next: at + 1 };
  }
  throw damaged();
}

function damaged(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The document is damaged: one of its objects cannot be read.',
  });
}
