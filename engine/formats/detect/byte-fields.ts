/** Bytes as Latin-1 text: one character a byte. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.byteLength): string {
  let text = '';
  for (const byte of bytes.subarray(start, end)) text += String.fromCharCode(byte);
  return text;
}

/** Whether `marker` (one character a byte) is at `offset`. */
export function hasMarker(bytes: Uint8Array, marker: string, offset = 0): boolean {
  if (offset + marker.length > bytes.byteLength) return false;
  for (let index = 0; index < marker.length; index++)
    if (bytes[offset + index] !== marker.charCodeAt(index)) return false;
  return true;
}

/** Whether one of the markers is at `offset`. */
export function hasAnyMarker(bytes: Uint8Array, markers: readonly string[], offset = 0): boolean {
  return markers.some((marker) => hasMarker(bytes, marker, offset));
}

/** Unsigned integers; bytes beyond the end read as zero, so that a truncated file is only a poor match. */
export const u8 = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;
export const u16le = (bytes: Uint8Array, at: number): number => u8(bytes, at) | (u8(bytes, at + 1) << 8);
export const u16be = (bytes: Uint8Array, at: number): number => (u8(bytes, at) << 8) | u8(bytes, at + 1);
export const u32le = (bytes: Uint8Array, at: number): number => (u16le(bytes, at) | (u16le(bytes, at + 2) << 16)) >>> 0;
export const u32be = (bytes: Uint8Array, at: number): number => ((u16be(bytes, at) << 16) | u16be(bytes, at + 2)) >>> 0;
/** Exact up to 2⁵³; larger values are no positions in a file anyway. */
export const u64le = (bytes: Uint8Array, at: number): number => u32le(bytes, at + 4) * 2 ** 32 + u32le(bytes, at);
export const u64be = (bytes: Uint8Array, at: number): number => u32be(bytes, at) * 2 ** 32 + u32be(bytes, at + 4);

/** Where `marker` begins at or after `from`, or -1. */
export function indexOfMarker(bytes: Uint8Array, marker: string, from = 0): number {
  for (let at = from; at + marker.length <= bytes.byteLength; at++) if (hasMarker(bytes, marker, at)) return at;
  return -1;
}
