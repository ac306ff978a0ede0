import type { PDFDocumentProxy } from 'pdfjs-dist';
import { ConversionError } from '../../../contract/errors.ts';

/** What viewers without XFA show, as Adobe's designer writes it, in its languages with the names of its programs. */
const NOTICE = /please wait|adobe\s*(?:acrobat\s*)?reader|acrobat\s*reader/i;
/** The notice has about a hundred words. */
const MAX_NOTICE_CHARACTERS = 2_000;

/** What is to be known of a form that the pages do not show. */
export const XFA_FORM =
  'The PDF is an XFA form: what it shows is laid out by a program that only Adobe software runs. Open it there, print it as a PDF, and convert that.';

/**
 * Whether the pages of a dynamic XFA form (XML Forms Architecture, ISO 32000-1, 12.7.8), whose fields and texts are a
 * program that lays them out, hold only the notice that other viewers show. Throws when they hold nothing at all.
 */
export async function isXfaNotice(pdf: PDFDocumentProxy, pageTexts: readonly string[]): Promise<boolean> {
  const { info } = await pdf.getMetadata();
  if (!(info as { readonly IsXFAPresent?: boolean }).IsXFAPresent) return false;
  const text = pageTexts.join('\n').trim();
  if (text !== '') return pageTexts.length === 1 && text.length < MAX_NOTICE_CHARACTERS && NOTICE.test(text);
  throw new ConversionError({ code: 'unsupported_conversion', message: XFA_FORM, details: { form: 'XFA' } });
}
