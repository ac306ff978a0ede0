import type { FormatId } from '../../formats/index.ts';
import { reducePalette } from '../../content/raster/palette-reduction.ts';
import { copyAnimation, copyMetadata } from './fields.ts';
import type { NativeScope } from './native-scope.ts';
import type { VipsImage, VipsLibrary } from './start.ts';

/** Bits of a palette's index that each format knows. */
const INDEX_BITS: Partial<Record<FormatId, readonly number[]>> = { png: [1, 2, 4, 8], gif: [1, 2, 3, 4, 5, 6, 7, 8] };

/** Whether the option `colours` counts the colours of this format. */
export function hasPalette(format: FormatId): boolean {
  return INDEX_BITS[format] !== undefined;
}

/** The fewest bits whose palette holds as many colours. */
export function indexBitsFor(format: FormatId, colours: number): number {
  return INDEX_BITS[format]!.find((bits) => colours <= 2 ** bits) ?? 8;
}

/**
 * The image with at most this many colours. The encoders use a whole palette of 2, 4, 16 or 256: what that is too many
 * is joined here, and they find an image that needs no more than it may have.
 */
export function reduceColours(
  vips: VipsLibrary,
  scope: NativeScope,
  image: VipsImage,
  { format, most }: { readonly format: FormatId; readonly most: number },
): VipsImage {
  if (most === 2 ** indexBitsFor(format, most)) return image;
  const png = image.writeToBuffer('.png', { ...QUANTISED, bitdepth: indexBitsFor('png', most) });
  const quantised = scope.keep(scope.keep(vips.Image.pngloadBuffer(png)).colourspace('srgb'));
  const rgba = quantised.hasAlpha() ? quantised : scope.keep(quantised.addalpha());
  const pixels = rgba.writeToMemory() as Uint8Array;
  reducePalette(pixels, most);
  const { width, height } = image;
  const plain = scope.keep(vips.Image.newFromMemory(pixels, width, height, 4, vips.BandFormat.uchar));
  const reduced = scope.keep(plain.copy({ interpretation: 'srgb', xres: image.xres, yres: image.yres }));
  copyMetadata(image, reduced);
  copyAnimation(image, reduced);
  return reduced;
}

const QUANTISED = { palette: true, compression: 1, filter: 'none', keep: 'none' } as const;
