import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdfium/codec.ts';
import type { PageFacts } from '../../../engine/contract/facts.ts';
import { PAGE_BREAK } from '../../../engine/content/document/inspect-text.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { pdfFile } from '../../support/pdf-file.ts';
import { pdfOfObjects, pdfStream } from '../../support/pdf-objects.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

const show = (text: string, mode = 0): string => `BT /F1 12 Tf ${mode} Tr 72 700 Td (${text}) Tj ET`;

describe('facts of a PDF', () => {
  it('reads text page by page, pages, links and vectors', async () => {
    const facts = await bench.inspect(
      pdfFile([show('First page'), `0 0 m 9 9 l S ${show('Second page')}`], { link: true }),
      'pdf',
    );
    expect(facts).toMatchObject({ reader: 'pdfium', depth: 'content', document: { pages: 2, figures: 0, links: 1 } });
    expect(facts.document!.text.split(PAGE_BREAK)).toEqual(['First page', 'Second page']);
    expect(facts.features.toSorted()).toEqual(['look', 'pages', 'structure', 'text', 'vector']);
    expect(facts.document!.excerpt).toBeUndefined();
  });

  it('has neither pages nor text where there is one page with a line', async () => {
    const facts = await bench.inspect(pdfFile(['0 0 m 9 9 l S']), 'pdf');
    expect(facts.features).toEqual(['look', 'vector']);
    expect(facts.document).toMatchObject({ pages: 1, text: '' });
  });

  it('leaves out text that nobody sees, but keeps the text layer of a scan', async () => {
    const seen = show('Seen');
    const covered = `${show('Covered')} 1 g 50 650 400 100 re f 0 g BT /F1 12 Tf 72 500 Td (Seen) Tj ET`;
    expect((await bench.inspect(pdfFile([`${show('Hidden', 3)} ${seen}`]), 'pdf')).document!.text.trim()).toBe('Seen');
    expect((await bench.inspect(pdfFile([covered]), 'pdf')).document!.text.trim()).toBe('Seen');
    expect(
      (await bench.inspect(pdfFile([`${seen} BT /F1 12 Tf 2000 10 Td (Outside) Tj ET`]), 'pdf')).document!.text.trim(),
    ).toBe('Seen');
    expect((await bench.inspect(pdfFile([show('Layer', 3)]), 'pdf')).document!.text).toBe('');
    const scan = `q 500 0 0 700 20 20 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q ${show('Layer', 3)}`;
    expect((await bench.inspect(pdfFile([scan]), 'pdf')).document!.text).toBe('Layer');
    const labelled = `${scan} BT 0 Tr /F1 12 Tf 2000 10 Td (Label) Tj ET`;
    expect((await bench.inspect(pdfFile([labelled]), 'pdf')).document!.text.trim()).toBe('Layer');
    const outside = 'BT /F1 12 Tf 2000 10 Td (Label) Tj ET';
    expect((await bench.inspect(pdfFile([outside]), 'pdf')).document!.text.trim()).toBe('');
  });

  it('tells why nobody reads a text, and how it is turned', async () => {
    const page = async (content: string): Promise<PageFacts> =>
      (await bench.inspect(pdfFile([content]), 'pdf')).pdf!.pages[0]!;
    expect(await page(show('Seen'))).toMatchObject({ glyphs: 4 });
    expect((await page(show('Seen'))).unseen).toBeUndefined();
    expect((await page(show('Hidden', 3))).unseen).toEqual({ invisible: 6 });
    expect((await page(`1 g ${show('White')}`)).unseen).toEqual({ white: 5 });
    expect((await page(`0 g 0 0 600 800 re f 1 g ${show('White')}`)).unseen).toBeUndefined();
    expect((await page('BT /F1 1 Tf 72 700 Td (Tiny) Tj ET')).unseen).toEqual({ tiny: 4 });
    expect((await page('BT /F1 12 Tf -1 0 0 -1 300 700 Tm (Over) Tj ET')).turned).toEqual({ over: 4 });
    expect((await page('BT /F1 12 Tf -1 0 0 1 300 700 Tm (Back) Tj ET')).turned).toEqual({ mirrored: 4 });
    expect((await page('BT /F1 12 Tf 0 1 -1 0 300 700 Tm (Up) Tj ET')).turned).toEqual({ left: 2 });
  });

  it('leaves out what a clip cuts off, but for the letters at its edge', async () => {
    const line = 'BT /F1 12 Tf 72 700 Td (Within the cell and far beyond its edge) Tj ET';
    const clipped = async (clip: string): Promise<string> => {
      const { document, pdf } = await bench.inspect(pdfFile([`q ${clip} W n ${line} Q`]), 'pdf');
      const [seen, cut] = [document!.text.trim(), document!.unseen ?? ''];
      expect(pdf!.pages[0]!.unseen?.clipped ?? 0).toBe(cut.replace(/\s/g, '').length);
      expect(`${seen}${cut}`.replace(/\s/g, '')).toBe('Withinthecellandfarbeyonditsedge');
      return seen;
    };
    // Helvetica 12: the cell ends 146 points from the left, behind its third word.
    expect(await clipped('72 690 74 30 re')).toBe('Within the cell a');
    expect(await clipped('72 690 400 30 re')).toBe('Within the cell and far beyond its edge');
    expect(await clipped('72 690 74 30 re 200 600 90 200 re')).toBe('Within the cell and far beyond its edge');
    expect(await clipped('72 690 400 30 re W n 72 500 400 30 re')).toBe('');
  });

  it('reads text between the borders of a table that are painted after it, and none under what they cover', async () => {
    const rule = (x: number, y: number): string => `${x} ${y} 1 40 re ${x} ${y} 60 1 re `;
    const borders = `0 g ${rule(60, 690)}${rule(120, 690)}${rule(180, 690)}180 730 1 1 re f`;
    const textUnder = async (path: string): Promise<string> =>
      (await bench.inspect(pdfFile([`${show('Within')} ${path} 0 g BT /F1 12 Tf 72 500 Td (Seen) Tj ET`]), 'pdf'))
        .document!.text;
    expect((await textUnder(borders)).split(/\s+/)).toEqual(['Within', 'Seen']);
    expect((await textUnder(`1 g 60 690 200 40 re ${borders}`)).trim()).toBe('Seen');
    expect((await textUnder('1 g 60 690 200 40 re f')).trim()).toBe('Seen');
    expect((await textUnder('1 g 40 600 400 180 re 60 690 200 40 re f*')).split(/\s+/)).toEqual(['Within', 'Seen']);
  });

  it('leaves out what is painted over within the form object that draws both', async () => {
    const textOf = async (content: string): Promise<string> => {
      const form = pdfStream(
        '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>',
        content,
      );
      const file = pdfFile(['q 0.5 0 0 0.5 0 0 cm /X1 Do Q'], {
        resources: '/XObject << /X1 6 0 R >>',
        objects: [form],
      });
      return (await bench.inspect(file, 'pdf')).document!.text.trim();
    };
    const ground = '1 g 50 650 400 100 re f 0 g';
    const chart = `${show('Draft')} ${ground} BT /F1 12 Tf 72 670 Td (Chart) Tj ET`;
    expect(await textOf(chart)).toBe('Chart');
    expect(await textOf(`${show('Draft')} q 300 600 100 200 re W n ${ground} Q`)).toBe('Draft');
    expect(await textOf(`${ground} ${show('Chart')}`)).toBe('Chart');
  });

  it('reads the lines behind a glyph without a character to their ends', async () => {
    const line = (y: number, text: string, font = 'F1'): string => `BT /${font} 12 Tf 72 ${y} Td (${text}) Tj ET`;
    const file = pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [6 0 R] /Count 1 >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 0 /LastChar 0
        /Widths [10] /CharProcs << /a 5 0 R >> /Encoding << /Differences [0 /a] >> >>`,
      pdfStream('', '10 0 d0 0 0 8 8 re f'),
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 7 0 R
        /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
      pdfStream('', [line(700, 'First'), line(690, '\\000', 'F2'), line(650, 'Second'), line(600, 'Third')].join(' ')),
    ]);
    const { lines } = (await bench.inspect(file, 'pdf')).pdf!.pages[0]!;
    const texts = lines!.map(({ text }) => text.trim());
    expect(texts.filter((text) => /[a-z]/.test(text))).toEqual(['First', 'Second', 'Third']);
  });

  it("reads the prime of TeX's symbols, whose name is in no list", async () => {
    const symbols = '<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+CMSY10 >>';
    const objects = [symbols];
    const file = pdfFile([`${show('x')} BT /F2 12 Tf 100 700 Td (0) Tj ET`], { fonts: '/F2 6 0 R', objects });
    expect((await bench.inspect(file, 'pdf')).document!.text.replaceAll(/\s/g, '')).toBe('x′');
  });

  it('reads text under the transparent parts of an image, and none under its opaque parts', async () => {
    /** Eight columns of a stencil over the line: those of the bits that are 0 are painted. */
    const stencil = (bits: number): string =>
      `q 400 0 0 40 60 690 cm BI /W 8 /H 1 /IM true /BPC 1 ID ${String.fromCharCode(bits)} EI Q`;
    const below = 'BT /F1 12 Tf 72 500 Td (Seen) Tj ET';
    const textUnder = async (bits: number): Promise<string> =>
      (await bench.inspect(pdfFile([`${show('Watermarked')} ${stencil(bits)} ${below}`]), 'pdf')).document!.text;
    expect((await textUnder(0xff)).split(/\s+/)).toEqual(['Watermarked', 'Seen']);
    expect((await textUnder(0x00)).trim()).toBe('Seen');
  });

  it('takes text that is printed twice for one text, and leaves slanted text out', async () => {
    const twice = `BT /F1 12 Tf 72 700 Td (Shadowed words) Tj ET BT /F1 12 Tf 72.6 699.5 Td (Shadowed words) Tj ET`;
    const filled = `${show('Name: ........')} BT /F1 12 Tf 72.2 700 Td (Name) Tj ET`;
    const slanted = `${show('Level')} BT /F1 40 Tf 0.7 0.7 -0.7 0.7 200 300 Tm (DRAFT) Tj ET BT /F1 12 Tf 0 1 -1 0 50 300 Tm (Upright) Tj ET`;
    const textOf = async (content: string): Promise<string> =>
      (await bench.inspect(pdfFile([content]), 'pdf')).document!.text.replace(/\s+/g, ' ').trim();
    expect(await textOf(twice)).toBe('Shadowed words');
    expect((await textOf(filled)).match(/Name/g)).toHaveLength(1);
    const worn = `BT /F1 12 Tf 72 698 Td [(H) -556 (ft)] TJ ET BT /F1 12 Tf 73 700 Td (Hefty) Tj ET`;
    expect(await textOf(worn)).toBe('Hefty');
    expect(await textOf(slanted)).toBe('Level Upright');
    expect(await textOf(`${show('Same')} BT /F1 12 Tf 72 500 Td (Same) Tj ET`)).toBe('Same Same');
  });

  it('counts images, but not dots, backgrounds and images that stand for text', async () => {
    const image = (width: number, height: number, x = 100, y = 100): string =>
      `q ${width} 0 0 ${height} ${x} ${y} cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q `;
    const figures = async (content: string): Promise<number> =>
      (await bench.inspect(pdfFile([content]), 'pdf')).document!.figures;
    expect(await figures(image(90, 60) + image(3, 200))).toBe(1);
    expect(await figures(image(612, 792, 0, 0))).toBe(1);
    expect(await figures(image(612, 792, 0, 0) + show('Text on a background'))).toBe(0);
    expect(await figures(`${show('Text behind')} ${image(300, 60, 50, 680)} BT /F1 9 Tf 72 300 Td (Seen) Tj ET`)).toBe(
      0,
    );
  });

  it('stops at the page limit, at the glyph limit and at the text limit', async () => {
    await using small = await startRunner(codec, { pages: 2, glyphsPerPage: 20, verifiedTextChars: 8 });
    const long = pdfFile(['', '', '']);
    await expect(small.convert(long, 'pdf', 'png', 'render')).rejects.toMatchObject({
      code: 'input_too_complex',
      details: { limit: 'pages', found: 3 },
    });
    // Some of the pages may be wanted, so that their number alone is no reason to refuse them.
    expect((await small.inspect(long, 'pdf')).document?.pages).toBe(3);
    expect(await small.convert(long, 'pdf', 'png', 'render', { pages: '2-3' })).toHaveLength(2);
    await expect(small.inspect(pdfFile([show('more than twenty glyphs')]), 'pdf')).rejects.toMatchObject({
      details: { limit: 'glyphsPerPage', page: 1 },
    });
    const { document } = await small.inspect(pdfFile([show('twelve chars')]), 'pdf');
    expect(document).toMatchObject({ text: 'twelve c', excerpt: true });
  });

  it('looks at the first pages only when it is asked for a probe', async () => {
    const pages = Array.from({ length: 9 }, (_, index) => show(`Page ${index + 1}`));
    const facts = await bench.inspect(pdfFile(pages), 'pdf', 'probe');
    expect(facts).toMatchObject({ depth: 'structure', document: { pages: 9, excerpt: true } });
    expect(facts.document!.text.split(PAGE_BREAK)).toHaveLength(5);
    expect(facts.features).toContain('figures');
  });
});

describe('files that are not what they seem', () => {
  it('tells what is wrong and stays usable', async () => {
    const whole = pdfFile([show('Text')]);
    await expect(bench.inspect(Buffer.from('plain text, no PDF'), 'pdf')).rejects.toMatchObject({
      code: 'input_corrupt',
    });
    await expect(bench.inspect(whole.subarray(0, 60), 'pdf')).rejects.toMatchObject({ code: 'input_truncated' });
    await expect(bench.inspect(new Uint8Array(0), 'pdf')).rejects.toMatchObject({ code: 'empty_file' });
    expect((await bench.inspect(whole, 'pdf')).document!.text).toBe('Text');
  });
});

describe.skipIf(!hasCorpora)('PDFs that others wrote', () => {
  const corpora = (path: string): string => join(CORPORA, path);

  it('takes encryption for a fact, and opens with the password', async () => {
    expect(await bench.inspect(corpora('pdf/sample-files/libreoffice-writer-password.pdf'), 'pdf')).toMatchObject({
      encrypted: true,
      features: [],
    });
    const inspect = (password: string) =>
      bench.inspect(corpora('pdf/sample-files/libreoffice-writer-password.pdf'), 'pdf', 'full', password);
    expect(await inspect('openpassword')).toMatchObject({ depth: 'content', document: { pages: 1 } });
    await expect(inspect('wrong')).rejects.toMatchObject({ code: 'input_encrypted' });
  });

  it.each([
    ['pdf/pdf.js/tracemonkey.pdf', { pages: 14 }, /Trace-based Just-in-Time/],
    ['pdf/docling/multi_page.pdf', { pages: 5 }, /./],
    ['pdf/docling/ocr_test_rotated_90.pdf', { pages: 1, figures: 1 }, /^$/],
  ])('reads %s', async (path, expected, text) => {
    const { document } = await bench.inspect(corpora(path), 'pdf', 'full');
    expect(document).toMatchObject(expected);
    expect(document!.text).toMatch(text);
  });

  it('joins the words that a line end cuts in two', async () => {
    const { document } = await bench.inspect(corpora('pdf/pdf.js/tracemonkey.pdf'), 'pdf', 'full');
    expect(document!.text).toContain('more difficult to com-\npile than');
  });

  it.each(['pdf-odd/pdf.js/REDHAT-1531897-0.pdf', 'pdf-odd/pdf.js/poppler-742-0-fuzzed.pdf'])(
    'names the damage of %s',
    async (path) => {
      await expect(bench.inspect(corpora(path), 'pdf', 'full')).rejects.toMatchObject({ code: 'input_corrupt' });
    },
  );
});
