import { centreInside } from '../../../content/pages/geometry.ts';
import { type FormField, isBlank } from '../../../content/pages/model.ts';
import type { Segment } from './segment.ts';

/** The fields of a form that have a value among some text, or the mark of those that nobody has filled in. */
export function fieldsIn(segments: readonly Segment[], fields: readonly FormField[] = []): readonly FormField[] {
  if (fields.length === 0) return fields;
  const signs = segments.flatMap(({ glyphs }) => glyphs).filter((glyph) => !isBlank(glyph));
  return fields.filter((field) => signs.some((sign) => centreInside(sign, field)));
}
