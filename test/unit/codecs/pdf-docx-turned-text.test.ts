import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { type DocxReading, readDocx } from '../../support/docx-reader.ts';
import { PdfWriter, wrap } from '../../support/pdf-writer.ts';
import { type RunnerBench, startRunner } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

async function docxOf(pdf: PdfWriter): Promise<DocxReading> {
  const [docx] = await bench.convert(pdf.finish(), 'pdf', 'docx', 'reconstruct', {});
  return readDocx(docx!);
}

describe('turned text', () => {
  it('is read where it stands, not at the top of its page', async () => {
    const pdf = new PdfWriter().page();
    const above = ['The tower is filled in the morning.', 'Its lower layer burns away by noon.'];
    above.forEach((text, index) => pdf.text(72, 100 + 40 * index, 10, text));
    pdf.text(60, 400, 8, 'Height in feet', { rotation: 270 });
    pdf.text(72, 600, 10, 'The damper lets the air pass to the grate.');
    const { xml } = await docxOf(pdf);
    const places = [above[0]!, 'Height in feet', 'The damper'].map((text) => xml.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('is in no paragraph with which a column begins', async () => {
    const text =
      'The tower was filled in the morning with the charcoal of the day, and while the lower layer burned away ';
    const lines = wrap(text.repeat(12), 9, 220);
    const pdf = new PdfWriter().page().lines(72, 110, 9, 11, lines).lines(320, 110, 9, 11, lines);
    pdf.text(545, 300, 8, 'Height in feet', { rotation: 270 });
    const { xml } = await docxOf(pdf);
    const [, first] = xml.split('<w:br w:type="column"/>');
    expect(first!.slice(0, first!.indexOf('</w:p>'))).not.toContain('wps:wsp');
    expect(xml).toContain('Height in feet');
  });

  it('is a text box for each number along an axis, however close they are', async () => {
    const pdf = new PdfWriter().page().text(72, 100, 10, 'The tower is filled in the morning.');
    pdf.text(60, 400, 8, '2400', { rotation: 270 }).text(60, 372, 8, '2600', { rotation: 270 });
    const { xml } = await docxOf(pdf);
    expect(xml.match(/<wps:txbx>/g)).toHaveLength(2);
  });

  it('has room in its box for all lines, at the distance that they have', async () => {
    const above = Array.from({ length: 20 }, () => 'The tower is filled in the morning, and burns all day.');
    const pdf = new PdfWriter().page().lines(72, 100, 10, 12, above);
    for (let line = 0; line < 8; line++) {
      const x = 420 - 12 * line;
      pdf.text(x, 400, 10, `entry_${line}.tex`, { rotation: 90 }).text(x, 461, 10, `and_${line}.tex`, { rotation: 90 });
    }
    const { xml } = await docxOf(pdf);
    const [box, width] = /<wp:extent cx="(\d+)".*?<\/wps:txbx>/s.exec(xml)!;
    const taken = [...box.matchAll(/w:before="(\d+)" w:line="(\d+)"/g)];
    const height = taken.reduce((sum, [, before, line]) => sum + Number(before) + Number(line), 0) / 20;
    expect(box.match(/<w:p>/g)!.length).toBeGreaterThan(1);
    expect(height).toBeGreaterThan(7 * 12);
    expect(height).toBeLessThanOrEqual(Number(width) / 12_700);
  });

  it('keeps its distance from the wall of its cell', async () => {
    const pdf = new PdfWriter().page().grid([72, 172, 272], [100, 200]).text(80, 114, 10, 'upright');
    pdf.text(222, 190, 10, 'upwards', { rotation: 270 });
    const { xml } = await docxOf(pdf);
    const [, left] = /<w:left w:type="dxa" w:w="(\d+)"\/><w:bottom[^>]*><w:right[^>]*><\/w:tcMar><w:textDirection/.exec(
      xml,
    )!;
    expect(Number(left)).toBeGreaterThan(35 * 20);
  });
});

describe('text that its matrix leans', () => {
  it('is italic, of its own size, and takes no room of the word beside it', async () => {
    const pdf = new PdfWriter().page().text(72, 100, 12, 'It is named ');
    pdf.text(136, 100, 12, 'outfile2', { font: 'Courier', slant: 0.27 });
    pdf.text(193.6, 100, 12, ' ').text(196.9, 100, 12, 'r').text(200.9, 100, 12, 'espectively.');
    const { xml, paragraphs } = await docxOf(pdf);
    expect(paragraphs[0]!.text).toContain('named outfile2 respectively.');
    const [run] = /<w:r>(?:(?!<w:r>).)*outfile2/s.exec(xml)!;
    expect(run).toContain('<w:i/>');
    expect(run).not.toContain('<w:sz w:val="25"/>');
  });
});

describe('text that is shown as in a mirror', () => {
  it('is set as it is read, and told', async () => {
    const pdf = new PdfWriter().page().text(72, 100, 10, 'The tower is filled in the morning.');
    const mirrored = 'Below the water it is seen again.';
    pdf.text(72, 200, 10, mirrored, { mirrored: true });
    bench.warnings.length = 0;
    const { paragraphs } = await docxOf(pdf);
    expect(paragraphs.map(({ text }) => text).join('\n')).toContain(mirrored);
    expect(bench.warnings).toMatchObject([
      { code: 'feature_dropped', lost: ['look'], details: { characters: mirrored.length } },
    ]);
  });
});
