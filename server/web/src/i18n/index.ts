import { batch, signal } from '@preact/signals';
import type english from '../catalogues/en.json';
import { remember, remembered } from '../shell/remembered.ts';
import { chooseLocale, type Locale, LOCALES } from './locales.ts';
import { type Catalogue, formatMessage, type Values } from './messages.ts';

export type MessageKey = keyof typeof english & string;

type Load = () => Promise<{ readonly default: Catalogue }>;

/** The texts of each language. What only some pages show is beside them, and loaded when it is shown. */
const LOADERS: Readonly<Record<Locale, Load>> = {
  en: () => import('../catalogues/en.json'),
  de: () => import('../catalogues/de.json'),
  fr: () => import('../catalogues/fr.json'),
  es: () => import('../catalogues/es.json'),
  zh: () => import('../catalogues/zh.json'),
  ar: () => import('../catalogues/ar.json'),
};

export const locale = signal<Locale>('en');
const catalogue = signal<Catalogue>({});

/** The names of formats, as far as they are not names of their own. */
const formatNames = lazyCatalogue({
  de: () => import('../catalogues/formats/de.json'),
  fr: () => import('../catalogues/formats/fr.json'),
  es: () => import('../catalogues/formats/es.json'),
  zh: () => import('../catalogues/formats/zh.json'),
  ar: () => import('../catalogues/formats/ar.json'),
});

/** The names and explanations of options, which the service tells in English. */
const optionTexts = lazyCatalogue({
  de: () => import('../catalogues/options/de.json'),
  fr: () => import('../catalogues/options/fr.json'),
  es: () => import('../catalogues/options/es.json'),
  zh: () => import('../catalogues/options/zh.json'),
  ar: () => import('../catalogues/options/ar.json'),
});

/**
 * Texts that are loaded when the first of them is shown. The result gives those of the page's language: none for a
 * language that has none of its own, or without a connection; undefined while they are loaded.
 */
export function lazyCatalogue(loaders: Readonly<Partial<Record<Locale, Load>>>): () => Catalogue | undefined {
  const loaded = signal<Readonly<Partial<Record<Locale, Catalogue>>>>({});
  const asked = new Set<Locale>();
  return () => {
    const language = locale.value;
    const load = loaders[language];
    if (!load) return {};
    const known = loaded.value[language];
    if (!known && !asked.has(language)) {
      asked.add(language);
      const keep = (texts: Catalogue): void => void (loaded.value = { ...loaded.value, [language]: texts });
      load().then(
        ({ default: texts }) => keep(texts),
        () => keep({}),
      );
    }
    return known;
  };
}

/** Runs before rendering. Uses the language that was chosen, or the browser's first one that exists. */
export async function startLocale(): Promise<void> {
  await changeLocale(chooseLocale([remembered('locale'), ...navigator.languages]));
}

export async function changeLocale(chosen: Locale, { keep = false } = {}): Promise<void> {
  const { default: texts } = await LOADERS[chosen]();
  batch(() => {
    catalogue.value = texts;
    locale.value = chosen;
  });
  document.documentElement.lang = chosen;
  document.documentElement.dir = LOCALES[chosen].direction;
  if (keep) remember('locale', chosen);
}

/** The text of a key in the page's language. */
export function t(key: MessageKey, values?: Values): string {
  return formatMessage(locale.value, catalogue.value[key] ?? key, values);
}

/** The text of a key that contains a name from the service, or else the fallback. */
export function named(prefix: string, name: string, fallback = name): string {
  const message = catalogue.value[`${prefix}.${name}`];
  return message === undefined ? fallback : formatMessage(locale.value, message);
}

/** The name of a format in the page's language. The service tells it in English. */
export function formatName({ id, name }: { readonly id: string; readonly name: string }): string {
  const own = formatNames()?.[id];
  return typeof own === 'string' ? own : name;
}

/** The name of an option, or its explanation, in the page's language. */
export function optionText(what: 'option' | 'help', id: string, english: string): string {
  const own = optionTexts()?.[`${what}.${id}`];
  return typeof own === 'string' ? own : english;
}

/** `text, look and pages`. */
export function listOf(items: readonly string[]): string {
  return new Intl.ListFormat(locale.value, { type: 'conjunction' }).format(items);
}
