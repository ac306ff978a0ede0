import type { Family, FormatDeclaration } from './format.ts';

/**
 * Which families people convert to which. Any other pair that the graph can reach (a video to a document by its
 * subtitles, JSON to an image) is found, but runs only with `allowLoss: 'any'` and does not count as advertised.
 */
const NATURAL: Readonly<Record<Family, readonly Family[]>> = {
  image: ['image', 'document', 'markup'],
  audio: ['audio'],
  video: ['video', 'audio', 'subtitle', 'image'],
  subtitle: ['subtitle', 'markup', 'document'],
  document: ['document', 'markup', 'ebook', 'image', 'sheet', 'data'],
  markup: ['markup', 'document', 'ebook'],
  sheet: ['sheet', 'data', 'document', 'markup', 'map', 'translation'],
  data: ['data', 'sheet', 'markup', 'document', 'mail', 'map', 'translation', 'playlist', 'link', 'palette'],
  archive: ['archive'],
  font: ['font', 'image', 'document'],
  ebook: ['ebook', 'document', 'markup'],
  mail: ['mail', 'document', 'markup', 'data', 'archive'],
  model: ['model', 'image'],
  map: ['map', 'data', 'sheet', 'image'],
  grid: ['grid', 'data', 'sheet', 'image'],
  translation: ['translation', 'data', 'sheet'],
  playlist: ['playlist', 'data', 'sheet'],
  link: ['link', 'data', 'sheet'],
  palette: ['palette', 'data', 'sheet', 'image'],
  notation: ['notation', 'audio', 'image', 'document'],
  other: [],
};

/** Families that texts which are written to be drawn become as well. */
const NATURAL_OF_DRAWN: readonly Family[] = ['image', 'data'];

/** Families that music which is written as notes becomes as well: its events, and what is sung. */
const NATURAL_OF_SCORES: readonly Family[] = ['data', 'sheet', 'subtitle'];

/**
 * Whether people convert one to the other: by their families; an animated image is a video too, an archive of text a book,
 * and a drawing in space a model.
 */
export function isNaturalPair(
  from: Pick<FormatDeclaration, 'carries' | 'drawn'> & { readonly family: Family },
  to: { readonly family: Family },
): boolean {
  if (NATURAL[from.family].includes(to.family)) return true;
  // A help is a book whose pages are packed.
  if (from.family === 'archive' && from.carries.includes('text')) return NATURAL.ebook.includes(to.family);
  // A drawing of a CAD program may be a model.
  if (from.family === 'image' && from.carries.includes('mesh') && NATURAL.model.includes(to.family)) return true;
  if (from.drawn && NATURAL_OF_DRAWN.includes(to.family)) return true;
  if (from.family === 'audio' && from.carries.includes('records')) return NATURAL_OF_SCORES.includes(to.family);
  return from.family === 'image' && to.family === 'video' && from.carries.includes('animation');
}
