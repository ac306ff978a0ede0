import { decodePDFRawStream, PDFName, PDFRawStream, type PDFDocument } from '@cantoo/pdf-lib';
import type { RunContext } from '../../contract/codec.ts';
import type { OptionValues } from '../../formats/options.ts';
import { resolveDestinations } from './destinations.ts';
import { sweep } from './objects.ts';

/** Everything that readers ask before they show a document, for people who do not know the owner's password. */
const READ_ONLY = {
  printing: 'highResolution',
  modifying: false,
  copying: false,
  annotating: false,
  fillingForms: true,
  contentAccessibility: true,
  documentAssembly: false,
} as const;

/** Writes the document with objects in packed streams, encrypted where that is asked for. */
export async function savePdf(
  document: PDFDocument,
  { encrypt, ownerPassword }: OptionValues,
  { warn }: Pick<RunContext, 'warn'>,
): Promise<Uint8Array> {
  const isEncrypted = encrypt !== undefined || ownerPassword !== undefined;
  let isArchive = claimsPdfA(document);
  if (isEncrypted && isArchive) {
    // A file that claims to be both is neither.
    document.catalog.delete(METADATA);
    isArchive = false;
    warn({ code: 'feature_dropped', message: 'The result is encrypted, which PDF/A forbids: it is an ordinary PDF.' });
  }
  sweep(document.context);
  if (isEncrypted) {
    // The library loses the names in the tree of destinations when it encrypts them.
    resolveDestinations(document);
    document.encrypt({
      userPassword: encrypt ?? '',
      ownerPassword: ownerPassword ?? encrypt,
      ...(ownerPassword !== undefined && { permissions: READ_ONLY }),
    });
  }
  return await document.save({
    useObjectStreams: !isArchive, // PDF/A-1 knows none
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Infinity,
  });
}

const METADATA = PDFName.of('Metadata');

function claimsPdfA({ catalog }: PDFDocument): boolean {
  const metadata = catalog.lookup(METADATA);
  if (!(metadata instanceof PDFRawStream)) return false;
  try {
    return Buffer.from(decodePDFRawStream(metadata).decode()).includes('pdfaid');
  } catch {
    return false; // a packed stream that cannot be read claims nothing
  }
}
