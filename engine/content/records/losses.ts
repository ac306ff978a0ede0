import type { RunContext } from '../../contract/codec.ts';

/** What a format could not say of the values that were written to it. */
export class Losses {
  /** Nulls that were left out or became empty. */
  nulls = 0;
  /** Numbers with more digits than the format holds: they became texts. */
  numbers = 0;
  /** Lists and objects that became JSON text. */
  containers = 0;
  /** Values of another type than the rest of their column: all of it became text. */
  mixed = 0;

  report({ warn }: Pick<RunContext, 'warn'>, format: string): void {
    if (this.nulls > 0) {
      warn({
        code: 'feature_dropped',
        message: `${format} has no null: ${this.nulls} of them were left out.`,
        details: { count: this.nulls },
      });
    }
    if (this.numbers > 0) {
      warn({
        code: 'values_stringified',
        message: `${this.numbers} numbers have more digits than ${format} holds; they were written as text.`,
        details: { count: this.numbers },
      });
    }
    if (this.containers > 0) {
      warn({
        code: 'values_stringified',
        message: `${this.containers} lists in the data were written as JSON text: ${format} cannot hold them.`,
        lost: ['structure'],
        details: { count: this.containers },
      });
    }
    if (this.mixed > 0) {
      warn({
        code: 'values_stringified',
        message: `${this.mixed} columns hold values of several types; they were written as text.`,
        details: { count: this.mixed },
      });
    }
  }
}
