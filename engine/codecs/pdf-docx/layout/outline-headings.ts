import type { OutlineEntry } from '../../../content/pages/model.ts';
import type { Paragraph } from './blocks.ts';
import type { HeadingLevel } from './segment.ts';
import { textOfParagraph } from './paragraph-text.ts';
import { OUTLINE_HEADINGS } from '../thresholds/headings.ts';

const { MIN_COVERED, MAX_DISTANCE, MAX_ROWS } = OUTLINE_HEADINGS;

const LEADING_NUMBER = /^(?:\p{L}+\s+)?(?:\d+|[A-Z])[.:]?\s+(?=\p{L})/u;

/** A page with its outline entries and the paragraphs of its flow. */
export interface OutlinedPage {
  readonly entries: readonly OutlineEntry[];
  readonly paragraphs: readonly Paragraph[];
}

/** The headings that the outline of the document names, with their levels. */
export function outlineHeadings(pages: readonly OutlinedPage[]): Map<Paragraph, HeadingLevel> {
  const headings = new Map<Paragraph, HeadingLevel>();
  for (const { entries, paragraphs } of pages) {
    for (const entry of entries) {
      const candidates = paragraphs.filter((paragraph) => !headings.has(paragraph) && isNamed(paragraph, entry));
      const [nearest] = candidates.toSorted((a, b) => distance(a, entry) - distance(b, entry));
      if (nearest) headings.set(nearest, Math.min(6, entry.level) as HeadingLevel);
    }
  }
  return headings;
}

function isNamed(paragraph: Paragraph, entry: OutlineEntry): boolean {
  if (paragraph.rows.length > MAX_ROWS) return false;
  if (distance(paragraph, entry) > MAX_DISTANCE) return isOpenedAt(paragraph, entry);
  const title = letters(entry.title);
  const text = letters(textOfParagraph(paragraph));
  if (title === '' || text === '') return false;
  const [short, long] = title.length < text.length ? [title, text] : [text, title];
  // entries may lack the number of their heading, or have it where Word counts itself
  return short.length >= MIN_COVERED * long.length && (long.endsWith(short) || long.startsWith(short));
}

/** LaTeX's entries lead to the top of a chapter, far above its name, which has the number on a line of its own. */
function isOpenedAt(paragraph: Paragraph, { title, y }: OutlineEntry): boolean {
  const names = [title, title.replace(LEADING_NUMBER, '')].map(letters);
  const text = letters(textOfParagraph(paragraph));
  return text !== '' && names.includes(text) && paragraph.rows[0]!.baseline > (y ?? 0);
}

function distance({ rows, size }: Paragraph, { y }: OutlineEntry): number {
  return y === undefined ? 0 : Math.abs(rows[0]!.baseline - size - y);
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
