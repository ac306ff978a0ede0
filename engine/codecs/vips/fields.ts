import type { VipsImage } from './start.ts';

export function hasField(image: VipsImage, name: string): boolean {
  return image.getTypeof(name) !== 0;
}

export function intField(image: VipsImage, name: string, absent: number): number {
  return hasField(image, name) ? image.getInt(name) : absent;
}
