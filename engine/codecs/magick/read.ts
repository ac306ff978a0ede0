import { MagickImageCollection, MagickReadSettings, type IMagickImage } from '@imagemagick/magick-wasm';
import type { FormatId } from '../../formats/index.ts';
import { coderOf } from './coders.ts';
import type { ImageHeader } from './header.ts';

/** Decodes one picture of a file, whole and upright, hands it to `use` and frees it. `frame` counts from 0. */
export function withPicture<T>(
  bytes: Uint8Array,
  format: FormatId,
  header: ImageHeader,
  frame: number,
  use: (image: IMagickImage) => T,
): T {
  const settings = new MagickReadSettings({ format: coderOf(format) });
  const isAnimation = header.frames > 1 && format !== 'tiff';
  if (header.frames > 1) {
    settings.frameIndex = isAnimation ? 0 : frame;
    settings.frameCount = isAnimation ? frame + 1 : 1;
  }
  const images = MagickImageCollection.create();
  try {
    images.read(bytes, settings);
    if (isAnimation) images.coalesce(); // a frame holds only what differs from the one before
    const image = images[isAnimation ? frame : header.main]!;
    image.autoOrient();
    image.resetPage();
    return use(image);
  } finally {
    images.dispose();
  }
}
