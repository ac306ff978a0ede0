import { viewOf } from '../../../io/bytes.ts';
import type { Image } from '../model.ts';
import { mimeTypeOf } from '../pptx/image-types.ts';
import { childrenOf, readRecord, type OfficeRecord } from './records.ts';

/** An entry of a store of images ([MS-ODRAW] 2.2.32), and what images themselves are (2.2.23). */
const STORE = 0xf001;
const STORE_ENTRY = 0xf007;
const EXTENSIONS: Readonly<Record<number, string>> = {
  0xf01a: 'emf',
  0xf01b: 'wmf',
  0xf01c: 'pict',
  0xf01d: 'jpg',
  0xf01e: 'png',
  0xf01f: 'bmp',
  0xf029: 'tiff',
  0xf02a: 'jpg',
};
const METAFILES: ReadonlySet<string> = new Set(['emf', 'wmf', 'pict']);
/** Places in an entry: where its image is in the stream of images, how long the entry's name is, and where it ends. */
const PLACE_AT = 28;
const NAME_LENGTH_AT = 33;
const ENTRY_BYTES = 36;
const CHECKSUM_BYTES = 16;

/** An image as a record holds it, of whatever kind; `name` says which it is, without an ending. */
export function imageOfBlip(record: OfficeRecord | undefined, name: string): Image | undefined {
  const extension = record && EXTENSIONS[record.type];
  if (!record || extension === undefined || record.data.byteLength === 0) return undefined;
  const source = `${name}.${extension}`;
  const about = { kind: 'image', alternative: '', mimeType: mimeTypeOf(source), source } as const;
  // Metafiles are packed, and drawn again by whoever writes them.
  if (METAFILES.has(extension)) return about;
  // A checksum or two come before the bytes, and a byte that says nothing.
  const start = CHECKSUM_BYTES * (record.instance & 1 ? 2 : 1) + 1;
  return { ...about, read: () => record.data.subarray(start) };
}

/** The image of an entry of a store: within it, or in a stream of images. */
export function imageOfEntry(entry: OfficeRecord, images: Uint8Array, name: string): Image | undefined {
  if (entry.type !== STORE_ENTRY) return imageOfBlip(entry, name);
  if (entry.data.byteLength < ENTRY_BYTES) return undefined;
  const inner = readRecord(entry.data, ENTRY_BYTES + entry.data[NAME_LENGTH_AT]!);
  return imageOfBlip(inner ?? readRecord(images, viewOf(entry.data).getUint32(PLACE_AT, true)), name);
}

/** The entries of the store of a file's drawings, which shapes name by their number from 1. */
export function storeEntriesOf(drawings: OfficeRecord): OfficeRecord[] {
  return childrenOf(drawings)
    .filter(({ type }) => type === STORE)
    .flatMap((store) => childrenOf(store));
}
