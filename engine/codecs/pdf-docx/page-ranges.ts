import type { Partition } from '../../contract/codec.ts';

/**
 * Pages of a part at least: below, opening the document once more and handing on what was read takes what is won, and
 * every worker that reads holds memory of its own.
 */
const LEAST_PAGES = 75;

/** Some of the chosen pages, by their positions among them: from `from` up to and without `to`. */
type PageRange = Partition & { readonly from: number; readonly to: number };

/** Parts of a long document that can be read at the same time, at most so many; nothing where it is not worth while. */
export function divisionOf(pageCount: number, most: number): PageRange[] | undefined {
  const count = Math.min(most, Math.floor(pageCount / LEAST_PAGES));
  if (count < 2) return undefined;
  const start = (part: number): number => Math.round((part * pageCount) / count);
  return Array.from({ length: count }, (_, part) => ({ from: start(part), to: start(part + 1) }));
}

export function numbersOf(part: Partition, numbers: readonly number[]): readonly number[] {
  const { from, to } = part as PageRange;
  return numbers.slice(from, to);
}
