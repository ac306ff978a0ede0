import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';

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
