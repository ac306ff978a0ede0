import { Document, type ISectionOptions, Packer } from 'docx';
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

/** The bytes of a Word document that is laid out like its pages and flows. */
export function writeDocument(
  sections: readonly Section[],
  info: DocumentInfo,
  options: SectionsOptions,
  context: WriterContext,
): Promise<Uint8Array> {
  return packDocument(makeSections(sections, options, context), info, options, context);
}

/** The bytes of a Word document of these sections. */
export function packDocument(
  sections: readonly ISectionOptions[],
  info: DocumentInfo,
  options: Pick<SectionsOptions, 'evenAndOdd'>,
  context: WriterContext,
): Promise<Uint8Array> {
  const document = new Document({
    ...(info.title && { title: info.title }),
    ...(info.subject && { subject: info.subject }),
    ...(info.keywords && { keywords: info.keywords }),
    creator: info.author ?? '',
    styles: styleOptions(context.styles),
    numbering: context.numbering.options(),
    sections,
    evenAndOddHeaderAndFooters: options.evenAndOdd,
  });
  return Packer.toBuffer(document);
}
