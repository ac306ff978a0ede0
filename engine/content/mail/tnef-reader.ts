import { ConversionError } from '../../contract/errors.ts';

/** What is wrong with a file that is no TNEF, or not all of one. */
function damagedTnef(): ConversionError {
  const message =
    'The Outlook attachment (winmail.dat) is damaged: it ends too early, or its parts do not fit together.';
  return new ConversionError({ code: 'input_corrupt', message });
}

/** Reads numbers and bytes in their order, and never beyond the end. */
class Cursor {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.byteLength - this.#at;
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw damagedTnef();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  skip(length: number): void {
    this.take(Math.min(length, this.left));
  }

  uint8(): number {
    return this.take(1)[0]!;
  }

  uint16(): number {
    this.take(2);
    return this.#view.getUint16(this.#at - 2, true);
  }

  uint32(): number {
    this.take(4);
    return this.#view.getUint32(this.#at - 4, true);
  }
}

const SIGNATURE = 0x223e_9f78;

/** An attribute of a message or of one of its attachments ([MS-OXTNEF] 2.1.3). */
interface Attribute {
  readonly id: number;
  readonly data: Uint8Array;
}

function isTnef(bytes: Uint8Array): boolean {
  return bytes.byteLength > 6 && new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true) === SIGNATURE;
}

/** The attributes of a stream in their order. What follows the last one, and is none, does not count. */
export function* attributesOf(bytes: Uint8Array): Generator<Attribute> {
  if (!isTnef(bytes)) throw damagedTnef();
  const cursor = new Cursor(bytes.subarray(6)); // a signature, and a key that means nothing
  while (cursor.left > LEAST_ATTRIBUTE_BYTES) {
    const level = cursor.uint8();
    if (level !== MESSAGE && level !== ATTACHMENT) return;
    const id = cursor.uint32();
    const data = cursor.take(cursor.uint32());
    cursor.skip(2); // its sum, which many programs write wrong
    yield { id: id & 0xffff, data };
  }
}

const MESSAGE = 1;
const ATTACHMENT = 2;
const LEAST_ATTRIBUTE_BYTES = 9;

/** A property of MAPI: its value is a number or bytes. */
export type Property = number | Uint8Array;

/** Bytes of values of fixed size by their type; where it is less than four, four are taken ([MS-OXCDATA] 2.11.1). */
const FIXED_BYTES: Readonly<Record<number, number>> = {
  ...{ 0x01: 4, 0x02: 4, 0x03: 4, 0x04: 4, 0x0a: 4, 0x0b: 4 },
  ...{ 0x05: 8, 0x06: 8, 0x07: 8, 0x14: 8, 0x40: 8, 0x48: 16 },
};
const VARIABLE = new Set([0x0d, 0x1e, 0x1f, 0x102]);
export const UNICODE = 0x1f;
const OBJECT = 0x0d;
const SEVERAL = 0x1000;
const NAMED = 0x8000;
const NAMED_BY_TEXT = 1;
const GUID_BYTES = 16;

export interface PropertyValue {
  readonly type: number;
  readonly value: Property;
}

/** The properties of a message or an attachment by their number; of several values the first. */
export function propertiesOf(data: Uint8Array): ReadonlyMap<number, PropertyValue> {
  const cursor = new Cursor(data);
  const properties = new Map<number, PropertyValue>();
  const count = cursor.uint32();
  for (let index = 0; index < count && cursor.left > 0; index++) {
    const stated = cursor.uint16();
    const id = cursor.uint16();
    const type = stated & ~SEVERAL;
    if (id >= NAMED) skipName(cursor);
    const hasCount = VARIABLE.has(type) || (stated & SEVERAL) !== 0;
    const values = hasCount ? cursor.uint32() : 1;
    for (let number = 0; number < values; number++) {
      const value = valueOf(cursor, type);
      if (number === 0 && !properties.has(id)) properties.set(id, { type, value });
    }
  }
  return properties;
}

function skipName(cursor: Cursor): void {
  cursor.take(GUID_BYTES);
  if (cursor.uint32() === NAMED_BY_TEXT) takePadded(cursor);
  else cursor.take(4);
}

function valueOf(cursor: Cursor, type: number): Property {
  if (VARIABLE.has(type)) {
    const bytes = takePadded(cursor);
    return type === OBJECT ? bytes.subarray(Math.min(GUID_BYTES, bytes.byteLength)) : bytes;
  }
  const size = FIXED_BYTES[type];
  if (size === undefined) throw damagedTnef();
  if (size !== 4) return cursor.take(size);
  return cursor.uint32();
}

function takePadded(cursor: Cursor): Uint8Array {
  const bytes = cursor.take(cursor.uint32());
  cursor.skip((4 - (bytes.byteLength % 4)) % 4);
  return bytes;
}
