import { escapeXml, escapeXmlAttribute } from '../../io/xml.ts';

/** Pages of Tesseract as one hOCR document (hOCR 1.2). */
export function hocrDocument(pages: readonly string[], sourceName: string): Uint8Array {
  const image = escapeXmlAttribute(sourceName.replaceAll('"', '')).replaceAll("'", '&#39;');
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE html>',
    '<html xmlns="http://www.w3.org/1999/xhtml">',
    '<head>',
    `<title>${escapeXml(sourceName)}</title>`,
    '<meta charset="utf-8"/>',
    '<meta name="ocr-system" content="tesseract"/>',
    '<meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word"/>',
    '</head>',
    '<body>',
    ...pages.map((page) => page.replace('image "unknown"', `image "${image}"`).trimEnd()),
    '</body>',
    '</html>',
    '',
  ].join('\n');
  return new TextEncoder().encode(text);
}
