import { truncatedImage } from '../failures.ts';
import { damaged } from './failure.ts';

/** Marker codes of ITU-T T.81, table B.1, without their first byte 0xFF. */
export const MARKER = {
  sof0: 0xc0,
  sof1: 0xc1,
  sof2: 0xc2,
  huffmanTables: 0xc4,
  arithmeticTables: 0xcc,
  restart0: 0xd0,
  restart7: 0xd7,
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  quantisationTables: 0xdb,
  lineCount: 0xdc,
  restartInterval: 0xdd,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
} as const;

/** One marker segment; the payload begins after the length. */
export interface JpegSegment {
  readonly marker: number;
  readonly payload: Uint8Array;
  /** The entropy-coded data that follow the header of a scan, restart markers and stuffed zeros included. */
  readonly data?: Uint8Array;
}

export interface JpegFile {
  readonly segments: readonly JpegSegment[];
  /** What stands behind the end-of-image marker: further pictures, a short film, or nothing. */
  readonly trailer: Uint8Array;
}

/** Splits a file into its segments. Throws a ConversionError where it is cut off or is not what T.81 annex B says. */
export function readSegments(bytes: Uint8Array): JpegFile {
  const segments: JpegSegment[] = [];
  let at = 2;
  for (;;) {
    if (bytes[at] !== 0xff) throw at >= bytes.length ? truncatedImage() : damaged();
    while (bytes[at] === 0xff) at++; // any number of them may precede a marker
    const marker = bytes[at++];
    if (marker === MARKER.endOfImage) return { segments, trailer: bytes.subarray(at) };
    const size = (bytes[at]! << 8) | bytes[at + 1]!;
    if (marker === undefined || at + Math.max(size, 2) > bytes.length) throw truncatedImage();
    if (isStandalone(marker) || size < 2) throw damaged();
    const payload = bytes.subarray(at + 2, at + size);
    at += size;
    if (marker !== MARKER.startOfScan) {
      segments.push({ marker, payload });
      continue;
    }
    const end = endOfData(bytes, at);
    segments.push({ marker, payload, data: bytes.subarray(at, end) });
    at = end;
  }
}

/** Markers without a length, and codes that are no markers: none has a place between segments. */
function isStandalone(marker: number): boolean {
  return marker < MARKER.sof0 || (marker >= MARKER.restart0 && marker <= MARKER.startOfImage);
}

/** Where the next marker begins that is no restart. */
function endOfData(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  throw truncatedImage();
}

export function isRestart(marker: number): boolean {
  return marker >= MARKER.restart0 && marker <= MARKER.restart7;
}

/** The bytes of one segment. Throws a RangeError for a payload that no length can express. */
export function writeSegment(marker: number, payload: Uint8Array): Uint8Array {
  const size = payload.byteLength + 2;
  if (size > 0xffff) throw new RangeError('A JPEG segment holds 65,533 bytes at most.');
  const bytes = new Uint8Array(size + 2);
  bytes.set([0xff, marker, size >> 8, size & 0xff]);
  bytes.set(payload, 4);
  return bytes;
}

/** Whether a payload begins with this text, as those of the APP segments do to say what they are. */
export function beginsWith(payload: Uint8Array, signature: string): boolean {
  for (let index = 0; index < signature.length; index++) {
    if (payload[index] !== signature.charCodeAt(index)) return false;
  }
  return true;
}
