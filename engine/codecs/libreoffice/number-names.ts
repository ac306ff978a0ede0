/*
 * What numbers are called, in the language that LibreOffice's numbering asks (Soros: patterns of a number and what they
 * become, https://numbertext.github.io/Soros.pdf). Its package has none: a list of "1st, 2nd" would read "Ordinal-number 1,
 * Ordinal-number 2".
 */

const ONES = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const IRREGULAR: Readonly<Record<string, string>> = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth', twelve: 'twelfth' },
};

function ordinalOf(word: string): string {
  return IRREGULAR[word] ?? `${word.replace(/y$/, 'ie')}th`;
}

const ENGLISH = [
  ...ONES.map((word, number) => `${number} ${word}`),
  ...TENS.flatMap((word, index) => [`${index + 2}0 ${word}`, `${index + 2}(\\d) ${word}-$1`]),
  '0+(\\d+) $1',
  '(\\d)00 $1 hundred',
  '(\\d)(\\d\\d) $1 hundred $2',
  '(\\d{1,3})000 $1 thousand',
  '(\\d{1,3})(\\d{3}) $1 thousand $2',
  '(\\d+) \\1',
  '== ordinal ==',
  ...ONES.map((word, number) => `${number} ${ordinalOf(word)}`),
  ...TENS.flatMap((word, index) => [`${index + 2}0 ${ordinalOf(word)}`, `${index + 2}(\\d) ${word}-$(ordinal \\1)`]),
  '0+(\\d+) $(ordinal \\1)',
  '(\\d)00 $1 hundredth',
  '(\\d)(\\d\\d) $1 hundred $(ordinal \\2)',
  '(\\d{1,3})000 $1 thousandth',
  '(\\d{1,3})(\\d{3}) $1 thousand $(ordinal \\2)',
  '(\\d+) $(ordinal-number \\1)',
  '== ordinal-number ==',
  '(\\d*1[123]) \\1th',
  '(\\d*1) \\1st',
  '(\\d*2) \\1nd',
  '(\\d*3) \\1rd',
  '(\\d+) \\1th',
];

/** How other languages write an ordinal in digits; their words for numbers are left in digits too. */
const ORDINALS: Readonly<Record<string, readonly string[]>> = {
  ...of(['(\\d+) \\1.'], 'de cs da no nb nn fi hu pl sk sl hr sr bs et is lv tr lb'),
  ...of(['1 1er', '(\\d+) \\1e'], 'fr'),
  ...of(['(\\d+) \\1.º'], 'es pt gl'),
  ...of(['(\\d+) \\1º'], 'it'),
  ...of(['(\\d+) \\1e'], 'nl af'),
  ...of(['(1|2|\\d*[02-9][12]) \\1:a', '(\\d+) \\1:e'], 'sv'),
  ...of(['(\\d+) \\1-й'], 'ru uk'),
  ...of(['(\\d+) 第\\1'], 'zh ja'),
  ...of(['(\\d+) 제\\1'], 'ko'),
  ...of(['(\\d+) \\1ος'], 'el'),
};

function of(rules: readonly string[], languages: string): Record<string, readonly string[]> {
  return Object.fromEntries(languages.split(' ').map((language) => [language, rules]));
}

/** The rules of each language, by its code. */
export const NUMBER_NAMES: ReadonlyMap<string, string> = new Map([
  ['en', `${ENGLISH.join('\n')}\n`],
  ...Object.entries(ORDINALS).map(([language, rules]): [string, string] => [
    language,
    ['(\\d+) \\1', '== ordinal ==', '(\\d+) $(ordinal-number \\1)', '== ordinal-number ==', ...rules, ''].join('\n'),
  ]),
]);
