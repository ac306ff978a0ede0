/** The beginning of a document or a workbook as plain data: what a page shows of it. Texts only, never markup. */
export interface Shown {
  readonly blocks: readonly ShownBlock[];
  readonly sheets: readonly ShownSheet[];
  /** There is more in the file. */
  readonly isCut: boolean;
}

export type ShownBlock =
  | ShownLine
  | { readonly kind: 'table'; readonly rows: readonly (readonly ShownCell[])[]; readonly headerRows: number }
  | { readonly kind: 'image'; readonly alternative: string; readonly file: Blob | undefined }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'group'; readonly label: string; readonly blocks: readonly ShownBlock[] }
  | { readonly kind: 'rule' };

interface ShownLine {
  readonly kind: 'line';
  /** From 1; 0 for a paragraph. */
  readonly heading: number;
  /** The label of a list item, and how deep it is; absent for other lines. */
  readonly item?: { readonly label: string; readonly level: number };
  readonly alignment?: 'left' | 'center' | 'right' | 'justify';
  readonly texts: readonly ShownText[];
}

export interface ShownText {
  readonly text: string;
  /** Names of its styles: bold, italic, underline, strike, super, sub, code, link. */
  readonly styles: readonly string[];
}

export interface ShownCell {
  readonly texts: readonly ShownText[];
  readonly columns: number;
  readonly rows: number;
}

export interface ShownSheet {
  readonly name: string;
  /** Letters of its columns, from A. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly number: number; readonly cells: readonly ShownValue[] }[];
}

export interface ShownValue {
  readonly text: string;
  readonly isNumber: boolean;
}
