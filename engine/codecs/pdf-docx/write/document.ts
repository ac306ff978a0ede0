import { Document, Packer } from 'docx';
import type { Section } from '../layout/sections.ts';
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

/** The bytes of the Word document. */
export async function writeDocument(
  sections: readonly Section[],
  info: DocumentInfo,
  options: SectionsOptions,
  context: WriterContext,
): Promise<Uint8Array> {
  const written = makeSections(sections, options, context);
  const document = new Document({
    ...(info.title && { title: info.title }),
    ...(info.subject && { subject: info.subject }),
    ...(info.keywords && { keywords: info.keywords }),
    creator: info.author ?? '',
    styles: styleOptions(context.styles),
    numbering: context.numbering.options(),
    sections: written,
    evenAndOddHeaderAndFooters: options.evenAndOdd,
  });
  return Packer.toBuffer(document);
}
