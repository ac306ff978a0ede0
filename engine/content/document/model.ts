/**
 * What a text document or a presentation says, whatever its format: the one model between the readers and the writers of
 * documents, and what verification compares.
 *
 * - It is plain data: readers build it as they go, and nothing in it refers back to the file except `Image.read`.
 * - It streams: `Document.blocks` and `Table.rows` are iterables, which large documents make while they are walked. An
 *   iterable may be good for one walk only.
 * - It is flat: what runs over several pieces of text (a link, a field) is an object that they share, so that pieces
 *   which refer to the same object are one link or one field, even from paragraph to paragraph.
 * - What is in the file but not on its pages (hidden and deleted text, comments, speaker notes, hidden slides) is in the
 *   model and marked with `unshown`; what programs compute (list labels, page numbers, dates) is marked with the value
 *   that the file shows.
 *
 * Lengths are points, colours `#rrggbb`.
 */
export interface Document {
  readonly properties: DocumentProperties;
  readonly blocks: Iterable<Block>;
}

/** What a document says of itself; what it does not say is absent, never empty. */
export interface DocumentProperties {
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  readonly keywords?: string;
  readonly description?: string;
  /** BCP 47. */
  readonly language?: string;
}

export type Block =
  | Paragraph
  | Heading
  | Table
  | Image
  | Code
  | Quote
  | Rule
  | Box
  | Page
  | Margin
  | Note
  | Aside
  | Mark;

/** Why something that is in the file is on none of its pages. */
export type Unshown =
  /** Its author hid it: text, a slide, a sheet. */
  | 'hidden'
  /** Deleted or moved away, and the deletion is tracked. */
  | 'deleted'
  /** The same content in another form, for programs that cannot show the first. */
  | 'alternative'
  /** Written about the document instead of in it: a comment, the notes of a speaker. */
  | 'comment'
  /** Pages may or may not have it: the header of a first page that there may not be; text that is drawn as outlines. */
  | 'uncertain';

interface BlockCommon {
  /** The item of a list that it belongs to. */
  readonly list?: ListPlace;
  readonly unshown?: Unshown;
}

export interface Paragraph extends BlockCommon {
  readonly kind: 'paragraph';
  readonly inlines: readonly Inline[];
  readonly style?: ParagraphStyle;
}

export interface Heading extends BlockCommon {
  readonly kind: 'heading';
  /** From 1. */
  readonly level: number;
  readonly inlines: readonly Inline[];
  readonly style?: ParagraphStyle;
  /** It is the title of the document and no part of its outline. */
  readonly isTitle?: true;
}

/** Where a block is in a list. Lists are flat: an item at a deeper level belongs to the item before it. */
export interface ListPlace {
  /** From 0. */
  readonly level: number;
  readonly isOrdered: boolean;
  /** What an ordered item is counted as; one more than the item before it, or 1, if absent. */
  readonly number?: number;
  /** The label as it is shown, such as `2.a)`, where the reader knows it. Programs compute it; nobody typed it. */
  readonly label?: string;
  /** A further block of the item before it, without a label of its own. */
  readonly isContinued?: true;
  /** Of an item with a box to tick. */
  readonly isChecked?: boolean;
}

/** A table. The first row names the columns, unless `headerRows` says otherwise. */
export interface Table extends BlockCommon {
  readonly kind: 'table';
  readonly rows: Iterable<TableRow>;
  readonly headerRows?: number;
  /** It only arranges the page: a single cell that frames, or a table around other tables. */
  readonly isLayout?: true;
}

/** The cells from left to right; places that other cells cover are left out. */
export type TableRow = readonly TableCell[];

export interface TableCell {
  readonly blocks: readonly Block[];
  /** How many columns and rows it covers; 1 if absent. */
  readonly columns?: number;
  readonly rows?: number;
  readonly isNumber?: boolean;
}

/** A bitmap or a drawing in a file of its own; a block where it stands by itself, an inline within a line. */
export interface Image extends BlockCommon {
  readonly kind: 'image';
  /** What it shows, in words; '' if nothing is said. */
  readonly alternative: string;
  readonly title?: string;
  /** '' if unknown. */
  readonly mimeType: string;
  /** Its bytes, or undefined if they are not in the file. Called only when they are needed, since some are left out. */
  readonly read?: () => Uint8Array;
  /** Where it lies: an address, or the name of a part or a file. */
  readonly source?: string;
  /** As it is shown. */
  readonly width?: number;
  readonly height?: number;
  readonly link?: Link;
}

/** Lines of a program, with their indents. */
export interface Code extends BlockCommon {
  readonly kind: 'code';
  readonly text: string;
  readonly language?: string;
}

export interface Quote extends BlockCommon {
  readonly kind: 'quote';
  readonly blocks: readonly Block[];
}

/** A line across the text that parts it. */
export interface Rule extends BlockCommon {
  readonly kind: 'rule';
}

/** Where something is on its page, from the upper left corner. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** By which it is turned about its middle, clockwise; 0 if absent. */
  readonly angle?: number;
}

/**
 * What has a place of its own on the page: a text box, a shape, a chart. In a text it follows the paragraph that it is
 * anchored in; on a slide the boxes are the content, in the order of the file, which is not that of reading.
 */
export interface Box extends BlockCommon {
  readonly kind: 'box';
  /** The data of a chart are read when they are walked. */
  readonly blocks: Iterable<Block>;
  /** What draws something, beside its text; absent for plain boxes of text. */
  readonly drawing?: 'shape' | 'line' | 'chart' | 'diagram' | 'object';
  /** What it is on its slide; `furniture` is on every slide: number, date, footer. */
  readonly role?: 'title' | 'content' | 'furniture';
  readonly frame?: Frame;
  readonly link?: Link;
}

/** A slide, a sheet of a drawing, or a page of a format with fixed pages. */
export interface Page extends BlockCommon {
  readonly kind: 'page';
  /** From 1. */
  readonly number: number;
  readonly blocks: readonly Block[];
  /** The speaker's notes: in the file, on no slide. */
  readonly notes?: readonly Block[];
}

/** What is over or under the text of each page. */
export interface Margin extends BlockCommon {
  readonly kind: 'margin';
  readonly edge: 'header' | 'footer';
  readonly blocks: readonly Block[];
}

/** The text of a note. Its `NoteMark`, with the same `id`, is in the text; either may come first. */
export interface Note extends BlockCommon {
  readonly kind: 'note';
  readonly note: NoteKind;
  readonly id: string;
  readonly blocks: readonly Block[];
}

export type NoteKind = 'footnote' | 'endnote' | 'comment';

/** Blocks that a writer sets apart under a label: notes gathered at the end of a text or of a slide. */
export interface Aside extends BlockCommon {
  readonly kind: 'aside';
  readonly label: string;
  readonly blocks: readonly Block[];
}

/** A sign for programs that is shown nowhere: where a slide or a page begins. */
export interface Mark extends BlockCommon {
  readonly kind: 'mark';
  readonly text: string;
}

export type Inline = Text | Formula | NoteMark | Anchor | Image;

/** A run of text of one style. In it `\n` is a line break and `\t` a tab. */
export interface Text {
  readonly kind: 'text';
  readonly text: string;
  readonly style?: TextStyle;
  readonly link?: Link;
  /** It is the value of a field. */
  readonly field?: Field;
  readonly unshown?: Unshown;
}

/** Where a piece of text or an image leads; all pieces of one link share one object. */
export interface Link {
  /** An address, or `#` and the id of an `Anchor`; '' for a place in the document that has no name. */
  readonly href: string;
  readonly title?: string;
}

/** What a program writes by a rule; all pieces of its value share one object. */
export interface Field {
  readonly field: 'page-number' | 'page-count' | 'page-reference' | 'date' | 'time' | 'reference' | 'ruby' | 'other';
  /** The rule as the file writes it: the field code, which pages do not show. */
  readonly code?: string;
  /** Computed again when the document is shown, so that the value in the file says little. */
  readonly isComputed: boolean;
  /** The field that this one is in. */
  readonly within?: Field;
}

export interface Formula {
  readonly kind: 'formula';
  /** Its characters in their order. */
  readonly text: string;
  readonly source?: string;
  readonly notation?: 'tex' | 'mathml' | 'omml' | 'typst';
  /** It stands by itself instead of in a line. */
  readonly isDisplay?: boolean;
  readonly unshown?: Unshown;
}

/** The place of a note in the text. */
export interface NoteMark {
  readonly kind: 'note-mark';
  readonly note: NoteKind;
  /** Of its `Note`. */
  readonly id: string;
  /** What is shown there, where the file says it. */
  readonly label?: string;
  /** Where the file has the note, as it says it. */
  readonly link?: Link;
  readonly unshown?: Unshown;
}

/** A place that links lead to. */
export interface Anchor {
  readonly kind: 'anchor';
  readonly id: string;
  readonly unshown?: Unshown;
}

/** The style of text, as far as formats share it; what is absent is as the document has it elsewhere. */
export interface TextStyle {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly script?: 'super' | 'sub';
  /** Set as a program is: in a font of one width. */
  readonly code?: boolean;
  readonly capitals?: 'all' | 'small';
  readonly font?: string;
  readonly size?: number;
  readonly colour?: string;
  readonly background?: string;
  /** Nobody reads it as it is: white on nothing, or smaller than any print. */
  readonly isFaint?: boolean;
}

export interface ParagraphStyle {
  readonly alignment?: 'left' | 'center' | 'right' | 'justify';
  readonly left?: number;
  readonly right?: number;
  readonly firstLine?: number;
  readonly before?: number;
  readonly after?: number;
  /** Of the font's own height, or in points. */
  readonly lineHeight?: { readonly factor: number } | { readonly points: number };
  readonly background?: string;
  readonly breakBefore?: boolean;
  readonly keepWithNext?: boolean;
  /** The style of its text where nothing else is said. */
  readonly text?: TextStyle;
}

export function text(value: string, attributes?: Omit<Text, 'kind' | 'text'>): Text {
  return { kind: 'text', text: value, ...attributes };
}

export function paragraph(inlines: readonly Inline[]): Paragraph {
  return { kind: 'paragraph', inlines };
}

/** A cell with one paragraph, or empty. */
export function cell(inlines: readonly Inline[], about?: Omit<TableCell, 'blocks'>): TableCell {
  return { blocks: inlines.length === 0 ? [] : [paragraph(inlines)], ...about };
}

/** The characters of inlines that pages show. */
export function textOf(inlines: readonly Inline[]): string {
  let joined = '';
  for (const inline of inlines) {
    if (inline.unshown === undefined && (inline.kind === 'text' || inline.kind === 'formula')) joined += inline.text;
  }
  return joined;
}

/** Whether there is anything to be seen beside white space. */
export function hasText(inlines: readonly Inline[]): boolean {
  return inlines.some(
    (inline) => inline.unshown === undefined && (inline.kind === 'image' || textOf([inline]).trim() !== ''),
  );
}

/** The blocks directly inside a block; the cells of a table one after the other. */
export function* childrenOf(block: Block): Generator<Block> {
  if (block.kind === 'table') {
    for (const row of block.rows) for (const { blocks } of row) yield* blocks;
  } else if ('blocks' in block) yield* block.blocks;
  if (block.kind === 'page' && block.notes) yield* block.notes;
}

/** Every block, each before those inside it. `isSkipped` leaves a block out with all that is inside. */
export function* walk(blocks: Iterable<Block>, isSkipped?: (block: Block) => boolean): Generator<Block> {
  for (const block of blocks) {
    if (isSkipped?.(block)) continue;
    yield block;
    yield* walk(childrenOf(block), isSkipped);
  }
}

/** The inlines directly in a block: those of paragraphs and headings. */
export function inlinesOf(block: Block): readonly Inline[] {
  return block.kind === 'paragraph' || block.kind === 'heading' ? block.inlines : [];
}

/** Joins neighbours of the same style that link to the same target, and leaves out what is not shown. */
export function joinTexts<T extends Inline>(inlines: readonly T[]): T[] {
  const joined: T[] = [];
  for (const inline of inlines) {
    if (inline.unshown !== undefined) continue;
    const last = joined.at(-1);
    if (inline.kind === 'text' && last?.kind === 'text' && isSameText(last, inline)) {
      joined[joined.length - 1] = { ...last, text: last.text + inline.text };
    } else joined.push(inline);
  }
  return joined;
}

function isSameText(a: Text, b: Text): boolean {
  return a.link?.href === b.link?.href && isSameStyle(a.style, b.style);
}

const NO_STYLE: TextStyle = {};

function isSameStyle(a: TextStyle = NO_STYLE, b: TextStyle = NO_STYLE): boolean {
  if (a === b) return true;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof TextStyle>;
  return [...keys].every((key) => a[key] === b[key]);
}
