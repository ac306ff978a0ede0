import { bytesOfBase64, viewOf } from '../../../io/bytes.ts';
/** The beginning of the data of an image that is shown, as far as its size: 24 bytes of PNG, 10 of GIF. */
const HEAD = /(?:\]\(<?|\]: *<?|\bsrc *= *["']?)data:image\/(gif|png);base64,([A-Za-z0-9+/]{32})/gi;

/** How many images in a text are one pixel, which counts readers and shows them nothing. */
export function countSinglePixels(source: string): number {
  let count = 0;
  for (const [, type, data] of source.matchAll(HEAD)) {
    const head = viewOf(bytesOfBase64(data!));
    const isSingle =
      type!.toLowerCase() === 'gif'
        ? head.getUint16(6, true) === 1 && head.getUint16(8, true) === 1
        : head.getUint32(16) === 1 && head.getUint32(20) === 1;
    if (isSingle) count++;
  }
  return count;
}
