import type { ShippedFamily } from './shipped-fonts.ts';

export type FontKind = 'sans' | 'serif' | 'mono';

const BY_KIND: Readonly<Record<FontKind, ShippedFamily>> = { sans: 'Arimo', serif: 'Tinos', mono: 'Cousine' };

const GENERIC: Readonly<Record<string, FontKind>> = {
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

/** Fonts that are as wide as ours, letter by letter: nothing moves when ours are in. */
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

/** Words in the name of a font that tell its kind, in the order in which they count; without one it is a sans-serif. */
export const KIND_WORDS: readonly (readonly [kind: FontKind, words: readonly string[]])[] = [
  ['mono', ['mono', 'courier', 'consol', 'menlo', 'monaco', 'typewriter', 'terminal', 'fixed', ' code', 'sourcecode']],
  ['sans', ['sans']],
  [
    'serif',
    [
      ...['serif', 'roman', 'times', 'georgia', 'garamond', 'palatino', 'palladio', 'bookman', 'book antiqua'],
      ...['baskerville', 'bodoni', 'caslon', 'cambria', 'constantia', 'century', 'didot', 'merriweather', 'playfair'],
      ...['minion', 'lora', 'slab', 'rockwell', 'schoolbook', 'antiqua', 'ming', 'song', 'mincho', 'batang'],
    ],
  ],
];

/** Illustrator and PDF name single faces: `Helvetica-BoldOblique`. */
const STYLE_SUFFIX = /-(?:bold|italic|oblique|regular|roman|medium|light|mt)+$/;

/** Our family for a generic one or one of the same widths; undefined for any other. */
export function familyFor(name: string): ShippedFamily | undefined {
  const key = name.trim().toLowerCase().replace(STYLE_SUFFIX, '');
  const kind = Object.hasOwn(GENERIC, key) ? GENERIC[key] : undefined;
  if (kind) return BY_KIND[kind];
  return Object.hasOwn(SAME_WIDTHS, key) ? SAME_WIDTHS[key] : undefined;
}

/** What kind of font a name means. */
export function kindOfFont(name: string): FontKind {
  const lower = name.toLowerCase();
  return KIND_WORDS.find(([, words]) => words.some((word) => lower.includes(word)))?.[0] ?? 'sans';
}

/** Our family that is nearest to one that we do not have. */
export function similarFamily(name: string): ShippedFamily {
  return BY_KIND[kindOfFont(name)];
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
