import { pdfOfObjects, pdfStream } from './pdf-objects.ts';

interface PdfFileOptions {
  /** Puts a link annotation on the first page. */
  readonly link?: boolean;
  /** Entries of the resources of all pages, beside their font. */
  readonly resources?: string;
  /** More fonts, beside Helvetica. */
  readonly fonts?: string;
  /** Objects to which the resources refer: they are numbered on from those of the pages, from 6 for a single page. */
  readonly objects?: readonly string[];
}

/** A PDF of pages with the given content streams, in Helvetica as /F1. */
export function pdfFile(
  contents: readonly string[],
  { link = false, resources = '', fonts = '', objects = [] }: PdfFileOptions = {},
): Uint8Array {
  const kids = contents.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const annotation =
    '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org) >> >>]';
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R ${fonts} >> ${resources} >> /Contents ${5 + index * 2} 0 R ${link && index === 0 ? annotation : ''} >>`,
      pdfStream('', content),
    ]),
    ...objects,
  ]);
}
