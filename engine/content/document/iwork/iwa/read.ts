import { ConversionError } from '../../../../contract/errors.ts';
import type { Limits } from '../../../../contract/limits.ts';
import type { IWorkArchive } from '../package.ts';
import type { Presentation, TextDocument } from '../../opendocument/document.ts';
import type { ReadRequest } from '../losses.ts';
import { fileNames, readDrawable, type DrawingContext } from './drawables.ts';
import { readKeynote } from './keynote.ts';
import { Lists } from './lists.ts';
import { readPages } from './pages.ts';
import { readTable } from './tables.ts';
import { TYPES } from './types.ts';

/** The object with which every document begins. */
const DOCUMENT = 1;

/** Reads a document of iWork '13 or later. Throws `input_corrupt` and `input_too_complex`. */
export function readArchiveDocument(
  parts: IWorkArchive,
  limits: Limits,
  { lost, take }: ReadRequest,
): TextDocument | Presentation {
  const { archive } = parts;
  const lists = new Lists(archive);
  const pages = archive.message(DOCUMENT, TYPES.pagesDocument);
  const settings = archive.message(pages?.reference(7), TYPES.settings);
  const context: DrawingContext = {
    text: {
      archive,
      lists,
      attachment: (id) => attachmentOf(id, context),
      take,
      depth: 0,
      hasOutline: false,
      endnotes: (settings?.uint(30) ?? 0) > 0,
    },
    names: fileNames(archive),
    file: parts.fileEnding,
    lost,
  };
  if (pages) return readPages(pages, context, lists.styles);
  const keynote = archive.message(DOCUMENT, TYPES.keynoteDocument);
  const presentation = keynote && readKeynote(keynote, context, lists.styles, limits.pages);
  if (presentation) return presentation;
  throw new ConversionError({
    code: 'input_corrupt',
    message: 'The file is no document of Pages or Keynote: its first object is of another kind.',
  });
}

/** A table is between paragraphs, anything else in its line. */
function attachmentOf(id: number, context: DrawingContext) {
  if (context.text.archive.get(id)?.type === TYPES.table) {
    const block = readTable(id, context.text);
    return block ? { block } : {};
  }
  const [drawing] = readDrawable(id, context);
  return drawing ? { drawing } : {};
}
