import type { Cell } from '../model.ts';

/** How dates and times are shown where the source says nothing: as ISO 8601. */
const DATE = 'yyyy-mm-dd';
const MOMENT = 'yyyy-mm-dd hh:mm:ss';
const DURATION = '[hh]:mm:ss';

/** The number formats that cells use, each with its number from 1 on; 0 is a cell without one. */
export class CellStyles {
  readonly #codes = new Map<string, number>();

  /** The number of a cell's format. */
  of(cell: Pick<Cell, 'kind' | 'value' | 'format'>): number {
    const code = codeOf(cell);
    if (code === undefined) return 0;
    const known = this.#codes.get(code);
    if (known !== undefined) return known;
    const number = this.#codes.size + 1;
    this.#codes.set(code, number);
    return number;
  }

  /** In the order of their numbers. */
  get codes(): readonly string[] {
    return [...this.#codes.keys()];
  }
}

function codeOf({ kind, value, format }: Pick<Cell, 'kind' | 'value' | 'format'>): string | undefined {
  if (kind === 'date') return format?.code ?? (Number.isInteger(value) ? DATE : MOMENT);
  if (kind === 'time') return format?.code ?? DURATION;
  if (kind !== 'number' || !format || /^(?:general|@)?$/i.test(format.code)) return undefined;
  return format.code;
}
