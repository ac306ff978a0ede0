import { latin1Of } from '../../../io/bytes.ts';

/** Bytes around the type of an image in which the rest of its dictionary is. */
const DICTIONARY_BYTES = 1_024;
const IMAGE = /\/Subtype\s*\/Image\b/g;

/**
 * How many images of a PDF have more pixels than are allowed: pdf.js leaves them out and does not say so. Images are
 * streams, so that their dictionaries are in the file as they are, also in encrypted ones.
 */
export function countOversizedImages(file: Uint8Array, maxPixels: number): number {
  let count = 0;
  const text = latin1Of(file);
  for (const { index } of text.matchAll(IMAGE)) {
    const begin = text.lastIndexOf(' obj', index);
    const end = text.indexOf('stream', index);
    if (begin < 0 || end < 0 || index - begin > DICTIONARY_BYTES || end - index > DICTIONARY_BYTES) continue;
    const dictionary = text.slice(begin, end);
    if (sideOf(dictionary, 'Width') * sideOf(dictionary, 'Height') > maxPixels) count++;
  }
  return count;
}

function sideOf(dictionary: string, name: string): number {
  return Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0);
}
