import { concatBytes, latin1Bytes, latin1Of } from '../../../io/bytes.ts';
import { truncatedImage } from '../failures.ts';
import { EXIF_MARKER } from '../metadata/location.ts';
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

/** Kinds of APP segments: their marker, and how their payloads begin to say what they are. */
const APP_KINDS = {
  jfif: { marker: MARKER.app0, signature: 'JFIF\0' },
  exif: { marker: MARKER.app1, signature: EXIF_MARKER },
  xmp: { marker: MARKER.app1, signature: 'http://ns.adobe.com/xap/1.0/\0' },
  longXmp: { marker: MARKER.app1, signature: 'http://ns.adobe.com/xmp/extension/\0' },
  icc: { marker: MARKER.app2, signature: 'ICC_PROFILE\0' },
  /** CIPA DC-007: further images behind the first one. */
  multiPicture: { marker: MARKER.app2, signature: 'MPF\0' },
  adobe: { marker: MARKER.app14, signature: 'Adobe' },
} as const;

export type AppKind = keyof typeof APP_KINDS;

/** One marker segment; the payload begins after the length. */
export interface JpegSegment {
  readonly marker: number;
  readonly payload: Uint8Array;
  /** The entropy-coded data that follow the header of a scan, restart markers and stuffed zeros included. */
  readonly data?: Uint8Array;
}

/** A segment at its place in the file: `start` is that of its marker, `end` that of what follows its payload. */
interface PlacedSegment extends JpegSegment {
  readonly start: number;
  readonly end: number;
}

export interface JpegFile {
  readonly segments: readonly JpegSegment[];
  /** What is behind the end-of-image marker: further images, a short video, or nothing. */
  readonly trailer: Uint8Array;
}

/** The segments are not what T.81, annex B, says, or end too early. */
export class BrokenSegments extends RangeError {
  readonly isTruncated: boolean;

  constructor({ isTruncated }: { readonly isTruncated: boolean }) {
    super(isTruncated ? 'The JPEG ends within a segment.' : 'The JPEG has something else where a segment begins.');
    this.isTruncated = isTruncated;
  }
}

/** The segments before the first entropy-coded data, the header of the first scan included. Throws BrokenSegments. */
export function* headerSegments(bytes: Uint8Array): Generator<PlacedSegment> {
  if (bytes[0] !== 0xff || bytes[1] !== MARKER.startOfImage) throw new BrokenSegments({ isTruncated: false });
  for (let at = 2; ;) {
    const segment = segmentAt(bytes, at);
    if (segment.marker === MARKER.endOfImage) return;
    yield segment;
    if (segment.marker === MARKER.startOfScan) return;
    at = segment.end;
  }
}

/** Splits a file into its segments. Throws a ConversionError where it is truncated or is not what T.81 annex B says. */
export function readSegments(bytes: Uint8Array): JpegFile {
  try {
    const segments: JpegSegment[] = [];
    for (let at = 2; ;) {
      const { marker, payload, end } = segmentAt(bytes, at);
      if (marker === MARKER.endOfImage) return { segments, trailer: bytes.subarray(end) };
      const hasData = marker === MARKER.startOfScan;
      at = hasData ? endOfData(bytes, end) : end;
      segments.push({ marker, payload, ...(hasData && { data: bytes.subarray(end, at) }) });
    }
  } catch (error) {
    if (error instanceof BrokenSegments) throw error.isTruncated ? truncatedImage() : damaged();
    throw error;
  }
}

/** The segment that begins at a place; that of the end of the image has no payload. */
function segmentAt(bytes: Uint8Array, start: number): PlacedSegment {
  if (bytes[start] !== 0xff) throw new BrokenSegments({ isTruncated: start >= bytes.length });
  let at = start;
  while (bytes[at] === 0xff) at++; // any number of them may precede a marker
  const marker = bytes[at++];
  if (marker === MARKER.endOfImage) return { marker, start, end: at, payload: bytes.subarray(at, at) };
  const size = (bytes[at]! << 8) | bytes[at + 1]!;
  if (marker === undefined || at + Math.max(size, 2) > bytes.length) throw new BrokenSegments({ isTruncated: true });
  if (isStandalone(marker) || size < 2) throw new BrokenSegments({ isTruncated: false });
  return { marker, start, end: at + size, payload: bytes.subarray(at + 2, at + size) };
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
  throw new BrokenSegments({ isTruncated: true });
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

export function isApp({ marker, payload }: JpegSegment, kind: AppKind): boolean {
  const { marker: own, signature } = APP_KINDS[kind];
  return marker === own && latin1Of(payload, 0, signature.length) === signature;
}

/** What is behind the signature. */
export function appContent({ payload }: JpegSegment, kind: AppKind): Uint8Array {
  return payload.subarray(APP_KINDS[kind].signature.length);
}

export function appSegment(kind: AppKind, content: Uint8Array): JpegSegment {
  const { marker, signature } = APP_KINDS[kind];
  return { marker, payload: concatBytes([latin1Bytes(signature), content]) };
}
