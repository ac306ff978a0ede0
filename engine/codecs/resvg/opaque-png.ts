import type { Size } from '../../content/raster/size.ts';
import { PngWriter } from '../../content/raster/png/writer.ts';

/** Pixels that are handed to the writer at a time. */
const PIXELS_PER_STEP = 500_000;

/** How many channels hold the pixels (4 bytes each) of an opaque drawing; undefined when something is transparent. */
export function opaqueChannels(pixels: Uint8Array): 1 | 3 | undefined {
  let isGrey = true;
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] !== 255) return undefined;
    if (isGrey && (pixels[at] !== pixels[at + 1] || pixels[at] !== pixels[at + 2])) isGrey = false;
  }
  return isGrey ? 1 : 3;
}

/** A PNG without an alpha channel: what is drawn of it next has nothing to fill, and nothing to warn of. */
export async function opaquePng(
  pixels: Uint8Array,
  { width, height, channels, dpi }: Size & { readonly channels: 1 | 3; readonly dpi: number },
): Promise<Uint8Array> {
  using writer = new PngWriter({ width, height, channels, dpi });
  const rows = Math.max(1, Math.floor(PIXELS_PER_STEP / width));
  for (let row = 0; row < height; row += rows) {
    await writer.add(packed(pixels.subarray(row * width * 4, Math.min(height, row + rows) * width * 4), channels));
  }
  return new Uint8Array(Buffer.concat(await writer.finish()));
}

function packed(pixels: Uint8Array, channels: number): Uint8Array {
  const samples = new Uint8Array((pixels.length / 4) * channels);
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    for (let channel = 0; channel < channels; channel++) samples[to++] = pixels[from + channel]!;
  }
  return samples;
}
