import { type Box, contains } from '../geometry.ts';
import { centreLineOf } from './drawing-parts.ts';
import type { FormPage } from './figures.ts';
import { shownBox } from './vector-drawings.ts';
import { FIELD_VALUES } from './thresholds.ts';

/** The page without what is drawn within some boxes. */
export function withoutDrawings(page: FormPage, boxes: readonly Box[]): FormPage {
  if (boxes.length === 0) return page;
  const isOutside = (part: Box): boolean => !boxes.some((box) => contains(box, part, FIELD_VALUES.BORDER));
  return {
    ...page,
    glyphs: page.glyphs.filter(isOutside),
    rules: page.rules.filter((rule) => isOutside(centreLineOf(rule))),
    fills: page.fills.filter(isOutside),
    specks: page.specks.filter(isOutside),
    vectors: page.vectors.filter((path) => isOutside(shownBox(path))),
    images: page.images.filter(({ box }) => isOutside(box)),
  };
}
