import type { RunContext } from '../../contract/codec.ts';

/** What spreadsheet programs take for a formula when they open a table (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** Keeps texts from being run as formulas by whoever opens the table. */
export interface FormulaGuard {
  /** The text of a cell, with an apostrophe before it where it would be taken for a formula; numbers stay. */
  guarded(text: string, cell: { readonly kind: string }): string;
  /** Tells how many texts were changed. */
  report(context: RunContext): void;
}

/** A guard that leaves everything as it is unless it was asked for: tables are data first. */
export function createFormulaGuard(isOn: boolean | undefined): FormulaGuard {
  let escaped = 0;
  return {
    guarded(text, { kind }) {
      if (!isOn || kind !== 'text' || !FORMULA.test(text)) return text;
      escaped++;
      return `'${text}`;
    },
    report(context) {
      if (escaped === 0) return;
      context.warn({
        code: 'values_stringified',
        message: `${escaped} texts begin like formulas; an apostrophe was set before each of them.`,
        details: { count: escaped },
      });
    },
  };
}
