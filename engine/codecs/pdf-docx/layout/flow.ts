import type { Area, Band, Block, Paragraph } from './blocks.ts';
import { goesOnInColumn } from './column-joint.ts';
import type { PageLayout } from './page-layout.ts';
import { FLOW } from '../thresholds/paragraphs.ts';

export const { SINGLE_LEADING, ABOVE_BASELINE } = FLOW;

/** A block in the flow of the whole document. */
export interface FlowBlock {
  readonly block: Block;
  /** What follows of a paragraph in the next columns or pages. */
  readonly continuations: readonly FlowPart[];
  readonly pageIndex: number;
  readonly column: Area;
  /** Points above the block, down from the block before or the top of the column. */
  readonly spaceBefore: number;
  /** Points below the last block of a band, down to the columns of the next one. */
  readonly spaceAfter: number;
}

export interface FlowPart {
  /** The page before has room for more of the paragraph. */
  readonly endsEarly?: boolean;
  readonly paragraph: Paragraph;
  readonly pageIndex: number;
  readonly column: Area;
}

/** The blocks of one column of one band, in order; a paragraph that began before is not among them. */
interface FlowColumn {
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
  spaceAfter: number;
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
  const builder = new FlowBuilder(isHeading);
  layouts.forEach(({ bands }, pageIndex) => {
    let top = tops[pageIndex]!;
    bands.forEach((band, bandIndex) => {
      top = builder.addBand(band, { pageIndex, startsPage: bandIndex === 0, top });
    });
  });
  return builder.bands;
}

interface BandPlace {
  readonly pageIndex: number;
  readonly startsPage: boolean;
  readonly top: number;
}

class FlowBuilder {
  readonly bands: FlowBand[] = [];
  readonly #isHeading: (paragraph: Paragraph) => boolean;
  #last: DraftBlock | undefined;

  constructor(isHeading: (paragraph: Paragraph) => boolean) {
    this.#isHeading = isHeading;
  }

  /** Adds a band and returns where it ends. */
  addBand(band: Band, { pageIndex, startsPage, top }: BandPlace): number {
    const above = startsPage ? undefined : this.#last;
    // the gap below the band above moves up to it: the columns begin where the first of them does
    const columnTop = above?.block.kind === 'paragraph' ? Math.max(top, topOfColumns(band)) : top;
    const columns: FlowColumn[] = [];
    let bottom = top;
    const drafted = band.columns.map((column, columnIndex) => {
      const drafts = column.blocks.map((block): DraftBlock => {
        return { block, continuations: [], pageIndex, column, spaceBefore: 0, spaceAfter: 0, continuesBefore: false };
      });
      // only the next column of a band, or the first one of the next page, can go on
      const mayContinue = columnIndex > 0 || (startsPage && pageIndex > 0);
      const continues = mayContinue && this.#continueLast(drafts[0], columnTop);
      bottom = Math.max(bottom, placeBlocks(drafts, top));
      const blocks = drafts.filter((draft) => !draft.continuesBefore);
      columns.push({ pageIndex, area: column, blocks, continues });
      this.#last = blocks.at(-1) ?? this.#last;
      return drafts;
    });
    if (above) moveGapUp(above, drafted);
    this.bands.push({ pageIndex, columns, startsPage });
    return bottom;
  }

  #canJoin(last: DraftBlock, after: Block): boolean {
    const { paragraph: before, column } = last.continuations.at(-1) ?? { paragraph: last.block, column: last.column };
    if (before.kind !== 'paragraph' || after.kind !== 'paragraph') return false;
    return goesOnInColumn({ before, after, left: last.column.x0, right: column.x1, isHeading: this.#isHeading });
  }

  /** Joins the first paragraph of a column to the last one before, where it goes on. */
  #continueLast(first: DraftBlock | undefined, top: number): boolean {
    const last = this.#last;
    if (!first || !last || !startsAtTop(first.block, top) || !this.#canJoin(last, first.block)) return false;
    last.continuations.push({
      paragraph: first.block as Paragraph,
      pageIndex: first.pageIndex,
      column: first.column,
    });
    first.continuesBefore = true;
    return true;
  }
}

function topOfColumns({ columns }: Band): number {
  const tops = columns.flatMap(({ blocks: [first] }) => (first ? [topOfBlock(first)] : []));
  return Math.min(...tops);
}

function topOfBlock(block: Block): number {
  return block.kind === 'paragraph' ? topOfParagraph(block) : block.y0;
}

/** Text that runs on begins at the top of its column; elsewhere Word would not place it. */
function startsAtTop(block: Block, top: number): boolean {
  return block.kind === 'paragraph' && topOfParagraph(block) - top < linePitch(block);
}

/** The gap that all columns of a band begin with is space below the band above: it is one gap, not one a column. */
function moveGapUp(above: DraftBlock, columns: readonly (readonly DraftBlock[])[]): void {
  const firsts = columns.map(([first]) => first).filter((first) => first !== undefined);
  const gap = Math.min(...firsts.map((first) => first.spaceBefore));
  if (!Number.isFinite(gap) || above.block.kind !== 'paragraph') return;
  above.spaceAfter = gap;
  for (const first of firsts) first.spaceBefore -= gap;
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
