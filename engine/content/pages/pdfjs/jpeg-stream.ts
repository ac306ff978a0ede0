import { indexOfBytes, lastIndexOfBytes, latin1Of } from '../../../io/bytes.ts';
import { readJpegFrame, type JpegFrame } from '../../raster/jpeg/header.ts';
import type { PdfJsImage } from './pdfjs.ts';

/** In which the dictionary of an image is. */
export const DICTIONARY_BYTES = 4096;
const OBJECT_HEADER_BYTES = 300;

/**
 * The original JPEG file of an image whose only filter is DCTDecode, so that photographs are neither decoded nor grown
 * to PNG. pdf.js gives pixels only; the object is found in the file by its reference. Undefined whenever anything is
 * unusual: other filters, masks, decode arrays, colour spaces that Word would show differently, encryption.
 */
export function originalJpeg(file: Uint8Array, image: PdfJsImage): Uint8Array | undefined {
  const [, number, generation] = /^(\d+)R(\d*)$/.exec(image.ref ?? '') ?? [];
  if (!number) return undefined;
  const start = findObject(file, Number(number), Number(generation || 0));
  const { jpeg, frame } = (start !== undefined && readJpegObject(file, start)) || {};
  return frame?.width === image.width && frame.height === image.height ? jpeg : undefined;
}

interface JpegObject {
  /** Text of its dictionary, from `start` on. */
  readonly dictionary: string;
  readonly jpeg: Uint8Array;
  readonly frame: JpegFrame;
}

/** The image whose object begins at `start`; undefined unless its JPEG shows the same wherever it is shown. */
export function readJpegObject(file: Uint8Array, start: number): JpegObject | undefined {
  const header = latin1Of(file, start, start + DICTIONARY_BYTES);
  const streamAt = /stream\r?\n/.exec(header);
  if (!streamAt) return undefined;
  const dictionary = header.slice(0, streamAt.index);
  if (!/\/Filter\s*(?:\/DCTDecode|\[\s*\/DCTDecode\s*\])/.test(dictionary)) return undefined;
  if (/\/(?:SMask|Mask|ImageMask|Decode|DecodeParms)\b/.test(dictionary.replace('/DCTDecode', ''))) return undefined;
  const from = start + streamAt.index + streamAt[0].length;
  const jpeg = file.subarray(from, streamEnd(file, from, dictionary));
  const frame = frameOf(jpeg);
  if (frame?.bits !== 8 || !colorsAreShownAlike(file, dictionary, frame.components)) return undefined;
  return { dictionary, jpeg, frame };
}

const places = new WeakMap<Uint8Array, Map<string, number | undefined>>();

/** Offset after `n g obj` of the last object with this number: later ones replace earlier ones. */
function findObject(file: Uint8Array, number: number, generation: number): number | undefined {
  const header = `${number} ${generation} obj`;
  const known = places.get(file) ?? new Map<string, number | undefined>();
  places.set(file, known);
  if (!known.has(header)) known.set(header, searchObject(file, header));
  return known.get(header);
}

function searchObject(file: Uint8Array, header: string): number | undefined {
  for (let at = lastIndexOfBytes(file, header); at >= 0; at = lastBefore(file, header, at)) {
    const before = at === 0 ? 10 : file[at - 1]!;
    const isDigit = before >= 48 && before <= 57;
    if (!isDigit) return at + header.length;
  }
  return undefined;
}

function lastBefore(file: Uint8Array, text: string, at: number): number {
  return at === 0 ? -1 : lastIndexOfBytes(file, text, at - 1);
}

function streamEnd(file: Uint8Array, from: number, dictionary: string): number {
  const [, length, indirect] = /\/Length\s+(\d+)(\s+\d+\s+R)?/.exec(dictionary) ?? [];
  if (length && !indirect) return Math.min(file.length, from + Number(length));
  const end = indexOfBytes(file, 'endstream', from);
  return end < 0 ? file.length : end;
}

function frameOf(jpeg: Uint8Array): JpegFrame | undefined {
  try {
    return readJpegFrame(jpeg);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether a JPEG reader that knows nothing of the PDF's colour space shows the same colours. */
function colorsAreShownAlike(file: Uint8Array, dictionary: string, components: number): boolean {
  const [, reference, generation] = /\/ColorSpace\s+(\d+)\s+(\d+)\s+R/.exec(dictionary) ?? [];
  let space = /\/ColorSpace\s*(\/\w+|\[[^\]]*\])/.exec(dictionary)?.[1] ?? '';
  if (reference) {
    const at = findObject(file, Number(reference), Number(generation));
    if (at !== undefined) space = latin1Of(file, at, at + OBJECT_HEADER_BYTES).split('endobj')[0]!;
  }
  if (components === 3) return !/Lab|DeviceN|Indexed|Separation|CMYK/.test(space);
  return components === 1 && /DeviceGray|CalGray|ICCBased/.test(space);
}
