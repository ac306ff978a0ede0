import { bytesOfBase64, viewOf } from '../../../io/bytes.ts';

/** The beginning of the data of a picture, as far as its size: 24 bytes of PNG, 10 of GIF. */
const HEAD = /^data:image\/(gif|png);base64,([A-Za-z0-9+/]{32})/i;

/** A picture of one pixel counts readers and shows them nothing. */
export function isSinglePixel(attributes: Readonly<Record<string, string>>, source: string): boolean {
  if (attributes['width']?.trim() === '1' && attributes['height']?.trim() === '1') return true;
  const match = HEAD.exec(source.slice(0, 64));
  if (!match) return false;
  const head = viewOf(bytesOfBase64(match[2]!));
  return match[1]!.toLowerCase() === 'gif'
    ? head.getUint16(6, true) === 1 && head.getUint16(8, true) === 1
    : head.getUint32(16) === 1 && head.getUint32(20) === 1;
}
