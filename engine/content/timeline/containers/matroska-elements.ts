import type { InputFile } from '../../../contract/codec.ts';
import { viewAt } from './byte-view.ts';

/** An element of EBML (RFC 8794). */
export interface Element {
  readonly id: number;
  readonly body: number;
  /** First byte after the element; `Infinity` when its size is unknown, as live streams are written. */
  readonly end: number;
}

/** How many elements may still be looked at. */
export interface Budget {
  elements: number;
}

/** The elements that follow each other from `start` on, until the budget is used up. */
export function* elementsIn(file: InputFile, start: number, end: number, budget: Budget): Generator<Element> {
  let position = start;
  while (position < Math.min(end, file.size)) {
    if (budget.elements-- <= 0) return;
    const view = viewAt(file, position, 12);
    const idLength = vintLength(view, 0, 4);
    const sizeLength = idLength && vintLength(view, idLength, 8);
    if (!idLength || !sizeLength) return;
    const id = Number(unsignedAt(view, 0, idLength));
    const body = position + idLength + sizeLength;
    const size = sizeAt(view, idLength, sizeLength);
    const element = { id, body, end: body + size };
    yield element;
    position = element.end;
  }
}

/** Bytes of the variable-length integer at `offset`: one more than its leading zero bits; 0 when there is none. */
export function vintLength(view: DataView, offset: number, longest: number): number {
  if (offset >= view.byteLength) return 0;
  const length = Math.clz32(view.getUint8(offset)) - 23;
  return length <= longest && offset + length <= view.byteLength ? length : 0;
}

export function unsignedAt(view: DataView, offset: number, length: number): bigint {
  let value = 0n;
  for (let index = 0; index < length; index++) value = (value << 8n) | BigInt(view.getUint8(offset + index));
  return value;
}

/** A size of all ones means that it is unknown. */
function sizeAt(view: DataView, offset: number, length: number): number {
  const mask = (1n << BigInt(7 * length)) - 1n;
  const size = unsignedAt(view, offset, length) & mask;
  return size === mask ? Infinity : Number(size);
}
