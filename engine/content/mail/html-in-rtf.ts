import { deEncapsulateSync } from 'rtf-stream-parser';
import { asBuffer } from '../../io/bytes.ts';
import { expandRtf } from './compressed-rtf.ts';

/** HTML that Outlook keeps in RTF ([MS-OXRTFEX]); nothing where the RTF is a text of its own, which the body repeats. */
export function htmlInRtf(compressed: Uint8Array): string | undefined {
  const rtf = expandRtf(compressed);
  if (!rtf) return undefined;
  try {
    const { mode, text } = deEncapsulateSync(asBuffer(rtf), {
      decode: decodePage,
      warn: () => {},
      mode: 'either',
      replaceSymbolFontChars: true,
    });
    return mode === 'html' ? String(text) : undefined;
  } catch {
    return undefined; // the plain text is there all the same
  }
}

function decodePage(bytes: Uint8Array, encoding: string): string {
  const page = /^(?:cp|windows-?)(\d+)$/i.exec(encoding)?.[1];
  return new TextDecoder(encodingOfPage(page === undefined ? undefined : Number(page)) ?? 'windows-1252').decode(bytes);
}

const PAGES: Readonly<Record<number, string>> = {
  ...{
    65_001: 'utf-8',
    28_591: 'iso-8859-1',
    28_592: 'iso-8859-2',
    28_605: 'iso-8859-15',
    20_866: 'koi8-r',
    932: 'shift_jis',
  },
  ...{
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
    ...{ 50_220: 'iso-2022-jp', 50_221: 'iso-2022-jp', 50_222: 'iso-2022-jp', 51_932: 'euc-jp', 20_932: 'euc-jp' },
    ...{ 51_949: 'euc-kr', 52_936: 'gbk', 51_936: 'gbk', 21_866: 'koi8-u', 28_593: 'iso-8859-3', 28_594: 'iso-8859-4' },
    ...{
      28_595: 'iso-8859-5',
      28_596: 'iso-8859-6',
      28_597: 'iso-8859-7',
      28_598: 'iso-8859-8',
      38_598: 'iso-8859-8-i',
    },
    ...{ 28_599: 'windows-1254', 28_603: 'iso-8859-13' },
    54_936: 'gb18030',
    874: 'windows-874',
  },
  ...{ 10_000: 'macintosh', 20_127: 'windows-1252', 1200: 'utf-16le' },
};

/** Code pages of transport, by the code page of Windows that texts of the same language have in memory. */
const TRANSPORT_PAGES: Readonly<Record<number, readonly number[]>> = {
  932: [50_220, 50_221, 50_222, 51_932, 20_932],
  936: [50_227, 52_936, 51_936],
  949: [50_225, 51_949, 20_949],
  950: [50_229, 51_950],
  1250: [28_592],
  1251: [20_866, 21_866, 28_595],
  1252: [20_127, 28_591, 28_605],
  1253: [28_597],
  1254: [28_599],
  1255: [28_598, 38_598],
  1256: [28_596],
  1257: [28_594, 28_603],
};

/** The code page of Windows for the language of a code page of transport; the same page where it is of no language. */
export function windowsPageOf(page: number | undefined): number | undefined {
  const found = Object.keys(TRANSPORT_PAGES).find((key) => TRANSPORT_PAGES[Number(key)]!.includes(page ?? 0));
  return found === undefined ? page : Number(found);
}

/** The name of a Windows code page in the Encoding Standard. */
export function encodingOfPage(page: number | undefined): string | undefined {
  if (page === undefined) return undefined;
  return PAGES[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : undefined);
}
