import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFDict,
  type PDFDocument,
  type PDFRef,
} from '@cantoo/pdf-lib';
import type { RunContext } from '../../contract/codec.ts';
import { MiB } from '../../contract/limits.ts';
import { decodeJpeg, encodeJpeg, shrinkPixels, type Pixels } from '../../content/raster/jpeg/pixels.ts';
import { unfilterRow } from '../../content/raster/png/filters.ts';
import { dictAt, nameAt, streamsOf } from './objects.ts';
import { placementsOf, type Placement } from './placements.ts';

export interface ImageSettings {
  /** 1 to 100. */
  readonly quality: number;
  /** Pixels per inch of paper at most; as many as there are if absent. */
  readonly dpi?: number;
}

/** Smaller images are icons and ornaments: they save nothing, and suffer. */
const LEAST_PIXELS = 64 * 64;
const LEAST_BYTES = 4096;
/** An image is replaced if it gets this much smaller: each time costs quality. */
const WORTHWHILE = 0.9;
const MAX_COEFFICIENT_BYTES = 400 * MiB;
const POINTS_PER_INCH = 72;
/** A little more than asked for is not worth another loss. */
const SLACK = 1.2;

/** Writes photographs again, with fewer pixels and of less quality. Returns how many. */
export function recompressImages(document: PDFDocument, settings: ImageSettings, context: RunContext): number {
  const placements = settings.dpi === undefined ? new Map<PDFRef, Placement>() : placementsOf(document, context.signal);
  const masks = masksOf(document);
  let count = 0;
  for (const [reference, stream] of streamsOf(document.context)) {
    context.signal.throwIfAborted();
    if (masks.has(reference) || !isPlainImage(stream)) continue;
    const smaller = recompressed(stream, settings, placements.get(reference), context);
    if (!smaller) continue;
    document.context.assign(reference, smaller);
    count++;
  }
  return count;
}

/** Transparency of other images: JPEG would blur its edges. */
function masksOf({ context }: PDFDocument): ReadonlySet<unknown> {
  return new Set(
    streamsOf(context).flatMap(([, { dict }]) => [dict.get(PDFName.of('SMask')), dict.get(PDFName.of('Mask'))]),
  );
}

function isPlainImage({ dict, contents }: PDFRawStream): boolean {
  if (nameAt(dict, 'Subtype') !== 'Image' || contents.byteLength < LEAST_BYTES) return false;
  if (numberAt(dict, 'Width') * numberAt(dict, 'Height') < LEAST_PIXELS) return false;
  if (numberAt(dict, 'BitsPerComponent') !== 8 || channelsOf(dict) === undefined) return false;
  if (dict.has(PDFName.of('Decode')) || dict.has(PDFName.of('ImageMask'))) return false;
  // A mask by colour needs exactly these colours.
  return !(dict.lookup(PDFName.of('Mask')) instanceof PDFArray);
}

function channelsOf(dict: PDFDict): 1 | 3 | undefined {
  const space = dict.lookup(PDFName.of('ColorSpace'));
  if (space instanceof PDFName) {
    const name = space.decodeText();
    return name === 'DeviceRGB' ? 3 : name === 'DeviceGray' ? 1 : undefined;
  }
  if (!(space instanceof PDFArray)) return undefined;
  const kind = space.lookup(0);
  const name = kind instanceof PDFName ? kind.decodeText() : '';
  if (name === 'CalRGB') return 3;
  if (name === 'CalGray') return 1;
  const profile = name === 'ICCBased' ? space.lookup(1) : undefined;
  const channels = profile instanceof PDFRawStream ? numberAt(profile.dict, 'N') : undefined;
  return channels === 1 || channels === 3 ? channels : undefined;
}

function numberAt(dict: PDFDict, key: string): number {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : 0;
}

function recompressed(
  stream: PDFRawStream,
  { quality, dpi }: ImageSettings,
  placement: Placement | undefined,
  context: RunContext,
): PDFRawStream | undefined {
  const pixels = pixelsOf(stream, context);
  if (!pixels) return undefined;
  const wanted = dpi === undefined || !placement ? pixels : fitted(pixels, placement, dpi);
  const jpeg = encodeJpeg(wanted, quality, context.signal);
  if (jpeg.byteLength > stream.contents.byteLength * WORTHWHILE) return undefined;
  const dict = stream.dict.clone();
  dict.set(PDFName.of('Filter'), PDFName.of('DCTDecode'));
  dict.delete(PDFName.of('DecodeParms'));
  dict.set(PDFName.of('Width'), PDFNumber.of(wanted.width));
  dict.set(PDFName.of('Height'), PDFNumber.of(wanted.height));
  dict.set(PDFName.of('Length'), PDFNumber.of(jpeg.byteLength));
  return PDFRawStream.of(dict, jpeg);
}

function fitted(pixels: Pixels, placement: Placement, dpi: number): Pixels {
  const width = Math.ceil((placement.width / POINTS_PER_INCH) * dpi);
  const height = Math.ceil((placement.height / POINTS_PER_INCH) * dpi);
  const scale = Math.max(width / pixels.width, height / pixels.height);
  if (scale * SLACK >= 1 || width < 1 || height < 1) return pixels;
  return shrinkPixels(
    pixels,
    Math.max(1, Math.round(pixels.width * scale)),
    Math.max(1, Math.round(pixels.height * scale)),
  );
}

/** The pixels of a photograph; nothing for what is packed in other ways, damaged or too large. */
function pixelsOf({ dict, contents }: PDFRawStream, { limits, signal }: RunContext): Pixels | undefined {
  const filter = dict.lookup(PDFName.of('Filter'));
  const single = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  const name = single instanceof PDFName ? single.decodeText() : undefined;
  const channels = channelsOf(dict)!;
  if (numberAt(dict, 'Width') * numberAt(dict, 'Height') > limits.pixels) return undefined;
  try {
    if (name === 'DCTDecode') {
      if (dict.has(PDFName.of('DecodeParms'))) return undefined;
      const pixels = decodeJpeg(contents, { maxBytes: MAX_COEFFICIENT_BYTES, signal });
      return pixels?.channels === channels ? pixels : undefined;
    }
    return name === 'FlateDecode' ? inflatedPixels(dict, contents, channels) : undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined; // it stays as it is
  }
}

function inflatedPixels(dict: PDFDict, contents: Uint8Array, channels: 1 | 3): Pixels | undefined {
  const width = numberAt(dict, 'Width');
  const height = numberAt(dict, 'Height');
  const parameters = dictAt(dict, 'DecodeParms');
  const predictor = parameters ? numberAt(parameters, 'Predictor') : 1;
  const stride = width * channels;
  const isPng = predictor >= 10;
  if (predictor > 1 && !isPng) return undefined;
  const raw = new Uint8Array(inflateSync(contents, { maxOutputLength: (stride + 1) * height + 1024 }));
  if (raw.byteLength < (stride + (isPng ? 1 : 0)) * height) return undefined;
  if (!isPng) return { width, height, channels, data: raw.subarray(0, stride * height) };
  if (numberAt(parameters!, 'Colors') !== channels && channels !== 1) return undefined;
  const data = new Uint8Array(stride * height);
  let previous: Uint8Array = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * stride, (y + 1) * stride);
    row.set(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    unfilterRow(raw[y * (stride + 1)]!, row, previous, channels);
    previous = row;
  }
  return { width, height, channels, data };
}
