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
    50_220: 'iso-2022-jp',
    51_932: 'euc-jp',
    54_936: 'gb18030',
    874: 'windows-874',
  },
  ...{ 10_000: 'macintosh', 20_127: 'windows-1252', 1200: 'utf-16le' },
};

/** The name of a Windows code page in the Encoding Standard. */
export function encodingOfPage(page: number | undefined): string | undefined {
  if (page === undefined) return undefined;
  return PAGES[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : undefined);
}
