import { FootnoteReferenceRun, TextRun, XmlAttributeComponent, XmlComponent } from 'docx';
import type { Box } from '../../../content/pages/geometry.ts';
import { heightOf } from '../../../content/pages/geometry.ts';
import type { Paragraph } from '../layout/blocks.ts';
import type { Footnote } from '../layout/footnotes.ts';
import type { Glyph } from '../../../content/pages/model.ts';
import { NOTES } from '../thresholds/writing.ts';

const { SEPARATOR_DISTANCE, MAX_SEPARATOR_HEIGHT } = NOTES;

/** What in the text leads to a footnote. */
export interface NoteReference {
  readonly id: number;
  /** Where Word's own count would show another mark. */
  readonly mark?: string;
}

/** Where the text leads to a footnote, and which marks and paragraphs Word writes itself. */
export interface NoteMarks {
  readonly references: ReadonlyMap<Glyph, NoteReference>;
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
    references: new Map(
      notes.map(({ reference: { glyphs, text }, id, isCounted }) => [
        glyphs[0]!,
        { id, ...(!isCounted && { mark: text }) },
      ]),
    ),
    dropped: new Set(
      notes.flatMap(({ reference, marks, isCounted }) => [...reference.glyphs.slice(1), ...(isCounted ? marks : [])]),
    ),
    paragraphs: new Set(notes.flatMap(({ paragraphs }) => paragraphs)),
    tops,
  };
}

/** Word draws a line above the notes of a page itself. */
export function isNoteSeparator(line: Box, top: number | undefined): boolean {
  if (top === undefined || heightOf(line) > MAX_SEPARATOR_HEIGHT) return false;
  return line.y1 < top + 1 && line.y0 > top - SEPARATOR_DISTANCE;
}

class ReferenceAttributes extends XmlAttributeComponent<{ readonly id: number; readonly customMarkFollows: number }> {
  protected override readonly xmlKeys = { id: 'w:id', customMarkFollows: 'w:customMarkFollows' };
}

class MarkedReference extends XmlComponent {
  constructor(id: number) {
    super('w:footnoteReference');
    this.root.push(new ReferenceAttributes({ customMarkFollows: 1, id }));
  }
}

export function makeNoteReference({ id, mark }: NoteReference): TextRun {
  if (mark === undefined) return new FootnoteReferenceRun(id);
  return new TextRun({ superScript: true, children: [new MarkedReference(id), mark] });
}

/** The part of the footnotes, of which those with marks of their own have no number before them. */
export function withoutCounts(xml: string, marked: ReadonlySet<number>): string {
  return xml.replace(/<w:footnote w:id="(\d+)">.*?<\/w:footnote>/gs, (note: string, id: string) =>
    marked.has(Number(id)) ? note.replace(COUNT_RUN, '') : note,
  );
}

const COUNT_RUN = /<w:r>(?:(?!<\/w:r>).)*<w:footnoteRef\/><\/w:r>/s;
