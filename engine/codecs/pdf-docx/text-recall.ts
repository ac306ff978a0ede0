import { openZip, type ZipLimits } from '../../io/zip.ts';
import type { DocumentLayout, SegmentedPage } from './layout/document-layout.ts';
import { fullText } from './layout/segment.ts';

/** The parts of a Word document with the text of its pages. */
const TEXT_PARTS = ['word/document.xml', 'word/footnotes.xml'];
/** Texts of runs, those of equations among them. */
const TEXT = /<[wm]:t(?: [^>]*)?>([^<]*)<\/[wm]:t>/g;
const DECODER = new TextDecoder();
const LETTER = /[\p{L}\p{N}]/u;
/** What was just written is read, however large it is. */
const UNLIMITED: ZipLimits = { entries: Infinity, expandedBytes: Infinity, expansionRatio: Infinity };
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Code points below this are counted in an array, which is many times faster than a map. */
const COMMON_CHARACTERS = 0x3000;

/**
 * Share of the letters and digits of the pages that the Word document lacks, 0 to 1. Compares the bytes that were
 * written with what was read, apart from headers and footers (they are written once), list labels and marks of notes (Word
 * counts itself).
 */
export function lostTextShare(pages: readonly SegmentedPage[], layout: DocumentLayout, docx: Uint8Array): number {
  const expected = countCharacters(sourceTexts(pages, layout));
  const found = countCharacters([...documentTexts(docx), ...labelTexts(layout), ...markTexts(layout)]);
  let total = 0;
  let lost = 0;
  for (const [character, count] of expected) {
    if (!LETTER.test(String.fromCodePoint(character))) continue;
    total += count;
    lost += Math.max(0, count - (found.get(character) ?? 0));
  }
  return total === 0 ? 0 : lost / total;
}

function* sourceTexts(pages: readonly SegmentedPage[], { titled }: DocumentLayout): Iterable<string> {
  for (const { body } of titled.pages) for (const segment of body) yield fullText(segment);
  for (const { page, turned } of pages) {
    for (const { segment } of turned) yield segment.text;
    for (const { equation, alt = '' } of page.images) if (equation?.formula) yield alt;
  }
}

function labelTexts({ lists }: DocumentLayout): string[] {
  return [...lists.keys()].map(({ label }) => label?.text ?? '');
}

/** The mark of a note is in the text and in front of the note. */
function markTexts({ footnotes }: DocumentLayout): string[] {
  return footnotes.flatMap(({ marks }) => [...marks].flatMap(({ text }) => [text, text]));
}

function* documentTexts(docx: Uint8Array): Iterable<string> {
  const zip = openZip(docx, UNLIMITED);
  for (const name of TEXT_PARTS) {
    const part = zip.find(name);
    if (!part) continue;
    for (const [, text] of DECODER.decode(zip.read(part)).matchAll(TEXT)) {
      yield text!.includes('&') ? text!.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '') : text!;
    }
  }
}

/** How often each character occurs, by its code point. */
function countCharacters(texts: Iterable<string>): Map<number, number> {
  const common = new Uint32Array(COMMON_CHARACTERS);
  const counts = new Map<number, number>();
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      const character = text.codePointAt(at)!;
      if (character < COMMON_CHARACTERS) common[character]!++;
      else counts.set(character, (counts.get(character) ?? 0) + 1);
      if (character > 0xffff) at++;
    }
  }
  for (const [character, count] of common.entries()) if (count > 0) counts.set(character, count);
  return counts;
}
