import { difference, type Difference } from '../../../contract/differences.ts';
import type { Facts, ImageFacts } from '../../../contract/facts.ts';
import type { OutlineBlock, OutlineImage } from '../../../contract/outline.ts';
import type { Expectation } from '../../../contract/report.ts';
import { longestRising } from '../../document/diff/align.ts';

/** Sides in points of images that are looked for, and the share of them that must be there. */
const MIN_SIDE = 40;
const MIN_IMAGES = 0.5;
/** Of more, so many stand for all. */
const MOST_REQUIRED = 4;
/** Share of a page from which an image with text is its background. */
const BACKGROUND = 0.6;
/** Pixels below which an image shows nothing. */
const MIN_PIXELS = 8;

/** Images that a person would call so are there, by their proportions on the page or in pixels, and in their order. */
export function* diffReadImages(
  source: Facts,
  blocks: readonly OutlineBlock[],
  { kept }: Pick<Expectation, 'kept'>,
): Generator<Difference> {
  const images = blocks.flatMap(({ image }) => image ?? []);
  const broken = images.findIndex(({ isMissing }) => isMissing);
  if (broken >= 0) yield difference('image_missing', { image: broken + 1 });
  const all = imagesOf(source);
  const expected = all.filter(({ box: [, , width, height] }) => Math.min(width, height) >= MIN_SIDE);
  const left = images.filter(({ isMissing }) => !isMissing);
  // One image may be drawn in many pieces, or with others as one drawing.
  const required = Math.ceil(Math.min(expected.length, MOST_REQUIRED) * MIN_IMAGES);
  if (left.length < expected.length) {
    const severity = left.length < required ? 'refuse' : 'tell';
    yield difference('image_missing', {}, { severity, expected: expected.length, found: left.length });
  } else yield* diffSizes(all, left);
  const blank = all.length === 0 ? -1 : left.findIndex(isBlank);
  if (blank >= 0) {
    const severity = left.every(isBlank) ? 'refuse' : 'tell';
    yield difference('image_changed', { image: blank + 1 }, { severity });
  }
  // Where pages keep their look, images float beside the text.
  if (!kept.includes('look')) yield* diffOrder(all, left);
}

/** Of each image one, without backgrounds and what is of one colour. */
function imagesOf({ pdf }: Facts): ImageFacts[] {
  const seen = new Set<string>();
  return pdf!.pages.flatMap((page) =>
    page.images.filter(({ box: [, , width, height], print = [] }) => {
      const isBackground = page.glyphs > 0 && width * height > page.width * page.height * BACKGROUND;
      const key = `${print.join()} ${width} ${height}`;
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew && !isBackground && new Set(print).size !== 1;
    }),
  );
}

/** Where images keep their sizes in pixels, those that are not among the fewer ones of a result. */
function* diffSizes(expected: readonly ImageFacts[], found: readonly OutlineImage[]): Generator<Difference> {
  if (found.length >= expected.length) return;
  const sizes = new Set(found.map(({ size }) => `${size?.width} ${size?.height}`));
  const missing = expected.filter(({ width, height }) => !sizes.has(`${width} ${height}`));
  if (missing.length === 0 || missing.length * 2 > expected.length) return;
  yield difference('image_missing', {}, { severity: 'tell', expected: expected.length, found: found.length });
}

function isBlank({ size }: OutlineImage): boolean {
  return size !== undefined && Math.min(size.width, size.height) < MIN_PIXELS;
}

/** Images that are the only ones of their size in pixels on either side. */
function* diffOrder(expected: readonly ImageFacts[], found: readonly OutlineImage[]): Generator<Difference> {
  const before = expected.map(({ width, height }) => `${width} ${height}`);
  const after = found.map(({ size }) => (size ? `${size.width} ${size.height}` : ''));
  const isOnce = (list: readonly string[], size: string): boolean => list.indexOf(size) === list.lastIndexOf(size);
  const pairs = before.flatMap((size, index) =>
    after.includes(size) && isOnce(before, size) && isOnce(after, size) ? [[index, after.indexOf(size)] as const] : [],
  );
  const rising = new Set(longestRising(pairs).map(([index]) => index));
  for (const [index] of pairs)
    if (!rising.has(index)) yield difference('image_order', { image: index + 1 }, { severity: 'tell' });
}
