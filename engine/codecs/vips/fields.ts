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

export function hasField(image: VipsImage, name: string): boolean {
  return image.getTypeof(name) !== 0;
}

export function intField(image: VipsImage, name: string, absent: number): number {
  return hasField(image, name) ? image.getInt(name) : absent;
}
