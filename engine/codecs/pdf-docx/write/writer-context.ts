import type { PageModel } from '../../../content/pages/model.ts';
import type { Paragraph } from '../layout/blocks.ts';
import type { HeadingLevel } from '../layout/segment.ts';
import type { ListItem } from '../layout/lists.ts';
import type { DocumentFonts } from './document-fonts.ts';
import type { NoteMarks } from './notes.ts';
import type { Numbering } from './numbering.ts';
import type { ImageStore } from './image-store.ts';
import type { StyleSheet } from './style-sheet.ts';

/** What the layout found out about the document, for every part of the writer. */
export interface WriterContext {
  readonly pages: readonly PageModel[];
  readonly headings: ReadonlyMap<Paragraph, HeadingLevel>;
  readonly lists: ReadonlyMap<Paragraph, ListItem>;
  /** Names of the places that links of the document lead to. */
  readonly bookmarks: ReadonlyMap<Paragraph, string>;
  /** Footnotes, where the document has them as such. */
  readonly notes?: NoteMarks;
  readonly fonts: DocumentFonts;
  readonly styles: StyleSheet;
  readonly numbering: Numbering;
  readonly images: ImageStore;
  /** Pages that are laid out in a mirror: their lines start at the right. */
  readonly isMirrored: (pageIndex: number) => boolean;
}
