import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';

export function corrupt(
  what: string,
  details: Readonly<Record<string, number>> = {},
  cause?: unknown,
): ConversionError {
  return new ConversionError({ code: 'input_corrupt', message: `The file is damaged: ${what}.`, details }, { cause });
}

export function truncated(what: string, details: Readonly<Record<string, number>> = {}): ConversionError {
  return new ConversionError({ code: 'input_truncated', message: `The file ends too early: ${what}.`, details });
}

export function tooDeep(limits: Limits): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The data is nested more than ${limits.nesting} levels deep.`,
    details: { limit: 'nesting', allowed: limits.nesting },
  });
}

/** Counts the values of a file as they are read. */
export interface ValueBudget {
  /** Throws `input_too_complex` beyond `limits.values`. */
  take(count: number): void;
}

export function createValueBudget({ values }: Limits): ValueBudget {
  let taken = 0;
  return {
    take(count) {
      taken += count;
      if (taken <= values) return;
      throw new ConversionError({
        code: 'input_too_complex',
        message: `The file has more than ${values} values. Split it first.`,
        details: { limit: 'values', allowed: values },
      });
    },
  };
}
