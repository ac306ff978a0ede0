import { PDFDocument } from '@cantoo/pdf-lib';
import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import { refusePagesBeyond } from '../../content/pages/page-limit.ts';

/** Objects that are parsed before others get a turn: nothing else runs in this thread. */
const WITHOUT_PAUSES = Infinity;

/** Opens a PDF, decrypted, however many pages it has. Throws `input_encrypted` or `input_corrupt`. */
export async function openPdf(bytes: Uint8Array, password: string | undefined): Promise<PDFDocument> {
  const document = await load(bytes, password);
  requirePages(document);
  return document;
}

/** Refuses a job of too many pages. */
export function limitPages(found: number, limits: Limits): void {
  refusePagesBeyond(found, limits, 'written at once. Name some with the option pages.');
}

async function load(bytes: Uint8Array, password: string | undefined): Promise<PDFDocument> {
  const options = { parseSpeed: WITHOUT_PAUSES, updateMetadata: false, preserveXFA: true };
  const closed = await readable(() => PDFDocument.load(bytes, { ...options, ignoreEncryption: true }));
  if (!closed.isEncrypted) return closed;
  try {
    // Many files only restrict what may be done with them: they open with an empty password.
    return await PDFDocument.load(bytes, { ...options, password: password ?? '' });
  } catch (cause) {
    const message =
      password === undefined
        ? 'The PDF is encrypted. Remove its password or send it as the option password.'
        : 'The password does not open the PDF. Check it.';
    throw new ConversionError({ code: 'input_encrypted', message }, { cause });
  }
}

function requirePages(document: PDFDocument): void {
  try {
    document.getPageCount();
  } catch (cause) {
    throw damaged(cause);
  }
}

async function readable(read: () => Promise<PDFDocument>): Promise<PDFDocument> {
  try {
    return await read();
  } catch (cause) {
    throw damaged(cause);
  }
}

/** A damage that other readers may overcome: they are tried then. */
export function damaged(cause: unknown): ConversionError {
  if (cause instanceof ConversionError) return cause;
  return new ConversionError(
    {
      code: 'conversion_failed',
      message: 'The PDF is damaged and cannot be rewritten. Save it again with the program that made it.',
    },
    { cause },
  );
}
