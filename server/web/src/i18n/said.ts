import { lazyCatalogue, listOf, locale, named } from './index.ts';
import { formatMessage, type Values } from './messages.ts';
import { formatBytes, formatDay } from './quantities.ts';

/**
 * What the service says, in the languages of the pages: errors, warnings and differences by their codes. English is its
 * own language, which is also shown where a code has no text.
 */
const texts = lazyCatalogue({
  de: () => import('../catalogues/service/de.json'),
  fr: () => import('../catalogues/service/fr.json'),
  es: () => import('../catalogues/service/es.json'),
  zh: () => import('../catalogues/service/zh.json'),
  ar: () => import('../catalogues/service/ar.json'),
});

type Details = Readonly<Record<string, unknown>>;

/**
 * The text of a code, with what its details say; the service's own words where there is none, and nothing while the
 * texts are loaded.
 */
export function said(key: string, english: string, details: Details = {}): string {
  const catalogue = texts();
  if (!catalogue) return '';
  const values = valuesOf(details);
  for (const message of [catalogue[`${key}.with`], catalogue[key]]) {
    const text = message === undefined ? undefined : formatMessage(locale.value, message, values);
    // A placeholder that is left has no value: the general text says it without.
    if (text !== undefined && !/\{\w+\}/.test(text)) return text;
  }
  return english;
}

/** Whether the service's own words are of another language than what `said` gives. */
export function isTranslated(key: string): boolean {
  return texts()?.[key] !== undefined;
}

interface SaidDifference {
  readonly kind: string;
  readonly message: string;
  readonly place: Readonly<Record<string, string | number>>;
  readonly expected?: string | number | undefined;
  readonly found?: string | number | undefined;
}

/** A difference in one or two sentences: what, where, and both values. */
export function saidDifference({ kind, message, place, expected, found }: SaidDifference): string {
  const what = said(`difference.${kind}`, '');
  if (what === '') return texts() ? message : '';
  const where = Object.entries(place).map(([name, value]) =>
    said(`place.${name}`, `${name} ${value}`, { value: name === 'atMs' ? Number(value) / 1000 : value }),
  );
  const sentences = [
    where.length === 0 ? said('said.plain', what, { what }) : said('said.at', what, { what, where: where.join(', ') }),
    expected !== undefined && said('said.expected', '', { value: expected }),
    found !== undefined && said('said.found', '', { value: found }),
  ];
  // Chinese has no spaces between sentences.
  return sentences.filter(Boolean).join(locale.value === 'zh' ? '' : ' ');
}

/** Details as texts of the language: sizes with their unit, days, names of features, lists. */
function valuesOf(details: Details): Values {
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) => {
      const text = textOf(name, value);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

function textOf(name: string, value: unknown): string | number | undefined {
  if (typeof value === 'number') return name.endsWith('Bytes') ? formatBytes(locale.value, value) : value;
  if (name === 'resetsAt') return formatDay(locale.value, Date.parse(String(value)), 'UTC');
  if (typeof value === 'string') return value;
  const texts = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  return texts.length === 0 ? undefined : listOf(texts.map((text) => named('feature', text)));
}
