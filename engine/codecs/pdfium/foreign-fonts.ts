import { withMemory, type Pdfium, type Pointer } from './bindings.ts';

/** Bytes of a font's name that are read, with their terminator. */
const NAME_BYTES = 256;

/** Adds the name of a text object's font when the font is not in the file. */
export function noteForeignFont(pdfium: Pdfium, text: Pointer, names: Set<string>): void {
  const font = pdfium.api.FPDFTextObj_GetFont(text);
  if (font === 0 || pdfium.api.FPDFFont_GetIsEmbedded(font) !== 0) return;
  names.add(nameOf(pdfium, font));
}

function nameOf(pdfium: Pdfium, font: Pointer): string {
  return withMemory(pdfium, NAME_BYTES, (buffer) => {
    const bytes = pdfium.api.FPDFFont_GetBaseFontName(font, buffer, NAME_BYTES);
    if (bytes <= 1 || bytes > NAME_BYTES) return 'a font without a name';
    return new TextDecoder().decode(pdfium.HEAPU8.slice(buffer, buffer + bytes - 1));
  });
}
