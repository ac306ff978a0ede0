import type { Box } from '../../../content/pages/geometry.ts';
import type { PageImage, Rule } from '../../../content/pages/model.ts';
import type { Label } from './labels.ts';
import type { Row } from './rows.ts';
import type { SegmentLabel } from './segment.ts';

export type Alignment = 'left' | 'center' | 'right' | 'both';

/** Where a paragraph is: the column or the table cell, and the page. */
export interface Area {
  readonly x0: number;
  readonly x1: number;
}

export interface Paragraph extends Box {
  readonly kind: 'paragraph';
  readonly rows: readonly Row[];
  readonly area: Area;
  readonly size: number;
  /** Distance between baselines; 0 for a single row. */
  readonly leading: number;
  readonly align: Alignment;
  /** Left edge of the rows after the first, and how far right of it the first one begins. */
  readonly left: number;
  readonly firstIndent: number;
  /** The label in front of the first row and what it may mean. */
  readonly label?: SegmentLabel & { readonly readings: readonly Label[] };
  readonly rtl: boolean;
}

export interface CellBorders {
  readonly top?: Rule;
  readonly bottom?: Rule;
  readonly left?: Rule;
  readonly right?: Rule;
}

export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly box: Box;
  readonly borders: CellBorders;
  readonly fill?: string;
  readonly paragraphs: readonly Paragraph[];
  /** Tables inside of the cell, beside its paragraphs. */
  readonly tables?: readonly Table[];
  /** Degrees clockwise of text that is turned in its cell: 90 or 270. */
  readonly rotation?: number;
}

/** A table; `xs` and `ys` are the edges of its columns and rows. */
export interface Table extends Box {
  readonly kind: 'table';
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly cells: readonly Cell[];
  /** Drawn with ruling lines. */
  readonly ruled: boolean;
  /** How many rows at the top are the head; absent where nothing tells. */
  readonly headRows?: number;
}

/** An image that stands alone in its column, in line with the text. */
export interface Image extends Box {
  readonly kind: 'image';
  readonly image: PageImage;
}

/** Stands for a page without anything in the flow: blank, or with floating things only. */
export interface BlankPage extends Box {
  readonly kind: 'blank';
}

export type Block = Paragraph | Table | Image | BlankPage;

export interface Column extends Area {
  readonly blocks: readonly Block[];
}

/** A horizontal slice of a page with one or more columns side by side. */
export interface Band {
  readonly columns: readonly Column[];
}

/** What a cell holds, from top to bottom. */
export function blocksOfCell({
  paragraphs,
  tables = [],
}: Pick<Cell, 'paragraphs' | 'tables'>): readonly (Paragraph | Table)[] {
  return tables.length === 0 ? paragraphs : [...paragraphs, ...tables].sort((a, b) => a.y0 - b.y0);
}

/** The paragraphs of a cell with those of the tables inside of it, in reading order. */
export function paragraphsOfCell(cell: Pick<Cell, 'paragraphs' | 'tables'>): readonly Paragraph[] {
  return blocksOfCell(cell).flatMap((block) => (block.kind === 'table' ? paragraphsOfTable(block) : [block]));
}

export function paragraphsOfTable({ cells }: Table): readonly Paragraph[] {
  return cells.toSorted((a, b) => a.row - b.row || a.column - b.column).flatMap(paragraphsOfCell);
}
