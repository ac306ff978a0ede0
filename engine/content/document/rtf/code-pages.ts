/** Names of the Encoding Standard for Windows code pages. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  437: 'windows-1252', // box drawings aside, its letters are rare in RTF
  850: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1250: 'windows-1250',
  1251: 'windows-1251',
  1252: 'windows-1252',
  1253: 'windows-1253',
  1254: 'windows-1254',
  1255: 'windows-1255',
  1256: 'windows-1256',
  1257: 'windows-1257',
  1258: 'windows-1258',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  65001: 'utf-8',
};

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
  return CODE_PAGES[page];
}

/** The character set of fonts of symbols, which have no letters. */
export const SYMBOL_CHARSET = 2;

/** Undefined for sets that follow the document's own (1) or hold symbols. */
export function encodingOfCharset(charset: number): string | undefined {
  const page = CHARSETS[charset];
  return page === undefined ? undefined : CODE_PAGES[page];
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
