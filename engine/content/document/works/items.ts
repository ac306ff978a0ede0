/** A property of Works 5 to 9: a number, or properties of its own. */
export interface Item {
  readonly id: number;
  readonly value: number;
  readonly items: readonly Item[];
}

const MAX_DEPTH = 4;

/** The properties of a record at `place`: its length, a word that is not known, and one property after the other. */
export function readItems(bytes: Uint8Array, place: number): Item[] {
  if (place + 4 > bytes.byteLength) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(place + view.getUint16(place, true), bytes.byteLength);
  return itemsIn(view, { start: place + 4, end }, 0);
}

function itemsIn(view: DataView, { start, end }: { start: number; end: number }, depth: number): Item[] {
  const items: Item[] = [];
  for (let at = start; at + 2 <= end;) {
    const id = view.getUint8(at);
    const kind = view.getUint8(at + 1) >> 4;
    at += 2;
    if (kind === 8) {
      if (at + 4 > end) break;
      // As in the record itself, a word that is not known follows the length.
      const length = Math.max(4, view.getUint16(at, true));
      const inner = { start: at + 4, end: Math.min(at + length, end) };
      items.push({ id, value: 0, items: depth < MAX_DEPTH ? itemsIn(view, inner, depth + 1) : [] });
      at += length;
      continue;
    }
    const width = WIDTHS[kind];
    if (width === undefined || at + width > end) break;
    const value = width === 4 ? view.getUint32(at, true) : width === 2 ? view.getUint16(at, true) : 1;
    items.push({ id, value, items: [] });
    at += width;
  }
  return items;
}

/** Bytes of a value by the upper half of its type. */
const WIDTHS: Readonly<Record<number, number>> = { 0: 0, 1: 2, 2: 4 };
