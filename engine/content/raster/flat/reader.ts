import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { byteAt, plainImage, UnknownKind, type PlainImage } from '../plain-image.ts';

/** Formats of two sides and all pixels behind them. */

/** AVS X images: alpha first. */
export function readAvs(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const size = { width: view.getUint32(0), height: view.getUint32(4), channels: 4 };
  return plainImage(size, (pixel, channel) => byteAt(file, 8 + pixel * 4 + ((channel + 1) % 4)));
}

const MOST_OPAQUE = 254;

/** AAI Dune images: blue first, little endian; 254 is opaque. */
export function readAai(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const size = { width: view.getUint32(0, true), height: view.getUint32(4, true), channels: 4 };
  return plainImage(size, (pixel, channel) => {
    const value = byteAt(file, 8 + pixel * 4 + (channel === 3 ? 3 : 2 - channel));
    return channel === 3 && value === MOST_OPAQUE ? 255 : value;
  });
}

/** MTV raytracer images: a line with the sides, then RGB. */
export function readMtv(file: Uint8Array): PlainImage {
  const [line, width, height] = /^(\d+) (\d+)\n/.exec(latin1Of(file, 0, 32)) ?? [];
  if (!line) throw new RangeError('The file has no sides.');
  const size = { width: Number(width), height: Number(height), channels: 3 };
  return plainImage(size, (pixel, channel) => byteAt(file, line.length + pixel * 3 + channel));
}

/** FilmLight: sides and channels, then floats, little endian. */
export function readFl32(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const [height, width, channels] = [4, 8, 12].map((at) => view.getUint32(at, true)) as [number, number, number];
  return plainImage({ width, height, channels, bitsPerChannel: 32 }, (pixel, channel) => {
    const value = view.getFloat32(16 + (pixel * channels + channel) * 4, true);
    return Math.max(0, Math.min(255, Math.round(value * 255)));
  });
}

/** PGX of JPEG 2000's reference software (ISO/IEC 15444-4): a line with the sides, then unsigned greys. */
export function readPgx(file: Uint8Array): PlainImage {
  const [line, order, bits, width, height] =
    /^PG\s+(ML|LM)\s*\+?\s*(\d+)\s+(\d+)\s+(\d+)\s/.exec(latin1Of(file, 0, 64)) ?? [];
  if (!line) throw new UnknownKind('The PGX image is of a kind that is not read here.');
  const sampleBytes = Number(bits) > 8 ? 2 : 1;
  const most = 2 ** Number(bits) - 1;
  const size = { width: Number(width), height: Number(height), channels: 1, bitsPerChannel: Math.max(8, Number(bits)) };
  return plainImage(size, (pixel) => {
    const at = line.length + pixel * sampleBytes;
    const first = byteAt(file, at);
    if (sampleBytes === 1) return Math.round((first / most) * 255);
    const second = byteAt(file, at + 1);
    return Math.round(((order === 'ML' ? first * 256 + second : second * 256 + first) / most) * 255);
  });
}
