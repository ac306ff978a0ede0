import { readTiffDirectories } from '../tiff/directories.ts';

/** What the segments of a JPEG file say before its pixels (ITU-T T.81, annex B). */
export interface JpegHeader {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly components: number;
  /** Huffman coding, baseline or progressive: what every reader of JPEG has. */
  readonly isCommon: boolean;
  /** The transform of the Adobe segment: 0 none, 1 YCbCr, 2 YCCK. */
  readonly adobeTransform?: number;
  /** The components are named R, G and B, and nothing says otherwise. */
  readonly isNamedRgb: boolean;
  /** EXIF, 1 to 8. */
  readonly orientation: number;
  /** Pixels per inch. */
  readonly resolution?: { readonly x: number; readonly y: number };
  readonly profile?: Uint8Array;
}

interface Segment {
  readonly marker: number;
  /** Of the marker. */
  readonly start: number;
  readonly end: number;
  readonly payload: Uint8Array;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const COMMENT = 0xfe;
/** SOF0 to SOF15 without the tables that stand between them. */
const FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);
const COMMON_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);

const JFIF = 'JFIF\0';
const EXIF = 'Exif\0\0';
const ADOBE = 'Adobe';
const ICC = 'ICC_PROFILE\0';
const CM_PER_INCH = 2.54;

/** Reads the segments up to the first scan. Throws a RangeError where there is no frame or the file ends before it. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  const segments = [...segmentsOf(bytes)];
  const frame = segments.find(({ marker }) => FRAMES.has(marker));
  if (!frame || frame.payload.byteLength < 6) throw new RangeError('There is no frame before the first scan.');
  const { payload } = frame;
  const components = payload[5]!;
  const adobe = payloadAfter(segments, APP14, ADOBE);
  const jfif = payloadAfter(segments, APP0, JFIF);
  const exif = readExif(payloadAfter(segments, APP1, EXIF));
  const names = Array.from({ length: components }, (_, index) => String.fromCharCode(payload[6 + index * 3] ?? 0));
  return {
    bits: payload[0]!,
    height: payload[1]! * 256 + payload[2]!,
    width: payload[3]! * 256 + payload[4]!,
    components,
    isCommon: COMMON_FRAMES.has(frame.marker),
    ...(adobe && adobe.byteLength >= 7 && { adobeTransform: adobe[6] }),
    isNamedRgb: !adobe && !jfif && names.join('') === 'RGB',
    orientation: exif.orientation,
    resolution: (jfif && jfifResolution(jfif)) ?? exif.resolution,
    profile: profileOf(segments),
  };
}

/** The same picture without EXIF, XMP, IPTC and comments: what says how to show it stays. */
export function stripJpeg(bytes: Uint8Array): Uint8Array[] {
  const left: Uint8Array[] = [];
  let from = 0;
  for (const { marker, start, end, payload } of segmentsOf(bytes)) {
    const isApplication = marker >= APP0 && marker <= APP0 + 15;
    const isNeeded = marker === APP0 || marker === APP14 || (marker === APP2 && hasPrefix(payload, ICC));
    if (isNeeded || (!isApplication && marker !== COMMENT)) continue;
    left.push(bytes.subarray(from, start));
    from = end;
  }
  return [...left, bytes.subarray(from)];
}

function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw new RangeError('There is no start of image.');
  for (let at = 2; at + 4 <= bytes.byteLength;) {
    if (bytes[at] !== 0xff) throw new RangeError('A segment does not begin with a marker.');
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++; // fill byte
      continue;
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return;
    const end = at + 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
    if (end > bytes.byteLength) throw new RangeError('A segment ends beyond the file.');
    yield { marker, start: at, end, payload: bytes.subarray(at + 4, end) };
    at = end;
  }
}

/** What follows the name in the first segment of this kind and name. */
function payloadAfter(segments: readonly Segment[], kind: number, prefix: string): Uint8Array | undefined {
  const found = segments.find(({ marker, payload }) => marker === kind && hasPrefix(payload, prefix));
  return found?.payload.subarray(prefix.length);
}

function hasPrefix(payload: Uint8Array, prefix: string): boolean {
  return Buffer.from(payload.subarray(0, prefix.length)).toString('latin1') === prefix;
}

/** Units of the JFIF segment: 0 is only an aspect ratio, 1 inches, 2 centimetres. */
function jfifResolution(jfif: Uint8Array): JpegHeader['resolution'] {
  if (jfif.byteLength < 7) return undefined;
  const factor = [undefined, 1, CM_PER_INCH][jfif[2]!];
  if (factor === undefined) return undefined;
  return { x: (jfif[3]! * 256 + jfif[4]!) * factor, y: (jfif[5]! * 256 + jfif[6]!) * factor };
}

const ORIENTATION = 274;
const X_RESOLUTION = 282;
const Y_RESOLUTION = 283;
const RESOLUTION_UNIT = 296;

/** What EXIF says of how to show the picture; damaged EXIF says nothing. */
export function readExif(exif: Uint8Array | undefined): Pick<JpegHeader, 'orientation' | 'resolution'> {
  if (!exif) return { orientation: 1 };
  try {
    const [directory] = readTiffDirectories(exif);
    if (!directory) return { orientation: 1 };
    return { orientation: orientationOf(directory), resolution: tiffResolution(directory) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { orientation: 1 };
  }
}

type Directory = ReturnType<typeof readTiffDirectories>[number];

/** 1 to 8, as EXIF and TIFF count them. */
export function orientationOf(directory: Directory): number {
  const [orientation = 1] = directory.values(ORIENTATION);
  return orientation >= 1 && orientation <= 8 ? orientation : 1;
}

/** Pixels per inch; units of EXIF and TIFF: 1 is only an aspect ratio, 2 (if absent) inches, 3 centimetres. */
export function tiffResolution(directory: Directory): JpegHeader['resolution'] {
  const [x] = directory.fractions(X_RESOLUTION);
  const [y] = directory.fractions(Y_RESOLUTION);
  const [unit = 2] = directory.values(RESOLUTION_UNIT);
  if (x === undefined || y === undefined || unit === 1) return undefined;
  const factor = unit === 3 ? CM_PER_INCH : 1;
  return { x: x * factor, y: y * factor };
}

/** The ICC profile, joined from its numbered parts; nothing when one of them is missing. */
function profileOf(segments: readonly Segment[]): Uint8Array | undefined {
  const parts = segments
    .filter(({ marker, payload }) => marker === APP2 && hasPrefix(payload, ICC))
    .map(({ payload }) => payload.subarray(ICC.length))
    .toSorted((a, b) => a[0]! - b[0]!);
  const isWhole = parts.length > 0 && parts.every((part, index) => part[0] === index + 1 && part[1] === parts.length);
  return isWhole ? Buffer.concat(parts.map((part) => part.subarray(2))) : undefined;
}
