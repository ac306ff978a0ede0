import { viewOf } from '../../io/bytes.ts';
import { readJpegFrame } from '../raster/jpeg/header.ts';
import type { Size } from '../raster/size.ts';

/** Pixels of a picture as its header says; nothing for other formats and damaged headers. */
export function pictureSize(bytes: Uint8Array): Size | undefined {
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
