import { EMBEDDED_FONTS } from '../content/pages/compare/archival.ts';
import type { Warning } from '../contract/codec.ts';
import type { Facts, Thumbnail } from '../contract/facts.ts';
import type { Check, Expectation } from '../contract/report.ts';
import { formatOf } from '../formats/index.ts';

type Formats = Pick<Expectation, 'from' | 'to'>;

/** What is told about a verified result, beside what its codecs told, in this order. */
const WARNINGS: readonly ((source: Facts, formats: Formats, checks: readonly Check[]) => Warning | undefined)[] = [
  warningOfTones,
  warningOfOpacity,
  warningOfMacros,
  (_source, _formats, checks) => warningOfForeignFonts(checks),
];

export function warningsOf(source: Facts, formats: Formats, checks: readonly Check[]): Warning[] {
  return WARNINGS.flatMap((warningOf) => warningOf(source, formats, checks) ?? []);
}

/** What a target with fewer shades than its source does to an image; a loss of colour is told by the plan. */
export function warningOfTones({ raster }: Pick<Facts, 'raster'>, { from, to }: Formats): Warning | undefined {
  if (!raster) return undefined;
  const before = formatOf(from).tones;
  const after = formatOf(to).tones;
  if (after === 'bilevel' && before !== 'bilevel')
    return shadesReduced(`${to} holds only black and white. Shades were dithered.`);
  if (after === 'palette' && before === undefined)
    return shadesReduced(`${to} holds at most 256 colours. Where the image has more, the nearest were used.`);
  return undefined;
}

/** Shares of the opacity between which a pixel is seen through, and how many cells have them beyond edges of shapes. */
const SEEN_THROUGH = { least: 0.1, most: 0.9, share: 0.02 } as const;

/** A colour of a palette is there or not: what was seen through is one or the other now. */
export function warningOfOpacity({ raster }: Pick<Facts, 'raster'>, { to }: Pick<Formats, 'to'>): Warning | undefined {
  const { tones, carries } = formatOf(to);
  if (tones !== 'palette' || !carries.includes('alpha') || !raster?.thumbnails?.some(isSeenThrough)) return undefined;
  const message = `${to} holds no partly transparent pixels: they became opaque or fully transparent.`;
  return { code: 'feature_dropped', message };
}

function isSeenThrough({ alpha = new Uint8Array(), width }: Thumbnail): boolean {
  const isSoft = (cell: number): boolean =>
    alpha[cell]! > SEEN_THROUGH.least * 255 && alpha[cell]! < SEEN_THROUGH.most * 255;
  // Edges of shapes are soft as well: an area is soft in both directions.
  const soft = alpha.filter((_, cell) => isSoft(cell) && isSoft(cell + 1) && isSoft(cell + width));
  return alpha.length > 0 && soft.length >= SEEN_THROUGH.share * alpha.length;
}

function shadesReduced(message: string): Warning {
  return { code: 'shades_reduced', message };
}

/** Macros are never run, and a result that cannot hold them lacks them. */
export function warningOfMacros({ macros }: Pick<Facts, 'macros'>, { to }: Pick<Formats, 'to'>): Warning | undefined {
  if (!macros || formatOf(to).macros) return undefined;
  return { code: 'feature_dropped', message: 'The document contains macros. They were not run and were dropped.' };
}

/** Says which fonts a PDF names and does not embed: every reader substitutes others for them. */
export function warningOfForeignFonts(checks: readonly Check[]): Warning | undefined {
  const fonts = checks.find(({ name }) => name === EMBEDDED_FONTS)?.missing;
  if (!fonts) return undefined;
  return {
    code: 'font_not_embedded',
    message: `The PDF uses fonts that are not embedded, and other programs may substitute them: ${fonts.join(', ')}.`,
    details: { fonts },
  };
}
