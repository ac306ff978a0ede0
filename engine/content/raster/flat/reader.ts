import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { byteAt, plainImage, type PlainImage } from '../plain-image.ts';

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
