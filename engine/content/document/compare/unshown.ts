import { normaliseText, wordsOf } from '../inspect-text.ts';
import type { Compare } from '../../../contract/report.ts';
import { countPresentWords } from './word-presence.ts';

/** Share of the words that must be there: some formats keep notes and hidden parts in fewer words. */
const MIN_RECALL = 0.9;
/** Fewer words than this say nothing. */
const MIN_WORDS = 3;

/**
 * Compares what a document holds and its pages do not show (speaker notes, hidden slides and sheets), where the result
 * has no pages of its own: there nothing is hidden, and everything is expected.
 */
export const compareUnshown: Compare = (source, outputs, { kept, options, takes }) => {
  const { document, sheets } = source;
  if (!document?.unshown || !(kept.includes('text') || sheets) || takes === 'first' || options.pages !== undefined)
    return [];
  if (sheets && outputs.some((output) => output.sheets)) return [];
  const found = outputs.map((output) => output.document).filter((output) => output !== undefined);
  const isComparable = found.length === outputs.length && found.length > 0;
  if (!isComparable || [document, ...found].some(({ excerpt }) => excerpt)) return [];
  // A drawing is of a page, whether it counts pages or not.
  if (outputs.some(({ document: output, raster }) => output?.pages !== undefined || raster !== undefined)) return [];
  const words = (text: string): string[] => wordsOf(normaliseText(text));
  const shown = new Set(words(document.text));
  const expected = words(document.unshown).filter((word) => !shown.has(word));
  if (expected.length < MIN_WORDS) return [];
  const present = countPresentWords(
    expected,
    found.flatMap(({ text, unshown = '' }) => words(`${text}\n${unshown}`)),
  );
  const ok = present >= Math.floor(expected.length * MIN_RECALL);
  return [{ name: 'notes and hidden parts', feature: 'text', ok, expected: expected.length, found: present }];
};
