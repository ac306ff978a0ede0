import type { Frame } from './model.ts';

export interface Placed<T> {
  readonly item: T;
  /** Where it is, in any unit. Undefined where nothing is said of it: it keeps its place behind what it follows in the file. */
  readonly box: Frame | undefined;
}

/** Boxes may overlap by this share of the smaller one and still are apart. */
const OVERLAP = 0.2;

/**
 * Brings what is on a page into the order in which it is read: bands from top to bottom, in each of them columns
 * from left to right, and so on inside (a recursive X-Y cut).
 */
export function inReadingOrder<T>(placed: readonly Placed<T>[]): T[] {
  const boxed = placed.filter((one): one is Placed<T> & { box: Frame } => one.box !== undefined);
  const others = placed.filter(({ box }) => box === undefined);
  return [...order(boxed, 'y'), ...others].map(({ item }) => item);
}

type Boxed<T> = Placed<T> & { readonly box: Frame };

function order<T>(placed: readonly Boxed<T>[], axis: 'x' | 'y', isSecondTry = false): readonly Boxed<T>[] {
  if (placed.length < 2) return placed;
  const bands = cut(placed, axis);
  const other = axis === 'y' ? 'x' : 'y';
  if (bands.length > 1) return bands.flatMap((band) => order(band, other));
  return isSecondTry ? byCorner(placed) : order(placed, other, true);
}

/** Groups that no other group reaches into along one axis. */
function cut<T>(placed: readonly Boxed<T>[], axis: 'x' | 'y'): Boxed<T>[][] {
  const size = axis === 'x' ? 'width' : 'height';
  const sorted = placed.toSorted((a, b) => a.box[axis] - b.box[axis]);
  const groups: Boxed<T>[][] = [];
  let end = -Infinity;
  let smallest = Infinity;
  for (const one of sorted) {
    const start = one.box[axis];
    const length = one.box[size];
    if (start >= end - OVERLAP * Math.min(smallest, length)) {
      groups.push([]);
      smallest = Infinity;
      end = -Infinity;
    }
    groups.at(-1)!.push(one);
    end = Math.max(end, start + length);
    smallest = Math.min(smallest, length);
  }
  return groups;
}

function byCorner<T>(placed: readonly Boxed<T>[]): readonly Boxed<T>[] {
  return placed.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
}
