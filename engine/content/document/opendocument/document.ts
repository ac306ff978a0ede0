/**
 * Documents in the terms of OpenDocument, as readers of other programs' files hand them to the writer. Lengths are
 * points, colours `#rrggbb`.
 */
export interface TextDocument {
  readonly kind: 'text';
  readonly page: PageLayout;
  readonly header: readonly Block[];
  readonly footer: readonly Block[];
  readonly body: readonly Block[];
  /** What has its place on a page instead of in the text. */
  readonly placed: readonly PlacedDrawing[];
  readonly properties: DocumentProperties;
  readonly lists: readonly ListStyle[];
}

export interface Presentation {
  readonly kind: 'presentation';
  readonly width: number;
  readonly height: number;
  readonly slides: readonly Slide[];
  readonly properties: DocumentProperties;
  readonly lists: readonly ListStyle[];
}

export interface DocumentProperties {
  readonly title?: string;
  readonly author?: string;
  readonly keywords?: string;
  readonly comment?: string;
}

export interface PageLayout {
  readonly width: number;
  readonly height: number;
  readonly margins: Sides;
  /** From the page's edge to the header's upper and to the footer's lower end. */
  readonly headerOffset?: number;
  readonly footerOffset?: number;
}

interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export type Block = Paragraph | Table;

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly content: readonly Inline[];
  readonly style: ParagraphStyle;
  /** Level in the outline, from 1. */
  readonly heading?: number;
  readonly list?: ListPlace;
}

interface ListPlace {
  /** Index in the document's lists. */
  readonly list: number;
  /** From 0. */
  readonly level: number;
}

/** How each level of a list is marked and indented. */
export interface ListStyle {
  readonly levels: readonly ListLevel[];
}

export interface ListLevel {
  readonly label: ListLabel;
  /** Where the label is, and the text after it. */
  readonly labelIndent: number;
  readonly textIndent: number;
}

export type ListLabel =
  | { readonly kind: 'none' }
  | { readonly kind: 'bullet'; readonly character: string }
  | {
      readonly kind: 'number';
      readonly format: '1' | 'a' | 'A' | 'i' | 'I';
      readonly prefix: string;
      readonly suffix: string;
    };

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

export interface TextStyle {
  readonly font?: string;
  readonly size?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly colour?: string;
  readonly background?: string;
  readonly position?: 'super' | 'sub';
  readonly capitals?: 'all' | 'small';
}

export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly style: TextStyle }
  | { readonly kind: 'tab' | 'line-break' | 'page-number' | 'page-count'; readonly style: TextStyle }
  | { readonly kind: 'link'; readonly href: string; readonly content: readonly Inline[] }
  | { readonly kind: 'note'; readonly note: 'footnote' | 'endnote'; readonly body: readonly Block[] }
  | { readonly kind: 'comment'; readonly author?: string; readonly body: readonly Block[] }
  | { readonly kind: 'drawing'; readonly drawing: Drawing };

export interface Table {
  readonly kind: 'table';
  readonly name?: string;
  readonly columns: readonly number[];
  readonly rows: readonly TableRow[];
  readonly headerRows: number;
}

export interface TableRow {
  readonly height?: number;
  readonly cells: readonly TableCell[];
}

/** `covered`: another cell reaches over its place. */
export type TableCell =
  | { readonly kind: 'covered' }
  | {
      readonly kind: 'cell';
      readonly content: readonly Block[];
      readonly columnSpan?: number;
      readonly rowSpan?: number;
      readonly fill?: string;
    };

export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Degrees against the clock, about its middle. */
  readonly angle?: number;
}

export interface Drawing {
  readonly frame: Frame;
  readonly content: DrawingContent;
  readonly fill?: string;
  readonly stroke?: Stroke;
  /** Where text is in it from top to bottom, and how far from its edge. */
  readonly anchor?: 'top' | 'middle' | 'bottom';
  readonly padding?: number;
  /** It is as wide as its text: no line of it is broken. */
  readonly isUnbroken?: boolean;
  /** What part of a slide it is. */
  readonly role?: 'title' | 'outline';
  readonly alternative?: string;
}

export interface Stroke {
  readonly colour: string;
  readonly width: number;
  readonly dashed?: boolean;
}

export type DrawingContent =
  | { readonly kind: 'box'; readonly text: readonly Block[] }
  /** `path` as in SVG, absolute and without arcs, in the frame's own points. */
  | { readonly kind: 'shape'; readonly path: string; readonly text: readonly Block[] }
  | { readonly kind: 'image'; readonly image: Image }
  | { readonly kind: 'table'; readonly table: Table };

export interface Image {
  /** Name in the source: the same image is written once. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly extension: string;
}

export interface PlacedDrawing {
  /** From 1. */
  readonly page: number;
  readonly drawing: Drawing;
}

export interface Slide {
  readonly name: string;
  readonly drawings: readonly Drawing[];
  readonly notes: readonly Block[];
  readonly background?: string;
  readonly isHidden?: boolean;
}
