import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { byteAt, plainImage, UnknownKind, type PlainImage } from '../plain-image.ts';

/** Images of science and of image libraries: a header, then samples as they are. */

const CARD_BYTES = 80;
const BLOCK_BYTES = 2880;
const MAX_CARDS = 3600;

/**
 * FITS with integers of 8 or 16 bits, rows from the bottom up, colours in planes. The range that is shown is the one
 * between DATAMIN and DATAMAX; without it each program shows another one. https://fits.gsfc.nasa.gov/fits_standard.html
 */
export function readFits(file: Uint8Array): PlainImage {
  const cards = fitsCards(file);
  const number = (name: string, absent = Number.NaN): number => Number(cards.get(name) ?? absent);
  const bits = number('BITPIX');
  const [axes, width, height] = [number('NAXIS'), number('NAXIS1'), number('NAXIS2')];
  const [least, most] = [number('DATAMIN'), number('DATAMAX')];
  const planes = axes === 3 ? number('NAXIS3') : 1;
  const isKnown = (bits === 8 || bits === 16) && (axes === 2 || axes === 3) && (planes === 1 || planes === 3);
  if (!isKnown || !(most > least)) throw new UnknownKind('The FITS image is of a kind that is not read here.');
  const start = Math.ceil((cards.size * CARD_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
  const view = viewOf(file);
  const [scale, zero] = [number('BSCALE', 1), number('BZERO', 0)];
  const valueAt = (index: number): number =>
    bits === 8 ? view.getUint8(start + index) : view.getInt16(start + index * 2);
  return plainImage({ width, height, channels: planes, bitsPerChannel: bits, isBottomUp: true }, (pixel, channel) =>
    asByte((valueAt(channel * width * height + pixel) * scale + zero - least) / (most - least)),
  );
}

/** Values by keyword; cards without a value are kept by their number, so that the size counts all of them. */
function fitsCards(file: Uint8Array): Map<string, string> {
  const cards = new Map<string, string>();
  for (let index = 0; index < MAX_CARDS; index++) {
    const card = latin1Of(file, index * CARD_BYTES, (index + 1) * CARD_BYTES);
    const name = card.slice(0, 8).trim();
    cards.set(card[8] === '=' && !cards.has(name) ? name : `#${index}`, card.slice(10).split('/')[0]!.trim());
    if (name === 'END') return cards;
  }
  throw new RangeError('The header of this FITS image has no end.');
}

/** VICAR images of bytes, grey or in planes of colour. https://www-mipl.jpl.nasa.gov/external/VICAR_file_fmt.pdf */
export function readVicar(file: Uint8Array): PlainImage {
  const labelBytes = Number(/^LBLSIZE=(\d+)/.exec(latin1Of(file, 0, 32))?.[1]);
  const label = latin1Of(file, 0, Math.min(labelBytes || 0, file.byteLength));
  const field = (name: string): string | undefined =>
    new RegExp(`\\b${name}=(?:'([^']*)'|(\\S+))`).exec(label)?.slice(1).find(Boolean);
  const number = (name: string): number => Number(field(name) ?? 0);
  const [width, height, bands] = [number('NS'), number('NL'), number('NB') || 1];
  const isPlain = field('FORMAT') === 'BYTE' && (field('ORG') ?? 'BSQ') === 'BSQ' && !number('NBB') && !number('NLB');
  if (!isPlain || (bands !== 1 && bands !== 3))
    throw new UnknownKind('The VICAR image is of a kind that is not read here.');
  return plainImage({ width, height, channels: bands }, (pixel, band) =>
    byteAt(file, labelBytes + band * width * height + pixel),
  );
}

const VIFF_HEADER_BYTES = 1024;
const VIFF_LITTLE_ENDIAN = 0x08;
const VIFF_STORAGE = { bit: 0, byte: 1 };

/** Khoros VIFF of bits or of planes of bytes, without a map. https://www.fileformat.info/format/viff/egff.htm */
export function readViff(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const isLittle = view.getUint8(4) === VIFF_LITTLE_ENDIAN;
  const field = (at: number): number => view.getUint32(at, isLittle);
  const [width, height, bands, storage] = [field(520), field(524), field(560), field(564)];
  const [packing, mapScheme] = [field(568), field(572)];
  const isBits = storage === VIFF_STORAGE.bit && bands === 1;
  const isBytes = storage === VIFF_STORAGE.byte && (bands === 1 || bands === 3 || bands === 4);
  if ((!isBits && !isBytes) || packing !== 0 || mapScheme !== 0)
    throw new UnknownKind('The VIFF image is of a kind that is not read here.');
  if (isBytes)
    return plainImage({ width, height, channels: bands }, (pixel, band) =>
      byteAt(file, VIFF_HEADER_BYTES + band * width * height + pixel),
    );
  const lineBytes = Math.ceil(width / 8);
  return plainImage({ width, height, channels: 1 }, (pixel) => {
    const x = pixel % width;
    const byte = byteAt(file, VIFF_HEADER_BYTES + Math.floor(pixel / width) * lineBytes + (x >> 3));
    return (byte >> (x & 7)) & 1 ? 0 : 255;
  });
}

const VIPS_HEADER_BYTES = 64;
const VIPS_BIG_ENDIAN = 0x08f2a6b6;
const VIPS_SAMPLE_BYTES: Readonly<Record<number, number>> = { 0: 1, 2: 2 };
/** Black and white, sRGB, RGB and grey of 16 bits. */
const VIPS_SHOWN: ReadonlySet<number> = new Set([1, 22, 25, 26]);

/** Files of libvips: pixels of 8 or 16 bits. https://www.libvips.org/API/current/file-format.html */
export function readVipsFile(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const isLittle = view.getUint32(0) !== VIPS_BIG_ENDIAN;
  const field = (at: number): number => view.getUint32(at, isLittle);
  const [width, height, bands] = [field(4), field(8), field(12)];
  const [sampleFormat, coding, kind] = [field(20), field(24), field(28)];
  const sampleBytes = VIPS_SAMPLE_BYTES[sampleFormat];
  if (!sampleBytes || bands > 4 || coding !== 0 || !VIPS_SHOWN.has(kind))
    throw new UnknownKind('The image of libvips is of a kind that is not read here.');
  const high = isLittle ? sampleBytes - 1 : 0;
  return plainImage({ width, height, channels: bands, bitsPerChannel: sampleBytes * 8 }, (pixel, band) =>
    byteAt(file, VIPS_HEADER_BYTES + (pixel * bands + band) * sampleBytes + high),
  );
}

/** A share of the range as a byte. */
function asByte(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 255);
}
