import type { VipsImage } from './start.ts';

const EXIF = 'exif-data';
const PROFILE = 'icc-profile-data';
const METADATA = [EXIF, 'xmp-data', 'iptc-data', PROFILE] as const;

/** Gives an image that was made of pixels what another one says about them. A profile for greys fits no colours. */
export function copyMetadata(from: VipsImage, to: VipsImage): void {
  for (const name of METADATA) {
    const fits = name !== PROFILE || from.bands >= 3;
    if (fits && hasField(from, name)) to.setBlob(name, from.getBlob(name));
  }
  to.setInt('orientation', 1);
}

const NUMBERS = ['page-height', 'n-pages', 'loop'] as const;
const DELAYS = 'delay';

/** Where the frames of an animation are, how long each is shown, and how often. */
export function copyAnimation(from: VipsImage, to: VipsImage): void {
  for (const name of NUMBERS) if (hasField(from, name)) to.setInt(name, from.getInt(name));
  if (hasField(from, DELAYS)) to.setArrayInt(DELAYS, from.getArrayInt(DELAYS));
}

export function hasField(image: VipsImage, name: string): boolean {
  return image.getTypeof(name) !== 0;
}

export function intField(image: VipsImage, name: string, absent: number): number {
  return hasField(image, name) ? image.getInt(name) : absent;
}
