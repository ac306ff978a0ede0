import { describe, expect, it } from 'vitest';
import { ConversionError, type ConversionResult, type OptionValues } from '../../engine/index.ts';
import { readDocx } from '../support/docx-reader.ts';
import { PdfWriter } from '../support/pdf-writer.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();

type Outcome = ConversionResult | ConversionError;

async function convert(input: Uint8Array, options?: OptionValues): Promise<Outcome> {
  try {
    return await engine.convert(input, { to: 'docx', fileName: 'input.pdf', ...(options && { options }) });
  } catch (error) {
    if (error instanceof ConversionError) return error;
    throw new Error('Expected a named error.', { cause: error });
  }
}

const codeOf = (outcome: Outcome): string | undefined =>
  outcome instanceof ConversionError ? outcome.code : undefined;

function textsOf(outcome: Outcome): string[] {
  if (outcome instanceof ConversionError) throw outcome;
  const [artifact] = outcome.artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('Expected one result in memory.');
  return readDocx(artifact.bytes).paragraphs.map(({ text }) => text);
}

/** A PDF of these objects, numbered from 1; the first is the catalog. No cross-reference table: readers rebuild it. */
function pdfOf(...objects: readonly string[]): Uint8Array {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`, 'latin1');
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const NAMED = ['input_corrupt', 'input_too_complex', 'output_not_verified'];

describe('page trees', () => {
  it.each([1, 3, 1_999])('of %i pages that go round in circles end in a document or a named error', async (count) => {
    const kids = '2 0 R 3 0 R '.repeat(count);
    const tree = `<< /Type /Pages /Parent 2 0 R /Kids [${kids}] /Count ${count} >>`;
    const outcome = await convert(pdfOf(CATALOG, tree, tree));
    if (outcome instanceof ConversionError) expect(NAMED).toContain(outcome.code);
    else expect(textsOf(outcome).join('')).toBe('');
  });

  it('that claim pages which are not there are refused', async () => {
    const outcome = await convert(pdfOf(CATALOG, '<< /Type /Pages /Kids [] /Count 100000 >>'));
    expect(NAMED).toContain(codeOf(outcome));
  });

  it('without any page are refused', async () => {
    expect(NAMED).toContain(codeOf(await convert(pdfOf(CATALOG, '<< /Type /Pages /Kids [] /Count 0 >>'))));
  });

  it('of 10,000 pages are refused', async () => {
    const pdf = new PdfWriter();
    for (let page = 0; page < 10_000; page++) pdf.page().text(72, 400, 10, `Leaf number ${page} of the book`);
    const file = pdf.finish();
    expect(codeOf(await convert(file))).toBe('input_too_complex');
    expect(textsOf(await convert(file, { pages: '2,9999' }))).toEqual([
      'Leaf number 1 of the book',
      'Leaf number 9998 of the book',
    ]);
  });

  it('that name pages which are not there give the others, and tell', async () => {
    const outcome = await convert(
      pdfOf(
        CATALOG,
        '<< /Type /Pages /Kids [3 0 R 2 0 R 9 0 R] /Count 3 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F0 5 0 R >> >> /Contents 4 0 R >>',
        '<< /Length 44 >>\nstream\nBT /F0 12 Tf 72 700 Td (Some words) Tj ET    \nendstream',
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ),
    );
    expect(textsOf(outcome)).toContain('Some words');
    expect((outcome as ConversionResult).warnings.map(({ message }) => message).join()).toMatch(/not there/);
  });
});

describe('paper', () => {
  it.each([
    [0, 0],
    [1, 1],
    [14_173, 14_173],
    [3, 14_173],
  ])('of %i × %i points ends in a document or a named error', async (width, height) => {
    const pdf = new PdfWriter().page({ width, height }).text(1, Math.min(100, height), 10, 'Some words');
    const outcome = await convert(pdf.finish());
    if (outcome instanceof ConversionError) expect(NAMED).toContain(outcome.code);
    else expect(textsOf(outcome).length).toBeGreaterThan(0);
  });
});

describe('structure trees, outlines and links', () => {
  const withText = (catalog: string, page: string, ...more: readonly string[]): Uint8Array => {
    const content = 'BT /F0 12 Tf 72 700 Td /P << /MCID 0 >> BDC (Some words on the page) Tj EMC ET';
    return pdfOf(
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F0 5 0 R >> >> /Contents 4 0 R ${page} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...more,
    );
  };

  it('that go in circles do not keep the text back', async () => {
    const circular = withText(
      '/StructTreeRoot 6 0 R /MarkInfo << /Marked true >> /Outlines 8 0 R',
      '/StructParents 0',
      '<< /Type /StructTreeRoot /K [7 0 R] /ParentTree << /Nums [0 [7 0 R]] >> >>',
      '<< /Type /StructElem /S /P /P 7 0 R /K [7 0 R 0] /Pg 3 0 R >>',
      '<< /First 9 0 R /Last 9 0 R >>',
      '<< /Title (Some words) /Parent 8 0 R /First 9 0 R /Next 9 0 R /Dest [3 0 R /XYZ 0 700 0] >>',
    );
    expect(textsOf(await convert(circular))).toContain('Some words on the page');
  });

  it('that lead nowhere are left out, and told', async () => {
    const link = '<< /Type /Annot /Subtype /Link /Rect [72 690 200 712] /Dest [99 0 R /XYZ 0 0 0] >>';
    const outcome = await convert(withText('', `/Annots [${link}]`));
    expect(textsOf(outcome)).toContain('Some words on the page');
    expect((outcome as ConversionResult).warnings.map(({ code }) => code)).toContain('link_dropped');
  });
});
