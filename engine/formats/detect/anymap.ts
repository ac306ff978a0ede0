import type { FormatId } from '../index.ts';
import { latin1 } from './byte-fields.ts';
import { found, type Detector } from './finding.ts';
import { decodeText } from './text/decode.ts';

const FORMATS: Readonly<Record<string, FormatId>> = {
  P1: 'pbm',
  P2: 'pgm',
  P3: 'ppm',
  P4: 'pbm',
  P5: 'pgm',
  P6: 'ppm',
};

/** Comments come before the numbers; they are rarely longer. */
const HEADER_CHARS = 4096;
/** Of the samples in text so many are looked at. */
const SAMPLE_CHARS = 16_384;
const MOST_SHADES = 65_535;

/**
 * Netpbm's formats. Two letters are no signature, as a sentence may begin with them: either a line of its own holds
 * them, as every writer does, or what follows is exactly as long as the header says. https://netpbm.sourceforge.net/doc/
 */
export const detectAnymap: Detector = async ({ head, size }) => {
  if (head[0] !== 0x50) return undefined;
  const start = latin1(head, 0, HEADER_CHARS);
  if (/^P7\n(#[^\n]*\n)*(WIDTH|HEIGHT|DEPTH|MAXVAL|TUPLTYPE)\s/.test(start)) return found('pam');
  const float = /^P([fFhH])\r?\n\s*\d+\s+\d+\s+-?\d+(\.\d*)?([eE][+-]?\d+)?\s/.exec(start);
  if (float) return found(/f/i.test(float[1]!) ? 'pfm' : 'phm');
  const format = FORMATS[start.slice(0, 2)];
  const header = format && readHeader(start);
  if (!header) return undefined;
  const isOwnLine = /^P\d[ \t]*\r?\n/.test(start);
  const isLike = header.isText
    ? holdsSamples(latin1(head, header.bytes, header.bytes + SAMPLE_CHARS), isOwnLine)
    : isOwnLine || header.bytes + header.pixelBytes === size || decodeText(head, false) === undefined;
  return isLike ? found(format, 1, ['pnm']) : undefined;
};

interface Header {
  readonly isText: boolean;
  /** Bytes up to the pixels, and of the pixels of one binary image. */
  readonly bytes: number;
  readonly pixelBytes: number;
}

function readHeader(start: string): Header | undefined {
  const kind = Number(start[1]);
  const isBilevel = kind === 1 || kind === 4;
  const between = String.raw`(?:\s|#[^\n]*\n)+`;
  const numbers = `${between}(\\d{1,10})`.repeat(isBilevel ? 2 : 3);
  const match = new RegExp(`^P\\d${numbers}(\\s|$)`).exec(start);
  if (!match) return undefined;
  const [width = 0, height = 0, most = 1] = match.slice(1, isBilevel ? 3 : 4).map(Number);
  if (width === 0 || height === 0 || most === 0 || most > MOST_SHADES) return undefined;
  const rowBytes = isBilevel ? Math.ceil(width / 8) : width * (kind === 6 ? 3 : 1) * (most > 255 ? 2 : 1);
  return { isText: kind <= 3, bytes: match[0].length, pixelBytes: rowBytes * height };
}

/** Whether nothing but numbers, comments and further images follow. A header alone is enough on lines of its own. */
function holdsSamples(text: string, isOwnLine: boolean): boolean {
  const samples = text.replaceAll(/#[^\n]*(\n|$)/g, '');
  return /^[\d\sP]*$/.test(samples) && (isOwnLine || /\d/.test(samples));
}
