import type { Check } from '../../../contract/report.ts';
import { shareOfLetterPairs, withoutCounterpart } from './word-presence.ts';

/** Words of one part of a text without pages: about a third of a page. */
const PART_WORDS = 150;
/** Words that are only once in the source, on one page: fewer say nothing about the page. */
const MIN_RARE_WORDS = 4;
/** Share of a page's rare words below which the page has been dropped. */
const MIN_RARE_SHARE = 0.5;
/** Share of letter pairs from which the page is there but its words were cut differently. */
const MIN_PAIR_SHARE = 0.8;

/**
 * Looks for every page of the source, or every part of a text without pages, by the words that are only there: in a
 * long document one page is too little for the count of all words to notice.
 */
export function checkCoverage(pages: readonly (readonly string[])[], output: readonly string[]): Check[] {
  const parts = pages.length > 1 ? pages : partsOf(pages[0] ?? []);
  const words = parts.flat();
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const found = new Set(output);
  const judged = parts
    .map((part) => part.filter((word) => counts.get(word) === 1))
    .filter((rare) => rare.length >= MIN_RARE_WORDS);
  const suspicious = judged.filter(
    (rare) => rare.filter((word) => found.has(word)).length < rare.length * MIN_RARE_SHARE,
  );
  if (judged.length === 0) return [];
  const additional = suspicious.length > 0 ? withoutCounterpart(output, words).join('') : '';
  // The words that are there stand for themselves: only the others may be there in other pieces.
  const dropped = suspicious.filter((rare) => {
    const missing = rare.filter((word) => !found.has(word));
    return shareOfLetterPairs(missing.join(''), additional) < MIN_PAIR_SHARE;
  });
  return [
    {
      name: 'text coverage',
      feature: 'text',
      ok: dropped.length === 0,
      expected: judged.length,
      found: judged.length - dropped.length,
    },
  ];
}

function partsOf(words: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let start = 0; start < words.length; start += PART_WORDS) parts.push(words.slice(start, start + PART_WORDS));
  return parts;
}
