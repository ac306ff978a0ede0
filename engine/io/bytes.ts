import { isUtf8 } from 'node:buffer';

/**
 * What Uint8Array lacks. Node's Buffer does the work where it is faster; it never leaves this folder, so that the code
 * above runs where there is none. Numbers in bytes are read and written with `viewOf` (big endian unless told otherwise).
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The same memory as a DataView. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The memory of numbers, as it is. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** UTF-8 as text: a byte order mark is left out, what is not valid becomes U+FFFD. */
export function utf8Of(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function utf8Bytes(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** How many bytes a text has in UTF-8. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

export function isUtf8Bytes(bytes: Uint8Array): boolean {
  return isUtf8(bytes);
}

/** Bytes as text: each the character of its number, so that nothing is lost and nothing can be wrong. */
export function latin1Of(bytes: Uint8Array, start = 0, end = bytes.byteLength): string {
  return bufferOf(bytes).toString('latin1', start, end);
}

/** The lower byte of every UTF-16 unit of a text. */
export function latin1Bytes(text: string): Uint8Array<ArrayBuffer> {
  return plain(Buffer.from(text, 'latin1'));
}

/** UTF-16, little endian. */
export function utf16Bytes(text: string): Uint8Array<ArrayBuffer> {
  return plain(Buffer.from(text, 'utf16le'));
}

export function base64Of(bytes: Uint8Array): string {
  return bufferOf(bytes).toString('base64');
}

/** Of Base64 in either alphabet; characters outside of it are passed over. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return plain(Buffer.from(text, 'base64'));
}

export function hexOf(bytes: Uint8Array): string {
  return bufferOf(bytes).toString('hex');
}

/** Ends at the first character that is no hexadecimal digit. */
export function bytesOfHex(text: string): Uint8Array<ArrayBuffer> {
  return plain(Buffer.from(text, 'hex'));
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let size = 0;
  for (const { byteLength } of parts) size += byteLength;
  const joined = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.byteLength;
  }
  return joined;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && Buffer.compare(a, b) === 0;
}

/** Negative, 0 or positive, by the first byte that differs. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

/** Where bytes, or a text in Latin-1, first are at or after a position; -1 where they do not. */
export function indexOfBytes(bytes: Uint8Array, wanted: Uint8Array | string, from = 0): number {
  return bufferOf(bytes).indexOf(wanted, from, 'latin1');
}

/** Where they last are at or before a position. */
export function lastIndexOfBytes(
  bytes: Uint8Array,
  wanted: Uint8Array | string,
  from: number = bytes.byteLength,
): number {
  return bufferOf(bytes).lastIndexOf(wanted, from, 'latin1');
}

/** A Buffer's own `slice` and `toString` do something else than those of a Uint8Array. */
export function plain(buffer: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

/** The same memory for a library that asks for Node's own kind of bytes. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return bufferOf(bytes);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
