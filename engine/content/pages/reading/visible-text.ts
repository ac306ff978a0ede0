import { areaOf, type Box, centreInside, middleY, unionOf } from '../geometry.ts';
import { type Glyph, isBlank } from '../model.ts';
import { isSeeThrough } from './image-pixels.ts';
import type { DrawnImage, DrawnPage } from './drawn-page.ts';
import { VISIBLE_TEXT } from './thresholds.ts';

const { SLICE, SCANNED_TEXT_SHARE, MIN_SPANNED_SHARE, MIN_SCANNED_GLYPHS } = VISIBLE_TEXT;

interface VisibleText {
  readonly glyphs: readonly Glyph[];
  /** Images of text whose hidden text layer became the text: showing both would print one over the other. */
  readonly replacedImages: ReadonlySet<DrawnImage>;
  /** Hidden characters that were left out. */
  readonly hiddenCount: number;
}

/**
 * The text that a reader of the page sees: without invisible glyphs and without those that a later opaque fill or
 * image covers. Hidden text that stands for a scanned image is seen in that image, so it is kept and the image
 * is not; a page without any visible text keeps its hidden text in any case.
 */
export function visibleText(page: DrawnPage): VisibleText {
  const covered = coveredGlyphs(page);
  const hidden = page.glyphs.filter((glyph) => (page.hidden.has(glyph) || covered.has(glyph)) && !isBlank(glyph));
  const hiddenSet = new Set(hidden);
  const visibleCount = page.glyphs.filter((glyph) => !isBlank(glyph)).length - hidden.length;
  const replacedImages = new Set(page.images.filter((image) => isScannedText(image, hidden, visibleCount === 0)));
  const revealed =
    visibleCount === 0
      ? hiddenSet
      : new Set(hidden.filter((glyph) => [...replacedImages].some(({ box }) => centreInside(glyph, box, 2))));
  const kept = page.glyphs.filter((glyph) => !hiddenSet.has(glyph) || revealed.has(glyph));
  return { glyphs: kept, replacedImages, hiddenCount: hiddenSet.size - revealed.size };
}

/** `alone`: the page shows no other text, so a few lines of it are enough. */
function isScannedText({ box }: DrawnImage, hidden: readonly Glyph[], alone: boolean): boolean {
  const inside = hidden.filter((glyph) => centreInside(glyph, box, 2));
  if (inside.length < MIN_SCANNED_GLYPHS) return false;
  const spanned = areaOf(unionOf(inside)!);
  const covered = inside.reduce((sum, glyph) => sum + areaOf(glyph), 0);
  return covered > SCANNED_TEXT_SHARE * spanned && (alone || spanned > MIN_SPANNED_SHARE * areaOf(box));
}

/** Glyphs under an opaque fill or an image that is painted after them. */
function coveredGlyphs(page: DrawnPage): ReadonlySet<Glyph> {
  const covered = new Set<Glyph>();
  const firstGlyph = page.glyphs[0]?.order ?? Infinity;
  const covers: (Box & { order: number })[] = [
    ...page.fills.filter((fill) => fill.covers),
    ...page.images.filter(hidesWhatIsBelow).map(({ box, order }) => ({ ...box, order })),
  ].filter(({ order }) => order > firstGlyph);
  if (covers.length === 0) return covered;
  const slices = Map.groupBy(page.glyphs, (glyph) => Math.floor(middleY(glyph) / SLICE));
  for (const cover of covers) {
    if (areaOf(cover) < 4) continue;
    for (let slice = Math.floor(cover.y0 / SLICE); slice <= Math.floor(cover.y1 / SLICE); slice++) {
      for (const glyph of slices.get(slice) ?? []) {
        if (glyph.order < cover.order && centreInside(glyph, cover, -0.5)) covered.add(glyph);
      }
    }
  }
  return covered;
}

/** Stencils have holes, and others let what is below shine through. */
function hidesWhatIsBelow({ image, stencilColor, alpha, multiplies, softMask }: DrawnImage): boolean {
  return stencilColor === undefined && alpha > 0.95 && !multiplies && !softMask && !isSeeThrough(image);
}
