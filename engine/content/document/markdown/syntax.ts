/**
 * What Markdown says, in the tree of its own syntax: HTML in the text, emphasis within emphasis and lists within lists
 * stay what they are, so that the tree is as good as the source. It streams, as the document model does.
 */
export interface MarkdownText {
  /** Good for one walk. */
  readonly blocks: Iterable<MarkdownBlock>;
  /** The blocks of notes by the labels that `note` inlines have. Each is read when it is asked for. */
  readonly notes: ReadonlyMap<string, () => readonly MarkdownBlock[]>;
}

export type MarkdownBlock =
  | { readonly kind: 'paragraph'; readonly inlines: readonly MarkdownInline[] }
  /** An image by itself, whose description is its caption as well. */
  | { readonly kind: 'figure'; readonly inlines: readonly MarkdownInline[] }
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly inlines: readonly MarkdownInline[];
      /** The name that the author gave it. */
      readonly id?: string;
    }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'formula'; readonly tex: string }
  /** Markup that is passed on as it stands; the element that it begins may end in a later block. */
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'quote'; readonly blocks: readonly MarkdownBlock[] }
  | MarkdownList
  | MarkdownTable;

export interface MarkdownList {
  readonly kind: 'list';
  /** What the first item is counted as; absent from lists without numbers. */
  readonly start?: number;
  /** No blank lines part the items or what is in them. */
  readonly isTight: boolean;
  readonly items: readonly MarkdownItem[];
}

export interface MarkdownItem {
  readonly blocks: readonly MarkdownBlock[];
  /** Of an item with a box to tick. */
  readonly isChecked?: boolean;
}

export interface MarkdownTable {
  readonly kind: 'table';
  readonly alignments: readonly Alignment[];
  /** Cells of each row, as many as there are alignments; the first row is the head. */
  readonly rows: readonly (readonly (readonly MarkdownInline[])[])[];
}

export type Alignment = 'left' | 'center' | 'right' | undefined;

export type MarkdownInline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: SpanKind; readonly inlines: readonly MarkdownInline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'formula'; readonly tex: string; readonly isDisplay: boolean }
  | { readonly kind: 'link'; readonly target: Target; readonly inlines: readonly MarkdownInline[] }
  | { readonly kind: 'image'; readonly target: Target; readonly description: string }
  | { readonly kind: 'note'; readonly label: string }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'line-break' }
  /** The end of a line of the source. */
  | { readonly kind: 'line-end' };

export type SpanKind = 'emphasis' | 'strong' | 'strike' | 'superscript';

export interface Target {
  /** As the author wrote it, without escapes and references. */
  readonly address: string;
  readonly title?: string;
}

/** The characters of inlines. */
export function plainTextOf(inlines: readonly MarkdownInline[]): string {
  return inlines.map(textOf).join('');
}

function textOf(inline: MarkdownInline): string {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return inline.text;
    case 'formula':
      return inline.tex;
    case 'image':
      return inline.description;
    case 'line-break':
    case 'line-end':
      return '\n';
    case 'note':
    case 'html':
      return '';
    default:
      return plainTextOf(inline.inlines);
  }
}
