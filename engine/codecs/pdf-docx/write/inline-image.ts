import { ImageRun } from 'docx';
import { EQUATION_IMAGE } from '../../../content/document/ooxml/word-styles.ts';
import { heightOf, widthOf } from '../../../content/pages/geometry.ts';
import type { PageImage } from '../../../content/pages/model.ts';
import type { ImageStore } from './image-store.ts';
import { pixels } from './units.ts';

/** An image as it is embedded. */
export function imageOptions(image: PageImage, images: ImageStore) {
  return {
    ...sourceOf(image, images),
    transformation: { width: pixels(widthOf(image)), height: pixels(heightOf(image)) },
    ...propertiesOf(image),
  };
}

/** The bytes of an image, or what stands for them. */
export function sourceOf({ type, bytes, fallback = bytes }: PageImage, images: ImageStore) {
  const data = images.standInOf(bytes);
  if (type !== 'svg') return { type, data };
  return { type, data, fallback: { type: 'png' as const, data: images.standInOf(fallback) } };
}

/** What an image says beside what it shows, and where it leads. */
export function propertiesOf({ alt, equation, url }: PageImage) {
  const name = equation ? EQUATION_IMAGE : 'Picture';
  return {
    ...(alt !== undefined && { altText: { name, description: alt, title: '' } }),
    ...(url !== undefined && { link: url }),
  };
}

/** An image that stands in a line of text as a letter does. */
export function makeInlineImage(image: PageImage, images: ImageStore): ImageRun {
  return new ImageRun(imageOptions(image, images));
}
