import { latin1Of } from '../../../io/bytes.ts';
import { decoderOf, encodingOfCharset, encodingOfCodePage, SYMBOL_CHARSET } from './code-pages.ts';

/** Where Unicode has the characters of fonts of symbols, one for each byte. */
const SYMBOLS = 0xf000;

/** What the bytes of a text mean: that depends on the font that they are set in. */
export class RtfFonts {
  readonly #encodings = new Map<number, string | typeof SYMBOL_CHARSET>();
  #encoding = 'windows-1252';
  #font = -1;
  #defined = -1;

  /** A control word of the table of fonts. */
  read(word: string, number: number): void {
    if (word === 'f') this.#defined = number;
    else if (word === 'cpg') this.#define(encodingOfCodePage(number));
    else if (word === 'fcharset') this.#define(number === SYMBOL_CHARSET ? number : encodingOfCharset(number));
  }

  #define(encoding: string | typeof SYMBOL_CHARSET | undefined): void {
    if (encoding !== undefined) this.#encodings.set(this.#defined, encoding);
  }

  /** A control word before the text that says how its bytes are meant where no font does. */
  setDefault(word: string, parameter: number | undefined): void {
    if (word === 'deff') this.#font = parameter ?? -1;
    else if (word === 'ansicpg') this.#encoding = encodingOfCodePage(parameter ?? 1252) ?? this.#encoding;
    else this.#encoding = word === 'mac' ? 'macintosh' : 'ibm866';
  }

  decode(bytes: Uint8Array, font: number): string {
    const encoding = this.#encodings.get(font < 0 ? this.#font : font) ?? this.#encoding;
    if (encoding !== SYMBOL_CHARSET) return decoderOf(encoding).decode(bytes);
    return latin1Of(bytes).replace(/[!-\xff]/g, (letter) => String.fromCharCode(SYMBOLS + letter.charCodeAt(0)));
  }
}
