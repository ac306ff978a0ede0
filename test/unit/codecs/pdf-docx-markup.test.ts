import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { PdfWriter, wrap } from '../../support/pdf-writer.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
beforeEach(() => {
  bench.warnings.length = 0;
});
afterAll(() => bench[Symbol.asyncDispose]());

async function markup(pdf: Uint8Array, to: 'md' | 'html' | 'txt', options: OptionValues = {}): Promise<string> {
  const [text] = await bench.convert(pdf, 'pdf', to, 'markup', options);
  return Buffer.from(text!).toString();
}

const PROSE = wrap(
  'The furnace of the alchemists was called an athanor because its fire never went out, and so the vessel above it ' +
    'could be kept at an even heat for weeks without a hand that fed it.',
  10,
  468,
);

describe('paragraphs and headings', () => {
  it('writes headings with their levels and the lines of a paragraph as one', async () => {
    const pdf = new PdfWriter()
      .page()
      .lines(72, 80, 20, 24, ['Of furnaces'], { font: 'Helvetica-Bold' })
      .lines(72, 130, 10, 12, PROSE)
      .finish();
    expect(await markup(pdf, 'md')).toBe(`# Of furnaces\n\n${PROSE.join(' ')}\n`);
    expect(await markup(pdf, 'txt')).toBe(`Of furnaces\n\n${PROSE.join(' ')}\n`);
    expect(await markup(pdf, 'html')).toContain(`<h1>Of furnaces</h1>\n<p>${PROSE.join(' ')}</p>`);
  });

  it('leaves nothing of a hyphen at a line end', async () => {
    const lines = ['Whoever wanted to change one substance into another needed pa-', 'tience more than strength.'];
    const pdf = new PdfWriter().page().lines(72, 100, 10, 12, lines).finish();
    expect(await markup(pdf, 'txt')).toBe(
      'Whoever wanted to change one substance into another needed patience more than strength.\n',
    );
  });

  it('keeps where images lead', async () => {
    const pixel = { width: 8, height: 8, bytes: new Uint8Array(8 * 8 * 3).fill(90) };
    const pdf = new PdfWriter()
      .page()
      .lines(72, 130, 10, 12, PROSE)
      .image([72, 300, 152, 380], pixel)
      .link(72, 300, 152, 380, 'https://example.org/')
      .finish();
    expect(await markup(pdf, 'md')).toContain('[![][picture-1]](https://example.org/)');
    expect(await markup(pdf, 'html')).toMatch(/<p><a href="https:\/\/example.org\/"><img [^>]*><\/a><\/p>/);
    expect(await linkedDrawings(pdf)).toEqual(['https://example.org/']);
  });

  it('numbers the items of a list as the document does', async () => {
    const lines = ['3. Empty the tanks.', '4. Close the valves.', '5. Leave a number.'];
    const pdf = new PdfWriter().page().lines(72, 100, 10, 12, PROSE).lines(72, 160, 10, 14, lines).finish();
    expect(await markup(pdf, 'md')).toContain('3. Empty the tanks.\n4. Close the valves.\n5. Leave a number.');
    expect(await markup(pdf, 'html')).toContain('<ol start="3">\n<li>Empty the tanks.</li>');
  });

  it('keeps the lines of a program and their indents', async () => {
    const pdf = new PdfWriter().page().lines(72, 100, 10, 12, PROSE);
    pdf.lines(72, 160, 10, 12, ['for (const vessel of vessels) {'], { font: 'Courier' });
    pdf.lines(84, 172, 10, 12, ['heat(vessel, [1, 2]);'], { font: 'Courier' });
    pdf.lines(72, 184, 10, 12, ['}'], { font: 'Courier' });
    expect(await markup(pdf.finish(), 'md')).toContain(
      '```\nfor (const vessel of vessels) {\n  heat(vessel, [1, 2]);\n}\n```',
    );
  });

  it('keeps the links of lines that are set like a program', async () => {
    const pdf = new PdfWriter().page();
    pdf.lines(72, 160, 10, 12, ['see [https://example.org/a]', 'or  [https://example.org/b];'], { font: 'Courier' });
    pdf.link(102, 152, 234, 163, 'https://example.org/a');
    expect(await markup(pdf.finish(), 'md')).toContain('](https://example.org/a)');
  });
});

describe('pages', () => {
  const pdf = (): Uint8Array => {
    const writer = new PdfWriter();
    for (const page of ['first', 'second', 'third']) {
      writer
        .page()
        .lines(72, 40, 9, 10, ['Yearbook of the furnace'])
        .lines(72, 100, 10, 12, [`This is what the ${page} page tells, and it ends here.`])
        .lines(300, 760, 9, 10, [String(['first', 'second', 'third'].indexOf(page) + 1)]);
    }
    return writer.finish();
  };

  it('marks where they begin, and says headers and footers once', async () => {
    expect(await markup(pdf(), 'md')).toBe(
      [
        'Yearbook of the furnace',
        'This is what the first page tells, and it ends here.',
        '<!-- page 2 -->',
        'This is what the second page tells, and it ends here.',
        '<!-- page 3 -->',
        'This is what the third page tells, and it ends here.\n',
      ].join('\n\n'),
    );
  });

  it('calls the chosen ones by their numbers in the document', async () => {
    expect(await markup(pdf(), 'md', { pages: '2-3' })).toContain('<!-- page 3 -->');
  });
});

it('refuses a document without text, and says what can be done', async () => {
  const pdf = new PdfWriter().page().finish();
  await expect(markup(pdf, 'txt')).rejects.toMatchObject({ code: 'unsupported_conversion' });
});

/** Where the drawings of the Word document lead. */
async function linkedDrawings(pdf: Uint8Array): Promise<(string | undefined)[]> {
  const [docx] = await bench.convert(pdf, 'pdf', 'docx', 'reconstruct');
  const parts = unzipSync(docx!);
  const relationships = strFromU8(parts['word/_rels/document.xml.rels']!);
  const clicks = strFromU8(parts['word/document.xml']!).matchAll(/<wp:docPr [^>]*><a:hlinkClick [^>]*r:id="([^"]+)"/g);
  return Array.from(clicks, ([, id]) => new RegExp(`Id="${id}"[^>]* Target="([^"]+)"`).exec(relationships)?.[1]);
}
