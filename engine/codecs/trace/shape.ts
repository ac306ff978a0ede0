import type { RgbaImage } from '../../content/raster/inspect/raster.ts';

const HALF = 128;
/** Opacities that are as good as none and as all. */
const FAINT = 8;
const SOLID = 247;
/** Share of half-transparent pixels beyond which they are more than the soft edge of a shape. */
const SOFT_SHARE = 0.05;

/**
 * Makes an image (in place) opaque, and returns the shape that was not transparent as black pixels on white; undefined
 * when all was opaque. Soft images lie on white afterwards; soft edges keep the colour of their shape.
 */
export function separateShape({ data }: RgbaImage): Uint8Array | undefined {
  let clear = 0;
  let soft = 0;
  for (let at = 3; at < data.length; at += 4) {
    if (data[at]! <= FAINT) clear++;
    else if (data[at]! < SOLID) soft++;
  }
  if (clear + soft === 0) return undefined;
  const pixels = data.length / 4;
  const isSoft = soft > SOFT_SHARE * Math.max(1, pixels - clear);
  const shape = new Uint8Array(data.length).fill(255);
  let hidden = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha >= HALF) shape.fill(0, at, at + 3);
    else hidden++;
    const opacity = isSoft ? alpha / 255 : Number(alpha > FAINT);
    for (let channel = at; channel < at + 3; channel++) {
      data[channel] = Math.round(data[channel]! * opacity + 255 * (1 - opacity));
    }
    data[at + 3] = 255;
  }
  return hidden === 0 ? undefined : shape;
}
