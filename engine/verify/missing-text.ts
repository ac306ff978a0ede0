import type { Warning } from '../codec.ts';
import type { Check } from './report.ts';

/** Says which words a result lacks that has nearly all of them. */
export function warningOfMissingText(checks: readonly Check[]): Warning | undefined {
  const check = checks.find(({ missing }) => missing !== undefined);
  if (!check) return undefined;
  const { expected, found, missing = [] } = check;
  return {
    code: 'text_dropped',
    message: `Of ${expected} words of the pages ${found} are in the result. Among the missing are: ${missing.join(', ')}.`,
    details: { expected, found, missing },
  };
}
