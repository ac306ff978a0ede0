import { KIND_WORDS, kindOfFont, type FontKind } from '../../content/font/families.ts';

/** What stands in for a font that is not there. */
const STAND_INS: Readonly<Record<FontKind, string>> = {
  sans: 'Liberation Sans',
  serif: 'Liberation Serif',
  mono: 'Liberation Mono',
};

/** Fonts that are drawn or spaced like one that is here; names in lower case. */
const ALIKE: Readonly<Record<string, string>> = {
  ...of('DejaVu Sans', 'verdana', 'lucida sans unicode', 'lucida grande', 'bitstream vera sans'),
  ...of('DejaVu Sans Condensed', 'tahoma'),
  ...of('DejaVu Sans Mono', 'lucida console', 'menlo', 'bitstream vera sans mono'),
  ...of('Noto Sans', 'open sans', 'segoe ui', 'droid sans', 'source sans pro', 'trebuchet ms'),
  ...of('Carlito', 'lato', 'calibri light', 'corbel', 'candara'),
  ...of('Caladea', 'cambria math'),
  ...of('DejaVu Serif', 'georgia', 'bitstream vera serif'),
  ...of('Linux Libertine G', 'palatino linotype', 'book antiqua', 'garamond'),
};

function of(family: string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, family]));
}

/** Fonts of symbols: LibreOffice maps what they show to its own font of symbols. */
const SYMBOLS = ['Symbol', 'Wingdings', 'Wingdings 2', 'Wingdings 3', 'Webdings'];

/** The family that stands in for a missing one, as the configuration says; undefined where nothing is lost. */
export function standInFor(family: string): string | undefined {
  if (SYMBOLS.includes(family)) return undefined;
  return ALIKE[family.toLowerCase()] ?? STAND_INS[kindOfFont(family)];
}

/**
 * The configuration of fontconfig: which font stands in for one that is not there. The one in the package takes whatever
 * the document's format says of a font's kind, and an office file often says nothing
 * (https://www.freedesktop.org/software/fontconfig/fontconfig-user.html).
 */
export function fontConfiguration(): string {
  const rules: string[] = [];
  const before: string[] = [];
  for (const [kind, words] of KIND_WORDS) {
    for (const word of words) rules.push(rule([...before.map(lacks), has(word)], STAND_INS[kind]));
    before.push(...words);
  }
  rules.push(rule(before.map(lacks), STAND_INS.sans));
  // Each rule puts its family right behind the name: those of the last count first.
  for (const [name, family] of Object.entries(ALIKE)) rules.push(rule([is(name)], family));
  return `<?xml version="1.0"?>
<fontconfig>
<dir>/instdir/share/fonts</dir>
<cachedir>/instdir/share/fontconfig/cache</cachedir>
<include>/instdir/share/fontconfig/conf.d/30-metric-aliases.conf</include>
${rules.join('\n')}
</fontconfig>
`;
}

function rule(tests: readonly string[], family: string): string {
  const edit = `<edit name="family" mode="append" binding="same"><string>${family}</string></edit>`;
  return `<match target="pattern">${tests.join('')}${edit}</match>`;
}

function is(name: string): string {
  return `<test qual="first" name="family" compare="eq"><string>${name}</string></test>`;
}

function has(word: string): string {
  return `<test qual="first" name="family" compare="contains"><string>${word}</string></test>`;
}

function lacks(word: string): string {
  return `<test qual="first" name="family" compare="not_contains"><string>${word}</string></test>`;
}
