/**
 * Everything that a file can carry, with the price of losing it when both ends of a conversion could have held it.
 * Prices are integers so that sums are exact; the order of the keys fixes the bit of each feature in a mask.
 *
 * `look` is the appearance (rasters, page formats, office and HTML carry it), `colour` is what of it goes when it turns
 * grey, `figures` are images embedded in a document, `records` are the cells of a table, `entries` the members of an
 * archive. GIF and video share `animation`.
 */
export const FEATURE_WEIGHTS = {
  text: 1000,
  audio: 1000,
  video: 1000,
  records: 1000,
  glyphs: 1000,
  mesh: 1000,
  entries: 500,
  structure: 300,
  animation: 300,
  pages: 300,
  figures: 200,
  look: 150,
  formulas: 150,
  colour: 120,
  vector: 100,
  subtitles: 100,
  alpha: 80,
  depth: 20,
  metadata: 5,
} as const satisfies Record<string, number>;

export type Feature = keyof typeof FEATURE_WEIGHTS;
export type FeatureSet = readonly Feature[];

/** A set of features as bits: bit i stands for `FEATURES[i]`. */
export type FeatureMask = number;

export const FEATURES = Object.keys(FEATURE_WEIGHTS) as readonly Feature[];

/** Losing one of these whole is losing what the file is about; the others are detail. */
export const CONTENT: FeatureSet = [
  'text',
  'look',
  'colour',
  'vector',
  'figures',
  'audio',
  'video',
  'animation',
  'subtitles',
  'records',
  'entries',
  'glyphs',
  'mesh',
];

/** A feature of this weight or more is never given up without the caller's consent. */
export const CONSENT_WEIGHT = 1000;

const BIT = Object.fromEntries(FEATURES.map((feature, index) => [feature, 1 << index])) as Record<Feature, FeatureMask>;
const WEIGHTS = FEATURES.map((feature) => FEATURE_WEIGHTS[feature]);

export function maskOf(features: FeatureSet): FeatureMask {
  let mask = 0;
  for (const feature of features) mask |= BIT[feature];
  return mask;
}

export function featuresOf(mask: FeatureMask): Feature[] {
  return FEATURES.filter((feature) => mask & BIT[feature]);
}

/** The price of losing every feature in the mask. */
export function weightOf(mask: FeatureMask): number {
  let sum = 0;
  for (let index = 0, rest = mask; rest !== 0; index++, rest >>>= 1) if (rest & 1) sum += WEIGHTS[index]!;
  return sum;
}

export const CONTENT_MASK: FeatureMask = maskOf(CONTENT);

const LOOK = maskOf(['look']);
const COLOUR = maskOf(['colour']);

/** Colours come with a look: no table and no codec names them, and what shows only greys is told by its `tones`. */
export function withColour(mask: FeatureMask): FeatureMask {
  return mask & LOOK ? mask | COLOUR : mask;
}

/** What goes, told and charged once: a look takes its colours along. */
export function withoutColourOfLook(mask: FeatureMask): FeatureMask {
  return mask & LOOK ? mask & ~COLOUR : mask;
}

export function isFeature(name: string): name is Feature {
  return Object.hasOwn(FEATURE_WEIGHTS, name);
}
