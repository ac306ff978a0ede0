import { viewOf } from '../../../io/bytes.ts';
import { byteAt, plainImage, type PlainImage } from '../plain-image.ts';

const HEADER_BYTES = 16;

/** 16 bits a channel, big endian, with alpha. https://tools.suckless.org/farbfeld/ */
export function readFarbfeld(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const size = { width: view.getUint32(8), height: view.getUint32(12), channels: 4, bitsPerChannel: 16 };
  return plainImage(size, (pixel, channel) => byteAt(file, HEADER_BYTES + pixel * 8 + channel * 2));
}
