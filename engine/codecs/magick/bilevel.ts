import type { RgbaImage } from '../../content/raster/inspect/raster.ts';

const WHITE = 255;
const MIDDLE = 127.5;

/**
 * Black and white alone: what each dot is too bright or too dark goes to its neighbours (Floyd and Steinberg 1976),
 * line by line to and fro, so that no pattern leans to one side. Pure black and white stay as they are.
 */
export function ditherToBilevel({ width, height, data }: RgbaImage): RgbaImage {
  const dots = new Uint8Array(data.length);
  let current = new Float32Array(width + 2);
  let next = new Float32Array(width + 2);
  for (let y = 0; y < height; y++) {
    const step = y % 2 === 0 ? 1 : -1;
    for (let count = 0, x = step > 0 ? 0 : width - 1; count < width; count++, x += step) {
      const at = (y * width + x) * 4;
      const wanted = lumaOf(data, at) + current[x + 1]!;
      const dot = wanted > MIDDLE ? WHITE : 0;
      const error = (wanted - dot) / 16;
      current[x + 1 + step]! += error * 7;
      next[x + 1 - step]! += error * 3;
      next[x + 1]! += error * 5;
      next[x + 1 + step]! += error;
      dots[at] = dots[at + 1] = dots[at + 2] = dot;
      dots[at + 3] = WHITE;
    }
    [current, next] = [next, current.fill(0)];
  }
  return { width, height, data: dots };
}

function lumaOf(data: Uint8Array, at: number): number {
  return 0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!;
}
