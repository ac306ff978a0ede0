/** A piece of text in one look. A line end in it is a line break. */
export interface Inline {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Address that it leads to. */
  readonly link?: string;
  readonly script?: 'super' | 'sub';
}

export interface ListPlace {
  /** From 0. */
  readonly level: number;
  readonly isOrdered: boolean;
  /** What an ordered item is counted as; 1 and on if absent. */
  readonly number?: number;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly inlines: readonly Inline[];
  readonly list?: ListPlace;
}

export interface Heading {
  readonly kind: 'heading';
  /** From 1. */
  readonly level: number;
  readonly inlines: readonly Inline[];
}

export interface TableCell {
  readonly inlines: readonly Inline[];
  /** How many columns and rows it covers; 1 if absent. */
  readonly columns?: number;
  readonly rows?: number;
  readonly isNumber?: boolean;
}

/** Rows of cells; those that others cover are left out. The first row names the columns. */
export interface Table {
  readonly kind: 'table';
  readonly rows: readonly (readonly TableCell[])[];
}

export interface Picture {
  readonly kind: 'picture';
  readonly alternative: string;
  readonly mimeType: string;
  /** Read when it is written, since some are left out. */
  readonly read: () => Uint8Array;
}

/** What stands beside the text: the notes of a speaker. */
export interface Aside {
  readonly kind: 'aside';
  readonly label: string;
  readonly blocks: readonly Block[];
}

/** Lines of a program, with their indents. */
export interface Code {
  readonly kind: 'code';
  readonly text: string;
}

/** A sign for programs that shows nowhere: where a slide or a page begins. */
export interface Mark {
  readonly kind: 'mark';
  readonly text: string;
}

export type Block = Paragraph | Heading | Table | Picture | Code | Aside | Mark;

/** What is read of a document and written as markup. */
export interface MarkupDocument {
  readonly title?: string;
  readonly blocks: Iterable<Block>;
}

export function textOf(inlines: readonly Inline[]): string {
  return inlines.map(({ text }) => text).join('');
}

export function hasText(inlines: readonly Inline[]): boolean {
  return inlines.some(({ text }) => text.trim() !== '');
}
