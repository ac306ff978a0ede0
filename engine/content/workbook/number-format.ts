import { plainNumber } from './model.ts';

/** A number format of a spreadsheet (ECMA-376 18.8.31). */
export interface NumberFormat {
  readonly code: string;
  /** What numbers mean in it. */
  readonly kind: 'number' | 'date' | 'time' | 'elapsed';
}

const GENERAL: NumberFormat = { code: 'General', kind: 'number' };

/** Codes of the formats that have a number and no code in a file (ECMA-376 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0;($#,##0)',
  6: '$#,##0;($#,##0)',
  7: '$#,##0.00;($#,##0.00)',
  8: '$#,##0.00;($#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  41: '#,##0;-#,##0',
  42: '$#,##0;-$#,##0',
  43: '#,##0.00;-#,##0.00',
  44: '$#,##0.00;-$#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};
/** Numbers that East Asian versions use for dates of their calendars. */
const isEastAsianDate = (id: number): boolean => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

const known = new Map<string, NumberFormat>();
/** Codes are hostile input: only so many are remembered. */
const MAX_KNOWN = 1000;

export function builtInFormat(id: number): NumberFormat {
  if (isEastAsianDate(id)) return numberFormat('yyyy-mm-dd');
  const code = BUILT_IN[id];
  return code === undefined ? GENERAL : numberFormat(code);
}

export function numberFormat(code: string): NumberFormat {
  const found = known.get(code);
  if (found) return found;
  const format: NumberFormat = { code, kind: kindOf(code) };
  if (known.size < MAX_KNOWN) known.set(code, format);
  return format;
}

/** Quoted and escaped text, spaces as wide as a character, filling characters, conditions, colours and currencies. */
const LITERALS = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

function kindOf(code: string): NumberFormat['kind'] {
  const first = (code.split(';')[0] ?? '').replace(LITERALS, '');
  if (/^\s*general\s*$/i.test(first)) return 'number';
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return 'elapsed';
  if (/[yd]|mmm|(?:^|[^a-z])e(?:$|[^+\-a-z0-9])/i.test(first)) return 'date';
  if (/[hs]|am\/pm/i.test(first)) return 'time';
  return /m/i.test(first) ? 'date' : 'number';
}

/** A number as its format shows it: digits, separators, percent, exponent, sign and the text around. */
export function formatNumber(value: number, { code }: NumberFormat): string {
  const sections = splitSections(code);
  const { section, isSigned } = chooseSection(value, sections);
  const bare = section.replace(/\[[^\]$][^\]]*\]/g, '');
  if (/^\s*(?:general|@)?\s*$/i.test(bare)) return bare === '' && section !== code ? '' : plainNumber(value);
  if (/general/i.test(bare)) return bare.replace(/general/i, plainNumber(isSigned ? value : Math.abs(value)));
  return fillSection(isSigned ? value : Math.abs(value), bare);
}

/** Parts for positive numbers, negative ones, zero and text; a semicolon in quotes does not separate. */
function splitSections(code: string): string[] {
  return code.match(/(?:"[^"]*"|\\.|[^;])+|(?<=;)(?=;|$)/g) ?? [code];
}

function chooseSection(value: number, sections: readonly string[]): { section: string; isSigned: boolean } {
  const [positive = '', negative, zero] = sections;
  // Sections with conditions of their own are rare: the first one shows every number.
  if (/\[[<>=]/.test(positive)) return { section: positive, isSigned: true };
  if (value < 0 && negative !== undefined) return { section: negative, isSigned: false };
  if (value === 0 && zero !== undefined) return { section: zero, isSigned: true };
  return { section: positive, isSigned: true };
}

const TOKEN = /"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|E[+-]|[#0?.,%/]|[^"\\_*[#0?.,%/]/g;

interface Pattern {
  readonly prefix: string;
  readonly suffix: string;
  /** The digits with their separators, such as `#,##0.00`. */
  readonly digits: string;
  readonly percents: number;
}

function fillSection(value: number, section: string): string {
  const { prefix, suffix, digits, percents } = readPattern(section);
  const scaled = value * 100 ** percents;
  if (digits === '') return `${value < 0 ? '-' : ''}${prefix}${suffix}`;
  const sign = scaled < 0 ? '-' : '';
  const shown = /E[+-]/.test(digits)
    ? exponential(Math.abs(scaled), digits)
    : digits.includes('/')
      ? plainNumber(Math.abs(scaled)) // a fraction reads as well with a point
      : decimal(Math.abs(scaled), digits);
  const isZero = !/[1-9]/.test(shown);
  return `${isZero ? '' : sign}${prefix}${shown}${suffix}`;
}

function readPattern(section: string): Pattern {
  let [prefix, suffix, digits, percents] = ['', '', '', 0];
  for (const [token, quoted, escaped, currency] of section.matchAll(TOKEN)) {
    const isDigit = /^(?:[#0?.,/]|E[+-])$/.test(token);
    if (isDigit) {
      digits += token;
      continue;
    }
    const text = quoted ?? escaped ?? currency ?? (/^[_*]/.test(token) ? '' : token);
    if (token === '%') percents++;
    if (digits === '') prefix += text;
    else suffix += text;
  }
  return { prefix, suffix: suffix.trimEnd(), digits, percents };
}

function decimal(value: number, digits: string): string {
  const [whole = '', fraction = ''] = digits.split('.') as [string, string?];
  // Commas at the end divide by a thousand each; one between digits groups them.
  const thousands = /,*$/.exec(whole.replace(/[^,#0?]/g, ''))![0].length;
  const scaled = value / 1000 ** thousands;
  const places = fraction.replace(/[^#0?]/g, '');
  const fixed = scaled.toFixed(Math.min(places.length, 20));
  const [integer = '0', decimals = ''] = fixed.split('.') as [string, string?];
  const least = (whole.match(/0/g) ?? []).length;
  const padded = (integer === '0' && least === 0 ? '' : integer).padStart(least, '0');
  const grouped = /[#0?],+[#0?]/.test(whole) ? padded.replace(/\B(?=(?:\d{3})+$)/g, ',') : padded;
  const kept = withoutOptionalZeros(decimals, places);
  return kept === '' ? grouped : `${grouped}.${kept}`;
}

/** `#` and `?` show no zero at the end. */
function withoutOptionalZeros(decimals: string, places: string): string {
  let length = decimals.length;
  while (length > 0 && decimals[length - 1] === '0' && places[length - 1] !== '0') length--;
  return decimals.slice(0, length);
}

function exponential(value: number, digits: string): string {
  const places = (/\.([#0?]*)/.exec(digits)?.[1] ?? '').length;
  const [mantissa = '0', exponent = '+0'] = value.toExponential(Math.min(places, 20)).split('e') as [string, string];
  const width = (/E[+-]([#0?]*)/.exec(digits)?.[1] ?? '').length;
  const sign = exponent.startsWith('-') ? '-' : digits.includes('E+') ? '+' : '';
  return `${mantissa}E${sign}${exponent.replace(/^[+-]/, '').padStart(width, '0')}`;
}
