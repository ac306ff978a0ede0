import { isMetafileEntry } from './metafiles.ts';

/** Records of Office drawings ([MS-ODRAW] 2.2.12, 2.2.20, 2.2.32): all drawings of a file, its store, and an entry there. */
const DRAWINGS = 0xf000;
const STORE = 0xf001;
const STORE_ENTRY = 0xf007;
const HEADER_BYTES = 8;
/** Places in an entry: how long its picture is, and how many shapes show it. */
const SIZE_AT = 20;
const USES_AT = 24;
const ENTRY_BYTES = 36;

interface StoredPictures {
  readonly bitmaps: number;
  readonly metafiles: number;
}

/** Counts the pictures of a store that shapes show: those that float beside the text. */
export function countStoredPictures(drawings: Uint8Array): StoredPictures {
  const entries = recordsOf(drawings, DRAWINGS)
    .flatMap((content) => recordsOf(content, STORE))
    .flatMap((content) => recordsOf(content, STORE_ENTRY))
    .filter(isShown);
  const metafiles = entries.filter(isMetafileEntry).length;
  return { bitmaps: entries.length - metafiles, metafiles };
}

/** The contents of the records of one type that follow one another, as far as they can be followed. */
function recordsOf(bytes: Uint8Array, wanted: number): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Uint8Array[] = [];
  for (let at = 0; at + HEADER_BYTES <= bytes.byteLength;) {
    const end = at + HEADER_BYTES + view.getUint32(at + 4, true);
    if (view.getUint16(at + 2, true) === wanted) found.push(bytes.subarray(at + HEADER_BYTES, end));
    at = end;
  }
  return found;
}

function isShown(entry: Uint8Array): boolean {
  if (entry.byteLength < ENTRY_BYTES) return false;
  const view = new DataView(entry.buffer, entry.byteOffset, entry.byteLength);
  return view.getUint32(SIZE_AT, true) > 0 && view.getUint32(USES_AT, true) > 0;
}
