import { numeral } from '../list-numerals.ts';
import type { OpenList } from './block-builder.ts';

const LETTERS = 26;
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
      return `${numeral(number, 'lowerRoman')}.`;
    case 'I':
    case 'upper-roman':
      return `${numeral(number, 'upperRoman')}.`;
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
