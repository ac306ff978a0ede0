import { concatBytes, indexOfBytes, latin1Of, viewOf } from '../../../io/bytes.ts';
import { inflate } from '../../../io/compression.ts';
import { byteAt, plainImage, requireSides, UnknownKind, type PlainImage } from '../plain-image.ts';

const END_OF_HEADER = ':\x1a';

/**
 * ImageMagick's own format: fields as text, then pixels of 8 or 16 bits, stored plainly or deflated by row; one image.
 * https://imagemagick.org/script/miff.php
 */
export function readMiff(file: Uint8Array): PlainImage {
  const end = indexOfBytes(file, END_OF_HEADER);
  if (end < 0) throw new RangeError('The header of this MIFF image has no end.');
  const field = fieldsOf(latin1Of(file, 0, end));
  const [width, height, depth] = [Number(field('columns')), Number(field('rows')), Number(field('depth') ?? 8)];
  requireSides(width, height);
  const isIndexed = field('class') === 'PseudoClass';
  const hasAlpha = field('matte') === 'True';
  const space = field('colorspace') ?? 'sRGB';
  const compression = field('compression') ?? 'None';
  const isShown = (space === 'sRGB' || space === 'Gray') && field('quantum:format') === undefined;
  if (!isShown || (depth !== 8 && depth !== 16) || (compression !== 'Zip' && compression !== 'None'))
    throw new UnknownKind('The MIFF image is of a kind that is not read here.');
  const sampleBytes = depth / 8;
  const colours = isIndexed ? Number(field('colors')) : 0;
  const palette = file.subarray(end + END_OF_HEADER.length, end + END_OF_HEADER.length + colours * 3 * sampleBytes);
  const stored = file.subarray(end + END_OF_HEADER.length + palette.byteLength);
  const own = isIndexed || space === 'Gray' ? 1 : 3;
  const pixelBytes = isIndexed ? (colours > 256 ? 2 : 1) * (hasAlpha ? 2 : 1) : (own + Number(hasAlpha)) * sampleBytes;
  const size = width * height * pixelBytes;
  const rows = compression === 'None' ? stored : inflatedRows(stored, height, size);
  if (compression === 'None' && stored.byteLength > size) throw new UnknownKind('Further images are not read here.');
  if (isIndexed && (hasAlpha || colours > 256)) throw new UnknownKind('Such palettes are not read here.');
  const shape = { width, height, bitsPerChannel: depth };
  if (isIndexed)
    return plainImage({ ...shape, channels: 3 }, (pixel, channel) =>
      byteAt(palette, (byteAt(rows, pixel) * 3 + channel) * sampleBytes),
    );
  return plainImage({ ...shape, channels: own + Number(hasAlpha) }, (pixel, channel) =>
    byteAt(rows, pixel * pixelBytes + channel * sampleBytes),
  );
}

function fieldsOf(header: string): (name: string) => string | undefined {
  const fields = new Map<string, string>();
  for (const [, name, braced, plain] of header.matchAll(/([\w:.-]+)=(?:\{([^}]*)\}|(\S*))/g))
    fields.set(name!, braced ?? plain!);
  return (name) => fields.get(name);
}

/** Rows are flushed parts of one stream, each behind its length. */
function inflatedRows(stored: Uint8Array, height: number, size: number): Uint8Array {
  const view = viewOf(stored);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (let row = 0; row < height; row++) {
    const length = view.getUint32(at);
    parts.push(stored.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  if (at < stored.byteLength) throw new UnknownKind('Further images are not read here.');
  return inflate(concatBytes(parts), { maxOutputLength: size, allowTruncated: true });
}
