import type { Damage } from '../scenario.ts';

/** A damage as a change of the text of one part. */
export type Edit = (text: string) => string;

export interface NamedEdit {
  readonly name: string;
  readonly harm: Damage['harm'];
  readonly edit: Edit;
  readonly at?: RegExp;
}

export const withoutColumn =
  (row: RegExp, cell: RegExp): Edit =>
  (text) =>
    text.replace(row, (all) => {
      let at = 0;
      return all.replace(cell, (one) => (at++ === 1 ? '' : one));
    });
/** Each row with its first two cells exchanged. */
export const exchangeColumns =
  (row: RegExp, cell: RegExp): Edit =>
  (text) =>
    text.replace(row, (all) => {
      const [a, b] = all.match(cell) ?? [];
      if (a === undefined || b === undefined) return all;
      let at = 0;
      return all.replace(cell, (one) => [b, a][at++] ?? one);
    });
/** The rows of each table from the last to the first. */
export const reverseRows =
  (table: RegExp, row: RegExp): Edit =>
  (text) =>
    text.replace(table, (all) => {
      const rows = all.match(row) ?? [];
      return all.replace(row, () => rows.pop()!);
    });
export const nextDigit: Edit = (text) => text.replace(/\d/, (digit) => String((Number(digit) + 4) % 10));
/** One digit in the texts that a pattern finds, the last of them that has any. */
export const lastDigitIn =
  (pattern: RegExp): Edit =>
  (text) => {
    const found = [...text.matchAll(pattern)].findLast(([match]) => /\d/.test(match));
    if (!found) return text;
    const start = found.index;
    return text.slice(0, start) + nextDigit(found[0]) + text.slice(start + found[0].length);
  };
/** What a group captures, exchanged with that of the next match that is another. */
export function exchangeGroups(pattern: RegExp): Edit {
  return (text) => {
    const found = [...text.matchAll(pattern)];
    const a = found[0];
    const b = found.find((one) => one[1] !== a?.[1]);
    if (!a || !b) return text;
    let at = 0;
    return text.replace(pattern, (all, group: string) => {
      const index = at++;
      const other = found[index] === a ? b[1]! : found[index] === b ? a[1]! : group;
      return all.replace(group, () => other);
    });
  };
}
