import { ImageRun } from 'docx';
import { EQUATION_IMAGE } from '../../../content/document/ooxml/word-styles.ts';
import { heightOf, widthOf } from '../../../content/pages/geometry.ts';
import type { PageImage } from '../../../content/pages/model.ts';
import type { ImageStore } from './image-store.ts';
import { pixels } from './units.ts';

/** An image as it is embedded. */
export function imageOptions(image: PageImage, images: ImageStore) {
  const { type, bytes } = image;
  const data = images.standInOf(bytes);
  const fallback = image.fallback ? images.standInOf(image.fallback) : data;
  const name = image.equation ? EQUATION_IMAGE : 'Picture';
  return {
    ...(type === 'svg' ? { type, data, fallback: { type: 'png' as const, data: fallback } } : { type, data }),
    transformation: { width: pixels(widthOf(image)), height: pixels(heightOf(image)) },
    ...(image.alt !== undefined && { altText: { name, description: image.alt, title: '' } }),
  };
}

/** An image that stands in a line of text as a letter does. */
export function makeInlineImage(image: PageImage, images: ImageStore): ImageRun {
  return new ImageRun(imageOptions(image, images));
}
