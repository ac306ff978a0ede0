import { hasMarker, latin1, u8 } from './byte-fields.ts';
import { found, type Detector } from './finding.ts';

const HEADER_BYTES = 512;
const CHECKSUM_AT = 148;

/** A header block with the right checksum (POSIX ustar), with or without the magic of newer writers. */
export function isTarHeader(bytes: Uint8Array): boolean {
  if (bytes.byteLength < HEADER_BYTES || u8(bytes, 0) === 0) return false;
  const stated = Number.parseInt(
    latin1(bytes, CHECKSUM_AT, CHECKSUM_AT + 8)
      .replaceAll('\0', ' ')
      .trim(),
    8,
  );
  let unsigned = 0;
  let signed = 0;
  for (let at = 0; at < HEADER_BYTES; at++) {
    const byte = at >= CHECKSUM_AT && at < CHECKSUM_AT + 8 ? 0x20 : u8(bytes, at);
    unsigned += byte;
    signed += byte > 127 ? byte - 256 : byte;
  }
  return stated === unsigned || stated === signed;
}

export const detectTar: Detector = async ({ head }) => {
  if (isTarHeader(head)) return found('tar', 1, ['cbt']);
  return hasMarker(head, 'ustar', 257) ? found('tar', 0.9, ['cbt']) : undefined;
};
