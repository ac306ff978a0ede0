import { ConversionError } from '../../errors.ts';
import type { Size } from '../../models/raster-size.ts';
import { pictureOf, withDrawing, withRendering } from '../../models/resvg.ts';
import { BoxShrink } from '../../verify/observe/box-shrink.ts';
import type { RgbaPicture } from '../../verify/observe/raster.ts';

/** Small pictures are enlarged before: shapes of few pixels would be filtered as specks. */
const MAX_ENLARGED = 2;
/** Pixels beyond which even decoding is done in a smaller size. */
const DECODED_PIXELS = 40_000_000;

const HEADER_BYTES = 24;

/** Width and height of a PNG, as its header says (PNG, section 11.2.2). */
export function sizeOfPng(png: Uint8Array): Size {
  if (png.byteLength < HEADER_BYTES) throw damaged();
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: header.getUint32(16), height: header.getUint32(20) };
}

/** The picture in the size in which it is traced: of at most so many pixels. */
export function loadForTracing(png: Uint8Array, { width, height }: Size, maxPixels: number): RgbaPicture {
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

/** The library that draws SVG decodes pictures as well, and scales them. */
function drawn(png: Uint8Array, { width, height }: Size): RgbaPicture {
  const size = `width="${width}" height="${height}"`;
  const picture = `<image ${size} preserveAspectRatio="none" href="${ADDRESS}"/>`;
  return withDrawing(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${picture}</svg>`, {}, (drawing) => {
    drawing.resolveImage(ADDRESS, png);
    return withRendering(drawing, pictureOf);
  });
}

function damaged(): ConversionError {
  const message = 'The picture is damaged and cannot be decoded. Save it again with an image editor.';
  return new ConversionError({ code: 'input_corrupt', message });
}
