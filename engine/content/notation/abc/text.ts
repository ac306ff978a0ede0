/** Accents of mnemonics like `\'e` (ABC 2.1, 8.2), as the combining characters of Unicode. */
const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '"': '\u0308',
  c: '\u0327',
  u: '\u0306',
  v: '\u030C',
  H: '\u030B',
  '=': '\u0304',
  ';': '\u0328',
  '.': '\u0307',
};
const LIGATURES: Readonly<Record<string, string>> = {
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  aa: 'å',
  AA: 'Å',
  ss: 'ß',
  '/o': 'ø',
  '/O': 'Ø',
  TH: 'Þ',
  th: 'þ',
  DH: 'Ð',
  dh: 'ð',
};
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Text of a field without the escapes of ABC; lyrics keep `\-`, which is no hyphen between syllables. */
export function plainText(value: string, { keepsHyphens = false } = {}): string {
  return value
    .replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(ae|AE|oe|OE|aa|AA|ss|\/o|\/O|TH|th|DH|dh)/g, (_, name: string) => LIGATURES[name]!)
    .replaceAll(/\\([`'^~"cuvH=;.])([A-Za-z])/g, (_, accent: string, letter: string) =>
      (letter + ACCENTS[accent]!).normalize('NFC'),
    )
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replaceAll(/&([A-Za-z])(acute|grave|circ|tilde|uml|cedil);/g, (_, letter: string, name: string) => {
      const accent = { acute: "'", grave: '`', circ: '^', tilde: '~', uml: '"', cedil: 'c' }[name]!;
      return (letter + ACCENTS[accent]!).normalize('NFC');
    })
    .replaceAll(keepsHyphens ? /\\([%\\&])/g : /\\([%\\&-])/g, '$1')
    .trim();
}
