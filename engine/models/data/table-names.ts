import type { FormatId } from '../../formats/index.ts';
import { outputNameOf } from '../output-name.ts';

/** Characters that file systems do not take in names. */
const UNSAFE = /[\p{Cc}/\\:*?"<>|.]+/gu;
const MAX_NAME_CHARS = 60;

/** The name of the file that one table or sheet of several becomes: `shop orders-2.csv`. */
export function nameOfTableFile(
  input: string,
  table: string,
  { to, number }: { readonly to: FormatId; readonly number: number },
): string {
  const safe = table.replace(UNSAFE, ' ').trim().slice(0, MAX_NAME_CHARS);
  return outputNameOf(safe === '' ? input : `${input.replace(/\.[^.]*$/, '')} ${safe}.x`, to, number);
}
