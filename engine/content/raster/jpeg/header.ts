import { concatBytes } from '../../../io/bytes.ts';
import { readExif, type Display } from '../metadata/exif.ts';
import type { Resolution } from '../model.ts';
import type { Size } from '../size.ts';
import { appContent, headerSegments, isApp, MARKER, type AppKind, type JpegSegment } from './segments.ts';

/** What the frame of a JPEG says (ITU-T T.81, B.2.2). */
export interface JpegFrame extends Size {
  readonly bits: number;
  readonly components: number;
  /** Huffman coding, baseline or progressive: what every reader of JPEG has. */
  readonly isCommon: boolean;
  /** One byte for each component, as a character. */
  readonly names: string;
}

/** What the segments of a JPEG file say before its pixels (ITU-T T.81, annex B). */
export interface JpegHeader extends Omit<JpegFrame, 'names'>, Display {
  /** The transform of the Adobe segment: 0 none, 1 YCbCr, 2 YCCK. */
  readonly adobeTransform?: number;
  /** The components are named R, G and B, and nothing says otherwise. */
  readonly isNamedRgb: boolean;
  readonly profile?: Uint8Array;
}

/** SOF0 to SOF15 without the tables that are between them. */
const FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);
const COMMON_FRAMES: ReadonlySet<number> = new Set([MARKER.sof0, MARKER.sof1, MARKER.sof2]);
const CM_PER_INCH = 2.54;

/** The frame, without a look at what follows it. Throws a RangeError where there is none or the file ends before it. */
export function readJpegFrame(bytes: Uint8Array): JpegFrame {
  return frameOf(headerSegments(bytes));
}

/** Reads the segments up to the first scan. Throws a RangeError where there is no frame or the file ends before it. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  const segments = [...headerSegments(bytes)];
  const { names, ...frame } = frameOf(segments);
  const adobe = contentOf(segments, 'adobe');
  const jfif = contentOf(segments, 'jfif');
  const { orientation, resolution } = readExif(contentOf(segments, 'exif'));
  return {
    ...frame,
    ...(adobe && adobe.byteLength >= 7 && { adobeTransform: adobe[6] }),
    isNamedRgb: !adobe && !jfif && names === 'RGB',
    orientation,
    resolution: (jfif && jfifResolution(jfif)) ?? resolution,
    profile: profileOf(segments),
  };
}

/** The same image without EXIF, XMP, IPTC and comments: what says how to show it stays. */
export function stripJpeg(bytes: Uint8Array): Uint8Array[] {
  const left: Uint8Array[] = [];
  let from = 0;
  for (const segment of headerSegments(bytes)) {
    const { marker, start, end } = segment;
    const isApplication = marker >= MARKER.app0 && marker <= MARKER.app15;
    const isNeeded = marker === MARKER.app0 || marker === MARKER.app14 || isApp(segment, 'icc');
    if (isNeeded || (!isApplication && marker !== MARKER.comment)) continue;
    left.push(bytes.subarray(from, start));
    from = end;
  }
  return [...left, bytes.subarray(from)];
}

function frameOf(segments: Iterable<JpegSegment>): JpegFrame {
  for (const { marker, payload } of segments) {
    if (!FRAMES.has(marker)) continue;
    if (payload.byteLength < 6) break;
    const components = payload[5]!;
    const names = Array.from({ length: components }, (_, index) => String.fromCharCode(payload[6 + index * 3] ?? 0));
    return {
      bits: payload[0]!,
      height: uint16(payload, 1),
      width: uint16(payload, 3),
      components,
      isCommon: COMMON_FRAMES.has(marker),
      names: names.join(''),
    };
  }
  throw new RangeError('There is no frame before the first scan.');
}

/** What follows the signature in the first segment of this kind. */
function contentOf(segments: readonly JpegSegment[], kind: AppKind): Uint8Array | undefined {
  const found = segments.find((segment) => isApp(segment, kind));
  return found && appContent(found, kind);
}

/** Units of the JFIF segment: 0 is only an aspect ratio, 1 inches, 2 centimetres. */
function jfifResolution(jfif: Uint8Array): Resolution | undefined {
  if (jfif.byteLength < 7) return undefined;
  const factor = [undefined, 1, CM_PER_INCH][jfif[2]!];
  return factor === undefined ? undefined : { x: uint16(jfif, 3) * factor, y: uint16(jfif, 5) * factor };
}

function uint16(bytes: Uint8Array, at: number): number {
  return bytes[at]! * 256 + bytes[at + 1]!;
}

/** The ICC profile, joined from its numbered parts; nothing when one of them is missing. */
function profileOf(segments: readonly JpegSegment[]): Uint8Array | undefined {
  const parts = segments
    .filter((segment) => isApp(segment, 'icc'))
    .map((segment) => appContent(segment, 'icc'))
    .toSorted((a, b) => a[0]! - b[0]!);
  const isWhole = parts.length > 0 && parts.every((part, index) => part[0] === index + 1 && part[1] === parts.length);
  return isWhole ? concatBytes(parts.map((part) => part.subarray(2))) : undefined;
}
