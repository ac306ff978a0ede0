/** Places in the header of a record of Office drawings, and its version where it holds other records ([MS-ODRAW] 2.2.1). */
const TYPE_AT = 2;
const LENGTH_AT = 4;
const HEADER_BYTES = 8;
const CONTAINER = 0xf;
/** The properties of a shape, of six bytes each, and the one that names its image ([MS-ODRAW] 2.2.9, 2.3.23.5). */
const PROPERTIES = 0xf00b;
const PROPERTY_BYTES = 6;
const PROPERTY_ID = 0x3fff;
const IMAGE = 0x0104;

/** Counts the shapes of a drawing that show an image, as far as its records can be followed. */
export function countShownImages(drawing: Uint8Array): number {
  const view = new DataView(drawing.buffer, drawing.byteOffset, drawing.byteLength);
  let count = 0;
  for (let at = 0; at + HEADER_BYTES <= view.byteLength;) {
    const start = at + HEADER_BYTES;
    const header = view.getUint16(at, true);
    const end = start + view.getUint32(at + LENGTH_AT, true);
    if (view.getUint16(at + TYPE_AT, true) === PROPERTIES && namesImage(view, start, header >> 4)) count++;
    at = (header & CONTAINER) === CONTAINER ? start : end;
  }
  return count;
}

function namesImage(view: DataView, start: number, count: number): boolean {
  const whole = Math.min(count, Math.floor((view.byteLength - start) / PROPERTY_BYTES));
  for (let at = start; at < start + whole * PROPERTY_BYTES; at += PROPERTY_BYTES) {
    if ((view.getUint16(at, true) & PROPERTY_ID) === IMAGE && view.getUint32(at + 2, true) !== 0) return true;
  }
  return false;
}
