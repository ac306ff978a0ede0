import { type Glyph, isBlank, type PageModel } from '../../../content/pages/model.ts';
import { type Block, type Column, type Paragraph, paragraphsOfTable } from './blocks.ts';
import type { PageLayout } from './page-layout.ts';
import { NOTE_MARK } from './scripts.ts';
import { FOOTNOTES } from '../thresholds/pages.ts';

const { MAX_SIZE, MIN_HEIGHT_SHARE, AT_EDGE, NOTE_GAP } = FOOTNOTES;

/** A footnote: what is at the foot of its page, and the mark in the text that leads to it. */
export interface Footnote {
  readonly id: number;
  readonly pageIndex: number;
  /** The mark in the text. */
  readonly reference: Mark;
  readonly paragraphs: readonly Paragraph[];
  /** The mark in front of the note itself. */
  readonly marks: ReadonlySet<Glyph>;
  /** The mark is the number of the note, as Word counts them. */
  readonly isCounted: boolean;
}

/** Part of the width of the page that the line above notes takes. */
const SEPARATOR = { min: 0.1, max: 0.4 };

export interface Mark {
  readonly text: string;
  readonly glyphs: readonly Glyph[];
}

/** Finds the notes at the foot of each page: small paragraphs that begin with a raised mark which the text has as well. */
export function findFootnotes(layouts: readonly PageLayout[], bodySize: number): Footnote[] {
  const notes: Footnote[] = [];
  let next: number | undefined;
  layouts.forEach((layout, pageIndex) => {
    for (const column of layout.bands.flatMap(({ columns }) => columns)) {
      const start = notesStart(column, layout.page, bodySize);
      if (start < 0) continue;
      const blocks = layout.bands.flatMap(({ columns }) =>
        columns.flatMap((other) => (other.blocks === column.blocks ? other.blocks.slice(0, start) : other.blocks)),
      );
      // notes of a table are below it without a line between, and stay there
      const hasLine = column.blocks[start]!.y0 > separatorOf(column, layout.page);
      const references = blocks.flatMap((block) => textsOf(block, hasLine)).flatMap(raisedMarks);
      for (const group of groupNotes(column.blocks.slice(start) as Paragraph[])) {
        const mark = leadingMark(group[0]!)!;
        const reference = references.find(({ text }) => text === mark.text);
        if (!reference || notes.some((note) => note.reference.glyphs[0] === reference.glyphs[0])) continue;
        // an excerpt begins with a number of its own
        if (/^\d+$/.test(mark.text)) next ??= Number(mark.text);
        const isCounted = mark.text === String(next);
        if (isCounted) next!++;
        const marks = new Set(mark.glyphs);
        notes.push({ id: notes.length + 1, pageIndex, reference, paragraphs: group, marks, isCounted });
      }
    }
  });
  return notes;
}

/** The number from which on Word counts the notes. */
export function firstNoteNumber(notes: readonly Footnote[]): number {
  return Number(notes.find(({ isCounted }) => isCounted)?.reference.text ?? 1);
}

/** Points between the text of a page and its notes, beyond the space around the line above them; 0 without notes. */
export function roomAboveNotes(pageIndex: number, { bands }: PageLayout, footnotes: readonly Footnote[]): number {
  const notes = new Set<Block>(
    footnotes.filter((note) => note.pageIndex === pageIndex).flatMap((note) => note.paragraphs),
  );
  if (notes.size === 0) return 0;
  const blocks = bands.flatMap(({ columns }) => columns.flatMap((column) => column.blocks));
  const [own, others] = [blocks.filter((block) => notes.has(block)), blocks.filter((block) => !notes.has(block))];
  const end = Math.max(0, ...others.map(({ y1 }) => y1));
  return Math.max(0, Math.min(...own.map(({ y0 }) => y0)) - end - NOTE_GAP);
}

/** Where the notes at the end of a column begin: -1 without any. */
function notesStart(column: Column, page: PageModel, bodySize: number): number {
  const { blocks } = column;
  const separator = separatorOf(column, page);
  const largest = Math.max(...blocks.map((block) => (block.kind === 'paragraph' ? block.size : 0)));
  let start = -1;
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index]!;
    if (block.kind !== 'paragraph' || block.y0 < MIN_HEIGHT_SHARE * page.height) break;
    // where there is little text the notes are most of it, and so the body
    if (block.size > MAX_SIZE * (block.y0 > separator ? largest : bodySize)) break;
    if (leadingMark(block)) start = index;
  }
  return start;
}

/** Height of the lowest short line that begins at the left edge of a column: text below it may be notes. */
function separatorOf({ x0 }: Column, { rules, width }: PageModel): number {
  const lines = rules.filter(({ axis, start, end }) => {
    const share = (end - start) / width;
    return axis === 'h' && Math.abs(start - x0) < AT_EDGE && share > SEPARATOR.min && share < SEPARATOR.max;
  });
  return lines.length === 0 ? Infinity : Math.max(...lines.map(({ position }) => position));
}

/** Each note with the paragraphs that follow it without a mark. */
function groupNotes(paragraphs: readonly Paragraph[]): Paragraph[][] {
  const groups: Paragraph[][] = [];
  for (const paragraph of paragraphs) {
    if (leadingMark(paragraph) || groups.length === 0) groups.push([paragraph]);
    else groups.at(-1)!.push(paragraph);
  }
  return groups;
}

/** The raised mark with which a paragraph begins; a tab may be behind it. */
function leadingMark({ rows }: Paragraph): Mark | undefined {
  const segments = rows[0]?.segments.slice(0, 2) ?? [];
  const glyphs = segments.flatMap((segment) => segment.glyphs.filter((glyph) => !isBlank(glyph)));
  const end = glyphs.findIndex(({ script }) => script !== 'super');
  if (end <= 0) return undefined;
  const mark = markOf(glyphs.slice(0, end));
  return NOTE_MARK.test(mark.text) ? mark : undefined;
}

/** The paragraphs of a block in which marks of notes are looked for. */
function textsOf(block: Block, inTables: boolean): readonly Paragraph[] {
  if (block.kind === 'paragraph') return [block];
  return block.kind === 'table' && inTables ? paragraphsOfTable(block) : [];
}

/** All raised marks in a text. */
function raisedMarks({ rows }: Paragraph): Mark[] {
  return rows.flatMap(({ segments }) =>
    segments.flatMap(({ glyphs }) => {
      const runs: Glyph[][] = [];
      glyphs.forEach((glyph, index) => {
        if (!isMarkPart(glyph)) return;
        const before = glyphs[index - 1];
        if (before && isMarkPart(before)) runs.at(-1)!.push(glyph);
        else runs.push([glyph]);
      });
      return runs.map(markOf).filter(({ text }) => NOTE_MARK.test(text));
    }),
  );
}

/** Several marks may be beside each other, with a space or a comma between them. */
function isMarkPart(glyph: Glyph): boolean {
  return glyph.script === 'super' && !isBlank(glyph) && glyph.text !== ',';
}

function markOf(glyphs: readonly Glyph[]): Mark {
  return {
    glyphs,
    text: glyphs
      .map(({ text }) => text)
      .join('')
      .trim(),
  };
}
