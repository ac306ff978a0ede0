import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { decoderNamed, labelOfCodePage } from '../../../io/code-pages.ts';

/** Code pages with the number by which dBase files name them (Visual FoxPro: code pages supported). */
const MARKS: readonly (readonly [page: number, mark: number])[] = [
  [1252, 0x03],
  [1250, 0xc8],
  [1251, 0xc9],
  [1253, 0xcb],
  [1254, 0xca],
  [1255, 0x7d],
  [1256, 0x7e],
  [1257, 0xcc],
  [874, 0x7c],
  [932, 0x7b],
  [936, 0x7a],
  [949, 0x79],
  [950, 0x78],
];

export interface CodePage {
  readonly mark: number;
  encode(text: string): Uint8Array;
}

interface CodePageTables {
  readonly utils: {
    encode(page: number, text: string): Uint8Array | number[];
    decode(page: number, bytes: Uint8Array | number[]): string;
    hascp(page: number): boolean;
  };
}

const { utils } = codePages as unknown as CodePageTables;

/** The first code page that holds all the characters; undefined where none does. */
export function codePageOf(characters: ReadonlySet<string>): CodePage | undefined {
  const text = [...characters].join('');
  const found = MARKS.find(([page]) => utils.decode(page, utils.encode(page, text)) === text);
  if (!found) return undefined;
  const [page, mark] = found;
  return { mark, encode: (part) => Uint8Array.from(utils.encode(page, part)) };
}

/** The other numbers by which dBase files name code pages; two of those above have several. */
const OTHER_MARKS: readonly (readonly [mark: number, page: number])[] = [
  ...([0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b] as const).map((mark) => [mark, 437] as const),
  ...([0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37] as const).map((mark) => [mark, 850] as const),
  ...([0x57, 0x58, 0x59] as const).map((mark) => [mark, 1252] as const),
  ...([0x1f, 0x22, 0x23, 0x40, 0x64, 0x87] as const).map((mark) => [mark, 852] as const),
  ...([0x08, 0x17, 0x66] as const).map((mark) => [mark, 865] as const),
  ...([0x26, 0x65] as const).map((mark) => [mark, 866] as const),
  ...([0x13, 0x7b] as const).map((mark) => [mark, 932] as const),
  ...([0x4d, 0x7a] as const).map((mark) => [mark, 936] as const),
  ...([0x4e, 0x79] as const).map((mark) => [mark, 949] as const),
  ...([0x4f, 0x78] as const).map((mark) => [mark, 950] as const),
  ...([0x50, 0x7c] as const).map((mark) => [mark, 874] as const),
  [0x1c, 863],
  [0x24, 860],
  [0x6c, 863],
  [0x67, 861],
  [0x6a, 737],
  [0x6b, 857],
  [0x88, 857],
  [0x96, 10007],
  [0x97, 10029],
  [0x98, 10006],
];

/**
 * What decodes the texts of a code page, by its mark in the header of a table or by its name in a .cpg file: `1252`,
 * `ANSI 1252`, `OEM 850`, `CP1251`, `ISO-8859-1`, `88591`, `LDID/87`. Undefined where the page is not known.
 */
export function codePageDecoder(named: number | string): ((bytes: Uint8Array) => string) | undefined {
  if (typeof named === 'number') {
    const page = OTHER_MARKS.find(([mark]) => mark === named)?.[1] ?? MARKS.find(([, mark]) => mark === named)?.[0];
    return page === undefined ? undefined : pageDecoder(page);
  }
  const [, mark] = /^LDID\/(\d{1,3})$/i.exec(named) ?? [];
  if (mark) return codePageDecoder(Number(mark));
  const [, page] = /^(?:ANSI|OEM|CP|WINDOWS|IBM|MS)?[\s_-]*(\d{3,4})$/i.exec(named) ?? [];
  if (page) return pageDecoder(Number(page));
  return decoderNamed(named.replace(/^(?:ISO[\s_-]*)?8859[\s_-]*(\d{1,2})$/i, 'iso-8859-$1'));
}

function pageDecoder(page: number): ((bytes: Uint8Array) => string) | undefined {
  const label = labelOfCodePage(page);
  if (label) return decoderNamed(label);
  return utils.hascp(page) ? (bytes) => utils.decode(page, bytes) : undefined;
}
