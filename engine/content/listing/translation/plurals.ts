import { PLURALS, textIn, type Entry } from '../model.ts';

/** Names of the forms of a catalogue that tells only how many it has, where its language is not known. */
const BY_COUNT: Readonly<Record<number, readonly string[]>> = {
  1: ['other'],
  2: ['one', 'other'],
  3: ['one', 'few', 'other'],
  4: ['one', 'two', 'few', 'other'],
  5: ['one', 'two', 'few', 'many', 'other'],
  6: PLURALS,
};

/** The names of the plural forms of a language in the order in which catalogues number them. */
export function pluralNames(language: string | undefined, count: number): readonly string[] {
  const own = namesOfLanguage(language);
  return own.length === count ? own : (BY_COUNT[count] ?? PLURALS.slice(0, count));
}

/** Every form of a language is met by a whole number below this. */
const NUMBERS = 201;

/** Fractions have forms of their own in some languages: catalogues count whole things. */
function namesOfLanguage(language: string | undefined): readonly string[] {
  try {
    const rules = new Intl.PluralRules(language?.replaceAll('_', '-') ?? 'en');
    const met = new Set(Array.from({ length: NUMBERS }, (_, number) => rules.select(number)));
    return PLURALS.filter((name) => met.has(name));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return ['one', 'other'];
  }
}

/** How catalogues count in a language: the formula that chooses a form. */
const FORMULAS: readonly (readonly [languages: RegExp, formula: string])[] = [
  [/^(ja|zh|ko|vi|th|id|ms|lo|my)\b/, '0'],
  [/^(fr|pt[-_]br)\b/i, 'n > 1'],
  [/^(ru|uk|be|sr|hr|bs)\b/, 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2'],
  [/^(cs|sk)\b/, 'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2'],
  [/^pl\b/, 'n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2'],
  [/^lt\b/, 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2'],
  [/^lv\b/, 'n%10==0 || n%100>=11 && n%100<=19 ? 0 : n%10==1 && n%100!=11 ? 1 : 2'],
  [/^ro\b/, 'n==1 ? 0 : n==0 || n%100>0 && n%100<20 ? 1 : 2'],
  [/^sl\b/, 'n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3'],
  [/^ga\b/, 'n==1 ? 0 : n==2 ? 1 : n<7 && n>2 ? 2 : n<11 && n>6 ? 3 : 4'],
  [/^ar\b/, 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5'],
];

export interface PluralForms {
  readonly names: readonly string[];
  readonly header: string;
}

/** The forms that a catalogue in a language has, and the line of its header that says so. */
export function pluralFormsOf(language: string | undefined): PluralForms {
  const formula = FORMULAS.find(([languages]) => languages.test(language ?? ''))?.[1];
  const names = formula === undefined ? ['one', 'other'] : namesOfLanguage(language);
  return { names, header: `nplurals=${names.length}; plural=(${formula ?? 'n != 1'});` };
}

/** The text of an entry in a file of one language: its translation, or what there is to translate; of plural forms the general one. */
export function shownText(entry: Entry): string | undefined {
  for (const name of ['target', 'source', 'other', 'one']) {
    const text = textIn(entry, name);
    if (text !== undefined) return text;
  }
  return undefined;
}

export function hasForms(entry: Entry): boolean {
  return PLURALS.some((name) => entry.has(name));
}

/** The forms that are there. */
export function formsOf(entry: Entry): [name: string, text: string][] {
  return PLURALS.flatMap((name): [string, string][] => {
    const text = textIn(entry, name);
    return text === undefined ? [] : [[name, text]];
  });
}

/** The same with the general form, which most formats ask for. */
export function formsWithOther(entry: Entry): [name: string, text: string][] {
  const forms = formsOf(entry);
  const last = forms.at(-1);
  return last === undefined || last[0] === 'other' ? forms : [...forms, ['other', last[1]]];
}
