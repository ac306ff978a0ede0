import { libraryCallback, withStructure, type Pdfium, type Pointer } from './bindings.ts';

/** Flags of FPDF_SaveAsCopy (fpdf_save.h): the whole file again, and without its encryption. */
const NOT_INCREMENTAL = 2;
const WITHOUT_SECURITY = 3;

const writeCallback = libraryCallback(3);

/** Writes the document, piece by piece. */
export function saveDocument(
  pdfium: Pdfium,
  document: Pointer,
  write: (bytes: Uint8Array) => void,
  { decrypt = false } = {},
): void {
  const writeBlock = writeCallback(pdfium, (_writer, data = 0, size = 0) => {
    write(pdfium.HEAPU8.slice(data, data + size));
    return 1;
  });
  const isSaved = withStructure(pdfium, [1, writeBlock], (writer) =>
    pdfium.api.FPDF_SaveAsCopy(document, writer, decrypt ? WITHOUT_SECURITY : NOT_INCREMENTAL),
  );
  if (!isSaved) throw new RangeError('PDFium cannot write the document');
}
