import { formatOf } from '../../../formats/index.ts';
import { HAVE_LOSSLESS_CODING, isWrittenWithLoss, showsColour } from '../../../formats/format.ts';
import type { RasterFacts } from '../../../contract/facts.ts';
import type { Expectation } from '../../../contract/report.ts';
import { GREYS, type Sight } from './image-difference.ts';

/** How far two images of the same may be apart. */
export interface Tolerance {
  readonly deltaE: number;
  readonly worstDeltaE: number;
  readonly peakDeltaE: number;
  readonly shift: number;
  readonly structure: number;
  readonly correlation: number;
  /** Share of the colourfulness that must be left. */
  readonly colourfulness: number;
  /** Least and most detail, by that of the source. */
  readonly sharpness: readonly [least: number, most: number];
  readonly noise: number;
}

/** One way of looking at two images, with what it allows: they are the same when one of the ways says so. */
export interface Comparison {
  readonly sight: Pick<Sight, 'greys' | 'mayPale' | 'channelLevels'>;
  readonly tolerance: Tolerance;
}

/** What lossless coding leaves: nothing but the rounding of two decoders, of which JPEG has several. */
const EXACT: Tolerance = {
  deltaE: 0.7,
  worstDeltaE: 1,
  peakDeltaE: 2,
  shift: 0.5,
  structure: 0.99,
  correlation: 0.9985,
  colourfulness: 0.8,
  sharpness: [0.96, 1.04],
  noise: 1,
};
/** Light of eight bits of the brightest channel: the others of a full colour are up to half a step off. */
const SHARED_EXPONENT: Tolerance = {
  ...EXACT,
  deltaE: 1.5,
  worstDeltaE: 2.5,
  peakDeltaE: 4,
  shift: 1,
  structure: 0.95,
  correlation: 0.99,
};
/** Lossy coding at usual quality: the means of cells stay, fine texture goes first. */
const CODED: Tolerance = {
  deltaE: 2,
  worstDeltaE: 4,
  peakDeltaE: 9,
  shift: 2,
  structure: 0.8,
  correlation: 0.9,
  colourfulness: 0.55,
  sharpness: [0.7, 1.15],
  noise: 3,
};
/**
 * The same at the quality that encoders have by themselves: 1.4, 2.9, 6.6, 0.8, 0.997 and 0.9957 are reached; more by fine
 * stripes alone.
 */
const FINE: Tolerance = {
  ...CODED,
  deltaE: 1.6,
  worstDeltaE: 3.2,
  peakDeltaE: 7.5,
  shift: 1,
  structure: 0.99,
  correlation: 0.994,
};
/** Where what halved chroma explains is taken away: 0.5, 0.7, 4.7 and 0.2 are reached. */
const FINE_PALE: Tolerance = { ...FINE, deltaE: 0.9, worstDeltaE: 1.6, peakDeltaE: 7, shift: 0.5 };
/** The same of images of a few blocks: over the corpora 1.7, 3.6, 5.9, 1.6 are reached, and more by stripes alone. */
const SMALL: Tolerance = {
  ...CODED,
  worstDeltaE: 5,
  sharpness: [0.6, 1.4],
  noise: 4,
};
/** Where that is taken away: 0.5, 4.7, 1.6 and 0.01. */
const SMALL_PALE: Tolerance = { ...SMALL, deltaE: 1.2, worstDeltaE: 5, peakDeltaE: 6, shift: 0.8 };
/** Drawings are drawn again at another size to be compared. */
const DRAWN: Tolerance = {
  deltaE: 1.5,
  worstDeltaE: 9,
  peakDeltaE: Infinity,
  shift: 1,
  structure: 0.85,
  correlation: 0.95,
  colourfulness: 0.6,
  sharpness: [0.8, 1.25],
  noise: 3,
};
/**
 * Over the corpora, JPEG at quality 30, palettes, CMYK and scaling included, images of the same reached 5.8, 6.2,
 * 0.77 and 0.80; other images, swapped channels, mirrored ones and those with a grey quarter lie beyond.
 */
const USUAL: Tolerance = {
  deltaE: 6,
  worstDeltaE: 9,
  peakDeltaE: Infinity,
  shift: Infinity,
  structure: 0.7,
  correlation: 0.65,
  colourfulness: 0.4,
  sharpness: [0, Infinity],
  noise: Infinity,
};
/** Halved chroma takes colour from fine stripes; light and dark stay as they are. */
const LEAST_PALE_STRUCTURE = 0.9;
/** What is left at quality 5, in a size of a few kilobytes or with four colours. */
const COARSE: Tolerance = {
  ...USUAL,
  deltaE: 14,
  worstDeltaE: 40,
  structure: 0.3,
  correlation: 0.5,
  colourfulness: 0,
};
/** The nearest of four to fifteen colours: 31, 40, 0.3 and 0.5 are reached. */
const FEW_COLOURS: Tolerance = { ...COARSE, deltaE: 40, worstDeltaE: 80 };
/** Of two or three: 56, 0.12 and 0.12 are reached. */
const LEAST_COLOURS: Tolerance = { ...FEW_COLOURS, deltaE: 65, worstDeltaE: 100, structure: 0.1, correlation: 0.1 };
/**
 * The nearest of 256 colours: rare ones may have gone, and dots that stand for shades look like texture. Over the corpora
 * 1.3, 3.7, 28, 0.2, 1.0, 1.0, 0.95, 0.98 and 1.9 are reached.
 */
const PALETTE: Tolerance = {
  deltaE: 1.8,
  worstDeltaE: 5,
  peakDeltaE: 32,
  shift: 0.6,
  structure: 0.99,
  correlation: 0.9985,
  colourfulness: 0.7,
  sharpness: [0.9, 2.5],
  noise: 4,
};
/** Edges that something shone through are cut where the target knows all or nothing. */
const CUT: Tolerance = { ...PALETTE, structure: 0.9, correlation: 0.95 };
/** Greys that were made of colours by another rule than ours. */
const GREYED: Tolerance = {
  deltaE: 2,
  worstDeltaE: 4,
  /** Where saturated colours meet, the light of their mixture is another one: 12.5 is reached. */
  peakDeltaE: 16,
  shift: 2,
  structure: 0.9,
  correlation: 0.95,
  colourfulness: 0,
  sharpness: [0.5, 2],
  noise: 3,
};
/** Dots that stand for shades. */
const DITHERED: Tolerance = {
  ...USUAL,
  deltaE: 8,
  worstDeltaE: 14,
  structure: 0.5,
  correlation: 0.7,
  colourfulness: 0,
};
/** Areas of one colour that stand for an image. */
const TRACED: Tolerance = {
  ...USUAL,
  deltaE: 15,
  worstDeltaE: 35,
  structure: 0.25,
  correlation: 0.5,
  colourfulness: 0,
};
/** Inks without a profile: one reader's cyan is another one's, lighter or darker; everything is in its place. */
const ASSUMED: Tolerance = {
  ...USUAL,
  deltaE: 40,
  worstDeltaE: 60,
  structure: 0.6,
  correlation: 0.6,
  colourfulness: 0,
  sharpness: [0.55, 1.8],
  noise: 6,
};

/** How finely two images can be compared. */
export interface Fineness {
  /** The result has other pixels than the source. */
  readonly isScaled: boolean;
  /** Along a side of the grid. */
  readonly cells: number;
  /** The source was drawn smaller than the result. */
  readonly isDrawnSmall: boolean;
  /** The cells of both thumbnails do not cover the same pixels. */
  readonly isUnaligned: boolean;
}

/** Cells from which on those of a lossy image are not at the mercy of a few blocks of its encoder. */
const LEAST_FINE_CELLS = 16;
/** Quality from which on encoders keep what one sees at the size of a thumbnail. */
const LEAST_USUAL_QUALITY = 30;
/** Quality from which on they keep texture too. */
const LEAST_FINE_QUALITY = 60;
/** Quality from which on colours are as near as at the quality that encoders have by themselves. */
const LEAST_GOOD_QUALITY = 80;
/** Colours from which on a palette does. */
const LEAST_USUAL_COLOURS = 64;
/** Colours from which on most others have one that is not far from them. */
const LEAST_COARSE_COLOURS = 16;

/** The ways in which these images may be compared, the strictest first. */
export function comparisonsOf(
  source: RasterFacts,
  outputs: readonly RasterFacts[],
  expectation: Expectation,
  fineness: Fineness,
): Comparison[] {
  const { to } = expectation;
  const isAssumed = [source, ...outputs].some(({ coloursAssumed }) => coloursAssumed);
  const exceptions = [
    isAssumed && ASSUMED,
    expectation.operations.includes('infer') && TRACED,
    to === 'hdr' && SHARED_EXPONENT,
    formatOf(to).tones === 'bilevel' && DITHERED,
    formatOf(to).tones === 'palette' && PALETTE,
    source.alpha && holdsNoShades(to) && CUT,
    ofColours(expectation),
    isCoarse(expectation) && COARSE,
  ].filter((exception) => exception !== false);
  const base = baseOf(expectation, fineness);
  if (becomesGrey(expectation)) {
    const tolerance = widest(base, [GREYED, ...exceptions]);
    return GREYS.map((greys) => ({ sight: { greys }, tolerance }));
  }
  const comparisons: Comparison[] = [{ sight: {}, tolerance: widest(base, exceptions) }];
  if (halvesChroma(expectation)) {
    const usual = base === FINE ? FINE_PALE : base === SMALL ? SMALL_PALE : base;
    const pale = { ...usual, structure: Math.max(usual.structure, LEAST_PALE_STRUCTURE) };
    comparisons.push({ sight: { mayPale: true }, tolerance: widest(pale, exceptions) });
  }
  // A large area shows how far its colour is from the nearest that the target can say.
  const { channelLevels } = formatOf(to);
  if (channelLevels) comparisons.push({ ...comparisons[0]!, sight: { channelLevels } });
  return comparisons;
}

/** What can be expected at best of this target, by its coding and by what is between it and the source. */
function baseOf(
  { from, to, operations, options }: Expectation,
  { isScaled, cells, isDrawnSmall, isUnaligned }: Fineness,
): Tolerance {
  const isPaged = [from, to].some((format) => formatOf(format).family !== 'image');
  if (isPaged || isVector(to) || isScaled || operations.includes('infer')) return USUAL;
  const { quality, effort } = options;
  if (!isUnaligned && !isCodedWithLoss(to, options)) return isDrawnSmall ? widest(EXACT, [DRAWN]) : EXACT;
  if (quality !== undefined && quality < LEAST_FINE_QUALITY) return USUAL;
  if (formatOf(to).tones === 'palette' && !isDrawnSmall && !isUnaligned) return PALETTE;
  if (isDrawnSmall || isUnaligned || cells < LEAST_FINE_CELLS)
    return widest(cells < LEAST_FINE_CELLS ? SMALL : CODED, isDrawnSmall ? [DRAWN] : []);
  // Encoders spend another effort on size as well.
  const isUsual = quality === undefined || quality >= LEAST_GOOD_QUALITY;
  return isUsual && effort === undefined ? FINE : CODED;
}

/** A colour of a palette is there or not. */
export function holdsNoShades(to: Expectation['to']): boolean {
  return formatOf(to).tones === 'palette';
}

function isVector(format: Expectation['from']): boolean {
  return formatOf(format).carries.includes('vector');
}

function widest(usual: Tolerance, exceptions: readonly Tolerance[]): Tolerance {
  return exceptions.reduce(
    (one, other) => ({
      deltaE: Math.max(one.deltaE, other.deltaE),
      worstDeltaE: Math.max(one.worstDeltaE, other.worstDeltaE),
      peakDeltaE: Math.max(one.peakDeltaE, other.peakDeltaE),
      shift: Math.max(one.shift, other.shift),
      structure: Math.min(one.structure, other.structure),
      correlation: Math.min(one.correlation, other.correlation),
      colourfulness: Math.min(one.colourfulness, other.colourfulness),
      sharpness: [
        Math.min(one.sharpness[0], other.sharpness[0]),
        Math.max(one.sharpness[1], other.sharpness[1]),
      ] as const,
      noise: Math.max(one.noise, other.noise),
    }),
    usual,
  );
}

function isCoarse({ options: { quality = 100, colours = 256, targetSize } }: Expectation): boolean {
  return quality < LEAST_USUAL_QUALITY || colours < LEAST_USUAL_COLOURS || targetSize !== undefined;
}

/** Of a palette that was asked for. */
function ofColours({ options: { colours } }: Expectation): Tolerance | false {
  if (colours === undefined) return false;
  if (colours < 4) return LEAST_COLOURS;
  return colours < LEAST_COARSE_COLOURS ? FEW_COLOURS : USUAL;
}

/** The colours went by request, on the way, or because the target has none. */
export function becomesGrey({ to, lost, options }: Expectation): boolean {
  return options.colourSpace === 'grey' || lost.includes('colour') || !showsColour(formatOf(to));
}

function halvesChroma({ to, options }: Expectation): boolean {
  return isCodedWithLoss(to, options) && formatOf(to).tones === undefined;
}

/** Whether the target is written with loss. */
export function isCodedWithLoss(to: Expectation['to'], { lossless }: Expectation['options']): boolean {
  return isWrittenWithLoss(formatOf(to)) && !(lossless === true && HAVE_LOSSLESS_CODING.has(to));
}
