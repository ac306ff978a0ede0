import { indexOfBytes, viewOf } from '../../../io/bytes.ts';
import type { Size } from '../size.ts';

/** Start of codestream and image size, at the beginning of a codestream or in the box of a file (ISO/IEC 15444-1, A.5). */
const CODESTREAM = Uint8Array.of(0xff, 0x4f, 0xff, 0x51);
/** Where the size of the grid and the place of the image on it stand from there. */
const GRID_AT = 8;
const GRID_BYTES = 16;

/** The reference grid of a JPEG 2000 whose image does not begin at its origin; nothing for all others. */
export function offsetGridOf(bytes: Uint8Array): Size | undefined {
  const at = indexOfBytes(bytes, CODESTREAM);
  if (at < 0 || at + GRID_AT + GRID_BYTES > bytes.byteLength) return undefined;
  const view = viewOf(bytes);
  const [width, height, left, top] = [0, 4, 8, 12].map((field) => view.getUint32(at + GRID_AT + field)) as [
    number,
    number,
    number,
    number,
  ];
  return left > 0 || top > 0 ? { width, height } : undefined;
}
