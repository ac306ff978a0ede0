import type { FormatId } from '../../formats/index.ts';
import { openZip, type ZipArchive } from '../../io/zip.ts';
import type { Limits } from '../../contract/limits.ts';
import { pngOfGif } from '../../content/raster/gif/reader.ts';
import { replaceEntries } from '../../content/document/ooxml/package.ts';
import { encodePng } from '../../content/raster/png/encoder.ts';
import { decodeBitmap, readBitmapHeader } from '../../content/raster/icon/windows-bitmap.ts';

/** Formats without a place for a GIF or a bitmap ([MS-ODRAW] 2.2.23): their writers would make a PNG of it first. */
const OLD_FORMATS: ReadonlySet<FormatId> = new Set(['doc', 'xls', 'ppt', 'rtf']);
const GIF_NAME = /\.gif$/i;
const BITMAP_NAME = /\.(?:bmp|dib)$/i;
/** Pixels of an image that is read here, at most: it is held twice with four bytes a pixel. */
const MAX_PIXELS = 16_000_000;

/**
 * An office package whose GIFs and Windows bitmaps are PNG, under their old names: LibreOffice looks at what is in a
 * image, not at its name. Its build for WebAssembly cannot encode images when it writes old formats, and leaves out
 * those that do not fit there as they are.
 */
export function withWritableImages(document: Uint8Array, to: FormatId, limits: Limits): Uint8Array {
  if (!OLD_FORMATS.has(to)) return document;
  const zip = openZip(document, limits);
  const replacements = readableImages(zip, Math.min(limits.pixels, MAX_PIXELS));
  return replacements.size === 0 ? document : replaceEntries(zip, replacements);
}

function readableImages(zip: ZipArchive, maxPixels: number): Map<string, Uint8Array> {
  const replacements = new Map<string, Uint8Array>();
  for (const entry of zip.entries) {
    const encode = GIF_NAME.test(entry.name) ? pngOfGif : BITMAP_NAME.test(entry.name) ? pngOfBitmap : undefined;
    const png = encode?.(zip.read(entry), maxPixels);
    if (png) replacements.set(entry.name, png);
  }
  return replacements;
}

/** Nothing for a bitmap that is damaged, packed, or larger than allowed: it is left as it is. */
function pngOfBitmap(bitmap: Uint8Array, maxPixels: number): Uint8Array | undefined {
  try {
    const { width, height } = readBitmapHeader(bitmap);
    return width * height > maxPixels ? undefined : encodePng({ ...decodeBitmap(bitmap), channels: 4 });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
