import { texCharacterOfBareCode, texEncodingOf } from '../../content/pages/reading/tex/encodings.ts';
import { type Pdfium, type Pointer, withMemory } from './bindings.ts';

/** Bytes of a font's name that are read, with their terminator. */
const NAME_BYTES = 256;
const SPACE = 0x20;
/** What marks the name of a font of which the file has some of the glyphs. */
const SUBSET_TAG = /^[A-Z]{6}\+/;

/** The PostScript name of a font; undefined where it has none. */
export function fontNameOf(pdfium: Pdfium, font: Pointer): string | undefined {
  return withMemory(pdfium, NAME_BYTES, (buffer) => {
    const bytes = pdfium.api.FPDFFont_GetBaseFontName(font, buffer, NAME_BYTES);
    if (bytes <= 1 || bytes > NAME_BYTES) return undefined;
    return new TextDecoder().decode(pdfium.HEAPU8.slice(buffer, buffer + bytes - 1));
  });
}

type ReadCode = (code: number) => number;

/**
 * Reads the codes that the library took for characters in TeX's fonts: of a glyph whose name is in no list of names, such
 * as the prime of mathematics, it gives the code, which is that of a digit.
 */
export class TexCodes {
  readonly #pdfium: Pdfium;
  readonly #readers = new Map<Pointer, ReadCode>();

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  /** The code point of a character that a text object draws; `code` is what the library says. */
  read(object: Pointer, code: number): number {
    let reader = this.#readers.get(object);
    if (!reader) this.#readers.set(object, (reader = readerOf(this.#pdfium, object)));
    return reader(code);
  }
}

function readerOf(pdfium: Pdfium, object: Pointer): ReadCode {
  const font = object === 0 ? 0 : pdfium.api.FPDFTextObj_GetFont(object);
  const name = font === 0 ? undefined : fontNameOf(pdfium, font);
  const encoding = name === undefined ? undefined : texEncodingOf(name.replace(SUBSET_TAG, ''));
  if (!encoding) return (code) => code;
  return (code) => (code > SPACE && texCharacterOfBareCode(encoding, code)?.codePointAt(0)) || code;
}
