import { difference, type Difference } from '../../../contract/differences.ts';
import type { DocumentFacts, Facts, ImageFacts, PdfFacts } from '../../../contract/facts.ts';
import { COMPUTED, type OutlineBlock, type OutlineImage } from '../../../contract/outline.ts';
import type { Expectation } from '../../../contract/report.ts';
import { normaliseText, splitText, wordsOf } from '../../document/inspect-text.ts';
import { diffLinks } from '../../document/diff/links.ts';

/** By how much the proportions of an image may differ. */
const SAME_PROPORTIONS = 0.05;
/** Images of the text: those beside it may be on pages that the document does not have. */
const SHOWN = new Set<OutlineBlock['place']>(['body', 'box']);
/** Headings from which on a document has an outline worth telling of. */
const MIN_HEADINGS = 2;

/** What a document has beside its words, on the pages that were made of it. */
export function* diffParts(
  source: DocumentFacts,
  { pdf, document }: Facts,
  { kept, takes, options }: Expectation,
): Iterable<Difference> {
  const { blocks, excerpt } = source;
  const pages = pdf!.pages;
  const isWhole = takes !== 'first' && options.pages === undefined && pages.length === document?.pages;
  if (excerpt || !isWhole) return;
  // Every writer of pages from documents tags them.
  if (kept.includes('structure') && !pdf!.tagged) yield difference('tags_missing');
  if (!blocks) return;
  const images = pages.flatMap((page) => page.images);
  if (kept.includes('figures')) yield* diffImages(blocks, images);
  if (!kept.includes('structure')) return;
  const hrefs = pages.flatMap(({ links }) => links.flatMap(({ url }) => url ?? []));
  const links = hrefs.map((href) => ({ text: '', href }));
  yield* diffLinks(blocks, [{ kind: 'paragraph', place: 'body', text: '', links }]);
  const headings = blocks.filter(({ kind, level }) => kind === 'heading' && level !== 0).length;
  if (headings >= MIN_HEADINGS && pdf!.outline.length === 0)
    yield difference('outline_changed', {}, { expected: headings, found: 0, severity: 'tell' });
  const texts = splitText(document!.text).pages.map(spaced);
  yield* diffOutlinePages(pdf!, texts);
  yield* diffNoteLinks(pdf!, texts, blocks);
}

/** Bookmarks lead to a page with their titles, as far as these are on any in one piece. */
function* diffOutlinePages({ outline }: PdfFacts, texts: readonly string[]): Iterable<Difference> {
  for (const { title, page } of outline) {
    const standing = pagesWith(title, texts);
    if (page === undefined || standing.length === 0 || standing.includes(page)) continue;
    yield difference('outline_changed', { page }, { expected: title, severity: 'tell' });
  }
}

/** Words by which a note is known, and the text that refers to it; the number of a note may be stuck to the one beside it. */
const KNOWN_WORDS = 5;

/** Where a document has no other links into itself, those on its pages lead from marks to notes and back. */
function* diffNoteLinks(
  { pages }: PdfFacts,
  texts: readonly string[],
  blocks: readonly OutlineBlock[],
): Iterable<Difference> {
  if (blocks.some(({ links = [] }) => links.some(({ href }) => href.startsWith('#')))) return;
  const notes = blocks.flatMap(({ place, text }) => (place === 'note' ? firstWords(text) : []));
  const marks = blocks.flatMap(({ text, marks: own }) => (own ? text.split(COMPUTED).slice(0, -1).map(lastWords) : []));
  const known = new Set([...notes, ...marks].flatMap((words) => pagesWith(words, texts)));
  if (notes.length === 0 || !notes.every((words) => pagesWith(words, texts).length > 0)) return;
  for (const [index, { links }] of pages.entries()) {
    for (const { page } of links) {
      if (page !== undefined && !known.has(page))
        yield difference('link_target', { page: index + 1 }, { found: `page ${page}`, severity: 'tell' });
    }
  }
}

function firstWords(text: string): string {
  return wordsOf(normaliseText(text)).slice(1, KNOWN_WORDS).join(' ');
}

function lastWords(text: string): string {
  return wordsOf(normaliseText(text)).slice(-KNOWN_WORDS, -1).join(' ');
}

/** The pages, from 1, on which some words are in one piece. */
function pagesWith(text: string, texts: readonly string[]): number[] {
  const words = spaced(text);
  return words.trim() === '' ? [] : texts.flatMap((shown, index) => (shown.includes(words) ? index + 1 : []));
}

function spaced(text: string): string {
  return ` ${wordsOf(normaliseText(text)).join(' ')} `;
}

/** Every image of the text is on a page, with its proportions: a writer may keep fewer of its pixels. */
function* diffImages(blocks: readonly OutlineBlock[], shown: readonly ImageFacts[]): Iterable<Difference> {
  const images = blocks.flatMap(({ image, place }) => (image && SHOWN.has(place) ? [image] : []));
  const left = shown.filter(({ width, height }) => width && height);
  if (left.length < shown.length) return;
  const seen = new Set<string>();
  for (const [index, image] of images.entries()) {
    const { size, hash } = image;
    if (!size || (hash !== undefined && seen.has(hash))) continue;
    if (hash !== undefined) seen.add(hash);
    const at = left.findIndex((other) => isLike(image, other));
    if (at < 0) {
      const about = { expected: `${size.width} × ${size.height} pixels` };
      yield difference(shown.length === 0 ? 'image_missing' : 'image_changed', { image: index + 1 }, about);
    } else left.splice(at, 1);
  }
}

function isLike({ size }: OutlineImage, { width, height }: ImageFacts): boolean {
  const ratio = size!.width / size!.height / (width! / height!);
  // Of an image of few pixels none may be left out, and rounding decides its proportions.
  const slack = SAME_PROPORTIONS + 1 / Math.min(width!, height!);
  return Math.abs(Math.log(ratio)) <= slack && width! >= Math.min(8, size!.width);
}
