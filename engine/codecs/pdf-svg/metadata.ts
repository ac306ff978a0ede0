import type { PDFDocumentProxy } from 'pdfjs-dist';
import { escaped } from '../../content/pages/painter/numbers.ts';

/** Entries of a PDF's information dictionary, and the elements of Dublin Core and XMP that say the same. */
const ELEMENTS = {
  Title: 'dc:title',
  Author: 'dc:creator',
  Subject: 'dc:description',
  Keywords: 'dc:subject',
  Creator: 'xmp:CreatorTool',
  Producer: 'pdf:Producer',
} as const;
const NAMESPACES =
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
  'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"';
const MAX_CHARS = 2000;

/** What a PDF says about itself, as the metadata of an SVG; empty where it says nothing. */
export async function metadataOf(pdf: PDFDocumentProxy): Promise<string> {
  const info = await informationOf(pdf);
  const elements = Object.entries(ELEMENTS).flatMap(([entry, element]) => {
    const value = info[entry];
    if (typeof value !== 'string' || value.trim() === '') return [];
    const text = value
      .replace(/\p{Cc}|\ufffe|\uffff|\p{Cs}/gu, ' ')
      .trim()
      .slice(0, MAX_CHARS);
    return [`<${element}>${escaped(text)}</${element}>`];
  });
  if (elements.length === 0) return '';
  return `<metadata><rdf:RDF ${NAMESPACES}><rdf:Description rdf:about="">${elements.join('')}</rdf:Description></rdf:RDF></metadata>`;
}

async function informationOf(pdf: PDFDocumentProxy): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await pdf.getMetadata()).info as unknown as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
