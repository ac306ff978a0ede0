import { deflate, inflate } from '../../io/compression.ts';
import { viewOf } from '../../io/bytes.ts';
import {
  checksumOf,
  damaged,
  MAX_FONT_BYTES,
  paddedTo4,
  tagAt,
  tooLarge,
  truncated,
  withoutAdjustment,
  type Sfnt,
} from './sfnt.ts';

/** Web Open Font Format 1.0: the tables of a font, each deflated. https://www.w3.org/TR/WOFF/ */

const SIGNATURE = 0x774f_4646;
const HEADER_BYTES = 44;
const RECORD_BYTES = 20;
const METADATA_LENGTH_AT = 28;
const PRIVATE_LENGTH_AT = 40;

/** Text about the font, or data of its vendor's own, is beside the tables: no other container holds them. */
export function hasWoffExtras(file: Uint8Array): boolean {
  const view = viewOf(file);
  return view.getUint32(METADATA_LENGTH_AT) > 0 || view.getUint32(PRIVATE_LENGTH_AT) > 0;
}

export function readWoff(file: Uint8Array): Sfnt {
  if (file.byteLength < HEADER_BYTES) throw truncated('its header');
  const view = viewOf(file);
  if (view.getUint32(0) !== SIGNATURE) throw damaged('it does not begin with the mark of WOFF');
  const count = view.getUint16(12);
  if (count === 0) throw damaged('it has no tables');
  if (HEADER_BYTES + count * RECORD_BYTES > file.byteLength) throw truncated('the list of its tables');
  const tables = new Map<string, Uint8Array>();
  let total = 0;
  for (let record = HEADER_BYTES; record < HEADER_BYTES + count * RECORD_BYTES; record += RECORD_BYTES) {
    const [start, stored, length] = [4, 8, 12].map((at) => view.getUint32(record + at)) as [number, number, number];
    total += length;
    if (total > MAX_FONT_BYTES) throw tooLarge('bytes when unpacked', MAX_FONT_BYTES, total);
    if (start + stored > file.byteLength) throw truncated(`its table ${tagAt(file, record)}`);
    tables.set(tagAt(file, record), expanded(file.subarray(start, start + stored), length));
  }
  return { flavour: view.getUint32(4), tables };
}

function expanded(stored: Uint8Array, length: number): Uint8Array {
  if (stored.byteLength === length) return stored;
  if (stored.byteLength > length) throw damaged('a compressed table is longer than the table itself');
  let table: Uint8Array;
  try {
    table = inflate(stored, { maxOutputLength: Math.max(length, 1) });
  } catch (cause) {
    throw damaged('a compressed table cannot be expanded', cause);
  }
  if (table.byteLength !== length) throw damaged('a table is not as long as the file says');
  return new Uint8Array(table.buffer, table.byteOffset, table.byteLength);
}

export function writeWoff({ flavour, tables }: Sfnt): Uint8Array {
  const entries = [...tables]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tag, table]) => ({ tag, table, stored: deflated(table) }));
  const count = entries.length;
  const directoryBytes = HEADER_BYTES + count * RECORD_BYTES;
  const file = new Uint8Array(entries.reduce((sum, { stored }) => sum + paddedTo4(stored.byteLength), directoryBytes));
  const view = viewOf(file);
  view.setUint32(0, SIGNATURE);
  view.setUint32(4, flavour);
  view.setUint32(8, file.byteLength);
  view.setUint16(12, count);
  view.setUint32(
    16,
    entries.reduce((sum, { table }) => sum + paddedTo4(table.byteLength), 12 + 16 * count),
  );
  view.setUint16(20, 1);
  let offset = directoryBytes;
  for (const [index, { tag, table, stored }] of entries.entries()) {
    const record = HEADER_BYTES + index * RECORD_BYTES;
    for (let char = 0; char < 4; char++) file[record + char] = tag.charCodeAt(char);
    view.setUint32(record + 4, offset);
    view.setUint32(record + 8, stored.byteLength);
    view.setUint32(record + 12, table.byteLength);
    view.setUint32(record + 16, checksumOf(withoutAdjustment(tag, table)));
    file.set(stored, offset);
    offset += paddedTo4(stored.byteLength);
  }
  return file;
}

/** Deflated, or as it is where that is not longer: the format has no other way to say which. */
function deflated(table: Uint8Array): Uint8Array {
  const packed = deflate(table, { level: 9 });
  return packed.byteLength < table.byteLength ? packed : table;
}
