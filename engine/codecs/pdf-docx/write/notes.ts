import type { Box } from '../../../content/pages/geometry.ts';
import { heightOf } from '../../../content/pages/geometry.ts';
import type { Paragraph } from '../layout/blocks.ts';
import type { Footnote } from '../layout/footnotes.ts';
import type { Glyph } from '../../../content/pages/model.ts';
import { NOTES } from '../thresholds/writing.ts';

const { SEPARATOR_DISTANCE, MAX_SEPARATOR_HEIGHT } = NOTES;

/** Where the text leads to a footnote, and which marks and paragraphs Word writes itself. */
export interface NoteMarks {
  readonly references: ReadonlyMap<Glyph, number>;
  readonly dropped: ReadonlySet<Glyph>;
  readonly paragraphs: ReadonlySet<Paragraph>;
  /** Top of the first note of a page. */
  readonly tops: ReadonlyMap<number, number>;
}

export function noteMarks(notes: readonly Footnote[]): NoteMarks {
  const tops = new Map<number, number>();
  for (const { pageIndex, paragraphs } of notes) {
    tops.set(pageIndex, Math.min(tops.get(pageIndex) ?? Infinity, paragraphs[0]!.y0));
  }
  return {
    references: new Map(notes.map(({ reference, id }) => [reference, id])),
    dropped: new Set(notes.flatMap(({ marks }) => [...marks])),
    paragraphs: new Set(notes.flatMap(({ paragraphs }) => paragraphs)),
    tops,
  };
}

/** Word draws a line above the notes of a page itself. */
export function isNoteSeparator(line: Box, top: number | undefined): boolean {
  if (top === undefined || heightOf(line) > MAX_SEPARATOR_HEIGHT) return false;
  return line.y1 < top + 1 && line.y0 > top - SEPARATOR_DISTANCE;
}
