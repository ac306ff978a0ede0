import { concatBytes, latin1Of, viewOf } from '../../../io/bytes.ts';
import { inflateRaw } from '../../../io/compression.ts';
import type { FormatId } from '../../../formats/index.ts';
import { unpackBits } from '../tiff/pack-bits.ts';
import { readJpegLs, readJpegLsHeader } from '../jpeg-ls/reader.ts';
import type { Size } from '../size.ts';
import type { RgbaImage } from '../inspect/raster.ts';

/**
 * DICOM images: samples of up to 16 bits, of which a window says what is black and what is white. ImageMagick gives
 * up beyond 8 bits. Read here: plain samples, run lengths and JPEG-LS; frames that are JPEG or JPEG 2000 files are given out.
 * https://dicom.nema.org/medical/dicom/current/output/chtml/part05/PS3.5.html
 *
 * `dicom-parser` 1.8 reads the same files alike, but keeps an object for every element: a hostile file of 20 MB takes
 * 800 MB and half a minute, where this keeps the elements that it needs.
 */
interface DicomHeader extends Size {
  readonly frames: number;
  readonly samples: number;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly isSigned: boolean;
  readonly isPlanar: boolean;
  readonly photometric: string;
  readonly slope: number;
  readonly intercept: number;
  /** Values that are shown from black to white; from the least to the greatest one when absent. */
  readonly window: { readonly centre: number; readonly width: number } | undefined;
  readonly syntax: Syntax;
  /** One part for each frame when the frames are packed, else all samples. */
  readonly pixels: readonly Uint8Array[];
}

/** How samples are packed: `file` is one of another format, by which the transfer syntaxes below are grouped. */
type Syntax = { readonly kind: 'plain' | 'runs' | 'jpegLs' } | { readonly kind: 'file'; readonly format: FormatId };

export type DicomFrame =
  | { readonly kind: 'pixels'; readonly image: RgbaImage }
  | { readonly kind: 'file'; readonly file: Uint8Array; readonly format: FormatId };

const PREFIX_AT = 128;
const UID = '1.2.840.10008.1.2';
const IMPLICIT = UID;
const DEFLATED = `${UID}.1.99`;
const BIG_ENDIAN = `${UID}.2`;
const SYNTAXES: Readonly<Record<string, Syntax>> = {
  [IMPLICIT]: { kind: 'plain' },
  [`${UID}.1`]: { kind: 'plain' },
  [DEFLATED]: { kind: 'plain' },
  [BIG_ENDIAN]: { kind: 'plain' },
  [`${UID}.5`]: { kind: 'runs' },
  [`${UID}.4.50`]: { kind: 'file', format: 'jpg' },
  [`${UID}.4.51`]: { kind: 'file', format: 'jpg' },
  [`${UID}.4.57`]: { kind: 'file', format: 'jpg' },
  [`${UID}.4.70`]: { kind: 'file', format: 'jpg' },
  [`${UID}.4.80`]: { kind: 'jpegLs' },
  [`${UID}.4.81`]: { kind: 'jpegLs' },
  [`${UID}.4.90`]: { kind: 'file', format: 'jp2' },
  [`${UID}.4.91`]: { kind: 'file', format: 'jp2' },
};

const TAGS = {
  syntax: 0x0002_0010,
  samples: 0x0028_0002,
  photometric: 0x0028_0004,
  planar: 0x0028_0006,
  frames: 0x0028_0008,
  rows: 0x0028_0010,
  columns: 0x0028_0011,
  bitsAllocated: 0x0028_0100,
  bitsStored: 0x0028_0101,
  representation: 0x0028_0103,
  windowCentre: 0x0028_1050,
  windowWidth: 0x0028_1051,
  intercept: 0x0028_1052,
  slope: 0x0028_1053,
  pixels: 0x7fe0_0010,
} as const;

export function readDicom(file: Uint8Array): DicomHeader {
  const dataset = readDataset(file);
  const number = (tag: keyof typeof TAGS, otherwise?: number): number => {
    const value = dataset.numberOf(TAGS[tag]) ?? otherwise;
    if (value === undefined || Number.isNaN(value)) throw new RangeError(`The DICOM file does not say its ${tag}.`);
    return value;
  };
  const pixels = dataset.pixels;
  if (!pixels) throw new RangeError('There is no image in this DICOM file.');
  const centre = dataset.numberOf(TAGS.windowCentre);
  const width = dataset.numberOf(TAGS.windowWidth);
  const bitsAllocated = number('bitsAllocated');
  return {
    width: number('columns'),
    height: number('rows'),
    frames: Math.max(1, number('frames', 1)),
    samples: number('samples', 1),
    bitsAllocated,
    bitsStored: number('bitsStored', bitsAllocated),
    isSigned: number('representation', 0) === 1,
    isPlanar: number('planar', 0) === 1,
    photometric: dataset.textOf(TAGS.photometric) ?? 'MONOCHROME2',
    slope: number('slope', 1) || 1,
    intercept: number('intercept', 0),
    window: centre !== undefined && width !== undefined && width > 0 ? { centre, width } : undefined,
    syntax: dataset.syntax,
    pixels,
  };
}

/** One frame, counted from 0, as it is shown. */
export function decodeDicom(file: Uint8Array, frame: number): DicomFrame {
  const header = readDicom(file);
  const { syntax, pixels } = header;
  if (syntax.kind === 'file') {
    const part = header.frames === 1 ? concatBytes(pixels) : pixels[frame];
    if (!part) throw new RangeError('A frame of the DICOM file is missing.');
    return { kind: 'file', file: part, format: syntax.format };
  }
  if (syntax.kind === 'jpegLs') {
    const part = header.frames === 1 ? concatBytes(pixels) : pixels[frame];
    // Its colours stand pixel by pixel whatever the file says of them.
    return { kind: 'pixels', image: shown(samplesOfJpegLs(part, header), { ...header, isPlanar: false }) };
  }
  const samples =
    syntax.kind === 'runs' ? samplesOfRuns(pixels[frame], header) : plainSamples(pixels[0]!, frame, header);
  return { kind: 'pixels', image: shown(samples, header) };
}

interface Dataset {
  readonly syntax: Syntax;
  readonly pixels: readonly Uint8Array[] | undefined;
  numberOf(tag: number): number | undefined;
  textOf(tag: number): string | undefined;
}

interface Element {
  readonly tag: number;
  readonly type: string;
  readonly at: number;
  /** Unknown for sequences and packed pixels, which end with a mark. */
  readonly length: number | undefined;
}

function readDataset(file: Uint8Array): Dataset {
  const isMarked = latin1Of(file, PREFIX_AT, PREFIX_AT + 4) === 'DICM';
  if (!isMarked) throw new RangeError('This is no DICOM file.');
  const values = new Map<number, DataView>();
  let uid = IMPLICIT;
  let reader = new ElementReader(file, { isImplicit: false, isLittle: true });
  let at = PREFIX_AT + 4;
  let isInMeta = true;
  let pixels: Uint8Array[] | undefined;
  while (at + 8 <= reader.file.byteLength) {
    if (isInMeta && reader.file[at] !== 2) {
      isInMeta = false;
      uid = textOf(values.get(TAGS.syntax)) ?? IMPLICIT;
      const rest = uid === DEFLATED ? inflated(file.subarray(at)) : reader.file;
      if (uid === DEFLATED) at = 0;
      reader = new ElementReader(rest, {
        isImplicit: uid === IMPLICIT,
        isLittle: uid !== BIG_ENDIAN,
      });
    }
    const element = reader.elementAt(at);
    if (element.tag === TAGS.pixels) {
      pixels = element.length === undefined ? reader.itemsAt(element.at) : [reader.bytes(element.at, element.length)];
      break;
    }
    at = element.length === undefined ? reader.endOfSequence(element.at) : element.at + element.length;
    const isShort = element.length !== undefined && element.length <= MAX_VALUE_BYTES;
    if (isShort && WANTED_TAGS.has(element.tag)) values.set(element.tag, reader.view(element.at, element.length));
  }
  const syntax = SYNTAXES[uid];
  if (!syntax) throw new RangeError(`DICOM images of the transfer syntax ${uid.slice(0, 64)} are not read here.`);
  return {
    syntax,
    pixels,
    numberOf(tag) {
      const value = values.get(tag);
      if (!value || value.byteLength === 0) return undefined;
      // Texts hold decimal numbers, several of them separated by backslashes.
      if (!BINARY_TAGS.includes(tag)) return Number.parseFloat(textOf(value)!);
      return value.getUint16(0, reader.isLittle);
    },
    textOf: (tag) => textOf(values.get(tag)),
  };
}

const MAX_VALUE_BYTES = 256;
const WANTED_TAGS: ReadonlySet<number> = new Set(Object.values(TAGS));
const BINARY_TAGS: readonly number[] = [
  ...[TAGS.samples, TAGS.planar, TAGS.rows, TAGS.columns],
  ...[TAGS.bitsAllocated, TAGS.bitsStored, TAGS.representation],
];

function textOf(value: DataView | undefined): string | undefined {
  if (!value) return undefined;
  return latin1Of(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)).replace(/[\s\0]+$/, '');
}

function inflated(bytes: Uint8Array): Uint8Array {
  try {
    return inflateRaw(bytes, { maxOutputLength: MAX_INFLATED_BYTES });
  } catch (error) {
    throw new RangeError('The packed part of the DICOM file is damaged.', { cause: error });
  }
}

const MAX_INFLATED_BYTES = 512 * 1024 * 1024;
/** Types whose length has four bytes, after two that are reserved. */
const LONG_TYPES = ['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'];
const ITEM = 0xfffe_e000;
const END_OF_ITEM = 0xfffe_e00d;
const END_OF_SEQUENCE = 0xfffe_e0dd;
const UNKNOWN_LENGTH = 0xffff_ffff;
const MAX_NESTING = 32;

/** Reads data elements; a RangeError comes from fields beyond the end of the file. */
class ElementReader {
  readonly file: Uint8Array;
  readonly isLittle: boolean;
  readonly #isImplicit: boolean;
  readonly #view: DataView;

  constructor(file: Uint8Array, { isImplicit, isLittle }: { isImplicit: boolean; isLittle: boolean }) {
    this.file = file;
    this.isLittle = isLittle;
    this.#isImplicit = isImplicit;
    this.#view = viewOf(file);
  }

  elementAt(at: number): Element {
    const tag = this.#view.getUint16(at, this.isLittle) * 0x1_0000 + this.#view.getUint16(at + 2, this.isLittle);
    const isDelimiter = tag === ITEM || tag === END_OF_ITEM || tag === END_OF_SEQUENCE;
    if (this.#isImplicit || isDelimiter)
      return this.#element(tag, '', at + 8, this.#view.getUint32(at + 4, this.isLittle));
    const type = String.fromCharCode(this.#view.getUint8(at + 4), this.#view.getUint8(at + 5));
    if (!LONG_TYPES.includes(type))
      return this.#element(tag, type, at + 8, this.#view.getUint16(at + 6, this.isLittle));
    return this.#element(tag, type, at + 12, this.#view.getUint32(at + 8, this.isLittle));
  }

  #element(tag: number, type: string, at: number, length: number): Element {
    return { tag, type, at, length: length === UNKNOWN_LENGTH ? undefined : length };
  }

  bytes(at: number, length: number): Uint8Array {
    return this.file.subarray(at, at + length);
  }

  view(at: number, length: number): DataView {
    return new DataView(this.file.buffer, this.file.byteOffset + at, length);
  }

  /** The items of packed pixels: a table of offsets, then the frames. */
  itemsAt(start: number): Uint8Array[] {
    const items: Uint8Array[] = [];
    for (let at = start; ;) {
      const { tag, at: content, length } = this.elementAt(at);
      if (tag !== ITEM || length === undefined) return items.slice(1);
      items.push(this.bytes(content, length));
      at = content + length;
    }
  }

  /** Where a sequence or an item of unknown length ends. */
  endOfSequence(start: number, depth = 0): number {
    if (depth > MAX_NESTING) throw new RangeError('The DICOM file is nested too deeply.');
    for (let at = start; ;) {
      const { tag, at: content, length } = this.elementAt(at);
      if (tag === END_OF_SEQUENCE || tag === END_OF_ITEM) return content;
      at = length === undefined ? this.endOfSequence(content, depth + 1) : content + length;
    }
  }
}

/** The samples of one frame as they are stored, pixel by pixel or plane by plane. */
function plainSamples(pixels: Uint8Array, frame: number, header: DicomHeader): Int32Array {
  const { width, height, samples, bitsAllocated } = header;
  const bytes = bitsAllocated / 8;
  if (bytes !== 1 && bytes !== 2) throw new RangeError(`DICOM samples of ${bitsAllocated} bits are not read here.`);
  const count = width * height * samples;
  const view = viewOf(pixels);
  const start = frame * count * bytes;
  if (start + count * bytes > pixels.byteLength) throw new RangeError('The samples of the DICOM file end early.');
  const numbers = new Int32Array(count);
  for (let at = 0; at < count; at++)
    numbers[at] = bytes === 1 ? view.getUint8(start + at) : view.getUint16(start + at * 2, true);
  return numbers;
}

/** Two bytes stand for at most 128. */
const MOST_PER_BYTE = 64;

/** Run lengths: up to 15 segments, each with one byte of each sample, the higher ones first. */
function samplesOfRuns(packed: Uint8Array | undefined, header: DicomHeader): Int32Array {
  if (!packed) throw new RangeError('A frame of the DICOM file is missing.');
  const { width, height, samples, bitsAllocated, isPlanar } = header;
  const view = viewOf(packed);
  const bytes = bitsAllocated / 8;
  const pixels = width * height;
  if (packed.byteLength * MOST_PER_BYTE < pixels) throw new RangeError('The run lengths of the DICOM file end early.');
  const numbers = new Int32Array(pixels * samples);
  for (let segment = 0; segment < samples * bytes; segment++) {
    const from = view.getUint32(4 + segment * 4, true);
    const plane = unpackBits(packed.subarray(from), pixels);
    const sample = Math.floor(segment / bytes);
    const shift = 8 * (bytes - 1 - (segment % bytes));
    for (let at = 0; at < pixels; at++)
      numbers[isPlanar ? sample * pixels + at : at * samples + sample]! |= plane[at]! << shift;
  }
  return numbers;
}

function samplesOfJpegLs(part: Uint8Array | undefined, { width, height, samples }: DicomHeader): Int32Array {
  if (!part) throw new RangeError('A frame of the DICOM file is missing.');
  const header = readJpegLsHeader(part);
  if (header.width !== width || header.height !== height || header.components.length !== samples)
    throw new RangeError('A frame of the DICOM file has another size.');
  const { planes } = readJpegLs(part);
  const numbers = new Int32Array(width * height * samples);
  for (const [sample, plane] of planes.entries())
    for (let at = 0; at < plane.length; at++) numbers[at * samples + sample] = plane[at]!;
  return numbers;
}

function shown(numbers: Int32Array, header: DicomHeader): RgbaImage {
  const { width, height, samples, photometric } = header;
  const data = new Uint8Array(width * height * 4);
  if (samples === 1) {
    if (!photometric.startsWith('MONOCHROME')) throw new RangeError('DICOM images with a palette are not read here.');
    const byteOf = greyOf(numbers, header);
    for (let at = 0; at < numbers.length; at++) {
      const byte = byteOf(numbers[at]!);
      data[at * 4] = byte;
      data[at * 4 + 1] = byte;
      data[at * 4 + 2] = byte;
    }
  } else {
    writeColours(numbers, header, data);
  }
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { width, height, data };
}

/** The linear function of the window (PS3.3, C.11.2.1.2.1); MONOCHROME1 is white where values are low. */
function greyOf(numbers: Int32Array, header: DicomHeader): (stored: number) => number {
  const { bitsStored, isSigned, slope, intercept, photometric } = header;
  const mask = 2 ** bitsStored - 1;
  const sign = isSigned ? 2 ** (bitsStored - 1) : Infinity;
  const valueOf = (stored: number): number => {
    const bits = stored & mask;
    return (bits >= sign ? bits - mask - 1 : bits) * slope + intercept;
  };
  const { low, high } = header.window ? edgesOf(header.window) : rangeOf(numbers, valueOf);
  const isInverted = photometric === 'MONOCHROME1';
  return (stored) => {
    const share = Math.min(1, Math.max(0, (valueOf(stored) - low) / (high - low)));
    return Math.round(255 * (isInverted ? 1 - share : share));
  };
}

interface Range {
  readonly low: number;
  readonly high: number;
}

function edgesOf({ centre, width }: { readonly centre: number; readonly width: number }): Range {
  const half = Math.max(1, width - 1) / 2;
  return { low: centre - 0.5 - half, high: centre - 0.5 + half };
}

function rangeOf(numbers: Int32Array, valueOf: (stored: number) => number): Range {
  let [low, high] = [Infinity, -Infinity];
  for (const stored of numbers) {
    const value = valueOf(stored);
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, high: high > low ? high : low + 1 };
}

function writeColours(numbers: Int32Array, header: DicomHeader, data: Uint8Array): void {
  const { samples, isPlanar, bitsStored, photometric } = header;
  const isYcc = photometric === 'YBR_FULL';
  if (samples !== 3 || !(isYcc || photometric === 'RGB'))
    throw new RangeError(`DICOM images of ${photometric.slice(0, 16)} are not read here.`);
  const pixels = numbers.length / 3;
  const shift = Math.max(0, bitsStored - 8);
  for (let at = 0; at < pixels; at++) {
    const [a, b, c] = [0, 1, 2].map((sample) => numbers[isPlanar ? sample * pixels + at : at * 3 + sample]! >> shift);
    const rgb = isYcc ? rgbOfYcc(a!, b! - 128, c! - 128) : [a!, b!, c!];
    for (const [channel, value] of rgb.entries())
      data[at * 4 + channel] = Math.min(255, Math.max(0, Math.round(value)));
  }
}

function rgbOfYcc(y: number, cb: number, cr: number): number[] {
  return [y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb];
}
