import { points } from '../markup.ts';
import type { Declarations } from '../../../content/document/css/declarations.ts';
import { lengthOf, type Scope } from './scope.ts';
import type { TableGrid } from './table-grid.ts';

/** Width of a letter in the size of its text, as an estimate. */
const LETTER = 0.52;
/** Where lines of a cell can end. */
const BREAKS = /\s+|(?<=[/\\.,;:?&=_\-+|@])/;
/** Letters; longer words are broken anyway. */
const LONGEST_WORD = 24;
const LONGEST_LINE = 400;
/** Text of a crowded table does not get smaller than this share of its size. */
const SMALLEST = 0.6;

export interface TableWidths {
  /** As Typst writes columns. */
  readonly columns: readonly string[];
  /** Points, by column, as an estimate. */
  readonly estimates: readonly number[];
  /** How much smaller the text must be for its words to fit. */
  readonly scale: number;
}

/** Chooses the widths of columns: those that the page asks for, the others by what is in them. */
export function widthsOf(grid: TableGrid, style: Declarations, scope: Scope, padding: number): TableWidths {
  const { least, most } = contentWidths(grid, scope.fontSize, padding);
  const asked = lengthOf(style, 'width', scope, scope.width);
  const total = Math.min(asked ?? scope.width, scope.width);
  const fixed = least.map((_, x) => {
    const width = grid.widths.get(x);
    return width === undefined ? undefined : lengthOf(new Map([['width', width]]), 'width', scope, total);
  });
  const needed = sum(least.map((width, x) => Math.max(width, Math.min(fixed[x] ?? 0, total))));
  const scale = needed > total ? Math.max(SMALLEST, total / needed) : 1;
  // Where words hardly fit, columns are as wide as their words; else as wide as their lines would like to be.
  const shares = needed > total ? least : most.map((width, x) => Math.max(least[x]!, Math.min(width, total * 0.6)));
  const isFull = asked !== undefined || sum(most) > total;
  const sumFixed = sum(fixed.map((width) => width ?? 0));
  const openShares = sum(shares.filter((_, x) => fixed[x] === undefined)) || 1;
  const open = Math.max(total - sumFixed, 0.2 * total);
  const squeeze = sumFixed > total ? total / sumFixed : 1;
  const estimates = shares.map((share, x) => {
    const width = fixed[x];
    if (width !== undefined) return Math.max(4, width * squeeze);
    return isFull ? (open * share) / openShares : Math.min(most[x]!, open);
  });
  const columns = estimates.map((estimate, x) => {
    if (fixed[x] !== undefined) return points(estimate);
    return isFull ? `${Math.max(1, Math.round(estimate))}fr` : 'auto';
  });
  return { columns, estimates, scale };
}

/** Points that the longest word and the longest line of each column take. */
function contentWidths(grid: TableGrid, fontSize: number, padding: number): Record<'least' | 'most', number[]> {
  const least = Array.from({ length: grid.columns }, () => fontSize + padding);
  const most = [...least];
  for (const { element, x, columns, isHeader } of grid.cells) {
    if (columns > 1) continue;
    const text = element.textContent ?? '';
    const letter = fontSize * LETTER * (isHeader ? 1.08 : 1);
    const word = Math.min(
      LONGEST_WORD,
      Math.max(
        0,
        ...text
          .slice(0, 20_000)
          .split(BREAKS)
          .map(({ length }) => length),
      ),
    );
    const line = Math.min(LONGEST_LINE, text.replace(/\s+/g, ' ').trim().length);
    least[x] = Math.max(least[x]!, word * letter + padding);
    most[x] = Math.max(most[x]!, line * letter + padding);
  }
  return { least, most };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
