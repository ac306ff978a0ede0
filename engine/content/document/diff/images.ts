import type { FormatId } from '../../../formats/index.ts';
import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';
import { longestRising } from './align.ts';

/** Images whose bytes formats keep as they are; drawings are drawn again. */
const KEPT = new Set(['image/png', 'image/jpeg', 'image/gif']);

/** Types whose bytes nobody draws again: what a result has of them must be an image of the source. */
const UNDRAWN = /^(?:application\/octet-stream|image\/(?:x-)?[ew]mf)$/;

/** Images of the text: none is missing, and those whose bytes are kept are the same in the same order. */
export function* diffImages(
  source: readonly OutlineBlock[],
  result: readonly OutlineBlock[],
  to: FormatId,
): Generator<Difference> {
  const ofSource = imagesOf(source);
  const spacers = new Set(ofSource.filter(isSpacer).map(({ hash }) => hash));
  const expected = ofSource.filter((image) => !isSpacer(image));
  const found = imagesOf(result).filter(({ hash }) => hash === undefined || !spacers.has(hash));
  const canName = to === 'html';
  const isEmbedded = to === 'html' || found.some(({ hash }) => hash !== undefined);
  for (const [index, { isMissing, hash, mimeType }] of found.entries()) {
    // Beside images that are in the file, one that is only named leads nowhere.
    const isLost = isMissing || (isEmbedded && hash === undefined && KEPT.has(expected[index]?.mimeType ?? mimeType));
    if (isLost && !expected[index]?.isMissing) yield difference('image_missing', { image: index + 1 });
  }
  /** How often each image of the result is left, which may show one that the source has several times. */
  const left = countsOf(found, 'hash');
  const known = new Set(expected.flatMap(({ hash }) => hash ?? []));
  const named = countsOf(found, 'name');
  const names = new Set(expected.flatMap(({ name }) => name ?? []));
  const others = found.filter(
    ({ hash, name }) => (hash === undefined || !known.has(hash)) && (name === undefined || !names.has(name)),
  );
  let replaced = others.length;
  for (const [index, { hash, mimeType, isMissing, name }] of expected.entries()) {
    if (isMissing) continue;
    const count = hash === undefined ? 0 : (left.get(hash) ?? 0);
    if (count > 0) {
      left.set(hash!, count - 1);
      continue;
    }
    if (name !== undefined && (named.get(name) ?? 0) > 0) {
      named.set(name, named.get(name)! - 1);
      continue;
    }
    if (name !== undefined && canName) {
      if (replaced === 0) yield difference('image_missing', { image: index + 1 });
      else if (others.some((other) => other.name !== undefined))
        yield difference('image_changed', { image: index + 1 });
      replaced = Math.max(0, replaced - 1);
    } else if (!KEPT.has(mimeType)) replaced = Math.max(0, replaced - 1);
    else if (replaced === 0) yield difference('image_missing', { image: index + 1 });
    else {
      replaced--;
      if (others.some((other) => other.mimeType === mimeType)) yield difference('image_changed', { image: index + 1 });
    }
  }
  const broken = others.find(({ hash, mimeType }) => hash !== undefined && UNDRAWN.test(mimeType));
  if (broken) yield difference('image_changed', { image: found.indexOf(broken) + 1 }, { severity: 'tell' });
  yield* diffMarginImages(source, result);
  yield* diffOrder(expected, found);
  yield* diffDescriptions(expected, found);
}

/** Images in headers and footers, such as a letterhead. */
function* diffMarginImages(source: readonly OutlineBlock[], result: readonly OutlineBlock[]): Generator<Difference> {
  const hashes = new Set(result.flatMap(({ image }) => image?.hash ?? []));
  const lost = source.find(
    ({ place, image }) => place === 'margin' && image?.hash && KEPT.has(image.mimeType) && !hashes.has(image.hash),
  );
  if (lost) yield difference('image_missing', {}, { severity: 'tell', expected: 'an image in a header or footer' });
}

function countsOf(images: readonly Image[], key: 'hash' | 'name'): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { [key]: value } of images) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

type Image = NonNullable<OutlineBlock['image']> & Pick<OutlineBlock, 'page'>;

function imagesOf(blocks: readonly OutlineBlock[]): Image[] {
  return blocks.flatMap(({ image, place, page }) =>
    image && (place === 'body' || place === 'box' || place === 'note') ? [{ ...image, page }] : [],
  );
}

/** A pixel that keeps pages of old web sites apart shows nothing: not every format has a place for it. */
function isSpacer({ size }: Image): boolean {
  return size?.width === 1 && size.height === 1;
}

/** Of images that are once on each side, those that changed their order; on one slide they have none. */
function* diffOrder(expected: readonly Image[], found: readonly Image[]): Generator<Difference> {
  const inBoth = new Set(knownOnce(expected)).intersection(new Set(knownOnce(found)));
  const places = new Map(found.map((image, index) => [knownBy(image), index]));
  const kept = expected.filter((image) => inBoth.has(knownBy(image)));
  const pages = Map.groupBy(kept, (image) => image.page ?? knownBy(image));
  const sorted = [...pages.values()].flatMap((page) =>
    page.toSorted((a, b) => places.get(knownBy(a))! - places.get(knownBy(b))!),
  );
  const rising = new Set(
    longestRising(sorted.map((image, index) => [index, places.get(knownBy(image))!])).map(([at]) => at),
  );
  for (const [index, image] of sorted.entries()) {
    if (!rising.has(index)) yield difference('image_order', { image: expected.indexOf(image) + 1 });
  }
}

/** What is said of images that are once on each side, where the result says something of them. */
function* diffDescriptions(expected: readonly Image[], found: readonly Image[]): Generator<Difference> {
  const inBoth = new Set(knownOnce(expected)).intersection(new Set(knownOnce(found)));
  const described = new Map(found.map((image) => [knownBy(image), image.alternative]));
  for (const [index, image] of expected.entries()) {
    const { alternative } = image;
    const other = inBoth.has(knownBy(image)) ? described.get(knownBy(image))! : '';
    if (alternative.trim() === '' || other.trim() === '' || spaced(other) === spaced(alternative)) continue;
    yield difference('text_changed', { image: index + 1 }, { severity: 'tell', expected: alternative, found: other });
  }
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Its bytes, or what the file calls it. */
function knownBy({ hash, name }: Image): string {
  return hash ?? name ?? '';
}

function knownOnce(images: readonly Image[]): string[] {
  const counts = Map.groupBy(images, knownBy);
  return images.map(knownBy).filter((known) => known !== '' && counts.get(known)!.length === 1);
}
