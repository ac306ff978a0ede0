import { indexOfBytes, latin1Bytes, latin1Of } from '../../../io/bytes.ts';
import { DICTIONARY_BYTES, readJpegObject } from './jpeg-stream.ts';
import type { PdfJsImage } from './pdfjs.ts';

/** Decoding smaller ones takes no longer than decoding what would stand for them. */
const MIN_PIXELS = 4096;
const FILTER = '/DCTDecode';
/** The start of an object, at the end of what comes before its dictionary. */
const OBJECT_START = /(?:^|[^\d])(\d+)\s+(\d+)\s+obj\s*<<(?!.*\sobj\s*<<)/s;
/** The end of both names of masks, and what follows. */
const MASK = 'Mask';
const REFERENCE = /^Mask\s+(\d+)\s+(\d+)\s+R/;
const REFERENCE_BYTES = 40;
const SIDES = ['Width', 'Height'] as const;

/** JPEG files of images for which others are in a PDF, by the reference to their object, e.g. `17R`. */
export type SparedJpegs = ReadonlyMap<string, Uint8Array>;

/**
 * Puts a JPEG of one pixel in the place of every image whose original file can be passed on: pdf.js decodes all that a
 * page paints, which takes a second for a photograph and three times its pixels of memory. The PDF is changed where it
 * is, and no offset in it moves. Masks of other images stay, as do images of more than `maxPixels`, of which
 * the reader has a limit of its own. `file` is the original, `copy` what is changed.
 */
export function spareJpegs(file: Uint8Array, copy: Uint8Array, maxPixels: number): SparedJpegs {
  const found = [...imagesOf(file, maxPixels)];
  const counts = Map.groupBy(found, ({ ref }) => ref);
  const masks = masksOf(file);
  const spared = new Map<string, Uint8Array>();
  for (const image of found) {
    // of two objects of one number it is not known here which one counts
    if (masks.has(image.ref) || counts.get(image.ref)!.length > 1) continue;
    const { ref, jpeg, at, sides, components } = image;
    const standIn = onePixel(components);
    copy.fill(0, at, at + jpeg.length).set(standIn, at);
    for (const { start, digits } of sides) copy.set(latin1Bytes('1'.padEnd(digits)), start);
    spared.set(ref, jpeg);
  }
  return spared;
}

/** The original file of an image for which another is; undefined for an image that was decoded itself. */
export function sparedJpeg({ ref, width, height }: PdfJsImage, jpegs: SparedJpegs | undefined): Uint8Array | undefined {
  return ref !== undefined && width === 1 && height === 1 ? jpegs?.get(ref) : undefined;
}

interface Image {
  readonly ref: string;
  readonly jpeg: Uint8Array;
  /** Where the JPEG begins. */
  readonly at: number;
  readonly components: number;
  /** Where the numbers of its width and height are. */
  readonly sides: readonly { readonly start: number; readonly digits: number }[];
}

function* imagesOf(file: Uint8Array, maxPixels: number): Iterable<Image> {
  for (let at = indexOfBytes(file, FILTER); at >= 0; at = indexOfBytes(file, FILTER, at + 1)) {
    const from = Math.max(0, at - DICTIONARY_BYTES);
    const before = OBJECT_START.exec(latin1Of(file, from, at));
    if (!before) continue;
    const [text, number, generation] = before;
    const start = from + before.index + text.indexOf('<<');
    const object = readJpegObject(file, start);
    if (!object) continue;
    const { dictionary, jpeg, frame } = object;
    const sides = SIDES.map((name) => sideIn(dictionary, name));
    const [width, height] = sides.map((side) => side?.value ?? 0);
    const pixels = width! * height!;
    if (width !== frame.width || height !== frame.height || pixels < MIN_PIXELS || pixels > maxPixels) continue;
    if (jpeg.length < onePixel(frame.components).length) continue;
    yield {
      ref: referenceOf(number!, generation!),
      jpeg,
      at: jpeg.byteOffset - file.byteOffset,
      components: frame.components,
      sides: sides.map((side) => ({ start: start + side!.index, digits: side!.digits })),
    };
  }
}

/** A number that is in the dictionary itself, once. */
function sideIn(dictionary: string, name: string): { index: number; digits: number; value: number } | undefined {
  const [match, second] = dictionary.matchAll(new RegExp(`/${name}\\s+(\\d+)(?!\\d|\\s+\\d+\\s+R)`, 'g'));
  if (!match || second) return undefined;
  const digits = match[1]!.length;
  return { index: match.index + match[0].length - digits, digits, value: Number(match[1]) };
}

/** References to images that are masks of others. */
function masksOf(file: Uint8Array): Set<string> {
  const masks = new Set<string>();
  for (let at = indexOfBytes(file, MASK); at >= 0; at = indexOfBytes(file, MASK, at + 1)) {
    const [, number, generation] = REFERENCE.exec(latin1Of(file, at, at + REFERENCE_BYTES)) ?? [];
    if (number) masks.add(referenceOf(number, generation!));
  }
  return masks;
}

/** As pdf.js writes it. */
function referenceOf(number: string, generation: string): string {
  return `${number}R${generation === '0' ? '' : generation}`;
}

/** A baseline JPEG of one black pixel (ITU-T T.81, annex B): every table has a single code of one bit. */
function onePixel(components: number): Uint8Array {
  const ids = Array.from({ length: components }, (_, index) => index + 1);
  const quantisation = [0, ...Array.from({ length: 64 }, () => 1)];
  const huffman = (table: number): number[] => [table, 1, ...Array.from({ length: 15 }, () => 0), 0];
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, quantisation),
    ...segment(0xc0, [8, 0, 1, 0, 1, components, ...ids.flatMap((id) => [id, 0x11, 0])]),
    ...segment(0xc4, [...huffman(0x00), ...huffman(0x10)]),
    ...segment(0xda, [components, ...ids.flatMap((id) => [id, 0]), 0, 63, 0]),
    // two bits a component, then ones
    0xff >> (2 * components),
    ...[0xff, 0xd9],
  ]);
}

function segment(marker: number, payload: readonly number[]): number[] {
  return [0xff, marker, (payload.length + 2) >> 8, (payload.length + 2) & 255, ...payload];
}
