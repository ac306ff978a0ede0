import type { ShippedFamily } from './fonts.ts';

type Kind = 'sans' | 'serif' | 'mono';

const BY_KIND: Readonly<Record<Kind, ShippedFamily>> = { sans: 'Arimo', serif: 'Tinos', mono: 'Cousine' };

const GENERIC: Readonly<Record<string, Kind>> = {
  'sans-serif': 'sans',
  serif: 'serif',
  monospace: 'mono',
  cursive: 'serif',
  fantasy: 'sans',
  'system-ui': 'sans',
  'ui-sans-serif': 'sans',
  'ui-serif': 'serif',
  'ui-monospace': 'mono',
  'ui-rounded': 'sans',
  '-apple-system': 'sans',
  blinkmacsystemfont: 'sans',
  sans: 'sans',
  mono: 'mono',
  emoji: 'sans',
  math: 'serif',
};

/** Fonts that are as wide as ours, letter by letter: nothing moves when ours stand in. */
const SAME_WIDTHS: Readonly<Record<string, ShippedFamily>> = {
  ...named(
    'Arimo',
    'arial',
    'arialmt',
    'helvetica',
    'liberation sans',
    'arimo',
    'nimbus sans',
    'nimbus sans l',
    'freesans',
  ),
  ...named(
    'Tinos',
    'times new roman',
    'timesnewromanps',
    'timesnewromanpsmt',
    'times',
    'liberation serif',
    'tinos',
    'nimbus roman',
    'nimbus roman no9 l',
    'freeserif',
  ),
  ...named(
    'Cousine',
    'courier new',
    'couriernewps',
    'couriernewpsmt',
    'courier',
    'liberation mono',
    'cousine',
    'nimbus mono',
    'nimbus mono l',
    'freemono',
  ),
  ...named('Chocolate Classical Sans', 'chocolate classical sans'),
  ...named('NanumGothic', 'nanumgothic', 'nanum gothic'),
  ...named('Noto Emoji', 'noto emoji'),
};

function named(family: ShippedFamily, ...names: readonly string[]): Record<string, ShippedFamily> {
  return Object.fromEntries(names.map((name) => [name, family]));
}

/** Words in the name of a font that tell its kind; without one of them it is taken for a sans-serif. */
const MONO = /mono|courier|consol|menlo|monaco|typewriter|terminal|fixed|code\b/i;
const SANS = /sans/i;
const SERIF =
  /serif|roman|times|georgia|garamond|palatino|palladio|bookman|book antiqua|baskerville|bodoni|caslon|cambria|constantia|century|didot|merriweather|playfair|minion|lora\b|slab|rockwell|schoolbook|antiqua|ming|song|mincho|batang/i;

/** Illustrator and PDF name single faces: `Helvetica-BoldOblique`. */
const STYLE_SUFFIX = /-(?:bold|italic|oblique|regular|roman|medium|light|mt)+$/;

/** Our family for a generic one or one of the same widths; undefined for any other. */
export function familyFor(name: string): ShippedFamily | undefined {
  const key = name.trim().toLowerCase().replace(STYLE_SUFFIX, '');
  const kind = Object.hasOwn(GENERIC, key) ? GENERIC[key] : undefined;
  if (kind) return BY_KIND[kind];
  return Object.hasOwn(SAME_WIDTHS, key) ? SAME_WIDTHS[key] : undefined;
}

/** Our family that is nearest to one that we do not have. */
export function similarFamily(name: string): ShippedFamily {
  if (MONO.test(name)) return BY_KIND.mono;
  return SERIF.test(name) && !SANS.test(name) ? BY_KIND.serif : BY_KIND.sans;
}

/** The names in a CSS list of families, without their quotes. */
export function splitFamilies(list: string): string[] {
  const names = list.match(/"[^"]*"|'[^']*'|[^,"']+/g) ?? [];
  return names
    .map((name) =>
      name
        .trim()
        .replace(/^["'](.*)["']$/, '$1')
        .trim(),
    )
    .filter((name) => name !== '');
}
