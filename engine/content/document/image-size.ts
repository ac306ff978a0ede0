import { viewOf } from '../../io/bytes.ts';
import { readJpegFrame } from '../raster/jpeg/header.ts';
import type { Size } from '../raster/size.ts';

/** Pixels of an image as its header says; nothing for other formats and damaged headers. */
export function imageSize(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes.subarray(0, 24));
  if (bytes.byteLength < 24) return undefined;
  const magic = view.getUint32(0);
  if (magic === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (magic === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (magic >>> 8 !== 0xffd8ff) return undefined;
  try {
    const { width, height } = readJpegFrame(bytes);
    return { width, height };
  } catch {
    return undefined;
  }
}

/** An image without what is behind its end: programs that take it out of a file may take too much. */
export function withoutTrailer(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return bytes;
  // A marker of JPEG is never among its data: the last one is the end.
  for (let end = bytes.lastIndexOf(0xd9); end > 0; end = bytes.lastIndexOf(0xd9, end - 1)) {
    if (bytes[end - 1] === 0xff) return bytes.subarray(0, end + 1);
  }
  return bytes;
}
