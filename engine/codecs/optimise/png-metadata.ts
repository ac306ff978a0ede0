import type { OptionValues } from '../../formats/options.ts';
import { ExifEditor, exifOfOrientation } from '../../content/raster/metadata/exif-editor.ts';
import { withoutExifLocation, withoutXmpLocation } from '../../content/raster/metadata/location.ts';
import { PNG_SIGNATURE, pngChunk, pngChunks, type PngChunk } from '../../content/raster/png/chunks.ts';

/** Ancillary chunks that say how the pixels are to be shown: they stay when everything else is stripped. */
const OF_APPEARANCE: ReadonlySet<string> = new Set([
  'tRNS',
  'bKGD',
  'sBIT',
  'hIST',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'mDCV',
  'cLLI',
  'pHYs',
]);

const XMP_KEYWORD = 'XML:com.adobe.xmp\0';
/** Text in which older tools hide EXIF and XMP in hexadecimal digits. */
const RAW_PROFILE = 'Raw profile type ';

/**
 * The same image without the metadata that the options remove; the same bytes where there are none. Throws a
 * RangeError where the chunks lead beyond the end. PNG third edition, section 11.3.
 */
export function withoutPngMetadata(bytes: Uint8Array, { strip, stripLocation }: OptionValues): Uint8Array {
  if (!strip && !stripLocation) return bytes;
  const chunks = [...pngChunks(bytes)];
  const kept = chunks.flatMap((chunk) => (strip ? strippedChunk(chunk) : [chunkWithoutLocation(chunk)]));
  const isSame = kept.length === chunks.length && kept.every((whole, index) => whole === chunks[index]!.whole);
  return isSame ? bytes : Buffer.concat([PNG_SIGNATURE, ...kept]);
}

/** Only the orientation is left of EXIF: without it the image would lie on its side. */
function strippedChunk({ type, content, whole }: PngChunk): Uint8Array[] {
  const isCritical = /^[A-Z]/.test(type);
  if (isCritical || OF_APPEARANCE.has(type)) return [whole];
  const orientation = type === 'eXIf' ? orientationOf(content) : 1;
  return orientation === 1 ? [] : [pngChunk('eXIf', exifOfOrientation(orientation))];
}

function orientationOf(exif: Uint8Array): number {
  try {
    return new ExifEditor(exif).orientation;
  } catch (error) {
    if (error instanceof RangeError) return 1;
    throw error;
  }
}

function chunkWithoutLocation(chunk: PngChunk): Uint8Array {
  const { type, content, whole } = chunk;
  if (type === 'eXIf') return exifWithoutLocation(chunk);
  if (type !== 'iTXt' && type !== 'tEXt' && type !== 'zTXt') return whole;
  const text = Buffer.from(content).toString('latin1');
  if (text.startsWith(RAW_PROFILE)) return EMPTY;
  if (!text.startsWith(XMP_KEYWORD)) return whole;
  const isCompressed = content[XMP_KEYWORD.length] === 1;
  return isCompressed ? EMPTY : changed(chunk, withoutXmpLocation(content));
}

const EMPTY = new Uint8Array();

/** EXIF that cannot be read may hold a position all the same. */
function exifWithoutLocation(chunk: PngChunk): Uint8Array {
  try {
    return changed(chunk, withoutExifLocation(chunk.content));
  } catch (error) {
    if (error instanceof RangeError) return EMPTY;
    throw error;
  }
}

function changed({ type, content, whole }: PngChunk, without: Uint8Array): Uint8Array {
  return Buffer.compare(content, without) === 0 ? whole : pngChunk(type, without);
}
