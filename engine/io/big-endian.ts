import { latin1Bytes, viewOf } from './bytes.ts';

/** Single fields of old binary formats: big endian, at a position. Throws a RangeError beyond the end. */

export function uint16At(bytes: Uint8Array, at: number): number {
  return viewOf(bytes).getUint16(at);
}

export function uint32At(bytes: Uint8Array, at: number): number {
  return viewOf(bytes).getUint32(at);
}

/** Takes the lower 16 bits. */
export function setUint16(bytes: Uint8Array, value: number, at = 0): void {
  viewOf(bytes).setUint16(at, value);
}

/** Takes the lower 32 bits. */
export function setUint32(bytes: Uint8Array, value: number, at = 0): void {
  viewOf(bytes).setUint32(at, value);
}

export function setLatin1(bytes: Uint8Array, text: string, at = 0): void {
  bytes.set(latin1Bytes(text), at);
}
