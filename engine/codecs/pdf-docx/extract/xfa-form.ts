import type { PDFDocumentProxy } from 'pdfjs-dist';
import { ConversionError } from '../../../errors.ts';

/** What viewers without XFA show, as Adobe's designer writes it, in its languages with the names of its programs. */
const NOTICE = /please wait|adobe\s*(?:acrobat\s*)?reader|acrobat\s*reader/i;
/** The notice has about a hundred words. */
const MAX_NOTICE_CHARACTERS = 2_000;

/**
 * Refuses a dynamic XFA form (XML Forms Architecture, ISO 32000-1, 12.7.8): its fields and texts are a program that
 * lays them out, and the pages of the PDF hold only a notice, or nothing. A form with pages of its own is converted.
 */
export async function refuseXfaOnly(pdf: PDFDocumentProxy, pageTexts: readonly string[]): Promise<void> {
  const { info } = await pdf.getMetadata();
  if (!(info as { readonly IsXFAPresent?: boolean }).IsXFAPresent) return;
  const text = pageTexts.join('\n').trim();
  const isNotice = pageTexts.length === 1 && text.length < MAX_NOTICE_CHARACTERS && NOTICE.test(text);
  if (text !== '' && !isNotice) return;
  throw new ConversionError({
    code: 'unsupported_conversion',
    message:
      'The PDF is an XFA form: what it shows is laid out by a program that only Adobe software runs, and its pages hold a notice. Open it there, print it as a PDF, and convert that.',
    details: { form: 'XFA' },
  });
}
