import { ConversionError } from '../../contract/errors.ts';
import { readExif } from '../../content/raster/metadata/exif.ts';
import { readPng } from '../../content/raster/png/reader.ts';
import type { Size } from '../../content/raster/size.ts';
import { imageOf, withDrawing, withRendering } from '../../content/drawing/resvg.ts';
import { BoxShrink } from '../../content/raster/inspect/box-shrink.ts';
import type { RgbaImage } from '../../content/raster/inspect/raster.ts';

/** Small images are enlarged before: shapes of few pixels would be filtered as specks. */
const MAX_ENLARGED = 2;
/** Pixels beyond which even decoding is done in a smaller size. */
const DECODED_PIXELS = 40_000_000;

/** A PNG with what its chunks say of how it is shown. */
export interface TracedPng {
  readonly bytes: Uint8Array;
  /** As a viewer shows it. */
  readonly size: Size;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
}

export function openPng(bytes: Uint8Array): TracedPng {
  try {
    const { width, height, exif } = readPng(bytes);
    const { orientation } = readExif(exif);
    return { bytes, size: isTurned(orientation) ? { width: height, height: width } : { width, height }, orientation };
  } catch (error) {
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}

function isTurned(orientation: number): boolean {
  return orientation >= 5;
}

/** The image in the size in which it is traced: of at most so many pixels. */
export function loadForTracing(png: TracedPng, maxPixels: number): RgbaImage {
  const { width, height } = png.size;
  const pixels = width * height;
  const enlarged = Math.min(MAX_ENLARGED, Math.floor(Math.sqrt(maxPixels / pixels)));
  if (enlarged >= 1) return drawn(png, { width: width * enlarged, height: height * enlarged });
  const scale = Math.min(1, Math.sqrt(DECODED_PIXELS / pixels));
  const decoded = drawn(png, {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  });
  const factor = Math.ceil(Math.sqrt((decoded.width * decoded.height) / maxPixels));
  const box = new BoxShrink({
    width: decoded.width,
    height: decoded.height,
    factorX: Math.min(factor, decoded.width),
    factorY: Math.min(factor, decoded.height),
    hasAlpha: true,
  });
  box.add(decoded.data);
  return box.finish();
}

/** The library asks for what is behind an address of the web; nothing is fetched. */
const ADDRESS = 'https://picture.invalid/';

/** By EXIF orientation: where the directions of the stored image point, and how much of each side it is moved. */
const TURNS: readonly (readonly [a: number, b: number, c: number, d: number, ofWidth: number, ofHeight: number])[] = [
  [1, 0, 0, 1, 0, 0],
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
];

/** The library that draws SVG decodes images as well, scales and turns them. */
function drawn({ bytes, orientation }: TracedPng, { width, height }: Size): RgbaImage {
  const [a, b, c, d, ofWidth, ofHeight] = TURNS[orientation] ?? TURNS[1]!;
  const turn = `transform="matrix(${a} ${b} ${c} ${d} ${ofWidth * width} ${ofHeight * height})"`;
  const [storedWidth, storedHeight] = isTurned(orientation) ? [height, width] : [width, height];
  const stored = `width="${storedWidth}" height="${storedHeight}"`;
  const image = `<image ${stored} ${turn} preserveAspectRatio="none" href="${ADDRESS}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
  return withDrawing(svg, {}, (drawing) => {
    drawing.resolveImage(ADDRESS, bytes);
    return withRendering(drawing, imageOf);
  });
}

function damaged(): ConversionError {
  const message = 'The image is damaged and cannot be decoded. Save it again with an image editor.';
  return new ConversionError({ code: 'input_corrupt', message });
}
