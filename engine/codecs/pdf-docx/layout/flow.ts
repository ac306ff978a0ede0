import type { Area, Block, Paragraph } from './blocks.ts';
import { endsHyphenated, textOfParagraph } from './paragraph-text.ts';
import type { PageLayout } from './page-layout.ts';
import { isBoldRow } from './rows.ts';

/** A block in the flow of the whole document. */
export interface FlowBlock {
  readonly block: Block;
  /** What follows of a paragraph in the next columns or pages. */
  readonly continuations: readonly FlowPart[];
  readonly pageIndex: number;
  readonly column: Area;
  /** Points above the block, down from the block before or the top of the column. */
  readonly spaceBefore: number;
}

export interface FlowPart {
  readonly paragraph: Paragraph;
  readonly pageIndex: number;
  readonly column: Area;
}

/** The blocks of one column of one band, in order; a paragraph that began before is not among them. */
export interface FlowColumn {
  readonly pageIndex: number;
  readonly area: Area;
  readonly blocks: readonly FlowBlock[];
  /** The column begins with the rest of a paragraph from the column before. */
  readonly continues: boolean;
}

export interface FlowBand {
  readonly pageIndex: number;
  readonly columns: readonly FlowColumn[];
  /** First band of its page. */
  readonly startsPage: boolean;
}

/** Leading of a single row, in em. */
export const SINGLE_LEADING = 1.18;
/** Part of the line pitch above the baseline: how Word and LibreOffice place text in lines of exact height. */
export const ABOVE_BASELINE = 0.8;

/** Distance between baselines of a paragraph, at least its font size. */
export function linePitch({ leading, size }: Paragraph): number {
  return Math.max(leading || size * SINGLE_LEADING, size);
}

export function topOfParagraph(paragraph: Paragraph): number {
  return paragraph.rows[0]!.baseline - linePitch(paragraph) * ABOVE_BASELINE;
}

interface DraftBlock {
  readonly block: Block;
  readonly continuations: FlowPart[];
  readonly pageIndex: number;
  readonly column: Area;
  spaceBefore: number;
  continuesBefore: boolean;
}

/**
 * Strings the bands of all pages together: paragraphs that a column or page break cut are joined again, and every block
 * gets its distance from the one above. `tops` are the top margins of the pages.
 */
export function buildFlow(
  layouts: readonly PageLayout[],
  tops: readonly number[],
  isHeading: (paragraph: Paragraph) => boolean,
): FlowBand[] {
  const bands: FlowBand[] = [];
  let last: DraftBlock | undefined;
  layouts.forEach((layout, pageIndex) => {
    let top = tops[pageIndex]!;
    layout.bands.forEach((band, bandIndex) => {
      const columns: FlowColumn[] = [];
      let bottom = top;
      band.columns.forEach((column, columnIndex) => {
        const isNewPage = bandIndex === 0 && columnIndex === 0;
        const drafts = column.blocks.map((block): DraftBlock => {
          return { block, continuations: [], pageIndex, column, spaceBefore: 0, continuesBefore: false };
        });
        const [first] = drafts;
        // a column of the same band, or the first column of the next page
        const mayContinue = columnIndex > 0 || (isNewPage && pageIndex > 0);
        const continues = Boolean(first && last && mayContinue && canJoin(last, first, isHeading));
        if (continues) {
          last!.continuations.push({ paragraph: first!.block as Paragraph, pageIndex, column });
          first!.continuesBefore = true;
        }
        const end = placeBlocks(drafts, top);
        bottom = Math.max(bottom, end);
        const own = drafts.filter((draft) => !draft.continuesBefore);
        columns.push({ pageIndex, area: column, blocks: own, continues });
        last = own.at(-1) ?? last;
      });
      bands.push({ pageIndex, columns, startsPage: bandIndex === 0 });
      top = bottom;
    });
  });
  return bands;
}

/** Sets the distances of the blocks of a column; returns where it ends. */
function placeBlocks(drafts: readonly DraftBlock[], top: number): number {
  let y = top;
  for (const draft of drafts) {
    const { block } = draft;
    if (block.kind !== 'paragraph') {
      draft.spaceBefore = Math.max(0, block.y0 - y);
      y = Math.max(y, block.y0) + (block.y1 - block.y0);
      continue;
    }
    const start = topOfParagraph(block);
    draft.spaceBefore = Math.max(0, start - y);
    y = (draft.continuesBefore ? start : Math.max(y, start)) + linePitch(block) * block.rows.length;
  }
  return y;
}

/** Whether the first paragraph of a column goes on with the last one of the column before. */
function canJoin(last: DraftBlock, next: DraftBlock, isHeading: (paragraph: Paragraph) => boolean): boolean {
  const before = last.continuations.at(-1)?.paragraph ?? last.block;
  const after = next.block;
  if (before.kind !== 'paragraph' || after.kind !== 'paragraph') return false;
  if (after.label || isHeading(after) || isHeading(before)) return false;
  if (Math.abs(before.size - after.size) > 0.06 * before.size) return false;
  const lastRow = before.rows.at(-1)!;
  const firstRow = after.rows[0]!;
  if (lastRow.segments.length > 1 || firstRow.segments.length > 1) return false;
  if (isBoldRow(lastRow) !== isBoldRow(firstRow)) return false;
  if (before.align === 'center' || before.align === 'right') return false;
  const columnEnd = (last.continuations.at(-1)?.column ?? last.column).x1;
  const isFull = columnEnd - lastRow.x1 < 0.12 * (columnEnd - last.column.x0) + before.size;
  if (!isFull) return false;
  const textBefore = textOfParagraph(before).trimEnd();
  const textAfter = textOfParagraph(after).trimStart();
  if (endsHyphenated(textBefore) || /^\p{Ll}/u.test(textAfter)) return true;
  const endsSentence = /[.!?:\u2026\u3002][")\]\u201d\u2019]*$/.test(textBefore);
  return !endsSentence && after.firstIndent < 0.5 * after.size && before.rows.length > 1;
}
