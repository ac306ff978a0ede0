import { encodePng } from '../../raster/png/encoder.ts';
import type { PdfJsImage } from '../pdfjs/pdfjs.ts';
import { rgbOf } from '../../raster/colour.ts';

/** Rows from above to below, four bytes a pixel. */
export interface RgbaImage {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** An image as pdf.js decoded it; nothing where it has no pixels. */
export function pngOfImage(image: PdfJsImage): Uint8Array | undefined {
  const { width, height, kind } = image;
  const channels = kind === 1 ? 1 : kind === 2 ? 3 : 4;
  const data = pixelsOf(image, kind === 1 ? (width + 7) >> 3 : width * channels);
  return data && encodePng({ width, height, channels, data, bilevel: kind === 1 });
}

/** A stencil of one bit a pixel: what is 0 is painted in this colour (`#rrggbb`), what is 1 is not painted. */
export function pngOfStencil(image: PdfJsImage, colour: string): Uint8Array | undefined {
  const { width, height } = image;
  const data = pixelsOf(image, (width + 7) >> 3);
  const [red, green, blue] = rgbOf(colour);
  return (
    data &&
    encodePng({
      width,
      height,
      channels: 1,
      data,
      bilevel: true,
      palette: [
        [red, green, blue, 255],
        [red, green, blue, 0],
      ],
    })
  );
}

export function pngOfRgba({ width, height, rgba }: RgbaImage): Uint8Array {
  return encodePng({ width, height, channels: 4, data: rgba });
}

function pixelsOf({ height, data }: PdfJsImage, rowBytes: number): Uint8Array | undefined {
  if (!data || data.byteLength < rowBytes * height) return undefined;
  return new Uint8Array(data.buffer, data.byteOffset, rowBytes * height);
}
