/** `engine/io/bytes.ts` for browsers, which have no Buffer. Its functions are described there. */
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const strict = new TextDecoder('utf-8', { fatal: true });

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function utf8Of(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

export function utf8Length(text: string): number {
  return utf8Bytes(text).byteLength;
}

export function isUtf8Bytes(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Characters that one call takes as its arguments. */
const PIECE = 8192;

export function latin1Of(bytes: Uint8Array, start = 0, end = bytes.byteLength): string {
  let text = '';
  for (let at = start; at < end; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + PIECE)));
  return text;
}

export function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function utf16Bytes(text: string): Uint8Array {
  return new Uint8Array(Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).buffer);
}

export function bytesOfHex(text: string): Uint8Array {
  const pairs = /^(?:[\da-f]{2})*/i.exec(text)![0].match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
}

export function bytesOfBase64(text: string): Uint8Array {
  return latin1Bytes(
    atob(
      text
        .replaceAll('-', '+')
        .replaceAll('_', '/')
        .replaceAll(/[^\w+/]/g, ''),
    ),
  );
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(latin1Of(bytes));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.byteLength;
  }
  return joined;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 || at >= b.byteLength ? a.byteLength - b.byteLength : a[at]! - b[at]!;
}

export function indexOfBytes(bytes: Uint8Array, wanted: Uint8Array | string, from = 0): number {
  const sought = typeof wanted === 'string' ? latin1Bytes(wanted) : wanted;
  for (let at = from; at <= bytes.byteLength - sought.byteLength; at++) if (isAt(bytes, sought, at)) return at;
  return -1;
}

export function lastIndexOfBytes(bytes: Uint8Array, wanted: Uint8Array | string, from = bytes.byteLength): number {
  const sought = typeof wanted === 'string' ? latin1Bytes(wanted) : wanted;
  for (let at = Math.min(from, bytes.byteLength - sought.byteLength); at >= 0; at--)
    if (isAt(bytes, sought, at)) return at;
  return -1;
}

function isAt(bytes: Uint8Array, sought: Uint8Array, at: number): boolean {
  for (let index = 0; index < sought.byteLength; index++) if (bytes[at + index] !== sought[index]) return false;
  return true;
}

export function plain(bytes: Uint8Array): Uint8Array {
  return bytes;
}
