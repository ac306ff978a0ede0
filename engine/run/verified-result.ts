import type { Warning } from '../contract/codec.ts';
import { ConversionError } from '../contract/errors.ts';
import type { Verdict } from './deliver.ts';

/** What one attempt has made, with the report of its verification. */
export type VerifiedResult = Pick<Verdict, 'artifacts' | 'plan' | 'report'>;

/** Verification refused a result, which is kept until it is known whether another path makes a better one. */
export class RefusedResult extends ConversionError {
  readonly result: VerifiedResult;
  /** What was told while the result was made. */
  readonly warnings: readonly Warning[];

  constructor(
    { code, message, details }: ConversionError,
    refused: VerifiedResult & { readonly warnings: readonly Warning[] },
  ) {
    super({ code, message, details });
    const { warnings, ...result } = refused;
    this.result = result;
    this.warnings = warnings;
  }
}
