import { Document, type ISectionOptions, type Paragraph as WordParagraph } from 'docx';
import { firstNoteNumber, type Footnote } from '../layout/footnotes.ts';
import type { Section } from '../layout/sections.ts';
import { noteMarks, withoutCounts } from './notes.ts';
import { packWord } from './package.ts';
import { makeParagraph } from './paragraphs.ts';
import { makeSections, type SectionsOptions } from './sections.ts';
import { styleOptions } from './style-sheet.ts';
import type { WriterContext } from './writer-context.ts';

/** Document properties that PDF and Word both have. */
export interface DocumentInfo {
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  readonly keywords?: string;
}

/** The bytes of a Word document that is laid out like its pages and flows. */
export function writeDocument(
  sections: readonly Section[],
  info: DocumentInfo,
  { notes, ...rest }: Omit<SectionsOptions, 'firstNote'> & { readonly notes: readonly Footnote[] },
  context: WriterContext,
): Uint8Array {
  const noted = { ...context, notes: noteMarks(notes) };
  const options = { ...rest, firstNote: firstNoteNumber(notes) };
  const footnotes = notes.length > 0 ? makeNotes(notes, noted) : undefined;
  const marked = new Set(notes.filter(({ isCounted }) => !isCounted).map(({ id }) => id));
  return packDocument(makeSections(sections, options, noted), info, { ...options, footnotes, marked }, context);
}

type Footnotes = Record<number, { readonly children: WordParagraph[] }>;

function makeNotes(notes: readonly Footnote[], context: WriterContext): Footnotes {
  const children = ({ pageIndex, paragraphs }: Footnote): WordParagraph[] =>
    paragraphs.map((paragraph) =>
      makeParagraph(paragraph, { pageIndex, area: paragraph.area, spaceBefore: 0, inTable: false }, context),
    );
  return Object.fromEntries(notes.map((note) => [note.id, { children: children(note) }]));
}

interface DocumentOptions extends Pick<SectionsOptions, 'evenAndOdd'> {
  readonly footnotes?: Footnotes | undefined;
  /** Footnotes with marks of their own. */
  readonly marked?: ReadonlySet<number>;
}

/** The bytes of a Word document of these sections. */
export function packDocument(
  sections: readonly ISectionOptions[],
  info: DocumentInfo,
  options: DocumentOptions,
  context: WriterContext,
): Uint8Array {
  const document = new Document({
    ...(info.title && { title: info.title }),
    ...(info.subject && { subject: info.subject }),
    ...(info.keywords && { keywords: info.keywords }),
    creator: info.author ?? '',
    styles: styleOptions(context.styles),
    numbering: context.numbering.options(),
    ...(options.footnotes && { footnotes: options.footnotes }),
    sections,
    evenAndOddHeaderAndFooters: options.evenAndOdd,
  });
  const { marked = new Set() } = options;
  return packWord(document, context.images, context.fonts.embedded, (name, xml) =>
    name === 'word/footnotes.xml' && marked.size > 0 ? withoutCounts(xml, marked) : xml,
  );
}
