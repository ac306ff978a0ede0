import type { Content } from './text-content.ts';

/** Formats of pictures that are drawings, not bitmaps. */
const VECTOR_PICTURE = /\.(?:emf|wmf|svgz?|svm)$/i;

/** Counts a picture by the name of its file inside the document; one that is not there does not count. */
export function countPicture(content: Content, target: string | undefined): void {
  if (target === undefined) return;
  if (VECTOR_PICTURE.test(target)) content.shapes++;
  else content.figures++;
}
