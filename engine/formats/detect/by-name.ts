import { formatOf, type FormatId } from '../index.ts';

/** Whether this text could be a file of a text format. */
export function couldBeText(text: string, format: FormatId): boolean {
  const pattern = formatOf(format).text;
  return pattern === 'any' || (pattern !== undefined && pattern.test(text));
}

/** Whether a file that shows no signature may still be of this format. */
export function hasNoSignature(format: FormatId): boolean {
  return formatOf(format).unmarked === true;
}
