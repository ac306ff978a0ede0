/** What relative lengths are measured by, in points. */
export interface LengthBase {
  readonly fontSize: number;
  readonly rootFontSize: number;
  /** What a percentage is taken of; without it, percentages give nothing. */
  readonly whole?: number;
}

/** A CSS pixel is 1/96 inch (CSS Values 4, section 6.2). */
export const POINTS_PER_PIXEL = 0.75;

const ABSOLUTE: Readonly<Record<string, number>> = {
  px: POINTS_PER_PIXEL,
  pt: 1,
  pc: 12,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  q: 72 / 101.6,
};
/** Of the text's size; `ch` and `ex` by the letters of the fonts that come along. */
const RELATIVE: Readonly<Record<string, number>> = { em: 1, ch: 0.5, ex: 0.45 };
const LENGTH = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)$/;
/** Points: beyond this a length is a trick to hide something. */
const LONGEST = 20_000;

/** A length in points; nothing for `auto`, for what depends on the window, and for what is not understood. */
export function parseLength(text: string, base: LengthBase): number | undefined {
  const match = LENGTH.exec(text.trim().toLowerCase());
  if (!match) return undefined;
  const value = Number(match[1]);
  const points = value * (scaleOf(match[2]!, value, base) ?? Number.NaN);
  return Math.abs(points) <= LONGEST ? points : undefined;
}

function scaleOf(unit: string, value: number, { fontSize, rootFontSize, whole }: LengthBase): number | undefined {
  if (unit === '%') return whole === undefined ? undefined : whole / 100;
  if (unit === 'rem') return rootFontSize;
  if (unit === '') return value === 0 ? 0 : undefined;
  const relative = RELATIVE[unit];
  return relative === undefined ? ABSOLUTE[unit] : relative * fontSize;
}

/** The words for sizes of text, by the size that the page begins with (CSS Fonts 4, section 2.5). */
const SIZE_WORDS: Readonly<Record<string, number>> = {
  'xx-small': 0.6,
  'x-small': 0.75,
  small: 0.89,
  medium: 1,
  large: 1.2,
  'x-large': 1.5,
  'xx-large': 2,
  'xxx-large': 3,
};
/** Points. */
const SMALLEST_TEXT = 1;
const LARGEST_TEXT = 600;

/** A size of text in points. */
export function parseFontSize(text: string, base: LengthBase): number | undefined {
  const value = text.trim().toLowerCase();
  const word = SIZE_WORDS[value];
  if (word !== undefined) return word * base.rootFontSize;
  if (value === 'smaller') return base.fontSize / 1.2;
  if (value === 'larger') return base.fontSize * 1.2;
  const size = parseLength(value, { ...base, whole: base.fontSize });
  return size !== undefined && size >= SMALLEST_TEXT && size <= LARGEST_TEXT ? size : undefined;
}
