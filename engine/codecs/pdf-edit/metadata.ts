import { PDFDict, PDFName, PDFStream, type PDFDocument } from '@cantoo/pdf-lib';

/** What programs tell of themselves and of the author, everywhere in a document. */
const TELLING_KEYS = ['Metadata', 'PieceInfo', 'LastModified'].map((key) => PDFName.of(key));

/** Removes title, author, dates and programs, and the private data of programs. */
export function stripMetadata(document: PDFDocument): void {
  const { context } = document;
  delete context.trailerInfo.Info;
  for (const [, object] of context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof PDFDict) for (const key of TELLING_KEYS) dict.delete(key);
  }
}
