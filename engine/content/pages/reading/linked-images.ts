import { areaOf, centreInside, intersect, isEmpty } from '../geometry.ts';
import { type Glyph, isBlank, type Link, type PageImage } from '../model.ts';

/** Common area ÷ that of the larger one, from which on a link is that of an image and not of an area with one in it. */
const MIN_LIKENESS = 0.5;

/** Images with the address to which they lead: of a link without text, the image with which it has most in common. */
export function linkImages(
  images: readonly PageImage[],
  links: readonly Link[],
  glyphs: readonly Glyph[],
): readonly PageImage[] {
  const addresses = new Map<PageImage, string>();
  for (const link of links) {
    const [closest] = images
      .filter((image) => !addresses.has(image))
      .map((image) => ({ image, share: likeness(image, link) }))
      .filter(({ share }) => share >= MIN_LIKENESS)
      .sort((a, b) => b.share - a.share);
    if (closest && !hasText(link, glyphs)) addresses.set(closest.image, link.url);
  }
  if (addresses.size === 0) return images;
  return images.map((image) => (addresses.has(image) ? { ...image, url: addresses.get(image)! } : image));
}

/** Whether text is what a pointer finds there. */
function hasText(link: Link, glyphs: readonly Glyph[]): boolean {
  return glyphs.some((glyph) => !isBlank(glyph) && centreInside(glyph, link));
}

function likeness(image: PageImage, link: Link): number {
  const common = intersect(image, link);
  return isEmpty(common) ? 0 : areaOf(common) / Math.max(areaOf(image), areaOf(link));
}
