import type { Size } from './size.ts';

/** Pixels up to which a photograph is no more than a thumbnail: what is so small is drawn, with lines of one pixel. */
const MOST_PIXELS = 65_536;

/** Whether JPEG and AVIF keep the colour of every pixel: halved chroma takes it from lines of one pixel, and saves few bytes here. */
export function keepsWholeChroma({ width, height }: Size): boolean {
  return width * height <= MOST_PIXELS;
}
