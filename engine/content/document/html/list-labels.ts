import type { OpenList } from './block-builder.ts';

const LETTERS = 26;
const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;
const MAX_ROMAN = 3999;

/** The label of an item as it is shown (CSS Counter Styles 3, section 6). */
export function labelOf(number: number, { numbering }: Pick<OpenList, 'numbering'>): string {
  switch (numbering) {
    case 'a':
    case 'lower-alpha':
    case 'lower-latin':
      return `${lettersOf(number)}.`;
    case 'A':
    case 'upper-alpha':
    case 'upper-latin':
      return `${lettersOf(number).toUpperCase()}.`;
    case 'i':
    case 'lower-roman':
      return `${romanOf(number)}.`;
    case 'I':
    case 'upper-roman':
      return `${romanOf(number).toUpperCase()}.`;
    default:
      return `${number}.`;
  }
}

function lettersOf(number: number): string {
  if (number < 1) return String(number);
  let letters = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(97 + ((rest - 1) % LETTERS)) + letters;
  }
  return letters;
}

function romanOf(number: number): string {
  if (number < 1 || number > MAX_ROMAN) return String(number);
  let rest = number;
  let roman = '';
  for (const [value, letters] of ROMAN) {
    while (rest >= value) {
      roman += letters;
      rest -= value;
    }
  }
  return roman;
}
