import type { OptionValues } from '../../formats/options.ts';
import type { RunContext } from '../../contract/codec.ts';
import { MiB } from '../../contract/limits.ts';
import type { JpegCoefficients } from '../../content/raster/jpeg/coefficients.ts';
import { cannotCarry } from '../../content/raster/jpeg/failure.ts';
import { isMetadata, JpegMetadata } from '../../content/raster/jpeg/metadata.ts';
import { movedIndex } from '../../content/raster/jpeg/multi-picture.ts';
import { readCoefficients } from '../../content/raster/jpeg/read-coefficients.ts';
import {
  isApp,
  MARKER,
  readSegments,
  writeSegment,
  type JpegFile,
  type JpegSegment,
} from '../../content/raster/jpeg/segments.ts';
import { isExact, turnCoefficients, turnedOrientation, turnOf } from '../../content/raster/jpeg/transform.ts';
import { progressiveCoding, sequentialCoding } from '../../content/raster/jpeg/write-coefficients.ts';

/** Memory of the coefficients: 60 megapixels at full colour resolution, 120 at the usual half. Beyond, vips streams. */
const MAX_COEFFICIENT_BYTES = 400 * MiB;

/** From this effort on many progressions are tried: three times the time, some parts in a thousand of the size. */
const MANY_EFFORT = 7;

const START = Uint8Array.of(0xff, MARKER.startOfImage);
const END = Uint8Array.of(0xff, MARKER.endOfImage);

/**
 * Writes a JPEG again from its coefficients: not one pixel changes but for its place. What has to be turned is turned
 * where whole blocks allow it; elsewhere the EXIF orientation says it, so that nothing is ever truncated or computed.
 */
export function optimiseJpeg(bytes: Uint8Array, options: OptionValues, context: RunContext): Uint8Array {
  const { signal } = context;
  const file = readSegments(bytes);
  const image = readCoefficients(file.segments, { maxBytes: MAX_COEFFICIENT_BYTES, signal });
  context.progress(0.3);
  const original = new JpegMetadata(file.segments.filter(isMetadata));
  const { metadata, trailer } = wanted(original, file.trailer, options, context);
  const orientation = turnedOrientation(original.orientation, options.rotate);
  const turn = turnOf(orientation);
  const isAlone = trailer.length === 0; // images behind it would all have to be turned
  if (orientation !== 1 && isAlone && isExact(image, turn)) {
    const turned = turnCoefficients(image, turn, signal);
    context.progress(0.5);
    return assemble(bytes, metadata.turned(turn), newCoding(turned, options, signal), trailer);
  }
  const codings = [...ownCoding(file, image, options), newCoding(image, options, signal)];
  return assemble(bytes, metadata.withOrientation(orientation), smallest(codings), trailer);
}

interface Wanted {
  readonly metadata: JpegMetadata;
  /** What stays behind the image. */
  readonly trailer: Uint8Array;
}

/** What the options leave of everything but the image. */
function wanted(
  original: JpegMetadata,
  trailer: Uint8Array,
  { strip, stripLocation }: OptionValues,
  context: RunContext,
): Wanted {
  const nothing = trailer.subarray(0, 0);
  if (strip) return { metadata: original.stripped(), trailer: nothing };
  if (!stripLocation) return { metadata: original, trailer };
  const { metadata, dropped } = original.withoutLocation();
  const staysBehind = !mayHoldPosition(trailer);
  if (dropped > 0 || !staysBehind) {
    context.warn({
      code: 'tags_dropped',
      message: 'What could not be searched for a position was removed as a whole: metadata, or images behind this one.',
    });
  }
  return staysBehind ? { metadata, trailer } : { metadata: metadata.withoutIndex(), trailer: nothing };
}

/** Images with metadata of their own, and short videos. */
function mayHoldPosition(trailer: Uint8Array): boolean {
  return /Exif\0\0|gps|ftyp/i.test(Buffer.from(trailer).toString('latin1'));
}

/** How the image was coded is as good as any, if nothing else is asked: the result is never larger than its source. */
function ownCoding(
  { segments }: JpegFile,
  { isProgressive }: { readonly isProgressive: boolean },
  { progressive = isProgressive }: OptionValues,
): Uint8Array[][] {
  if (progressive !== isProgressive) return [];
  return [segments.filter((segment) => !isMetadata(segment)).flatMap(partsOf)];
}

function newCoding(
  image: JpegCoefficients,
  { progressive, effort = 0 }: OptionValues,
  signal: AbortSignal,
): Uint8Array[] {
  const codings = [
    ...(progressive === false ? [] : [progressiveCoding(image, signal, effort >= MANY_EFFORT ? 'many' : 'few')]),
    ...(progressive === true ? [] : [sequentialCoding(image, signal)]),
  ];
  return codings.reduce((best, other) => (other.bytes < best.bytes ? other : best)).write();
}

function smallest(codings: readonly Uint8Array[][]): Uint8Array[] {
  const [best] = codings.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  return best!;
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function partsOf({ marker, payload, data }: JpegSegment): Uint8Array[] {
  return data ? [writeSegment(marker, payload), data] : [writeSegment(marker, payload)];
}

/** Puts the file together, and corrects the index of what is behind the image. */
function assemble(
  source: Uint8Array,
  { segments }: JpegMetadata,
  coding: readonly Uint8Array[],
  trailer: Uint8Array,
): Uint8Array {
  const size = sizeOf([START, ...writtenMetadata(segments), ...coding, END]);
  const others = size - (source.byteLength - trailer.byteLength);
  const before: Uint8Array[] = [START];
  for (const segment of segments) {
    const SEGMENT_HEADER_BYTES = 4;
    const place = sizeOf(before) + SEGMENT_HEADER_BYTES;
    const header = place - (segment.payload.byteOffset - source.byteOffset);
    const isIndex = trailer.length > 0 && isApp(segment, 'multiPicture');
    before.push(...writtenMetadata([isIndex ? movedIndex(segment, { header, others }) : segment]));
  }
  return Buffer.concat([...before, ...coding, END, trailer]);
}

function writtenMetadata(segments: readonly JpegSegment[]): Uint8Array[] {
  try {
    return segments.flatMap(partsOf);
  } catch (error) {
    if (error instanceof RangeError) throw cannotCarry('its metadata leave no room for its orientation');
    throw error;
  }
}
