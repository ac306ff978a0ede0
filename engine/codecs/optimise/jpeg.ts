import type { OptionValues } from '../../formats/options.ts';
import type { RunContext } from '../../codec.ts';
import { MiB } from '../../limits.ts';
import type { JpegCoefficients } from '../../models/jpeg/coefficients.ts';
import { cannotCarry } from '../../models/jpeg/failure.ts';
import { isIndexOfPictures, isMetadata, JpegMetadata } from '../../models/jpeg/metadata.ts';
import { movedPictureIndex } from '../../models/jpeg/picture-index.ts';
import { readCoefficients } from '../../models/jpeg/read-coefficients.ts';
import { MARKER, readSegments, writeSegment, type JpegFile, type JpegSegment } from '../../models/jpeg/segments.ts';
import { isExact, turnCoefficients, turnedOrientation, turnOf, type Turn } from '../../models/jpeg/transform.ts';
import { progressiveCoding, sequentialCoding } from '../../models/jpeg/write-coefficients.ts';

/** Memory of the coefficients: 60 megapixels at full colour resolution, 120 at the usual half. Beyond, vips streams. */
const MAX_COEFFICIENT_BYTES = 400 * MiB;

/** From this effort on many progressions are tried: three times the time, some parts in a thousand of the size. */
const MANY_EFFORT = 7;

const START = Uint8Array.of(0xff, MARKER.startOfImage);
const END = Uint8Array.of(0xff, MARKER.endOfImage);

/**
 * Writes a JPEG anew from its coefficients: not one pixel changes but for its place. What has to be turned is turned
 * where whole blocks allow it; elsewhere the EXIF orientation says it, so that nothing is ever cut off or computed.
 */
export function optimiseJpeg(bytes: Uint8Array, options: OptionValues, context: RunContext): Uint8Array {
  const { signal } = context;
  const file = readSegments(bytes);
  const picture = readCoefficients(file.segments, { maxBytes: MAX_COEFFICIENT_BYTES, signal });
  context.progress(0.3);
  const original = new JpegMetadata(file.segments.filter(isMetadata));
  const orientation = turnedOrientation(original.orientation, options.rotate);
  const wanted = wantedMetadata(original, options, context);
  const turn = turnOf(orientation);
  const hasSeveral = file.trailer.length > 0 && !options.strip; // they would all have to be turned
  const isTurned = orientation !== 1 && !hasSeveral && isExact(picture, turn);
  const result = isTurned
    ? turned(picture, wanted, turn, signal)
    : { picture, metadata: wanted.withOrientation(orientation) };
  const codings = isTurned ? [] : ownCoding(file, picture, options);
  context.progress(0.5);
  const coding = smallest([...codings, newCoding(result.picture, options, signal)]);
  return assemble(bytes, file, result.metadata, coding, options);
}

/** The metadata that the options leave. */
function wantedMetadata(
  original: JpegMetadata,
  { strip, stripLocation }: OptionValues,
  context: RunContext,
): JpegMetadata {
  if (strip) return original.stripped();
  if (!stripLocation) return original;
  const { metadata, dropped } = original.withoutLocation();
  if (dropped > 0) {
    context.warn({
      code: 'tags_dropped',
      message: 'Some metadata could not be searched for a position and were removed as a whole.',
    });
  }
  return metadata;
}

function turned(
  picture: JpegCoefficients,
  metadata: JpegMetadata,
  turn: Turn,
  signal: AbortSignal,
): { picture: JpegCoefficients; metadata: JpegMetadata } {
  return { picture: turnCoefficients(picture, turn, signal), metadata: metadata.turned(turn) };
}

/** How the picture was coded is as good as any, if nothing else is asked: the result is never larger than its source. */
function ownCoding(
  { segments }: JpegFile,
  { isProgressive }: { readonly isProgressive: boolean },
  { progressive = isProgressive }: OptionValues,
): Uint8Array[][] {
  if (progressive !== isProgressive) return [];
  return [segments.filter((segment) => !isMetadata(segment)).flatMap(partsOf)];
}

function newCoding(
  picture: JpegCoefficients,
  { progressive, effort = 0 }: OptionValues,
  signal: AbortSignal,
): Uint8Array[] {
  const codings = [
    ...(progressive === false ? [] : [progressiveCoding(picture, signal, effort >= MANY_EFFORT ? 'many' : 'few')]),
    ...(progressive === true ? [] : [sequentialCoding(picture, signal)]),
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

function assemble(
  source: Uint8Array,
  { trailer }: JpegFile,
  { segments }: JpegMetadata,
  coding: readonly Uint8Array[],
  { strip }: OptionValues,
): Uint8Array {
  const before: Uint8Array[] = [START];
  const size = sizeOf([START, ...writtenMetadata(segments), ...coding, END]);
  const others = size - (source.byteLength - trailer.byteLength);
  for (const segment of segments) {
    const SEGMENT_HEADER_BYTES = 4;
    const place = sizeOf(before) + SEGMENT_HEADER_BYTES;
    const header = place - (segment.payload.byteOffset - source.byteOffset);
    const isIndex = trailer.length > 0 && isIndexOfPictures(segment);
    before.push(
      ...writtenMetadata([
        isIndex ? { ...segment, payload: movedPictureIndex(segment.payload, { header, others }) } : segment,
      ]),
    );
  }
  return Buffer.concat([...before, ...coding, END, ...(strip ? [] : [trailer])]);
}

function writtenMetadata(segments: readonly JpegSegment[]): Uint8Array[] {
  try {
    return segments.flatMap(partsOf);
  } catch (error) {
    if (error instanceof RangeError) throw cannotCarry('its metadata leave no room for its orientation');
    throw error;
  }
}
