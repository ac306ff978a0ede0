import { readIcon } from '../../content/raster/icon/windows-bitmap.ts';
import { shrunkPng } from '../../content/raster/inspect/shrunk-png.ts';
import { UnknownKind, type PlainImage } from '../../content/raster/plain-image.ts';

/** The largest image of an icon. */
export function largestOfIcon(file: Uint8Array): PlainImage {
  const [first, ...others] = readIcon(file);
  if (!first) throw new RangeError('The icon holds no image.');
  const largest = others.reduce(
    (most, image) => (image.width * image.height > most.width * most.height ? image : most),
    first,
  );
  const image = largest.png ? shrunkPng(largest.png, () => 1) : largest.decode();
  if (!image) throw new UnknownKind('The PNG in this icon is not read here.');
  return { ...image, hasAlpha: true, bitsPerChannel: 8 };
}
