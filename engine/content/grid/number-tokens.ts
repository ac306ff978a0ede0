import { corrupt, truncated } from '../records/errors.ts';
import { latin1Of } from '../../io/bytes.ts';

/** Bytes of a text that are looked at in one piece. */
const PIECE_BYTES = 65_536;
const [SPACE, COMMA] = [0x20, 0x2c];

/** Words of a text, separated by white space: numbers, for the most part, some of them with a decimal comma. */
export class NumberTokens {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, start = 0) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /** The next word; nothing at the end. */
  word(): string | undefined {
    const bytes = this.#bytes;
    while (this.#at < bytes.byteLength && bytes[this.#at]! <= SPACE) this.#at++;
    const start = this.#at;
    const last = Math.min(bytes.byteLength, start + PIECE_BYTES);
    while (this.#at < last && bytes[this.#at]! > SPACE) this.#at++;
    return this.#at === start ? undefined : latin1Of(bytes, start, this.#at);
  }

  /** The next word, which stays the next one. */
  peek(): string | undefined {
    const at = this.#at;
    const word = this.word();
    this.#at = at;
    return word;
  }

  /** The next number; NaN where the text says "nan". */
  number(): number {
    const word = this.word();
    if (word === undefined) throw truncated('it has fewer numbers than its size says');
    const text = word.charCodeAt(word.indexOf(',')) === COMMA ? word.replace(',', '.') : word;
    const number = Number(text);
    if (Number.isNaN(number) && !/^[-+]?(nan|1\.#(ind|qnan)\d*)$/i.test(text))
      throw corrupt(`"${word.slice(0, 40)}" stands where a number belongs`);
    return number;
  }
}
