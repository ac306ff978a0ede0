import { utf8Bytes } from '../../../io/bytes.ts';
import { fractionDigits, isCanonicalNumber } from '../number-bytes.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const LETTER_F = 0x66;
const LETTER_T = 0x74;
const LETTER_A = 0x61;
const LETTER_E = 0x65;
const LETTER_L = 0x6c;
const LETTER_R = 0x72;
const LETTER_S = 0x73;
const LETTER_U = 0x75;
const NULL = utf8Bytes('null');
/** What JSON must escape, by byte: in UTF-8 nothing beyond ASCII. */
const ESCAPES: readonly Uint8Array[] = Array.from({ length: BACKSLASH + 1 }, (_, byte) =>
  utf8Bytes(JSON.stringify(String.fromCharCode(byte)).slice(1, -1)),
);
/** Bytes that one byte becomes at most: a control character, as `\u0001`. */
const MOST_ESCAPED = 6;
/** Bytes around a cell: its quotes, or the word null in its place. */
const AROUND_CELL = 4;

/** JSON text that grows, as UTF-8. Room is made for a whole row at once: nothing else looks whether there is any. */
export class JsonBytes {
  #bytes = new Uint8Array(0);
  length = 0;

  /** For so many bytes of JSON, and cells of so many bytes. */
  makeRoom({
    json,
    cells,
    cellBytes,
  }: {
    readonly json: number;
    readonly cells: number;
    readonly cellBytes: number;
  }): void {
    const needed = this.length + json + cells * AROUND_CELL + cellBytes * MOST_ESCAPED;
    if (needed <= this.#bytes.byteLength) return;
    const larger = new Uint8Array(needed * 2);
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }

  put(json: Uint8Array): void {
    const bytes = this.#bytes;
    let at = this.length;
    for (let index = 0; index < json.length; index++) bytes[at++] = json[index]!;
    this.length = at;
  }

  /** A cell without quotes: nothing, true, false and numbers in canonical form are what they say. */
  putPlain(source: Uint8Array, start: number, end: number): void {
    if (start === end) this.put(NULL);
    else if (isLiteral(source, start, end)) this.#copy(source, start, end);
    else this.putString(source, start, end, false);
  }

  /** A text; every quote in one that `wasQuoted` is twice. */
  putString(source: Uint8Array, start: number, end: number, wasQuoted: boolean): void {
    const bytes = this.#bytes;
    let at = this.length;
    bytes[at++] = QUOTE;
    for (let position = start; position < end; position++) {
      const byte = source[position]!;
      if (byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH) bytes[at++] = byte;
      else {
        const escape = ESCAPES[byte]!;
        for (let index = 0; index < escape.length; index++) bytes[at++] = escape[index]!;
        if (wasQuoted && byte === QUOTE) position++;
      }
    }
    bytes[at++] = QUOTE;
    this.length = at;
  }

  /** What there is so far, which is forgotten here. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  #copy(source: Uint8Array, start: number, end: number): void {
    const bytes = this.#bytes;
    let at = this.length;
    for (let position = start; position < end; position++) bytes[at++] = source[position]!;
    this.length = at;
  }
}

function isLiteral(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start]!;
  if (first === LETTER_T) return isTrue(bytes, start, end);
  if (first === LETTER_F) return isFalse(bytes, start, end);
  return isCanonicalNumber(bytes, start, end, fractionDigits(bytes, start, end));
}

export function isTrue(bytes: Uint8Array, start: number, end: number): boolean {
  return (
    end - start === 4 &&
    bytes[start] === LETTER_T &&
    bytes[start + 1] === LETTER_R &&
    bytes[start + 2] === LETTER_U &&
    bytes[start + 3] === LETTER_E
  );
}

export function isFalse(bytes: Uint8Array, start: number, end: number): boolean {
  return (
    end - start === 5 &&
    bytes[start] === LETTER_F &&
    bytes[start + 1] === LETTER_A &&
    bytes[start + 2] === LETTER_L &&
    bytes[start + 3] === LETTER_S &&
    bytes[start + 4] === LETTER_E
  );
}
