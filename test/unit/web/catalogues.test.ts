import { describe, expect, it } from 'vitest';
import { FEATURES, OPTIONS, resolveFormat } from '../../../engine/index.ts';
import ar from '../../../server/web/src/catalogues/ar.json' with { type: 'json' };
import de from '../../../server/web/src/catalogues/de.json' with { type: 'json' };
import en from '../../../server/web/src/catalogues/en.json' with { type: 'json' };
import arOptions from '../../../server/web/src/catalogues/options/ar.json' with { type: 'json' };
import arFormats from '../../../server/web/src/catalogues/formats/ar.json' with { type: 'json' };
import deOptions from '../../../server/web/src/catalogues/options/de.json' with { type: 'json' };
import deFormats from '../../../server/web/src/catalogues/formats/de.json' with { type: 'json' };
import esOptions from '../../../server/web/src/catalogues/options/es.json' with { type: 'json' };
import esFormats from '../../../server/web/src/catalogues/formats/es.json' with { type: 'json' };
import frOptions from '../../../server/web/src/catalogues/options/fr.json' with { type: 'json' };
import frFormats from '../../../server/web/src/catalogues/formats/fr.json' with { type: 'json' };
import zhOptions from '../../../server/web/src/catalogues/options/zh.json' with { type: 'json' };
import zhFormats from '../../../server/web/src/catalogues/formats/zh.json' with { type: 'json' };
import es from '../../../server/web/src/catalogues/es.json' with { type: 'json' };
import fr from '../../../server/web/src/catalogues/fr.json' with { type: 'json' };
import zh from '../../../server/web/src/catalogues/zh.json' with { type: 'json' };
import { chooseLocale } from '../../../server/web/src/i18n/locales.ts';
import { type Catalogue, formatMessage, type Message } from '../../../server/web/src/i18n/messages.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const OTHERS: [string, Catalogue][] = [
  ['de', de],
  ['ar', ar],
  ['fr', fr],
  ['es', es],
  ['zh', zh],
];

const FORMAT_NAMES = Object.entries({ de: deFormats, ar: arFormats, fr: frFormats, es: esFormats, zh: zhFormats });

const placeholders = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();
const formsOf = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message));
/** The English names and explanations of options come from the service. */
const OPTION_TEXTS: Readonly<Record<string, Catalogue>> = {
  ...{ de: deOptions, ar: arOptions, fr: frOptions, es: esOptions, zh: zhOptions },
};

describe.each(OTHERS)('the catalogue %s', (locale, catalogue) => {
  it('has what the English one has', () => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(en));
    const options = Object.keys(OPTIONS).flatMap((id) => [`option.${id}`, `help.${id}`]);
    expect(Object.keys(OPTION_TEXTS[locale]!).toSorted()).toEqual(options.toSorted());
  });

  it('fills in the same values', () => {
    for (const [key, message] of Object.entries(en as Catalogue)) {
      const wanted = placeholders(formsOf(message).join());
      const found = placeholders(formsOf(catalogue[key]!).join());
      expect(found, key).toEqual(wanted);
    }
  });

  it('has every plural form of its language', () => {
    const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const plural = Object.entries(catalogue).filter(([, message]) => typeof message !== 'string');
    expect(plural.length).toBeGreaterThan(0);
    for (const [key, message] of plural) expect(Object.keys(message), key).toEqual(expect.arrayContaining(categories));
  });
});

/** What a thing is called in every language, unlike the name that somebody has given to a format. */
const COMMON_NOUN =
  /\b(document|template|presentation|workbook|spreadsheet|archive|markup|font|package|manual page|raw|database|book|message|subtitles|citations)s?\b/i;

describe.each(FORMAT_NAMES)('the names of formats in %s', (_, names) => {
  it('are those of formats', () => {
    expect(Object.keys(names).filter((id) => resolveFormat(id) !== id)).toEqual([]);
    for (const [id, name] of Object.entries(names)) expect(name, id).not.toBe('');
  });

  it('translate what is no name of its own', async () => {
    const engine = sharedEngine();
    const english = engine
      .formats()
      .filter(
        ({ name }) =>
          COMMON_NOUN.test(name) && !/^(Book Interchange|Compact Font|Web Open Font)|Markup Language$/.test(name),
      );
    expect(english.length).toBeGreaterThan(100);
    expect(english.filter(({ id }) => !(id in names)).map(({ id, name }) => `${id}: ${name}`)).toEqual([]);
  });
});

it('every feature that can be lost has a name', () => {
  const named = Object.keys(en).filter((key) => key.startsWith('feature.'));
  expect(named.sort()).toEqual(FEATURES.map((feature) => `feature.${feature}`).sort());
});

it('every family of formats has a name', async () => {
  const engine = sharedEngine();
  const families = new Set(engine.formats().map(({ family }) => `family.${family}`));
  expect(
    Object.keys(en)
      .filter((key) => key.startsWith('family.'))
      .sort(),
  ).toEqual([...families].sort());
});

describe('a message', () => {
  it('takes its values, numbers in the way of the language', () => {
    expect(formatMessage('de', '{used} von {limit}', { used: 5, limit: 1_000_000 })).toBe('5 von 1.000.000');
    expect(formatMessage('en', 'To {format}', { format: '$& {limit}', limit: 3 })).toBe('To $& {limit}');
    expect(formatMessage('en', 'Hello {name}')).toBe('Hello {name}');
  });

  it('has the plural form of its count', () => {
    const files = { one: '{count} file', other: '{count} files' };
    expect([1, 2, 0].map((count) => formatMessage('en', files, { count }))).toEqual(['1 file', '2 files', '0 files']);
    expect(formatMessage('ar', ar['all.convert'], { count: 2 })).toBe('حوّل ملفين');
  });
});

it('the language is the first that there is', () => {
  expect(chooseLocale([null, 'it-IT', 'de-AT', 'en'])).toBe('de');
  expect(chooseLocale(['ar-EG'])).toBe('ar');
  expect(chooseLocale(['xx', 'toString'])).toBe('en');
});
