import type { FormatId } from '../../engine/formats/index.ts';
import type { Facts, RasterFacts, Thumbnail } from '../../engine/contract/facts.ts';
import { thumbnailOf, type RgbaImage } from '../../engine/content/raster/inspect/raster.ts';

/** Red, green, blue and opacity at a place, in shares of the sides. */
export type Paint = (x: number, y: number) => readonly [red: number, green: number, blue: number, alpha?: number];

export function paintImage(width: number, height: number, paint: Paint): RgbaImage {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red, green, blue, alpha = 255] = paint((x + 0.5) / width, (y + 0.5) / height);
      data.set([red, green, blue, alpha], (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

/** A landscape: a sky that fades, a sun on the left, a hill and a red house; nothing in it is symmetrical. */
export const landscape: Paint = (x, y) => {
  if (Math.hypot(x - 0.2, y - 0.25) < 0.12) return [255, 220, 60];
  if (x > 0.62 && x < 0.8 && y > 0.55 && y < 0.8) return [180, 40, 30];
  if (y > 0.6 + 0.15 * Math.sin(x * 5)) return [50, 130, 60];
  return [120 - 60 * y, 170 - 40 * y, 230];
};

export interface ImageFile {
  readonly format: FormatId;
  readonly width: number;
  readonly height: number;
  readonly frames: readonly Paint[];
  readonly delaysMs?: readonly number[];
  readonly loops?: number;
  readonly bitsPerChannel?: number;
}

/** The facts that a reader would find in a file with these frames, all of them sampled. */
export function factsOfImages(file: ImageFile): Facts {
  const { format, width, height, frames, delaysMs, loops, bitsPerChannel = 8 } = file;
  const thumbnails = frames.map((paint, frame) =>
    thumbnailOf(paintImage(width, height, paint), { frame, imageWidth: width, imageHeight: height }),
  );
  const isAnimation = delaysMs !== undefined;
  const raster: RasterFacts = {
    width,
    height,
    frames: frames.length,
    sequence: isAnimation ? 'animation' : frames.length > 1 ? 'pages' : 'single',
    alpha: thumbnails.some(({ alpha }) => alpha),
    bitsPerChannel,
    ...(isAnimation && { delaysMs, loops: loops ?? 0 }),
    thumbnails,
  };
  return { format, sizeBytes: 1, reader: 'test', depth: 'content', features: ['look'], raster };
}

/** Red, green, blue and opacity of a thumbnail at a place given as fractions of its sides. */
export function colourAt({ width, height, rgb, alpha }: Thumbnail, x: number, y: number): number[] {
  const at = Math.floor(y * height) * width + Math.floor(x * width);
  return [...rgb.subarray(at * 3, at * 3 + 3), alpha?.[at] ?? 255];
}
