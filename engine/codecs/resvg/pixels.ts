import type { RgbaPicture } from '../../verify/observe/raster.ts';

/** The library's pixels are premultiplied; ours are not. Works in place. */
export function straightPicture(width: number, height: number, data: Uint8Array): RgbaPicture {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) {
      data[channel] = Math.min(255, Math.round((data[channel]! * 255) / alpha));
    }
  }
  return { width, height, data };
}
