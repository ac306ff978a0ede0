import { viewOf } from '../../io/bytes.ts';
import type { Warning } from '../../contract/codec.ts';
import {
  damaged,
  isCollection,
  isOpenType,
  MAX_FONT_BYTES,
  readCollection,
  readSfnt,
  tooLarge,
  type Sfnt,
} from './sfnt.ts';
import { unpackEot } from './eot.ts';
import { readDfont } from './dfont.ts';
import { readBareCff } from './bare-cff.ts';
import { readTtx } from './ttx/read.ts';
import { readType1Font } from './type1.ts';
import { readWoff } from './woff.ts';
import { unpackWoff2 } from './woff2.ts';

/** Told the tables whose checksums are wrong. */
type OnWrongChecksums = (tags: readonly string[]) => void;

const CONTAINERS = ['ttf', 'otf', 'woff', 'woff2', 'eot'] as const;
const COLLECTIONS = ['ttc', 'dfont'] as const;
/** Fonts of PostScript, which have no tables until they are read. */
const POSTSCRIPT = ['pfa', 'pfb', 'cff'] as const;
export type PackedFormat =
  | (typeof CONTAINERS)[number]
  | (typeof COLLECTIONS)[number]
  | (typeof POSTSCRIPT)[number]
  | 'ttx';

interface UnpackOptions {
  readonly signal: AbortSignal;
  readonly onWrongChecksums?: OnWrongChecksums;
  /** Told what is left out of a font that must be compiled. */
  readonly warn?: (warning: Warning) => void;
}

/** The fonts in a file of any container: more than one only in a collection. */
export async function unpackFonts(
  file: Uint8Array,
  format: PackedFormat,
  { signal, onWrongChecksums, warn }: UnpackOptions,
): Promise<Sfnt[]> {
  if (file.byteLength > MAX_FONT_BYTES) throw tooLarge('bytes', MAX_FONT_BYTES, file.byteLength);
  switch (format) {
    case 'pfa':
    case 'pfb':
      return [readType1Font(file, signal)];
    case 'cff':
      return [readBareCff(file)];
    case 'ttx':
      return [readTtx(file, { signal, warn })];
    case 'woff':
      return [readWoff(file)];
    case 'woff2':
      return fontsIn(await unpackWoff2(file));
    case 'eot':
      return fontsIn(unpackEot(file), onWrongChecksums);
    case 'dfont':
      return readDfont(file).map((font) => readSfnt(font, { onWrongChecksums }));
    default:
      return fontsIn(file, onWrongChecksums);
  }
}

function fontsIn(file: Uint8Array, onWrongChecksums?: OnWrongChecksums): Sfnt[] {
  if (isCollection(file)) return readCollection(file, onWrongChecksums);
  if (isOpenType(file)) return [readSfnt(file, { onWrongChecksums })];
  const mark = file.byteLength < 4 ? '' : viewOf(file).getUint32(0).toString(16);
  throw damaged(`it begins with ${mark === '' ? 'nothing' : mark} instead of the mark of a font`);
}
