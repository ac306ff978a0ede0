import { viewOf } from '../../../io/bytes.ts';
import type { Size } from '../size.ts';
import { byteOfLight } from '../linear-light.ts';
import { CINEON, DPX, lightOfCode, MOST_CODE } from './codes.ts';
import { plainImage, UnknownKind, type PlainImage } from '../plain-image.ts';

/** How the samples of a scanned film are stored. */
interface FilmSamples extends Size {
  readonly channels: number;
  readonly bits: number;
  readonly start: number;
  readonly isLittle: boolean;
  /** Samples are the densities of a negative. */
  readonly isLogarithmic: boolean;
}

const DPX_CHANNELS: Readonly<Record<number, number>> = {
  [DPX.codes.luminance]: 1,
  [DPX.codes.rgb]: 3,
  [DPX.codes.rgba]: 4,
};
/** User-defined, linear, and the curves of video; 1 and 3 are logarithmic. */
const DPX_CURVES: ReadonlySet<number> = new Set([0, 2, 4, 5, 6, 7, 8]);
const DPX_LOGARITHMIC: ReadonlySet<number> = new Set([1, 3]);

/** SMPTE 268M: one element of 8, 10 or 16 bits; 10 bits are three in a word, its lowest two bits unused. */
export function readDpx(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const isLittle = view.getUint32(0) !== DPX.bigEndian;
  const elements = view.getUint16(770, isLittle);
  const [code, curve, bits] = [view.getUint8(800), view.getUint8(801), view.getUint8(803)];
  const [packing, encoding] = [view.getUint16(804, isLittle), view.getUint16(806, isLittle)];
  const channels = DPX_CHANNELS[code];
  const isPacked = bits !== 10 || packing === 1;
  const isLogarithmic = DPX_LOGARITHMIC.has(curve);
  if (elements !== 1 || !channels || !isPacked || encoding !== 0 || (!isLogarithmic && !DPX_CURVES.has(curve)))
    throw new UnknownKind('The DPX image is of a kind that is not read here.');
  const [width, height] = [view.getUint32(772, isLittle), view.getUint32(776, isLittle)];
  const start = view.getUint32(808, isLittle) || view.getUint32(4, isLittle);
  return readFilm(view, { width, height, channels, bits, start, isLittle, isLogarithmic });
}

/** Throws a RangeError for kinds that are not read here. */
export function readCineonHeader(
  file: Uint8Array,
): Size & { readonly channels: number; readonly bitsPerChannel: number } {
  const view = viewOf(file);
  const isLittle = view.getUint32(0) !== CINEON.bigEndian;
  const [channels, bits] = [view.getUint8(193), view.getUint8(198)];
  if ((channels !== 1 && channels !== 3) || !SAMPLES[bits])
    throw new UnknownKind('The Cineon image is of a kind that is not read here.');
  const [width, height] = [view.getUint32(200, isLittle), view.getUint32(204, isLittle)];
  return { width, height, channels, bitsPerChannel: bits };
}

/** Cineon: the densities of a negative. */
export function readCineon(file: Uint8Array): PlainImage {
  const { bitsPerChannel: bits, ...size } = readCineonHeader(file);
  const view = viewOf(file);
  const isLittle = view.getUint32(0) !== CINEON.bigEndian;
  return readFilm(view, { ...size, bits, start: view.getUint32(4, isLittle), isLittle, isLogarithmic: true });
}

function readFilm(
  view: DataView,
  { width, height, channels, bits, start, isLittle, isLogarithmic }: FilmSamples,
): PlainImage {
  const rowSamples = width * channels;
  const rowBytes = bits === 10 ? Math.ceil(rowSamples / 3) * 4 : Math.ceil((rowSamples * bits) / 32) * 4;
  const sampleAt = SAMPLES[bits];
  if (!sampleAt) throw new UnknownKind(`Samples of ${bits} bits are not read here.`);
  const most = 2 ** bits - 1;
  const bytes = Uint8Array.from({ length: bits === 10 ? 1024 : 256 }, (_, code, codes = bits === 10 ? 1023 : 255) =>
    isLogarithmic ? byteOfLight(lightOfCode((code / codes) * MOST_CODE)) : Math.round((code / codes) * 255),
  );
  return plainImage({ width, height, channels, bitsPerChannel: Math.max(8, bits) }, (pixel, channel) => {
    const row = Math.floor(pixel / width);
    const sample = sampleAt(view, start + row * rowBytes, (pixel % width) * channels + channel, isLittle);
    return bytes[bits === 16 ? Math.round((sample / most) * 255) : sample]!;
  });
}

type SampleAt = (view: DataView, row: number, index: number, isLittle: boolean) => number;

const SAMPLES: Readonly<Record<number, SampleAt>> = {
  8: (view, row, index) => view.getUint8(row + index),
  10: (view, row, index, isLittle) =>
    (view.getUint32(row + Math.floor(index / 3) * 4, isLittle) >>> (22 - 10 * (index % 3))) & 1023,
  16: (view, row, index, isLittle) => view.getUint16(row + index * 2, isLittle),
};
