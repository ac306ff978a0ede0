import { packageFolder } from '../../../io/packages.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { getDocument, PasswordException } from './pdfjs.ts';
import { ConversionError } from '../../../contract/errors.ts';

const PDFJS = packageFolder('pdfjs-dist');

export interface OpenOptions {
  readonly password: string | undefined;
  readonly maxImagePixels: number;
  /** Nothing draws the letters: their outlines are made where they are clips or painted with patterns. */
  readonly withoutOutlines?: boolean;
  /** Changes the copy of the file that is read; no offset in it may move. */
  readonly prepare?: (copy: Uint8Array) => void;
}

/**
 * Opens a PDF. Throws `input_encrypted` without the right password and `input_corrupt` when there is no document in
 * the file. The caller ends it with `loadingTask.destroy()`.
 */
export async function openPdf(
  file: Uint8Array,
  { password, maxImagePixels, withoutOutlines = false, prepare }: OpenOptions,
): Promise<PDFDocumentProxy> {
  const copy = new Uint8Array(file); // pdf.js takes the buffer away from its owner
  prepare?.(copy);
  const task = getDocument({
    data: copy,
    password,
    standardFontDataUrl: `${PDFJS}standard_fonts/`,
    cMapUrl: `${PDFJS}cmaps/`,
    cMapPacked: true,
    wasmUrl: `${PDFJS}wasm/`,
    iccUrl: `${PDFJS}iccs/`,
    verbosity: 0,
    fontExtraProperties: true,
    disableFontFace: !withoutOutlines,
    ...(withoutOutlines && browserWithFonts()),
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useSystemFonts: false,
    maxImageSize: maxImagePixels,
    stopAtErrors: false,
  });
  try {
    return await task.promise;
  } catch (error) {
    await task.destroy();
    if (error instanceof PasswordException) throw encrypted(password !== undefined, error);
    throw new ConversionError(
      { code: 'input_corrupt', message: 'The PDF cannot be read: its structure is damaged. Send an intact file.' },
      { cause: error },
    );
  }
}

/** All that pdf.js looks at to load fonts. */
function browserWithFonts(): object {
  return { ownerDocument: { fonts: new Set() } };
}

function encrypted(hasPassword: boolean, cause: unknown): ConversionError {
  const message = hasPassword
    ? 'The PDF is encrypted and the password does not open it. Send the right one as the option password.'
    : 'The PDF is encrypted. Remove its password or send it as the option password.';
  return new ConversionError({ code: 'input_encrypted', message }, { cause });
}
