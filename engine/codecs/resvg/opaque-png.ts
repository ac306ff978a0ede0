import type { Size } from '../../content/raster/size.ts';
import { keepChannels, PngEncoder } from '../../content/raster/png/encoder.ts';

/** Pixels that are handed to the encoder at a time. */
const PIXELS_PER_STEP = 500_000;

/** A PNG without an alpha channel: what is drawn of it next has nothing to fill, and nothing to warn of. */
export async function opaquePng(
  pixels: Uint8Array,
  { width, height, channels, dpi }: Size & { readonly channels: 1 | 3; readonly dpi: number },
): Promise<Uint8Array> {
  using encoder = new PngEncoder({ width, height, channels, dpi });
  const rows = Math.max(1, Math.floor(PIXELS_PER_STEP / width));
  for (let row = 0; row < height; row += rows) {
    const band = pixels.subarray(row * width * 4, Math.min(height, row + rows) * width * 4);
    await encoder.add(keepChannels(band, 4, channels));
  }
  return new Uint8Array(Buffer.concat(await encoder.finish()));
}
