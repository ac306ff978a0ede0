import { ConversionError } from '../../contract/errors.ts';

/**
 * The pages or frames that the option `pages` names (`3`, `1-4`, `1,3-5`), counted from 0, in the order in which they
 * were asked for; all of them without the option. Throws `invalid_options` for a page that does not exist.
 */
export function selectedPages(selection: string | undefined, count: number): number[] {
  if (selection === undefined) return Array.from({ length: count }, (_, index) => index);
  return selection.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    const isValid = Number.isInteger(first) && Number.isInteger(last) && first >= 1 && first <= last && last <= count;
    if (!isValid) throw outOfRange(range, count);
    return Array.from({ length: last - first + 1 }, (_, index) => first - 1 + index);
  });
}

function outOfRange(range: string, count: number): ConversionError {
  return new ConversionError({
    code: 'invalid_options',
    message: `Expected pages from 1 to ${count} for pages, but received ${range.slice(0, 32)}.`,
    details: { option: 'pages', pages: count },
  });
}
