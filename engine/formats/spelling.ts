/** Insertions, deletions, substitutions and swaps of neighbours that make one word of the other, in code units. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? beforeLast[j - 2]! + 1 : Infinity;
      next[j] = Math.min(substitution, last[j]! + 1, next[j - 1]! + 1, swap);
    }
    [beforeLast, last] = [last, next];
  }
  return last[b.length]!;
}
