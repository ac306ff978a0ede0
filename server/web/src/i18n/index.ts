import { batch, signal } from '@preact/signals';
import type english from '../catalogues/en.json';
import { remember, remembered } from '../shell/remembered.ts';
import { chooseLocale, type Locale, LOCALES } from './locales.ts';
import { type Catalogue, formatMessage, type Values } from './messages.ts';

export type MessageKey = keyof typeof english & string;

type Load = () => Promise<{ readonly default: Catalogue }>;

/** The texts of each language, and its names of formats, as far as they are not names of their own. */
const LOADERS: Readonly<Record<Locale, readonly [texts: Load, formats?: Load]>> = {
  en: [() => import('../catalogues/en.json')],
  de: [() => import('../catalogues/de.json'), () => import('../catalogues/formats/de.json')],
  fr: [() => import('../catalogues/fr.json'), () => import('../catalogues/formats/fr.json')],
  es: [() => import('../catalogues/es.json'), () => import('../catalogues/formats/es.json')],
  zh: [() => import('../catalogues/zh.json'), () => import('../catalogues/formats/zh.json')],
  ar: [() => import('../catalogues/ar.json'), () => import('../catalogues/formats/ar.json')],
};

export const locale = signal<Locale>('en');
const catalogue = signal<Catalogue>({});
const formatNames = signal<Catalogue>({});

/** Runs before rendering. Uses the language that was chosen, or the browser's first one that exists. */
export async function startLocale(): Promise<void> {
  await changeLocale(chooseLocale([remembered('locale'), ...navigator.languages]));
}

export async function changeLocale(chosen: Locale, { keep = false } = {}): Promise<void> {
  const [texts, formats] = await Promise.all(LOADERS[chosen].map((load) => load?.()));
  batch(() => {
    catalogue.value = texts!.default;
    formatNames.value = formats?.default ?? {};
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
  const own = formatNames.value[id];
  return typeof own === 'string' ? own : name;
}

/** `text, look and pages`. */
export function listOf(items: readonly string[]): string {
  return new Intl.ListFormat(locale.value, { type: 'conjunction' }).format(items);
}
