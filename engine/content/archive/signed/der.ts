import { concatBytes, hexOf } from '../../../io/bytes.ts';
import { corruptArchive, truncatedArchive } from '../errors.ts';

/** A value of ASN.1 in the rules BER, of which DER is a part (X.690). */
export interface DerValue {
  /** Its first byte: class, whether it holds others, and number. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** With its head, as a hash takes it. */
  readonly whole: Uint8Array;
}

export const TAG = {
  integer: 0x02,
  octets: 0x04,
  object: 0x06,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context1: 0xa1,
};

const CONSTRUCTED = 0x20;
/** Values within each other: what is signed has about twenty. */
const MOST_LEVELS = 64;

/** The value that begins at a place. */
export function readDer(bytes: Uint8Array, at = 0, level = 0): DerValue {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) throw truncatedArchive();
  if ((tag & 0x1f) === 0x1f) throw corruptArchive('it has a value whose kind is not known');
  if (first === 0x80) return readIndefinite(bytes, at, level);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 4) throw corruptArchive('it has a value of impossible length');
  if (at + 2 + lengthBytes > bytes.byteLength) throw truncatedArchive();
  const length = first < 0x80 ? first : unsigned(bytes.subarray(at + 2, at + 2 + lengthBytes));
  const start = at + 2 + lengthBytes;
  if (start + length > bytes.byteLength) throw truncatedArchive();
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(at, start + length) };
}

/** A value whose length is not said ends with two zeros. */
function readIndefinite(bytes: Uint8Array, at: number, level: number): DerValue {
  if (level > MOST_LEVELS) throw corruptArchive('its values are too deep in each other');
  const start = at + 2;
  let end = start;
  while (bytes[end] !== 0 || bytes[end + 1] !== 0) end += readDer(bytes, end, level + 1).whole.byteLength;
  return { tag: bytes[at]!, content: bytes.subarray(start, end), whole: bytes.subarray(at, end + 2) };
}

function unsigned(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** The values that one holds. */
export function partsOf({ content }: Pick<DerValue, 'content'>): DerValue[] {
  const parts: DerValue[] = [];
  for (let at = 0; at < content.byteLength;) {
    const part = readDer(content, at);
    parts.push(part);
    at += part.whole.byteLength;
  }
  return parts;
}

/** The bytes of a string of octets, which may be written in parts. */
export function octetsOf(value: DerValue, level = 0): Uint8Array {
  if (level > MOST_LEVELS) throw corruptArchive('its values are too deep in each other');
  if ((value.tag & CONSTRUCTED) === 0) return value.content;
  return concatBytes(partsOf(value).map((part) => octetsOf(part, level + 1)));
}

/** An identifier of an object in dots. */
export function identifierOf({ content }: DerValue): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if ((byte & 0x80) !== 0) continue;
    numbers.push(number);
    number = 0;
  }
  const [first = 0, ...others] = numbers;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - 40 * root, ...others].join('.');
}

const latin1 = new TextDecoder('windows-1252');
const utf8 = new TextDecoder();
const utf16 = new TextDecoder('utf-16be');

/** A text in one of the sets of characters that names have. */
export function derText({ tag, content }: DerValue): string {
  if (tag === 0x1e) return utf16.decode(content);
  return (tag === 0x0c ? utf8 : latin1).decode(content);
}

/** A time as ISO 8601; years of two digits are those from 1950 to 2049 (RFC 5652, 11.3). */
export function derTime(value: DerValue): string | undefined {
  const isShort = value.tag === 0x17;
  const [, year, month, day, hour, minute, second] =
    (isShort ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/ : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/).exec(
      latin1.decode(value.content),
    ) ?? [];
  if (year === undefined) return undefined;
  const full = isShort ? `${Number(year) < 50 ? '20' : '19'}${year}` : year;
  return `${full}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

/** A whole number in hexadecimal, as serial numbers are shown. */
export function derHex({ content }: DerValue): string {
  return hexOf(content).replace(/^(?:00)+(?=.)/, '');
}
