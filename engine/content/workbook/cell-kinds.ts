import type { Cell, CellKind } from './model.ts';

/** What a cell holds, as a number: `untyped` is in texts that say no types. */
export const KIND = {
  untyped: 0,
  number: 1,
  date: 2,
  time: 3,
  text: 4,
  boolean: 5,
  error: 6,
} as const satisfies Record<CellKind | 'untyped', number>;
const KIND_BITS = 0x07;
/** How a number is shown: as it is, in a format, or as a percentage. */
export const SHOWN = { unknown: 0x00, plain: 0x08, formatted: 0x10, percentage: 0x18 } as const;
const SHOWN_BITS = 0x18;
export const COMPUTED = 0x20;
export const HIDDEN = 0x40;

/** Characters of a number that fit into any column. */
const CUT_CHARS = 8;
const LITERALS = /"[^"]*"|\\./g;

/** A cell's kind, how it is shown (as `shown` where that is known), and whether it is computed or hidden, in one byte. */
export function codeOfCell(cell: Cell, text: string, shown: string | undefined): number {
  const flags = (cell.isComputed ? COMPUTED : 0) | (cell.isHidden ? HIDDEN : 0);
  return KIND[cell.kind] | flags | (cell.kind === 'number' ? shownOf(cell, text, shown) : SHOWN.unknown);
}

function shownOf({ format, isPercentage }: Cell, text: string, shown: string | undefined): number {
  if (isPercentage) return SHOWN.percentage;
  if (format?.code.includes('%') && format.code.replace(LITERALS, '').includes('%')) return SHOWN.percentage;
  // A long number is cut where its column ends.
  if (shown === undefined || shown === '' || (text.length > CUT_CHARS && !format)) return SHOWN.unknown;
  return shown === text ? SHOWN.plain : SHOWN.formatted;
}

export function kindOfCode(code: number): number {
  return code & KIND_BITS;
}

export function shownOfCode(code: number): number {
  return code & SHOWN_BITS;
}

export function isDateKind(code: number): boolean {
  const kind = kindOfCode(code);
  return kind === KIND.date || kind === KIND.time;
}
