import { type Box, centreInside, heightOf, type Matrix, transformBox } from '../geometry.ts';
import { type FontFace, type Glyph, isBlank } from '../model.ts';
import { FIELD_VALUES } from './thresholds.ts';

const { AUTOMATIC_SIZE, MAX_AUTOMATIC_SIZE, LETTER_WIDTH, ASCENT, DESCENT, PADDING } = FIELD_VALUES;

/** Bits of an annotation's flags (ISO 32000-2, table 167): hidden, and not to be viewed. */
const INVISIBLE = 0x02 | 0x20;
const FONT: FontFace = { name: 'Helvetica', bold: false, italic: false, monospace: false, serif: false };

/**
 * Values of form fields that have no appearance of their own, as a viewer would set them. Where something is drawn in
 * the field, the value is there already.
 */
export function fieldGlyphs(
  annotations: readonly Readonly<Record<string, unknown>>[],
  toPage: Matrix,
  drawn: readonly Glyph[],
): Glyph[] {
  const glyphs: Glyph[] = [];
  for (const annotation of annotations) {
    const { subtype, rect, password } = annotation;
    const value = shownValue(annotation);
    if (subtype !== 'Widget' || password || value === '' || !Array.isArray(rect)) continue;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect as number[];
    const box = transformBox(toPage, { x0, y0, x1, y1 });
    if (drawn.some((glyph) => !isBlank(glyph) && centreInside(glyph, box))) continue;
    glyphs.push(...lettersOf(value, box, sizeOf(annotation, box)));
  }
  return glyphs;
}

/** Of texts and lists; a box that is ticked is drawn. */
function shownValue({ fieldType, fieldValue, annotationFlags }: Readonly<Record<string, unknown>>): string {
  if ((fieldType !== 'Tx' && fieldType !== 'Ch') || (Number(annotationFlags) & INVISIBLE) !== 0) return '';
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values
    .filter((value) => typeof value === 'string')
    .join(', ')
    .replace(/\s+/g, ' ')
    .trim();
}

function sizeOf({ defaultAppearanceData }: Readonly<Record<string, unknown>>, box: Box): number {
  const size = Number((defaultAppearanceData as { fontSize?: unknown } | undefined)?.fontSize);
  return size > 0 ? size : Math.min(MAX_AUTOMATIC_SIZE, Math.max(1, AUTOMATIC_SIZE * heightOf(box)));
}

function lettersOf(value: string, box: Box, size: number): Glyph[] {
  const advance = LETTER_WIDTH * size;
  const baseline = Math.min(box.y1, (box.y0 + box.y1) / 2 + 0.35 * size);
  return Array.from(value, (text, index): Glyph => {
    const x0 = box.x0 + PADDING + index * advance;
    const place = { x0, x1: x0 + advance, y0: baseline - ASCENT * size, y1: baseline + DESCENT * size, originX: x0 };
    return {
      text,
      ...place,
      baseline,
      advance,
      size,
      stretch: 1,
      rotation: 0,
      font: FONT,
      color: '#000000',
      order: Infinity,
    };
  });
}
