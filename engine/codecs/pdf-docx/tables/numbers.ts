/** A number as a cell shows it. */
export interface ShownNumber {
  readonly value: number;
  readonly decimals: number;
  readonly isGrouped: boolean;
  readonly isPercent: boolean;
  /** Symbol of a currency, and on which side of the number it is. */
  readonly currency?: { readonly symbol: string; readonly isBefore: boolean };
}

type DecimalSeparator = '.' | ',';

/** More digits than a workbook holds exactly: a number of an account or an article. */
const MAX_DIGITS = 15;
const SPACES = /[\s\u00a0\u2009\u202f]/g;
const NUMBER =
  /^(?<open>\()?(?<minus>[-\u2212\u2013+])?(?<before>\p{Sc})?(?<signed>[-\u2212\u2013])?(?<digits>\d[\d.,'\u2019]*)(?<percent>%)?(?<after>\p{Sc})?(?<close>\))?$/u;

/** Which symbol begins the decimals in these texts; undefined when nothing shows it. */
export function decimalSeparatorOf(texts: Iterable<string>): DecimalSeparator | undefined {
  let points = 0;
  let commas = 0;
  for (const text of texts) {
    const symbol = evidentSeparator(digitsOf(text)?.digits ?? '');
    if (symbol === '.') points++;
    if (symbol === ',') commas++;
  }
  if (points === commas) return undefined;
  return points > commas ? '.' : ',';
}

/** `1.234,5` and `0,5` show what the comma is, and `1,234,567` that it is not the decimal separator; `1,234` shows nothing. */
function evidentSeparator(digits: string): DecimalSeparator | undefined {
  const [symbol, other] =
    digits.lastIndexOf('.') > digits.lastIndexOf(',') ? (['.', ','] as const) : ([',', '.'] as const);
  const parts = digits.split(symbol);
  if (parts.length === 1) return undefined;
  if (parts.length > 2) return other;
  const [whole = '', decimals = ''] = parts;
  const isClear = whole.includes(other) || decimals.length !== 3 || whole.length > 3 || whole.startsWith('0');
  return isClear ? symbol : undefined;
}

/**
 * The number that a text shows; undefined for other text, for numbers that begin with zeros (codes), and where nothing
 * tells a decimal separator from one between thousands.
 */
export function readNumber(text: string, decimalSeparator?: DecimalSeparator): ShownNumber | undefined {
  const found = digitsOf(text);
  if (!found) return undefined;
  const symbol = evidentSeparator(found.digits) ?? decimalSeparator ?? (found.digits.includes('.') ? undefined : '.');
  if (symbol === undefined) return undefined;
  const [whole = '', decimals = ''] = found.digits.split(symbol);
  const groups = whole.split(/[.,'\u2019]/);
  const isWellFormed = found.digits.split(symbol).length <= 2 && /^\d*$/.test(decimals) && areThousands(groups);
  const digits = groups.join('');
  if (!isWellFormed || digits.length + decimals.length > MAX_DIGITS || /^0\d/.test(digits)) return undefined;
  const size = Number(`${digits}.${decimals || '0'}`);
  const { isNegative, isPercent, currency } = found;
  return {
    value: Number(((isNegative ? -size : size) / (isPercent ? 100 : 1)).toPrecision(MAX_DIGITS)),
    decimals: decimals.length,
    isGrouped: groups.length > 1,
    isPercent,
    ...(currency && { currency }),
  };
}

function areThousands([first = '', ...rest]: readonly string[]): boolean {
  return rest.length === 0 || (first.length <= 3 && rest.every((group) => group.length === 3));
}

function digitsOf(text: string) {
  const groups = NUMBER.exec(joinGroups(text.trim()))?.groups;
  if (!groups || (groups['open'] === undefined) !== (groups['close'] === undefined)) return undefined;
  const { open, minus, before, signed, digits = '', percent, after } = groups;
  const symbol = before ?? after;
  return {
    digits,
    isNegative: open !== undefined || signed !== undefined || (minus !== undefined && minus !== '+'),
    isPercent: percent !== undefined,
    ...(symbol !== undefined && { currency: { symbol, isBefore: before !== undefined } }),
  };
}

/** Spaces between thousands, and beside symbols. Other spaces keep two numbers apart. */
function joinGroups(text: string): string {
  const isGrouped = /^\D*\d{1,3}(?:[\s\u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?\D*$/.test(text);
  return isGrouped ? text.replace(SPACES, '') : text.replace(/(?<=\D)\s+|\s+(?=\D)/g, '');
}
