import { ConversionError } from '../../contract/errors.ts';
import { parsePages } from '../../formats/page-range.ts';
import type { OptionValues } from '../../formats/options.ts';
import type { Limits } from '../../contract/limits.ts';

type FilterValue = { readonly type: 'boolean' | 'long' | 'string'; readonly value: string };

/** `SelectPdfVersion` of the PDF filter, and the part and level that the metadata of such a file name. */
const STANDARDS = {
  'pdf-1.7': { version: '0' },
  'pdfa-1b': { version: '1', part: '1' },
  'pdfa-2b': { version: '2', part: '2' },
  'pdfa-3b': { version: '3', part: '3' },
} as const;

/**
 * The options of the PDF filter (https://help.libreoffice.org/latest/en-US/text/shared/guide/pdf_params.html). One page
 * more than the limit allows is asked for, so that a sheet which prints on a hundred thousand pages is known and ends.
 */
export function pdfOptions({ pages, pdfStandard }: OptionValues, limits: Pick<Limits, 'pages'>): string {
  const options: Record<string, FilterValue> = {
    PageRange: { type: 'string', value: pages === undefined ? `1-${limits.pages + 1}` : rangesOf(pages) },
    UseTaggedPDF: { type: 'boolean', value: 'true' },
    ExportBookmarks: { type: 'boolean', value: 'true' },
    // Comments would become notes whose icons cover the text beside them; printed on paper they are not there either.
    ExportNotes: { type: 'boolean', value: 'false' },
  };
  if (pdfStandard) options['SelectPdfVersion'] = { type: 'long', value: STANDARDS[pdfStandard].version };
  return JSON.stringify(options);
}

function rangesOf(pages: string): string {
  return parsePages(pages)
    .map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`))
    .join(',');
}

/** Whether a PDF says of itself that it follows the standard: its metadata lie open in it. */
export function followsStandard(pdf: Uint8Array, pdfStandard: keyof typeof STANDARDS): boolean {
  const standard = STANDARDS[pdfStandard];
  if (!('part' in standard)) return true;
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  return text.includes(`<pdfaid:part>${standard.part}</pdfaid:part>`);
}

/** The root of the pages and how many there are, as LibreOffice writes it; it makes no tree of them. */
const PAGE_ROOT = '/Type/Pages';
const PAGE_COUNT = /\/Count (\d+)/;

/** Refuses a PDF with the page more than is allowed: it would be a document without its end. */
export function requireWholeDocument(pdf: Uint8Array, { pages }: OptionValues, limits: Pick<Limits, 'pages'>): void {
  if (pages !== undefined) return;
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const start = file.lastIndexOf(PAGE_ROOT);
  const end = file.indexOf('endobj', start);
  const found = start < 0 ? 0 : Number(PAGE_COUNT.exec(file.toString('latin1', start, end))?.[1] ?? 0);
  if (found <= limits.pages) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The document prints on more than ${limits.pages} pages. Name some of them with the option pages, or split it.`,
    details: { limit: 'pages', allowed: limits.pages, found },
  });
}
