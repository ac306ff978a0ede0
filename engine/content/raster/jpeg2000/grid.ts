import { indexOfBytes, latin1Bytes, viewOf } from '../../../io/bytes.ts';
import type { Size } from '../size.ts';

/** Start of codestream and image size, at the beginning of a codestream or in the box of a file (ISO/IEC 15444-1, A.5). */
const CODESTREAM = Uint8Array.of(0xff, 0x4f, 0xff, 0x51);
/** Where the size of the grid and the place of the image on it stand from there. */
const GRID_AT = 8;
const GRID_BYTES = 16;

/** A reference grid, and the image on it, which reaches from a place to the end of the grid. */
interface Grid extends Size {
  readonly left: number;
  readonly top: number;
}

/** The reference grid of a JPEG 2000; nothing where there is none. */
function gridOf(bytes: Uint8Array): Grid | undefined {
  const at = indexOfBytes(bytes, CODESTREAM);
  if (at < 0 || at + GRID_AT + GRID_BYTES > bytes.byteLength) return undefined;
  const view = viewOf(bytes);
  const field = (offset: number): number => view.getUint32(at + GRID_AT + offset);
  return { width: field(0), height: field(4), left: field(8), top: field(12) };
}

/** The grid of an image that does not begin at its origin; nothing for all others. */
export function offsetGridOf(bytes: Uint8Array): Size | undefined {
  const grid = gridOf(bytes);
  return grid && (grid.left > 0 || grid.top > 0) ? grid : undefined;
}

/** The size of the image itself; nothing where there is none. */
export function sizeOfJpeg2000(bytes: Uint8Array): Size | undefined {
  const grid = gridOf(bytes);
  return grid && { width: grid.width - grid.left, height: grid.height - grid.top };
}

const COLOUR_BOX = latin1Bytes('colr');
/** Behind the name of the box: how the colours are told, two bytes of precedence, and the number of their space. */
const ENUMERATED = 1;
const SPACE_AT = 3;
const PLAIN_SPACES: ReadonlySet<number> = new Set([16, 17]); // sRGB and grey (ISO/IEC 15444-1, table I.10)

/** Whether the colours are grey or sRGB: not those of a profile or of another space. A bare codestream says nothing. */
export function hasPlainColours(bytes: Uint8Array): boolean {
  const at = indexOfBytes(bytes, COLOUR_BOX);
  if (at < 0) return true;
  const body = at + COLOUR_BOX.byteLength;
  return bytes[body] === ENUMERATED && PLAIN_SPACES.has(viewOf(bytes).getUint32(body + SPACE_AT));
}
