import { type Block, type Cell, type Paragraph, paragraphsOfCell, type Table } from '../layout/blocks.ts';
import type { FlowBlock } from '../layout/flow.ts';
import { textOf } from '../../../content/document/model.ts';
import type { PagedLayout } from '../markup/document-blocks.ts';
import { inlinesOfCell, inlinesOfParagraph } from '../markup/inlines.ts';
import type { PageModel } from '../../../content/pages/model.ts';

/** A cell that covers more than one place. */
interface MergedCell {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** A table as texts: what a merged cell covers is empty. */
export interface DocumentTable {
  /** Caption, or the heading that it is under. */
  readonly title?: string;
  /** Page on which it begins, from 1. */
  readonly page: number;
  readonly rows: readonly (readonly string[])[];
  readonly merged: readonly MergedCell[];
}

/** A caption says so; other lines above a table only when they are short. */
const CAPTION = /^(?:table|tab\.|tabelle|tableau|tabla|tabella|tabela|\u8868)\s*[\dIVXA-Z]/iu;
const MAX_TITLE_CHARS = 120;
/** Columns whose edges differ less continue on the next page, in points. */
const SAME_COLUMN = 4;

/** Where a table is, and what came before and after it. */
interface FoundTable {
  readonly block: Table;
  readonly pageIndex: number;
  readonly title: string | undefined;
  /** Nothing but the end of a page lies between this table and the one before. */
  readonly followsDirectly: boolean;
}

/** The tables of a document in reading order; what goes on over pages is one. Boxes around text are none. */
export function documentTables({ layout, pageNumbers }: PagedLayout): DocumentTable[] {
  const joined: FoundTable[][] = [];
  for (const table of findTables(layout)) {
    const last = joined.at(-1)?.at(-1);
    const goesOn =
      last &&
      table.followsDirectly &&
      table.pageIndex === last.pageIndex + 1 &&
      haveSameColumns(last.block, table.block);
    if (goesOn) joined.at(-1)!.push(table);
    else joined.push([table]);
  }
  return joined.flatMap((parts) => {
    const [{ pageIndex, title }] = parts as [FoundTable, ...FoundTable[]];
    const grid = joinGrids(parts.map(({ block, pageIndex: index }) => gridOf(block, layout.layouts[index]!.page)));
    const isData = grid.rows.length > 1 && (grid.rows[0]?.length ?? 0) > 1;
    return isData ? [{ ...(title !== undefined && { title }), page: pageNumbers[pageIndex]!, ...grid }] : [];
  });
}

function findTables({ sections, layouts, headings }: PagedLayout['layout']): FoundTable[] {
  const blocks = sections.flatMap((section) => section.blocks);
  const textAt = (flow: FlowBlock | undefined): string | undefined => {
    if (flow?.block.kind !== 'paragraph') return undefined;
    const page = layouts[flow.pageIndex]!.page;
    return textOf(inlinesOfParagraph([{ paragraph: flow.block, page }], { plain: true }))
      .replace(/\s+/g, ' ')
      .trim();
  };
  let heading: string | undefined;
  return blocks.flatMap((flow, index): FoundTable[] => {
    const { block, pageIndex } = flow;
    if (isHeading(block, headings)) heading = textAt(flow);
    if (block.kind !== 'table') return [];
    const before = textAt(blocks[index - 1]);
    const after = textAt(blocks[index + 1]);
    const caption = [before, after].find((text) => text !== undefined && CAPTION.test(text));
    const title = (caption ?? heading)?.slice(0, MAX_TITLE_CHARS);
    return [{ block, pageIndex, title, followsDirectly: blocks[index - 1]?.block.kind === 'table' }];
  });
}

function isHeading(block: Block, headings: ReadonlyMap<Paragraph, unknown>): boolean {
  return block.kind === 'paragraph' && headings.has(block);
}

function haveSameColumns(a: Table, b: Table): boolean {
  return a.xs.length === b.xs.length && a.xs.every((x, index) => Math.abs(x - b.xs[index]!) < SAME_COLUMN);
}

type Grid = Pick<DocumentTable, 'rows' | 'merged'>;

function gridOf(table: Table, page: PageModel): Grid {
  const rows = Array.from({ length: table.ys.length - 1 }, () => Array.from({ length: table.xs.length - 1 }, () => ''));
  for (const cell of table.cells) rows[cell.row]![cell.column] = textOfCell(cell, page);
  const merged = table.cells
    .filter(({ rowSpan, columnSpan }) => rowSpan > 1 || columnSpan > 1)
    .map(({ row, column, rowSpan, columnSpan }) => ({ row, column, rows: rowSpan, columns: columnSpan }));
  return { rows, merged };
}

function textOfCell(cell: Cell, page: PageModel): string {
  return textOf(inlinesOfCell(paragraphsOfCell(cell), page))
    .replaceAll('\t', ' ')
    .trim();
}

/** The parts of a table one below the other; names of columns that come again are left out. */
function joinGrids([first, ...rest]: readonly Grid[]): Grid {
  let { rows, merged } = first!;
  for (const part of rest) {
    const isRepeated = part.rows[0]?.join('\t') === rows[0]?.join('\t');
    const skipped = isRepeated ? 1 : 0;
    const shift = rows.length - skipped;
    rows = [...rows, ...part.rows.slice(skipped)];
    merged = [
      ...merged,
      ...part.merged.filter(({ row }) => row >= skipped).map((cell) => ({ ...cell, row: cell.row + shift })),
    ];
  }
  return { rows, merged };
}
