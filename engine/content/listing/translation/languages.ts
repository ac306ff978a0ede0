import type { OptionValues } from '../../../formats/options.ts';
import { unsupportedListing } from '../failures.ts';
import { entryOf, textIn, type Entry, type Listing } from '../model.ts';

/**
 * The entries of one language: that of the file, or the one that the option `language` asks for. Throws
 * `unsupported_conversion` where there are several.
 */
export function inOneLanguage({ entries, ...rest }: Listing, { language }: OptionValues): Listing {
  const languages = languagesOf(entries);
  const wanted = language ?? (languages.length > 1 ? undefined : languages[0]);
  if (languages.length <= 1 && language === undefined) return { ...rest, entries };
  const chosen = entries.filter((entry) => {
    const own = textIn(entry, 'language');
    return own === undefined || isLike(own, wanted);
  });
  if (wanted !== undefined && chosen.length > 0) return { ...rest, entries: chosen };
  const named = languages.slice(0, 20).join(', ');
  throw unsupportedListing(
    wanted === undefined
      ? `The file has texts in ${languages.length} languages (${named}), and the target holds one. Choose it by the option "language".`
      : `The file has no texts in the language ${wanted}, but in ${named}.`,
  );
}

/** Of a file of one language. */
export function languageOf(entries: readonly Entry[]): string | undefined {
  return languagesOf(entries)[0];
}

export function sourceLanguageOf(entries: readonly Entry[]): string | undefined {
  for (const entry of entries) {
    const language = textIn(entry, 'sourceLanguage');
    if (language !== undefined) return language;
  }
  return undefined;
}

function languagesOf(entries: readonly Entry[]): string[] {
  const languages = new Set<string>();
  for (const entry of entries) {
    const language = textIn(entry, 'language');
    if (language !== undefined) languages.add(language);
  }
  return [...languages];
}

function isLike(language: string, wanted: string | undefined): boolean {
  const [a, b] = [language, wanted ?? ''].map((name) => name.toLowerCase().replaceAll('_', '-'));
  return a === b || a!.startsWith(`${b}-`);
}

/** An entry with the languages of its file. */
export function withLanguages(
  entry: Entry,
  { source, target }: { readonly source?: string | undefined; readonly target?: string | undefined },
): Entry {
  return new Map([...entry, ...entryOf({ sourceLanguage: source, language: target })]);
}
