import { indexOfBytes, latin1Bytes, latin1Of, viewOf } from '../../io/bytes.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Size } from './size.ts';

/** A label of MIFF or a header of DICOM ends before this many bytes; what follows is looked for nowhere else. */
const HEADER_BYTES = 65_536;

/**
 * What the header of an image says of its size, for formats whose reader decodes before it tells: a file of a hundred
 * bytes that promises billions of pixels would keep it busy for seconds. Nothing for other formats and damaged headers.
 */
export function declaredSize(bytes: Uint8Array, format: FormatId): Size | undefined {
  const read = HEADERS[format];
  try {
    return read?.(viewOf(bytes.subarray(0, HEADER_BYTES)));
  } catch (error) {
    if (error instanceof RangeError) return undefined; // the file ends within its header
    throw error;
  }
}

const photoshop = (header: DataView): Size => ({ height: header.getUint32(14), width: header.getUint32(18) });

const HEADERS: Partial<Record<FormatId, (header: DataView) => Size | undefined>> = {
  psd: photoshop,
  psb: photoshop,
  palm: (header) => ({ width: header.getUint16(0), height: header.getUint16(2) }),
  miff(header) {
    const label = latin1Of(bytesOf(header));
    return { width: numberAfter(label, /\bcolumns=(\d+)/), height: numberAfter(label, /\brows=(\d+)/) };
  },
  pict(header) {
    // Some files lack the 512 bytes of the application that come before the image.
    const at = header.getUint32(10) === 0x0011_02ff ? 2 : 514;
    const [top, left, bottom, right] = [0, 2, 4, 6].map((offset) => header.getInt16(at + offset));
    return { width: right! - left!, height: bottom! - top! };
  },
  dcm: (header) => ({ width: dicomNumber(header, 0x11), height: dicomNumber(header, 0x10) }),
};

function bytesOf(header: DataView): Uint8Array {
  return new Uint8Array(header.buffer, header.byteOffset, header.byteLength);
}

function numberAfter(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}

/** A number of DICOM's image group (0028), with its type spelt out or not, in either byte order. */
function dicomNumber(header: DataView, element: number): number {
  const little = [0x28, 0, element, 0];
  const big = [0, 0x28, 0, element];
  const typed = [...latin1Bytes('US')];
  const tags: readonly (readonly [tag: number[], read: (at: number) => number])[] = [
    [[...little, ...typed, 2, 0], (at) => header.getUint16(at, true)],
    [[...little, 2, 0, 0, 0], (at) => header.getUint16(at, true)],
    [[...big, ...typed, 0, 2], (at) => header.getUint16(at)],
  ];
  for (const [tag, read] of tags) {
    const at = indexOfBytes(bytesOf(header), Uint8Array.from(tag));
    if (at >= 0) return read(at + tag.length);
  }
  return 0;
}
