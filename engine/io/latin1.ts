/** Bytes as text: each the character of its number, so that nothing is lost and nothing can be wrong. */
export function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
