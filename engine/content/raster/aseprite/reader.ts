import { viewOf } from '../../../io/bytes.ts';
import { inflate } from '../../../io/compression.ts';
import { requireSides, UnknownKind, type PlainImage } from '../plain-image.ts';

const HEADER_BYTES = 128;
const FRAME_HEADER_BYTES = 16;
const CEL_CHUNK = 0x2005;
const CEL = { raw: 0, deflated: 2 };
const CEL_HEADER_BYTES = 22;
const PIXEL_BYTES = 4;

/**
 * Sprites of one frame, with one cel of RGBA pixels.
 * https://github.com/aseprite/aseprite/blob/main/docs/ase-file-specs.md
 */
export function readAseprite(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const [frames, width, height, depth] = [6, 8, 10, 12].map((at) => view.getUint16(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  requireSides(width, height);
  const cels = [...celsOf(view)];
  if (frames !== 1 || depth !== PIXEL_BYTES * 8 || cels.length !== 1)
    throw new UnknownKind('Sprites of several frames, layers or of indexed colours are not read here.');
  const [{ at, end }] = cels as [{ at: number; end: number }];
  const [left, top] = [view.getInt16(at + 8, true), view.getInt16(at + 10, true)];
  const [opacity, kind] = [view.getUint8(at + 12), view.getUint16(at + 13, true)];
  const [columns, rows] = [
    view.getUint16(at + CEL_HEADER_BYTES, true),
    view.getUint16(at + CEL_HEADER_BYTES + 2, true),
  ];
  if ((kind !== CEL.raw && kind !== CEL.deflated) || opacity !== 255)
    throw new UnknownKind('Cels of such a kind are not read here.');
  const stored = file.subarray(at + CEL_HEADER_BYTES + 4, end);
  const size = columns * rows * PIXEL_BYTES;
  const pixels = kind === CEL.raw ? stored : inflate(stored, { maxOutputLength: Math.max(1, size) });
  if (pixels.byteLength < size) throw new RangeError('The file ends within its pixels.');
  const data = new Uint8Array(width * height * PIXEL_BYTES);
  const [first, last] = [Math.max(0, -left), Math.max(0, -left, Math.min(columns, width - left))];
  for (let row = Math.max(0, -top); row < Math.min(rows, height - top); row++)
    data.set(
      pixels.subarray((row * columns + first) * PIXEL_BYTES, (row * columns + last) * PIXEL_BYTES),
      ((row + top) * width + left + first) * PIXEL_BYTES,
    );
  return { width, height, data, hasAlpha: true, bitsPerChannel: 8 };
}

/** Where the cels of the first frame are. */
function* celsOf(view: DataView): Generator<{ readonly at: number; readonly end: number }> {
  const frameEnd = HEADER_BYTES + view.getUint32(HEADER_BYTES, true);
  for (let at = HEADER_BYTES + FRAME_HEADER_BYTES; at < frameEnd;) {
    const length = view.getUint32(at, true);
    if (length < 6) throw new RangeError('A chunk of this sprite has no length.');
    if (view.getUint16(at + 4, true) === CEL_CHUNK) yield { at, end: at + length };
    at += length;
  }
}
