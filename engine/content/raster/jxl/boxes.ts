import { concatBytes, latin1Of, viewOf } from '../../../io/bytes.ts';
import { expandBrotli } from '../../../io/compression.ts';
/** Larger metadata is left out: the profile of a printing press has a few megabytes, EXIF and XMP have less. */
const MAX_METADATA_BYTES = 16 * 2 ** 20;
const HEADER_BYTES = 8;

/**
 * The same JPEG XL file with its metadata unpacked (the boxes `brob`, ISO/IEC 18181-2, section 9.7): libvips fails at
 * packed ones that are large. What cannot be unpacked is left out; the same bytes where nothing is packed.
 */
export function withPlainMetadata(bytes: Uint8Array): Uint8Array {
  const boxes = boxesOf(bytes);
  if (!boxes.some(({ type }) => type === PACKED)) return bytes;
  return concatBytes(boxes.map((box) => (box.type === PACKED ? unpacked(box) : box.whole)));
}

const PACKED = 'brob';

interface Box {
  readonly type: string;
  readonly whole: Uint8Array;
}

/** The boxes of the file; none of a bare codestream, and none from where the structure is broken. */
function boxesOf(bytes: Uint8Array): Box[] {
  const file = viewOf(bytes);
  const boxes: Box[] = [];
  for (let at = 0; at + HEADER_BYTES <= bytes.byteLength;) {
    const short = file.getUint32(at);
    const isLong = short === 1 && at + 16 <= bytes.byteLength;
    const size = isLong ? Number(file.getBigUint64(at + 8)) : short || bytes.byteLength - at;
    if (size < HEADER_BYTES) break;
    boxes.push({ type: latin1Of(bytes, at + 4, at + 8), whole: bytes.subarray(at, at + size) });
    at += size;
  }
  return boxes;
}

/** A packed box has the type of what is in it before the data. */
function unpacked({ whole }: Box): Uint8Array {
  const PLAIN_TYPE_BYTES = 4;
  try {
    const packed = whole.subarray(HEADER_BYTES + PLAIN_TYPE_BYTES);
    const content = expandBrotli(packed, { maxOutputLength: MAX_METADATA_BYTES });
    const header = new Uint8Array(HEADER_BYTES);
    viewOf(header).setUint32(0, HEADER_BYTES + content.byteLength);
    header.set(whole.subarray(HEADER_BYTES, HEADER_BYTES + PLAIN_TYPE_BYTES), 4);
    return concatBytes([header, content]);
  } catch {
    return new Uint8Array(); // broken, or larger than any metadata
  }
}
