import type { RunContext } from '../../contract/codec.ts';
import type { Cell } from './model.ts';

const QUOTED = /"(?:[^"]|"")*"/g;
/** Other files (`[1]Sheet1!A1`), tables of this one (`Table1[Heat]`), programs (`cmd|'/c …'!A1`) and the internet. */
const OUTSIDE = /[[|]|\b(?:WEBSERVICE|DDE|CALL|REGISTER(?:\.ID)?|RTD|EXEC|FILTERXML|IMAGE)\s*\(/i;

/** Decides which formulas are written, and counts those that become their values. */
export class Formulas {
  #replaced = 0;
  readonly #renamed: readonly string[];

  /** `renamed`: names of sheets that are others in the result; formulas that name them are not written. */
  constructor(renamed: readonly string[] = []) {
    this.#renamed = renamed;
  }

  /** The formula of a cell in the syntax of the target; undefined where only its value is written. */
  of({ formula }: Pick<Cell, 'formula'>, translate: (formula: string) => string | undefined): string | undefined {
    if (formula === undefined) return undefined;
    const isSafe = !reachesOutside(formula) && !this.#renamed.some((name) => formula.includes(name));
    const translated = isSafe ? translate(formula) : undefined;
    if (translated === undefined) this.#replaced++;
    return translated;
  }

  report(context: RunContext): void {
    if (this.#replaced === 0) return;
    context.warn({
      code: 'feature_dropped',
      message: `${this.#replaced} formulas were written as their values: they reach into other files or programs, or the format cannot say them.`,
      lost: ['formulas'],
      details: { count: this.#replaced },
    });
  }
}

/** Whether a formula asks something that is not in its workbook: nothing of that is carried into a new file. */
function reachesOutside(formula: string): boolean {
  return OUTSIDE.test(formula.replace(QUOTED, '""'));
}
