import { strFromU8, unzipSync } from 'fflate';
import type { DocumentLayout, SegmentedPage } from './layout/document-layout.ts';
import { fullText } from './layout/join-labels.ts';

/** The parts of a Word document with the text of its pages. */
const TEXT_PARTS = ['word/document.xml', 'word/footnotes.xml'];
const LETTER = /[\p{L}\p{N}]/u;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Share of the letters and digits of the pages that the Word document lacks, 0 to 1. Compares the bytes that were
 * written with what was read, apart from running titles (they are written once) and list labels (Word counts itself).
 */
export function lostTextShare(pages: readonly SegmentedPage[], layout: DocumentLayout, docx: Uint8Array): number {
  const expected = countLetters(sourceTexts(pages, layout));
  const found = countLetters([documentText(docx), ...labelTexts(layout)]);
  let total = 0;
  let lost = 0;
  for (const [letter, count] of expected) {
    total += count;
    lost += Math.max(0, count - (found.get(letter) ?? 0));
  }
  return total === 0 ? 0 : lost / total;
}

function* sourceTexts(pages: readonly SegmentedPage[], { titled }: DocumentLayout): Iterable<string> {
  for (const { body } of titled.pages) for (const segment of body) yield fullText(segment);
  for (const { turned } of pages) for (const { segment } of turned) yield segment.text;
}

function labelTexts({ lists }: DocumentLayout): string[] {
  return [...lists.keys()].map(({ label }) => label?.text ?? '');
}

function documentText(docx: Uint8Array): string {
  const parts = unzipSync(docx, { filter: ({ name }) => TEXT_PARTS.includes(name) });
  const texts = Object.values(parts)
    .map((part) => strFromU8(part))
    .join('')
    .matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g);
  return Array.from(texts, ([, text]) => text!.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '')).join('');
}

function countLetters(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const character of text) {
      if (LETTER.test(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  return counts;
}
