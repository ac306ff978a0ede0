import { ConversionError } from '../../contract/errors.ts';
import { installCommand, PACKS } from '../../contract/packs.ts';
import { readPackageFile } from '../../io/packages.ts';
import { installedVersion } from '../../io/runtime.ts';
import { FontCoverage } from './tables.ts';

/** One font file of those that come with the engine. */
export interface FontFace {
  /** The family as the file itself spells it. */
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Import specifier of the TrueType file. */
  readonly file: string;
}

interface Family {
  readonly package: string;
  readonly styles: readonly Style[];
}

type Style = 'Regular' | 'Bold' | 'Italic' | 'BoldItalic';

const TEXT_STYLES: readonly Style[] = ['Regular', 'Bold', 'Italic', 'BoldItalic'];

/**
 * The families that come with the engine. The first three hold Latin, Greek, Cyrillic and Hebrew, and are as wide as
 * Arial, Times New Roman and Courier New; the others are in where those have no character.
 */
const FAMILIES = {
  Arimo: { package: 'arimo', styles: TEXT_STYLES },
  Tinos: { package: 'tinos', styles: TEXT_STYLES },
  Cousine: { package: 'cousine', styles: TEXT_STYLES },
  'Chocolate Classical Sans': { package: 'chocolate-classical-sans', styles: ['Regular'] },
  NanumGothic: { package: 'nanum-gothic', styles: ['Regular', 'Bold'] },
  'Noto Emoji': { package: 'noto-emoji', styles: ['Regular', 'Bold'] },
  'Noto Sans Arabic': { package: 'noto-sans-arabic', styles: ['Regular', 'Bold'] },
  'Noto Sans Hebrew': { package: 'noto-sans-hebrew', styles: ['Regular', 'Bold'] },
  'Noto Sans Devanagari': { package: 'noto-sans-devanagari', styles: ['Regular', 'Bold'] },
  'Noto Sans Thai': { package: 'noto-sans-thai', styles: ['Regular', 'Bold'] },
  'Noto Sans Math': { package: 'noto-sans-math', styles: ['Regular'] },
} as const satisfies Record<string, Family>;

export type ShippedFamily = keyof typeof FAMILIES;

/** What browsers take for text that names no font. */
export const DEFAULT_FAMILY: ShippedFamily = 'Tinos';

/** In this order: small files come before large ones. */
export const FALLBACK_FAMILIES: readonly ShippedFamily[] = [
  'Noto Sans Hebrew',
  'Noto Sans Thai',
  'Noto Sans Arabic',
  'Noto Sans Devanagari',
  'Chocolate Classical Sans',
  'NanumGothic',
  'Noto Emoji',
  'Noto Sans Math',
];

const STYLE_FOLDERS: Readonly<Record<Style, string>> = {
  Regular: '400Regular',
  Bold: '700Bold',
  Italic: '400Regular_Italic',
  BoldItalic: '700Bold_Italic',
};

/** Every face of a family, the regular one first; none where its package is not installed. */
export function facesOf(family: ShippedFamily): readonly FontFace[] {
  const { package: name, styles }: Family = FAMILIES[family];
  if (!isInstalled(family)) return [];
  return styles.map((style) => {
    const folder = STYLE_FOLDERS[style];
    const file = `@expo-google-fonts/${name}/${folder}/${family.replaceAll(' ', '')}_${folder}.ttf`;
    return { family, bold: style.startsWith('Bold'), italic: style.endsWith('Italic'), file };
  });
}

function isInstalled(family: ShippedFamily): boolean {
  const name = `@expo-google-fonts/${FAMILIES[family].package}`;
  return !(name in PACKS['fonts-cjk'].packages) || installedVersion(name) !== undefined;
}

/** Font files that this thread has read: they never change. */
const read = new Map<string, Uint8Array>();

/** The bytes of a face, read from its package. */
export function readFont({ file }: FontFace): Uint8Array {
  const known = read.get(file);
  if (known) return known;
  const bytes = readPackageFile(file);
  read.set(file, bytes);
  return bytes;
}

const coverages = new Map<ShippedFamily, FontCoverage>();

function coverageOf(family: ShippedFamily): FontCoverage {
  const known = coverages.get(family);
  if (known) return known;
  const coverage = new FontCoverage(readFont(facesOf(family)[0]!));
  coverages.set(family, coverage);
  return coverage;
}

/** Characters that only change how others look, and need no glyph of their own. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Control}\p{White_Space}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

/** Which families must stand in for `families` so that all of the text is seen, and the characters that none holds. */
export function fallbacksFor(
  text: string,
  families: readonly ShippedFamily[],
): { readonly families: readonly ShippedFamily[]; readonly missing: readonly string[] } {
  let missing = [...new Set(text.normalize('NFC'))].filter((char) => char > '~' && !INVISIBLE.test(char));
  const added: ShippedFamily[] = [];
  for (const family of [...families, ...FALLBACK_FAMILIES]) {
    if (missing.length === 0) break;
    if (!isInstalled(family)) continue;
    const coverage = coverageOf(family);
    const left = missing.filter((char) => !coverage.has(char.codePointAt(0)!));
    if (left.length < missing.length && !families.includes(family)) added.push(family);
    missing = left;
  }
  return { families: added, missing };
}

const CJK = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u;

/** Throws `codec_not_installed` when characters have no font because the pack with theirs is not installed. */
export function requireFontsFor(missing: readonly string[]): void {
  const characters = missing.filter((char) => CJK.test(char));
  if (characters.length === 0 || FALLBACK_FAMILIES.every(isInstalled)) return;
  const shown = characters.slice(0, 8).join(' ');
  throw new ConversionError({
    code: 'codec_not_installed',
    message: `No installed font has the characters ${shown}. Install the pack fonts-cjk: ${installCommand('fonts-cjk')}`,
    details: { packages: Object.keys(PACKS['fonts-cjk'].packages), packs: ['fonts-cjk'] },
  });
}
