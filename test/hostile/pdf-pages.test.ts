import { describe, expect, it } from 'vitest';
import { type ConversionResult, type OptionValues } from '../../engine/index.ts';
import { pdfFile } from '../support/pdf-file.ts';
import { PdfWriter } from '../support/pdf-writer.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const TARGETS = ['png', 'svg', 'pdf'] as const;

const engine = sharedEngine();

function convert(input: Uint8Array, to: string, options?: OptionValues): Promise<ConversionResult> {
  return engine.convert(input, { to, fileName: 'input.pdf', ...(options && { options }) });
}

/** A PDF of these objects, numbered from 1; the first is the catalog. No cross-reference table: readers rebuild it. */
function pdfOf(...objects: readonly string[]): Uint8Array {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`, 'latin1');
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';

describe.each(TARGETS)('pages that become %s', (to) => {
  it.each([1, 3, 1_999])('are refused where their tree goes round in circles (%i times)', async (count) => {
    const tree = `<< /Type /Pages /Parent 2 0 R /Kids [${'2 0 R 3 0 R '.repeat(count)}] /Count ${count} >>`;
    await expect(convert(pdfOf(CATALOG, tree, tree), to)).rejects.toMatchObject({ code: 'input_corrupt' });
  });

  it('are refused where a pattern is painted with itself', async () => {
    const pattern = '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9';
    const paint = '/Pattern cs /P scn 0 0 200 200 re f';
    const stream = (entries: string): string => `<< ${entries} /Length ${paint.length} >>\nstream\n${paint}\nendstream`;
    const endless = pdfOf(
      CATALOG,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << /Pattern << /P 5 0 R >> >> /Contents 4 0 R >>',
      stream(''),
      stream(`${pattern} /Resources << /Pattern << /P 6 0 R >> >>`),
      stream(`${pattern} /Resources << /Pattern << /P 5 0 R >> >>`),
    );
    await expect(convert(endless, to)).rejects.toMatchObject({ code: 'input_corrupt' });
  });

  it('are taken from thousands, when few are asked for', async () => {
    const contents = Array.from({ length: 2_500 }, (_, index) => `BT /F1 20 Tf 72 700 Td (Leaf ${index + 1}) Tj ET`);
    const long = pdfFile(contents);
    await expect(convert(long, to)).rejects.toMatchObject({ code: 'input_too_complex', details: { limit: 'pages' } });
    const { artifacts } = await convert(long, to, { pages: '2,2499' });
    expect(artifacts).toHaveLength(to === 'pdf' ? 1 : 2);
  });

  it.each([
    [0, 0],
    [1, 1],
    [3, 14_173],
  ])('of %i × %i points are converted', async (width, height) => {
    const pdf = new PdfWriter().page({ width, height }).text(1, Math.min(100, height), 10, 'Some words');
    expect((await convert(pdf.finish(), to)).artifacts).toHaveLength(1);
  });
});

describe('a page of five metres', () => {
  const poster = new PdfWriter().page({ width: 14_173, height: 14_173 }).text(99, 99, 90, 'Some words').finish();

  it('is a drawing like any other', async () => {
    expect((await convert(poster, 'svg')).artifacts).toHaveLength(1);
  });

  it('is no image in the usual resolution, and the error says in which it is one', async () => {
    const refusal = { code: 'input_too_complex', details: { page: 1, possible: 50 } };
    await expect(convert(poster, 'png')).rejects.toMatchObject(refusal);
    expect((await convert(poster, 'png', { width: 900 })).artifacts).toHaveLength(1);
  });
});
