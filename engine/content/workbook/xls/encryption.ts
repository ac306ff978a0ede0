import { viewOf } from '../../../io/bytes.ts';
import { openRc4, type BlockKeys, type Rc4 } from '../../document/encryption/rc4.ts';

/**
 * With this password Excel encrypts workbooks whose structure is protected, and opens them without asking for one
 * ([MS-OFFCRYPTO] 2.1.4).
 */
const DEFAULT_PASSWORD = 'VelvetSweatshop';

const HEADER_BYTES = 4;
/** Each part of a stream has a key of its own ([MS-XLS] 2.2.10). */
const BLOCK_BYTES = 1024;
const RC4 = 1;
/** Records that are never encrypted: they say where things begin, and who has the file open. */
const PLAIN_RECORDS: ReadonlySet<number> = new Set([0x0809, 0x002f, 0x0194, 0x0195, 0x00e1, 0x0196, 0x0138]);
/** The place of a sheet's first record is plainly at the beginning of the record that names the sheet. */
const BOUND_SHEET = 0x0085;
const PLAIN_PLACE_BYTES = 4;

/** A workbook's stream without its encryption; nothing if the password is another one, or the method is not RC4. */
export function decryptWorkbookStream(
  stream: Uint8Array,
  filePassword: Uint8Array,
  password = DEFAULT_PASSWORD,
): Uint8Array | undefined {
  if (filePassword.byteLength < 2 || viewOf(filePassword).getUint16(0, true) !== RC4) return undefined;
  const keys = openRc4(filePassword.subarray(2), password);
  return keys && decryptRecords(stream, keys);
}

function decryptRecords(stream: Uint8Array, keys: BlockKeys): Uint8Array {
  const decrypted = stream.slice();
  const view = viewOf(stream);
  const key = keyStream(keys);
  for (let at = 0; at + HEADER_BYTES <= stream.byteLength;) {
    const [type, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const start = at + HEADER_BYTES;
    const end = Math.min(start + size, stream.byteLength);
    const from = PLAIN_RECORDS.has(type) ? end : type === BOUND_SHEET ? start + PLAIN_PLACE_BYTES : start;
    for (let place = from; place < end; place++) decrypted[place]! ^= key(place);
    at = start + size;
  }
  return decrypted;
}

/** The byte of the key for each place of a stream; the places are asked for in rising order. */
function keyStream(keys: BlockKeys): (place: number) => number {
  let cipher: Rc4 | undefined;
  let block = -1;
  let next = 0;
  return (place) => {
    if (Math.floor(place / BLOCK_BYTES) !== block) {
      block = Math.floor(place / BLOCK_BYTES);
      cipher = keys(block);
      next = block * BLOCK_BYTES;
    }
    for (; next < place; next++) cipher!.next();
    next++;
    return cipher!.next();
  };
}
