import { heightOf, middleY, unionOf, widthOf } from '../../../content/pages/geometry.ts';
import { type Glyph, isBlank, type PageModel, UNKNOWN_GLYPH, UNMAPPED_GLYPH } from '../../../content/pages/model.ts';
import type { DrawArea } from '../../../content/pages/reading/vector-drawings.ts';
import { UNMAPPED_GLYPHS } from '../thresholds/lines.ts';

const { MAX_GAP, MAX_RISE, MAX_PICTURES, MAX_REACH, MAX_GROWTH } = UNMAPPED_GLYPHS;

/**
 * Glyphs of which nothing tells the characters stand in their line as images of what they look like, those beside each
 * other as one. Where no image can be made of them the replacement character says that there is something.
 */
export function showUnmapped(page: PageModel, draw: DrawArea | undefined): PageModel {
  if (!page.glyphs.some(({ text }) => text === UNMAPPED_GLYPH)) return page;
  const glyphs: Glyph[] = [];
  let group: Glyph[] = [];
  let pictures = 0;
  const close = (): void => {
    if (group.length > 0) {
      const whole = onLine(wholeOf(group), page.glyphs);
      glyphs.push(pictureOf(whole, pictures++ < MAX_PICTURES ? draw : undefined));
    }
    group = [];
  };
  for (const glyph of page.glyphs) {
    if (glyph.text !== UNMAPPED_GLYPH) {
      if (!isBlank(glyph)) close();
      glyphs.push(glyph);
      continue;
    }
    if (group.length > 0 && !isBeside(group, glyph)) close();
    group.push(glyph);
  }
  close();
  return { ...page, glyphs };
}

function isBeside(group: readonly Glyph[], glyph: Glyph): boolean {
  const { size, baseline, rotation } = group[0]!;
  const box = unionOf(group)!;
  const gap = Math.max(box.x0 - glyph.x1, glyph.x0 - box.x1);
  return rotation === glyph.rotation && gap < MAX_GAP * size && Math.abs(baseline - glyph.baseline) < MAX_RISE * size;
}

function wholeOf(group: readonly Glyph[]): Glyph {
  const box = unionOf(group)!;
  return { ...group[0]!, ...box, originX: box.x0, advance: widthOf(box), stretch: 1 };
}

/** Fonts that are drawn in pixels may have their glyphs below the baseline: the letter beside tells where the line is. */
function onLine(whole: Glyph, glyphs: readonly Glyph[]): Glyph {
  const gapTo = ({ x0, x1 }: Glyph): number => Math.max(whole.x0 - x1, x0 - whole.x1);
  const beside = glyphs.filter(
    (glyph) =>
      glyph.text !== UNMAPPED_GLYPH &&
      !isBlank(glyph) &&
      glyph.rotation === whole.rotation &&
      gapTo(glyph) < MAX_REACH * glyph.size &&
      glyph.y0 < middleY(whole) &&
      glyph.y1 > middleY(whole),
  );
  if (whole.rotation !== 0 || beside.length === 0) return whole;
  const { y0, y1, baseline, size } = beside.reduce((a, b) => (gapTo(b) < gapTo(a) ? b : a));
  const isHigher = heightOf(whole) > MAX_GROWTH * (y1 - y0);
  return isHigher ? { ...whole, y0, y1, baseline, size } : whole;
}

function pictureOf(whole: Glyph, draw: DrawArea | undefined): Glyph {
  const { x0, x1, y0, y1, order } = whole;
  const box = { x0, x1, y0, y1 };
  const image = widthOf(box) > 0 && heightOf(box) > 0 ? draw?.(box) : undefined;
  if (!image) return { ...whole, text: UNKNOWN_GLYPH };
  return { ...whole, picture: { ...box, ...image, order } };
}
