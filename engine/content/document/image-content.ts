import type { Content } from './text-content.ts';

/** Formats of images that are drawings, not bitmaps. */
const VECTOR_IMAGE = /\.(?:emf|wmf|svgz?|svm)$/i;

/** Counts an image by the name of its file inside the document; one that is not there does not count. */
export function countImage(content: Content, target: string | undefined): void {
  if (target === undefined) return;
  if (VECTOR_IMAGE.test(target)) content.shapes++;
  else content.figures++;
}
