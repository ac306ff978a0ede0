import { concatBytes, isUtf8Bytes } from '../../io/bytes.ts';
import type { InputFile } from '../../contract/codec.ts';
import { KiB } from '../../contract/limits.ts';

/** Bytes that are read at once. */
const PIECE_BYTES = 256 * KiB;
/** Where UTF-16 would show a zero. */
const SAMPLE_BYTES = 4 * KiB;
/** Bytes of a character of UTF-8. */
const MOST_BYTES = 4;

/** The bytes of a file in pieces: each is gone when the next comes. */
export function* bytePieces(file: InputFile): Generator<Uint8Array> {
  const piece = new Uint8Array(Math.min(PIECE_BYTES, file.size));
  for (let position = 0; position < file.size;) {
    const read = file.read(piece, position);
    if (read === 0) return;
    yield piece.subarray(0, read);
    position += read;
  }
}

/** Whether a file is UTF-8 without zeros in its beginning; its text is then the same piece by piece. */
export function isUtf8File(file: InputFile): boolean {
  let cut: Uint8Array = new Uint8Array(0);
  let isBeginning = true;
  for (const piece of bytePieces(file)) {
    if (isBeginning && piece.subarray(0, SAMPLE_BYTES).includes(0)) return false;
    isBeginning = false;
    const bytes = cut.byteLength === 0 ? piece : concatBytes([cut, piece]);
    const end = bytes.byteLength - bytesOfCutCharacter(bytes);
    if (!isUtf8Bytes(bytes.subarray(0, end))) return false;
    cut = bytes.slice(end);
  }
  return cut.byteLength === 0;
}

/** How many of the last bytes begin a character of more bytes than there are (RFC 3629 §3). */
function bytesOfCutCharacter(bytes: Uint8Array): number {
  for (let back = 1; back < MOST_BYTES && back <= bytes.byteLength; back++) {
    const byte = bytes[bytes.byteLength - back]!;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}

/** The first bytes of a file. */
export function headOf(file: InputFile, byteLength: number): Uint8Array {
  const head = new Uint8Array(Math.min(byteLength, file.size));
  return head.subarray(0, file.read(head, 0));
}

/** Bytes in which the form of a text shows. */
const FORM_BYTES = 256 * KiB;
const MARK = [0xef, 0xbb, 0xbf];
const LAST_OF_ASCII = '\u007f';

/** The beginning of a text in UTF-8, and the bytes of the mark before it. */
interface Utf8Head {
  readonly text: string;
  readonly markBytes: number;
}

/** Whether a file is UTF-8 that begins with more than blanks. */
export function isUtf8Text(file: InputFile): boolean {
  return isUtf8File(file) && headOfUtf8(file).text.trim() !== '';
}

/** The beginning of a file of UTF-8; of a character that it cuts off nothing is left. */
export function headOfUtf8(file: InputFile): Utf8Head {
  const head = headOf(file, FORM_BYTES);
  const markBytes = MARK.every((byte, index) => head[index] === byte) ? MARK.length : 0;
  return { text: new TextDecoder().decode(head.subarray(0, head.byteLength - bytesOfCutCharacter(head))), markBytes };
}

/** Whether a character takes one byte in UTF-8. */
export function isOneByte(character: string): boolean {
  return character <= LAST_OF_ASCII;
}
