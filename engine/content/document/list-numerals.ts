/** A number as it is written (ECMA-376 17.18.59), as far as formats share the way. */
export function numeral(number: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(number).toLowerCase();
    case 'upperLetter':
      return letters(number);
    case 'lowerRoman':
      return roman(number).toLowerCase();
    case 'upperRoman':
      return roman(number);
    case 'decimalZero':
      return String(number).padStart(2, '0');
    case 'none':
      return '';
    default:
      return String(number);
  }
}

/** Z is followed by AA and BB. */
function letters(number: number): string {
  if (number < 1) return '';
  return String.fromCharCode(65 + ((number - 1) % 26)).repeat(Math.min(8, Math.ceil(number / 26)));
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  let left = number;
  let written = '';
  for (const [value, numeral] of ROMAN) {
    for (; left >= value; left -= value) written += numeral;
  }
  return written;
}

const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/** The value of a Roman number in lower case. */
export function romanNumber(numeral: string): number {
  const values = Array.from(numeral, (digit) => ROMAN_DIGITS[digit]!);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
