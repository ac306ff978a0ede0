import type { Counts } from './content.ts';

/** A pair of marks around formulas. */
type Marks = readonly [open: string, close: string];

/** pandoc's rule: the dollar signs touch the formula, and no digit follows, so that prices are none. */
const BETWEEN_DOLLARS = /(?<![\\$\w])\$(?=[^\s$])(?:[^$\n\\]|\\.)*(?<=\S)\$(?![\d$])/g;

/** Takes formulas out of a text and counts them; marks that are never closed mean nothing. */
export function withoutFormulas(
  source: string,
  { marks, dollars }: { readonly marks: readonly Marks[]; readonly dollars: boolean },
  counts: Counts,
): string {
  const text = marks.reduce((rest, pair) => withoutBetween(rest, pair, () => void counts.formulas++), source);
  if (!dollars) return text;
  return text.replace(BETWEEN_DOLLARS, () => {
    counts.formulas++;
    return ' ';
  });
}

/** The text without what is between two marks, and without the marks. */
export function withoutBetween(text: string, [open, close]: Marks, found: () => void = () => {}): string {
  const pieces: string[] = [];
  let position = 0;
  for (;;) {
    const start = text.indexOf(open, position);
    const end = start < 0 ? -1 : text.indexOf(close, start + open.length);
    if (end < 0) break;
    pieces.push(text.slice(position, start));
    found();
    position = end + close.length;
  }
  return [...pieces, text.slice(position)].join(' ');
}
