import { EMPTY_KEY } from './model.ts';

/** How the names on the way to a value are joined. */
export interface PathStyle {
  readonly separator: string;
  /** Stands for a name without a character. */
  readonly empty: string;
}

/** Paths as they name columns. Two values can share one: `a.b` is a name, and a way through `a`. */
export const DOTTED: PathStyle = { separator: '.', empty: EMPTY_KEY };
/** Where a value is, which no other value shares. */
export const PLACE: PathStyle = { separator: '\0', empty: '' };

/** Whether a name can make a path that another one makes as well. */
export function isAmbiguous(name: string): boolean {
  return name === '' || name.includes('.');
}

/** A value of a row by the names that lead to it. */
export interface PlacedPath {
  readonly path: string;
  readonly place: string;
  /** There is nothing to lose: formats may leave it out. */
  readonly isEmpty: boolean;
}

/**
 * The paths of the values of one row, each once: neither of two values that share one may be lost, so one gets a
 * number. Which, the places decide, and not the order: formats change that.
 */
export function distinctPaths(values: readonly PlacedPath[]): readonly string[] {
  const paths = values.map(({ path }) => path);
  const taken = new Set(paths);
  if (taken.size === paths.length) return paths;
  const given = new Set<string>();
  const distinct = [...paths];
  const byPlace = paths.map((_, index) => index).sort((a, b) => order(values[a]!, values[b]!));
  for (const index of byPlace) {
    const path = paths[index]!;
    if (given.has(path)) distinct[index] = freePath(path, taken);
    given.add(path);
    taken.add(distinct[index]!);
  }
  return distinct;
}

function order(a: PlacedPath, b: PlacedPath): number {
  if (a.isEmpty !== b.isEmpty) return Number(a.isEmpty) - Number(b.isEmpty);
  return a.place > b.place ? -1 : 1;
}

function freePath(path: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) if (!taken.has(`${path}_${number}`)) return `${path}_${number}`;
}
