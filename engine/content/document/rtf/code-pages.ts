import { labelOfCodePage } from '../../../io/code-pages.ts';

/** Code pages of DOS whose letters are rare in RTF, box drawings aside. */
const OF_DOS: readonly number[] = [437, 850];

/** Code pages of the character sets that fonts name (`fcharset`, RTF 1.9.1). */
const CHARSETS: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

export function encodingOfCodePage(page: number): string | undefined {
  return OF_DOS.includes(page) ? 'windows-1252' : labelOfCodePage(page);
}

/** The character set of fonts of symbols, which have no letters. */
export const SYMBOL_CHARSET = 2;

/** Undefined for sets that follow the document's own (1) or hold symbols. */
export function encodingOfCharset(charset: number): string | undefined {
  const page = CHARSETS[charset];
  return page === undefined ? undefined : labelOfCodePage(page);
}

const decoders = new Map<string, TextDecoder>();

/** Decoders are many times as costly to make as to use. */
export function decoderOf(encoding: string): TextDecoder {
  const known = decoders.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding);
  decoders.set(encoding, decoder);
  return decoder;
}
