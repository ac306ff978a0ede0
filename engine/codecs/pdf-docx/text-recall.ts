import { openZip, type ZipLimits } from '../../io/zip.ts';
import type { DocumentLayout, SegmentedPage } from './layout/document-layout.ts';
import { labelSegments } from './layout/diagram-labels.ts';
import { fullText } from './layout/segment.ts';

/** The parts of a Word document with the text of its pages. */
const TEXT_PARTS = ['word/document.xml', 'word/footnotes.xml'];
/** Texts of runs, those of equations among them. */
const TEXT = /<[wm]:t(?: [^>]*)?>([^<]*)<\/[wm]:t>/g;
/** The same, with the ends of paragraphs and lines, and tabs. */
const TEXT_OR_BREAK = new RegExp(`${TEXT.source}|<(?:/w:p|w:tab|w:br)\\b`, 'g');
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const MAX_NAMED_WORDS = 20;
const DECODER = new TextDecoder();
const LETTER = /[\p{L}\p{N}]/u;
/** What was just written is read, however large it is. */
const UNLIMITED: ZipLimits = { entries: Infinity, expandedBytes: Infinity, expansionRatio: Infinity };
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Code points below this are counted in an array, which is many times faster than a map. */
const COMMON_CHARACTERS = 0x3000;

/** What a Word document lacks of the text of its pages. */
export interface LostText {
  /** Part of the letters and digits, 0 to 1. */
  readonly share: number;
  /** The words that have these letters, at most `MAX_NAMED_WORDS`, with the numbers of their pages from 1. */
  readonly words: readonly LostWord[];
}

interface LostWord {
  readonly text: string;
  readonly page: number;
}

/**
 * Compares the bytes that were written with what was read, apart from headers and footers (they are written once), list
 * labels and marks of notes (Word counts itself).
 */
export function findLostText(pages: readonly SegmentedPage[], layout: DocumentLayout, docx: Uint8Array): LostText {
  const source = sourceTexts(pages, layout);
  const computed = [...labelTexts(layout), ...markTexts(layout)];
  const expected = countCharacters(source.map(({ text }) => text));
  const found = countCharacters([...documentTexts(docx, TEXT), ...computed]);
  let total = 0;
  let missing = 0;
  const lost = new Map<number, number>();
  for (const [character, count] of expected) {
    if (!LETTER.test(String.fromCodePoint(character))) continue;
    const left = count - (found.get(character) ?? 0);
    total += count;
    if (left <= 0) continue;
    missing += left;
    lost.set(character, left);
  }
  if (missing === 0) return { share: 0, words: [] };
  const known = [...documentTexts(docx, TEXT_OR_BREAK)].join('');
  return { share: missing / total, words: lostWords(source, [known, ...computed].join('\n'), lost) };
}

/** The words that are fewer in the document than on the pages, as long as they account for lost letters. */
function lostWords(source: readonly PageText[], known: string, lost: Map<number, number>): LostWord[] {
  const left = new Map<string, number>();
  for (const [word] of known.matchAll(WORD)) left.set(word, (left.get(word) ?? 0) + 1);
  const words: LostWord[] = [];
  for (const { text, page } of source) {
    for (const [word] of text.matchAll(WORD)) {
      const spare = left.get(word) ?? 0;
      if (spare > 0) left.set(word, spare - 1);
      else if (words.length < MAX_NAMED_WORDS && takesFrom(lost, word)) words.push({ text: word, page });
    }
  }
  return words;
}

/** Whether a word has lost letters, which are then accounted for. */
function takesFrom(lost: Map<number, number>, word: string): boolean {
  let isLost = false;
  for (const letter of word) {
    const code = letter.codePointAt(0)!;
    const count = lost.get(code) ?? 0;
    if (count > 0) lost.set(code, count - 1);
    isLost ||= count > 0;
  }
  return isLost;
}

interface PageText {
  readonly text: string;
  /** From 1. */
  readonly page: number;
}

function sourceTexts(pages: readonly SegmentedPage[], { titled }: DocumentLayout): PageText[] {
  return pages.flatMap(({ page, turned }, index) => {
    const texts = [
      ...titled.pages[index]!.body.map(fullText),
      ...turned.map(({ segment }) => segment.text),
      ...page.images.flatMap(({ equation, alt = '' }) => (equation?.formula ? [alt] : [])),
      ...page.images.flatMap(({ labels = [] }) => labelSegments(labels)).map(fullText),
    ];
    return texts.map((text) => ({ text, page: page.number ?? index + 1 }));
  });
}

function labelTexts({ lists }: DocumentLayout): string[] {
  return [...lists.keys()].map(({ label }) => label?.text ?? '');
}

/** The mark of a note is in the text and in front of the note. */
function markTexts({ footnotes }: DocumentLayout): string[] {
  return footnotes.flatMap(({ marks }) => [...marks].flatMap(({ text }) => [text, text]));
}

/** The texts of runs; with `TEXT_OR_BREAK` also what parts them from each other, as line ends. */
function* documentTexts(docx: Uint8Array, pattern: RegExp): Iterable<string> {
  const zip = openZip(docx, UNLIMITED);
  for (const name of TEXT_PARTS) {
    const part = zip.find(name);
    if (!part) continue;
    for (const [, text = '\n'] of DECODER.decode(zip.read(part)).matchAll(pattern)) {
      yield text.includes('&') ? text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '') : text;
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
