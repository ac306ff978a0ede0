import { formatOf } from '../../../formats/index.ts';
import { showsColour } from '../../../formats/format.ts';
import type { RasterFacts } from '../../../contract/facts.ts';
import type { Expectation } from '../../../contract/report.ts';
import { GREYS, type Sight } from './image-difference.ts';

/** How far two images of the same may be apart. */
export interface Tolerance {
  readonly deltaE: number;
  readonly worstDeltaE: number;
  readonly structure: number;
  readonly correlation: number;
  /** Share of the colourfulness that must be left. */
  readonly colourfulness: number;
}

/** One way of looking at two images, with what it allows: they are the same when one of the ways says so. */
export interface Comparison {
  readonly sight: Pick<Sight, 'greys' | 'mayPale'>;
  readonly tolerance: Tolerance;
}

/**
 * Over the corpora, JPEG at quality 30, palettes, CMYK and scaling included, images of the same reached 5.8, 6.2,
 * 0.77 and 0.80; other images, swapped channels, mirrored ones and those with a grey quarter lie beyond.
 */
const USUAL: Tolerance = { deltaE: 6, worstDeltaE: 9, structure: 0.7, correlation: 0.65, colourfulness: 0.4 };
/** Halved chroma takes colour from stripes of one pixel, and up to 6.4 of their lightness; the rest stays as it is. */
const PALE: Tolerance = { ...USUAL, deltaE: 7, structure: 0.9, correlation: 0.9 };
/** What is left at quality 5, in a size of a few kilobytes or with four colours. */
const COARSE: Tolerance = { deltaE: 14, worstDeltaE: 30, structure: 0.3, correlation: 0.5, colourfulness: 0 };
/** The nearest of 256 colours, which on a Palm are the same for every image. */
const PALETTE: Tolerance = { ...USUAL, deltaE: 9, worstDeltaE: 14 };
/** Dots that stand for shades. */
const DITHERED: Tolerance = { deltaE: 8, worstDeltaE: 14, structure: 0.5, correlation: 0.7, colourfulness: 0 };
/** Areas of one colour that stand for an image. */
const TRACED: Tolerance = { deltaE: 15, worstDeltaE: 35, structure: 0.25, correlation: 0.5, colourfulness: 0 };
/** Inks without a profile: one reader's cyan is another one's blue. */
const ASSUMED: Tolerance = { deltaE: 40, worstDeltaE: 60, structure: 0.5, correlation: 0.5, colourfulness: 0 };

/** Quality from which on encoders keep what one sees at the size of a thumbnail. */
const LEAST_USUAL_QUALITY = 30;
/** Colours from which on a palette does. */
const LEAST_USUAL_COLOURS = 64;

/** The ways in which these images may be compared, the strictest first. */
export function comparisonsOf(
  source: RasterFacts,
  outputs: readonly RasterFacts[],
  expectation: Expectation,
): Comparison[] {
  const { to } = expectation;
  const isAssumed = [source, ...outputs].some(({ coloursAssumed }) => coloursAssumed);
  const exceptions = [
    isAssumed && ASSUMED,
    expectation.operations.includes('infer') && TRACED,
    formatOf(to).tones === 'bilevel' && DITHERED,
    formatOf(to).tones === 'palette' && PALETTE,
    isCoarse(expectation) && COARSE,
  ].filter((exception) => exception !== false);
  if (becomesGrey(expectation))
    return GREYS.map((greys) => ({ sight: { greys }, tolerance: widest(USUAL, exceptions) }));
  const comparisons: Comparison[] = [{ sight: {}, tolerance: widest(USUAL, exceptions) }];
  if (halvesChroma(expectation)) comparisons.push({ sight: { mayPale: true }, tolerance: widest(PALE, exceptions) });
  return comparisons;
}

function widest(usual: Tolerance, exceptions: readonly Tolerance[]): Tolerance {
  return exceptions.reduce(
    (one, other) => ({
      deltaE: Math.max(one.deltaE, other.deltaE),
      worstDeltaE: Math.max(one.worstDeltaE, other.worstDeltaE),
      structure: Math.min(one.structure, other.structure),
      correlation: Math.min(one.correlation, other.correlation),
      colourfulness: Math.min(one.colourfulness, other.colourfulness),
    }),
    usual,
  );
}

function isCoarse({ options: { quality = 100, colours = 256, targetSize } }: Expectation): boolean {
  return quality < LEAST_USUAL_QUALITY || colours < LEAST_USUAL_COLOURS || targetSize !== undefined;
}

/** The colours went by request, on the way, or because the target has none. */
function becomesGrey({ to, lost, options }: Expectation): boolean {
  return options.colourSpace === 'grey' || lost.includes('colour') || !showsColour(formatOf(to));
}

function halvesChroma({ to, options }: Expectation): boolean {
  const { lossy, tones } = formatOf(to);
  return lossy === true && tones === undefined && options.lossless !== true;
}
