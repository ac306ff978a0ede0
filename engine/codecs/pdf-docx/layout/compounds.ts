import type { Segment } from './segment.ts';
import type { DocumentWords } from '../../../content/pages/model.ts';

/** A word, or several that hyphens join; without the hyphen at which a line ends. */
const WORD = /[\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)*(?![\p{L}\p{N}]*[-\u2010]$)/gu;
const LAST_WORD = /[\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)*(?=[-\u2010]$)/u;
const FIRST_WORD = /^[\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)*/u;
const HYPHEN = /[-\u2010]/;

/** Letters of each part, and how often the document has it as a word, of compounds that it has nowhere else. */
const MIN_LETTERS = 4;
const MIN_COUNT = 2;

/** The words of a document as they stand within its lines, where no hyphen is one of a line's end. */
export function wordsOf(segments: Iterable<Pick<Segment, 'text'>>): DocumentWords {
  const counts = new Map<string, number>();
  const firsts = new Set<string>();
  const lasts = new Set<string>();
  for (const { text } of segments) {
    for (const [word] of text.matchAll(WORD)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      const parts = word.split(HYPHEN);
      if (parts.length === 1) continue;
      firsts.add(parts[0]!);
      lasts.add(parts.at(-1)!);
    }
  }
  return { counts, firsts, lasts };
}

/** Whether the hyphen at the end of a line joins two words, so that it would be there within a line as well. */
export function isCompound(before: string, after: string, { counts, firsts, lasts }: DocumentWords): boolean {
  const head = LAST_WORD.exec(before)?.[0];
  const tail = FIRST_WORD.exec(after)?.[0];
  if (head === undefined || tail === undefined || counts.has(`${head}${tail}`)) return false;
  if (counts.has(`${head}-${tail}`) || HYPHEN.test(head) || HYPHEN.test(tail)) return true;
  const areWords = [head, tail].every((part) => part.length >= MIN_LETTERS && (counts.get(part) ?? 0) >= MIN_COUNT);
  return areWords && (firsts.has(head) || lasts.has(tail));
}
