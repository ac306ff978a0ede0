import { compress, decompress } from 'woff2-encoder';
import { viewOf } from '../../io/bytes.ts';
import { damaged, MAX_FONT_BYTES, tooLarge, truncated } from './sfnt.ts';

/** Web Open Font Format 2, by the reference implementation in WebAssembly. https://www.w3.org/TR/WOFF2/ */

const HEADER_BYTES = 48;
const KNOWN_TAG_MASK = 0x3f;
const OWN_TAG = 0x3f;
/** What the reference implementation refuses too: no font is a hundredth when packed. */
const MAX_RATIO = 100;

/** The font or the collection inside. */
export async function unpackWoff2(file: Uint8Array): Promise<Uint8Array> {
  checkHeader(file);
  try {
    return await decompress(file);
  } catch (cause) {
    throw damaged('its compressed tables cannot be expanded', cause);
  }
}

export async function packWoff2(font: Uint8Array): Promise<Uint8Array> {
  try {
    return await compress(font);
  } catch (cause) {
    throw damaged('its outlines cannot be read', cause);
  }
}

function checkHeader(file: Uint8Array): void {
  if (file.byteLength < HEADER_BYTES) throw truncated('its header');
  const view = viewOf(file);
  if (view.getUint32(8) > file.byteLength) throw truncated('a part of its compressed tables');
  const unpacked = expandedBytesOf(file, view.getUint16(12));
  if (unpacked > MAX_FONT_BYTES) throw tooLarge('bytes when unpacked', MAX_FONT_BYTES, unpacked);
  if (unpacked > file.byteLength * MAX_RATIO)
    throw damaged('it says that it is a hundred times as large when unpacked');
}

/** Sums up what the directory says of its tables (WOFF2, 4.1): the header's own sum is only a hint. */
function expandedBytesOf(file: Uint8Array, tables: number): number {
  let at = HEADER_BYTES;
  let sum = 0;
  const nextNumber = (): number => {
    let value = 0;
    for (let digit = 0; digit < 5; digit++) {
      if (at >= file.byteLength) throw truncated('the list of its tables');
      const byte = file[at++]!;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw damaged('a length in the list of its tables is no number');
  };
  for (let table = 0; table < tables; table++) {
    const flags = file[at++] ?? 0;
    const known = flags & KNOWN_TAG_MASK;
    if (known === OWN_TAG) at += 4;
    const version = flags >> 6;
    sum += nextNumber();
    // glyf and loca are transformed unless they say that they are not, the others only if they say so.
    const isTransformed = known === 10 || known === 11 ? version !== 3 : version !== 0;
    if (isTransformed) nextNumber();
  }
  return sum;
}
