import { latin1Of } from '../../io/bytes.ts';
import { ConversionError } from '../../contract/errors.ts';
import { refuseEndlessPatterns } from './endless-patterns.ts';

/** The document is encrypted and no password was given. */
export class PdfPasswordMissing extends Error {
  override readonly name = 'PdfPasswordMissing';
}

/** Codes of `FPDF_GetLastError` (fpdfview.h). */
const PASSWORD = 4;
const SECURITY = 5;

/** The header may be behind some foreign bytes (ISO 32000-1, annex H, implementation note 13). */
const HEADER_WITHIN_BYTES = 1024;
const TRAILER_WITHIN_BYTES = 2048;

/** Refuses what is no PDF at all, or what the library would draw for ever, before it sees it. */
export function checkPdfBytes(bytes: Uint8Array): void {
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  if (!latin1Of(bytes.subarray(0, HEADER_WITHIN_BYTES)).includes('%PDF-')) {
    throw new ConversionError({ code: 'input_corrupt', message: 'The file is not a PDF: it has no PDF header.' });
  }
  refuseEndlessPatterns(bytes);
}

/** The error for a document that PDFium refused to open. */
export function errorOfLoading(code: number, bytes: Uint8Array, hasPassword: boolean): Error {
  if (code === PASSWORD && !hasPassword) return new PdfPasswordMissing();
  if (code === PASSWORD) {
    return new ConversionError({ code: 'input_encrypted', message: 'The password does not open the PDF. Check it.' });
  }
  if (code === SECURITY) {
    return new ConversionError({
      code: 'input_encrypted',
      message: 'The PDF is encrypted by a method that is not supported. Remove its protection and try again.',
    });
  }
  const tail = latin1Of(bytes.subarray(Math.max(0, bytes.byteLength - TRAILER_WITHIN_BYTES)));
  if (!tail.includes('%%EOF')) {
    return new ConversionError({
      code: 'input_truncated',
      message: 'The PDF ends too early: its end mark is missing. Transfer it again.',
    });
  }
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The PDF is damaged and cannot be opened. Save it again with the program that made it.',
    details: { code },
  });
}

export function passwordMissing(): ConversionError {
  return new ConversionError({
    code: 'input_encrypted',
    message: 'The PDF is encrypted. Remove its password or send it as the option password.',
  });
}
