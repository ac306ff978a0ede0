import { areaOf, centreInside, intersect, isEmpty } from '../geometry.ts';
import { type Glyph, isBlank, type Link, type PageImage } from '../model.ts';

/** Links that have no text of their own, which a pointer finds only by what is drawn there. */
export function linksWithoutText(links: readonly Link[], glyphs: readonly Glyph[]): Link[] {
  return links.filter((link) => !glyphs.some((glyph) => !isBlank(glyph) && centreInside(glyph, link)));
}

/** Images with the address to which they lead: of a link without text, the image with which it has most in common. */
export function linkImages(
  images: readonly PageImage[],
  links: readonly Link[],
  glyphs: readonly Glyph[],
): readonly PageImage[] {
  const addresses = new Map<PageImage, string>();
  for (const link of linksWithoutText(links, glyphs)) {
    const candidates = images.filter((image) => !addresses.has(image) && isLinkOf(link, image));
    const image = candidates.toSorted((a, b) => likeness(b, link) - likeness(a, link))[0];
    if (image) addresses.set(image, link.url);
  }
  if (addresses.size === 0) return images;
  return images.map((image) => (addresses.has(image) ? { ...image, url: addresses.get(image)! } : image));
}

/** Neither a small area of a large image nor a small image in a large area. */
function isLinkOf(link: Link, image: PageImage): boolean {
  return likeness(image, link) >= MIN_LIKENESS;
}

const MIN_LIKENESS = 0.5;

/** Common area ÷ that of the larger one. */
function likeness(image: PageImage, link: Link): number {
  const common = intersect(image, link);
  return isEmpty(common) ? 0 : areaOf(common) / Math.max(areaOf(image), areaOf(link));
}
