import { ConversionError } from '../contract/errors.ts';
import type { Check, Expectation } from '../contract/report.ts';
import type { Findings } from './findings.ts';

/** Whether a result is wrong or useless. */
export function isRefused({ checks, differences }: Findings): boolean {
  return checks.some(({ ok }) => !ok) || differences.listed.some(({ severity }) => severity === 'refuse');
}

/** Why a result is refused; nothing if it is accepted. */
export function refusalOf({ to }: Expectation, { checks, differences }: Findings): ConversionError | undefined {
  const failed = checks.filter(({ ok }) => !ok);
  const refused = differences.listed.filter(({ severity }) => severity === 'refuse');
  const reason = refused[0]?.message ?? (failed[0] && describeCheck(failed[0]));
  if (reason === undefined) return undefined;
  const { listed, count } = differences;
  const more = count > 1 ? ` ${count} differences in all.` : '';
  return new ConversionError({
    code: 'output_not_verified',
    message:
      `Verification failed: ${reason}${more} The result was discarded. ` +
      `Try again, or convert to another format than ${to.toUpperCase()}.`,
    details: { checks: failed, differences: listed, differencesBeyond: count - listed.length },
  });
}

function describeCheck({ name, expected, found }: Check): string {
  return `${name}, expected ${expected}, found ${found}.`;
}
