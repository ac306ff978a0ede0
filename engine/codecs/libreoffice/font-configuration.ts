import { KIND_WORDS, kindOfFont, type FontKind } from '../../models/font-families.ts';

/** What stands in for a font that is not there. */
const STAND_INS: Readonly<Record<FontKind, string>> = {
  sans: 'Liberation Sans',
  serif: 'Liberation Serif',
  mono: 'Liberation Mono',
};

/** Fonts of symbols: LibreOffice maps what they show to its own font of symbols. */
const SYMBOLS = ['Symbol', 'Wingdings', 'Wingdings 2', 'Wingdings 3', 'Webdings'];

/** The family that stands in for a missing one, as the configuration says; undefined where nothing is lost. */
export function standInFor(family: string): string | undefined {
  return SYMBOLS.includes(family) ? undefined : STAND_INS[kindOfFont(family)];
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

function has(word: string): string {
  return `<test qual="first" name="family" compare="contains"><string>${word}</string></test>`;
}

function lacks(word: string): string {
  return `<test qual="first" name="family" compare="not_contains"><string>${word}</string></test>`;
}
