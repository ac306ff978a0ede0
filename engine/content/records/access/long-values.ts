import { concatBytes, viewOf } from '../../../io/bytes.ts';
import { corrupt } from '../errors.ts';
import { pointerAt, type Pages } from './pages.ts';

const HEAD_BYTES = 12;
const IN_ROW = 0x8000_0000;
const ON_ONE_PAGE = 0x4000_0000;
const LENGTH_BITS = 0x3fff_ffff;

/** A long text or object: in the row behind its head, on a page of such values, or in parts that lead to one another. */
export function longValue(cell: Uint8Array, pages: Pages): Uint8Array {
  if (cell.byteLength < HEAD_BYTES) throw corrupt('a long value of a row is cut off');
  const head = viewOf(cell).getUint32(0, true);
  const length = head & LENGTH_BITS;
  if (head & IN_ROW) return cell.subarray(HEAD_BYTES, HEAD_BYTES + length);
  if (length === 0) return new Uint8Array(0);
  if (head & ON_ONE_PAGE) return pages.row(pointerAt(cell, 4)).subarray(0, length);
  const parts: Uint8Array[] = [];
  let left = length;
  for (let pointer = pointerAt(cell, 4); pointer.page !== 0 && left > 0;) {
    const part = pages.row(pointer);
    if (part.byteLength <= 4) throw corrupt('a part of a long value is empty');
    const content = part.subarray(4, 4 + left);
    parts.push(content);
    left -= content.byteLength;
    pointer = pointerAt(part, 0);
  }
  if (left > 0) throw corrupt('a part of a long value is missing');
  return concatBytes(parts);
}
