import { type Box, centreInside, heightOf, type Matrix, median, transformBox, widthOf } from '../geometry.ts';
import { BOX_SIGNS, EMPTY_FIELD, type FontFace, type FormField, type Glyph, isBlank } from '../model.ts';
import { FIELD_VALUES } from './thresholds.ts';

const { AUTOMATIC_SIZE, MAX_AUTOMATIC_SIZE, LETTER_WIDTH, ASCENT, DESCENT, PADDING } = FIELD_VALUES;

/** Bits of an annotation's flags (ISO 32000-2, table 167): hidden, and not to be viewed. */
const INVISIBLE = 0x02 | 0x20;
const FONT: FontFace = { name: 'Helvetica', bold: false, italic: false, monospace: false, serif: false };

type Annotation = Readonly<Record<string, unknown>>;

/** The form of a page: what of it can be filled in, and what its fields say. */
export interface PageForm {
  readonly fields: readonly FormField[];
  readonly glyphs: readonly Glyph[];
  /** Boxes to tick, which have signs in `glyphs` in place of what is drawn there. */
  readonly boxes: readonly Box[];
  /** How many fields a viewer shows, buttons aside: with those that nobody can change, and with open lists. */
  readonly shown: number;
}

/**
 * Reads the fields of a page, and their values where these have no appearance of their own, as a viewer would set them.
 * Where something is drawn in a field, its value is there already. If `marksFields` asks for it, an empty field has a mark
 * of its own, and a box to tick a sign that says whether it is ticked: many are drawn by lines.
 */
export function readForm(
  annotations: readonly Annotation[],
  toPage: Matrix,
  drawn: readonly Glyph[],
  marksFields: boolean,
): PageForm {
  const fields: FormField[] = [];
  const glyphs: Glyph[] = [];
  const boxes: Box[] = [];
  let shown = 0;
  const letters = drawn.filter((glyph) => !isBlank(glyph));
  for (const annotation of annotations) {
    const { subtype, rect, password, pushButton } = annotation;
    if (subtype !== 'Widget' || password || !Array.isArray(rect)) continue;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect as number[];
    const box = transformBox(toPage, { x0, y0, x1, y1 });
    const field = fieldOf(annotation, box);
    if (field) fields.push(field);
    if (!pushButton && !isInvisible(annotation)) shown++;
    if (field?.kind === 'check' && marksFields) {
      boxes.push(box);
      glyphs.push(signOf(annotation, box, lineAt(box, letters)));
      continue;
    }
    if (letters.some((glyph) => centreInside(glyph, box))) continue;
    const value = shownValue(annotation);
    if (value !== '') glyphs.push(...lettersOf(value, box, lineIn(box, sizeOf(annotation, box))));
    else if (marksFields && field) glyphs.push(emptyMark(box, lineAt(box, letters)));
  }
  return { fields, glyphs, boxes, shown };
}

/** The flag of a choice that can be typed into (table 233). */
const EDITABLE = 1 << 18;

function fieldOf(annotation: Annotation, box: Box): FormField | undefined {
  const { fieldType, fieldName, fieldFlags, alternativeText, readOnly, options, combo, checkBox, radioButton } =
    annotation;
  if (readOnly || isInvisible(annotation)) return undefined;
  const named = {
    ...box,
    name: String(fieldName ?? ''),
    ...(typeof alternativeText === 'string' && alternativeText !== '' && { title: alternativeText }),
  };
  if (fieldType === 'Btn' && (checkBox || radioButton)) return { ...named, kind: 'check', choices: [], isOpen: false };
  if (fieldType === 'Tx') return { ...named, kind: 'text', choices: [], isOpen: true };
  // A list that is open shows all of its choices: its text is more than its value.
  if (fieldType !== 'Ch' || !combo) return undefined;
  const offered = (Array.isArray(options) ? options : []) as { readonly displayValue?: unknown }[];
  const choices = [...new Set(offered.map(({ displayValue }) => String(displayValue ?? '').trim()))];
  return { ...named, kind: 'choice', choices: choices.filter(Boolean), isOpen: (Number(fieldFlags) & EDITABLE) !== 0 };
}

/** As wide as its box. */
function signOf({ radioButton, fieldValue, exportValue, buttonValue }: Annotation, box: Box, line: Line): Glyph {
  const isOn = fieldValue === (radioButton ? buttonValue : exportValue);
  const { radio, box: square } = BOX_SIGNS;
  const [sign] = lettersOf((radioButton ? radio : square)[isOn ? 'on' : 'off'], box, line);
  return { ...sign!, x0: box.x0, x1: box.x1, originX: box.x0, advance: widthOf(box) };
}

function emptyMark(box: Box, line: Line): Glyph {
  const [mark] = lettersOf(EMPTY_FIELD, box, line);
  const x1 = Math.max(mark!.x1, box.x1 - PADDING);
  return { ...mark!, x1, advance: x1 - mark!.x0 };
}

interface Line {
  readonly baseline: number;
  readonly size: number;
}

/** The line of the text beside a box: what is not there as text must not make a line of its own, or a higher one. */
function lineAt(box: Box, letters: readonly Glyph[]): Line {
  const isBeside = ({ rotation, baseline, size }: Glyph): boolean => {
    const middle = baseline - ((ASCENT - DESCENT) / 2) * size;
    return rotation === 0 && middle > box.y0 && middle < box.y1;
  };
  const beside = letters.filter(isBeside);
  const gapTo = ({ x0, x1 }: Glyph): number => Math.max(x0 - box.x1, box.x0 - x1);
  const nearest = beside.reduce<Glyph | undefined>(
    (found, glyph) => (!found || gapTo(glyph) < gapTo(found) ? glyph : found),
    undefined,
  );
  return nearest ?? lineIn(box, Math.min(heightOf(box), median(letters.map(({ size }) => size)) || MAX_AUTOMATIC_SIZE));
}

function lineIn(box: Box, size: number): Line {
  return { baseline: Math.min(box.y1, (box.y0 + box.y1) / 2 + 0.35 * size), size };
}

function isInvisible({ annotationFlags }: Annotation): boolean {
  return (Number(annotationFlags) & INVISIBLE) !== 0;
}

/** Of texts and lists; a box that is ticked is drawn. */
function shownValue(annotation: Annotation): string {
  const { fieldType, fieldValue } = annotation;
  if ((fieldType !== 'Tx' && fieldType !== 'Ch') || isInvisible(annotation)) return '';
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values
    .filter((value) => typeof value === 'string')
    .join(', ')
    .replace(/\s+/g, ' ')
    .trim();
}

function sizeOf({ defaultAppearanceData }: Annotation, box: Box): number {
  const size = Number((defaultAppearanceData as { fontSize?: unknown } | undefined)?.fontSize);
  return size > 0 ? size : Math.min(MAX_AUTOMATIC_SIZE, Math.max(1, AUTOMATIC_SIZE * heightOf(box)));
}

function lettersOf(value: string, box: Box, { baseline, size }: Line): Glyph[] {
  const advance = LETTER_WIDTH * size;
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
