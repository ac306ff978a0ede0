import type { PdfJsFont } from '../../interpreter/page-objects.ts';
import { BITMAP_FONTS } from '../thresholds.ts';
import { type TexEncoding, texCharacter } from './encodings.ts';
import { TEX_WIDTHS } from './widths.ts';

const { TOLERANCE, ROUNDING, MIN_FITTING, MIN_SCALE, MAX_SCALE, SCALE_PENALTY, SAME_FIT, MIN_GLYPHS, MIN_WIDTHS } =
  BITMAP_FONTS;

/** What a font of bitmaps is by the widths of its glyphs. */
export interface BitmapFont {
  /** The font of Computer Modern with these widths; the roman one where they say little. */
  readonly name: string;
  /** The character of a code; undefined where fonts of equal widths differ in it. */
  readonly read: (code: number) => string | undefined;
}

interface Candidate {
  readonly name: string;
  readonly encoding: TexEncoding;
  /** Thousandths of an em by code: 0 where it has no glyph, undefined where the width is not known. */
  readonly widths: readonly (number | undefined)[];
  /** Few glyphs have its widths by chance. */
  readonly isUncommon?: true;
}

interface ShownGlyph {
  readonly code: number;
  /** In the units of the font, which are pixels. */
  readonly width: number;
}

interface Fit {
  readonly candidate: Candidate;
  /** Mean deviation of the widths, in parts of them. */
  readonly error: number;
}

const ROMAN = 'CMR10';
const TYPEWRITER_WIDTH = 525;
const FIRST_PRINTABLE = 0x20;
const CODES = Array.from({ length: 256 }, (_, code) => code);

/** Roman fonts exist in both encodings of text, in which the same characters have the same widths. */
const CANDIDATES: readonly Candidate[] = [
  ...(['CMR10', 'CMBX10', 'CMTI10', 'CMSS10', 'CMSSBX10', 'CMCSC10'] as const).flatMap((name): Candidate[] => [
    { name, encoding: 'OT1', widths: TEX_WIDTHS[name] },
    { name, encoding: 'T1', widths: widthsInT1(TEX_WIDTHS[name]) },
  ]),
  ...(['OT1-typewriter', 'T1'] as const).map((encoding): Candidate => ({
    name: 'CMTT10',
    encoding,
    widths: CODES.map((code) => (!texCharacter(encoding, code) ? 0 : TYPEWRITER_WIDTH)),
    isUncommon: true,
  })),
  { name: ROMAN, encoding: 'TS1', widths: TEX_WIDTHS.TCRM1000 },
  { name: 'CMMI10', encoding: 'OML', widths: TEX_WIDTHS.CMMI10, isUncommon: true },
  { name: 'CMSY10', encoding: 'OMS', widths: TEX_WIDTHS.CMSY10, isUncommon: true },
];

/** Widths of the characters of T1 that OT1 has as well, with accents or without. */
function widthsInT1(widths: readonly number[]): (number | undefined)[] {
  const known = new Map(widths.map((width, code) => [texCharacter('OT1', code), width]));
  return CODES.map((code) => {
    const character = texCharacter('T1', code);
    if (!character) return 0;
    return known.get(character) ?? known.get([...character.normalize('NFD')][0]);
  });
}

/** The font of TeX of which a Type 3 font without a name holds the bitmaps, by the widths of all of its glyphs. */
export function bitmapFontOf({ widths = [], fontMatrix }: PdfJsFont): BitmapFont | undefined {
  const glyphs = Object.entries(widths).flatMap(([code, width]) => (width > 0 ? [{ code: Number(code), width }] : []));
  const unit = 1000 * Math.abs(fontMatrix?.[0] ?? 0);
  const fits = CANDIDATES.flatMap((candidate) => fitOf(candidate, glyphs, unit) ?? []);
  const [best] = fits.toSorted((a, b) => a.error - b.error);
  if (!best) return undefined;
  const equals = fits.filter(({ error }) => error < best.error + SAME_FIT).map(({ candidate }) => candidate.encoding);
  const read = (code: number): string | undefined => {
    const [text, ...others] = new Set(equals.map((encoding) => texCharacter(encoding, code)));
    if (others.length === 0) return text;
    // the fonts of OT1 have outlines since 1997: of those that are still bitmaps most are European
    return code < FIRST_PRINTABLE && equals.includes('T1') ? texCharacter('T1', code) : undefined;
  };
  return { name: glyphs.length < MIN_GLYPHS ? ROMAN : best.candidate.name, read };
}

/** How well widths agree with those of a font of any size; undefined where they do not. */
function fitOf(candidate: Candidate, glyphs: readonly ShownGlyph[], unit: number): Fit | undefined {
  if (candidate.isUncommon && glyphs.length < MIN_GLYPHS) return undefined;
  if (glyphs.some(({ code }) => candidate.widths[code] === 0)) return undefined;
  const compared = glyphs.flatMap(({ code, width }) => {
    const expected = candidate.widths[code];
    return expected ? [{ width, expected }] : [];
  });
  if (compared.length < MIN_FITTING * glyphs.length || compared.length === 0) return undefined;
  const ratios = compared.map(({ width, expected }) => width / expected).sort((a, b) => a - b);
  const pixels = ratios[ratios.length >> 1]!;
  const scale = pixels * unit;
  const hasUsualSize = scale > MIN_SCALE && scale < MAX_SCALE;
  const different = new Set(compared.map(({ expected }) => expected)).size;
  if (!hasUsualSize && (compared.length < MIN_GLYPHS || different < MIN_WIDTHS)) return undefined;
  const deviations = compared.map(({ width, expected }) => Math.abs(width / (pixels * expected) - 1));
  const fitting = compared.filter(({ width }, index) => deviations[index]! < TOLERANCE + ROUNDING / width);
  if (fitting.length < MIN_FITTING * compared.length) return undefined;
  const mean = deviations.reduce((sum, deviation) => sum + deviation, 0) / deviations.length;
  return { candidate, error: mean + (hasUsualSize ? SCALE_PENALTY * Math.abs(Math.log(scale)) : 0) };
}
