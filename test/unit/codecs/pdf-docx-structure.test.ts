import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { type DocxReading, readDocx } from '../../support/docx-reader.ts';
import { PdfWriter, wrap } from '../../support/pdf-writer.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

async function convert(pdf: PdfWriter): Promise<DocxReading> {
  const [docx] = await bench.convert(pdf.finish(), 'pdf', 'docx', 'reconstruct');
  return readDocx(docx!);
}

const PROSE = wrap(
  'The furnace of the alchemists was called an athanor because its fire never went out, and so the vessel above it ' +
    'could be kept at an even heat for weeks. Whoever wanted to change one substance into another needed patience.',
  10,
  468,
);

const styleOf = ({ paragraphs }: DocxReading, text: string): string | undefined =>
  paragraphs.find((paragraph) => paragraph.text === text)?.style;

describe('the structure tree of a tagged PDF', () => {
  it('tells headings that look like text, and text that looks like a heading', async () => {
    const pdf = new PdfWriter().page();
    pdf.element('H2', () => pdf.text(72, 80, 10, 'A heading in the type of the text'));
    pdf.element('P', () => pdf.lines(72, 110, 10, 12, PROSE));
    pdf.element('P', () => pdf.text(72, 180, 18, 'Large words that are none'));
    const docx = await convert(pdf);
    expect(styleOf(docx, 'A heading in the type of the text')).toBe('Heading2');
    expect(styleOf(docx, 'Large words that are none')).toBeUndefined();
  });

  it('joins the lines of one element, however far they stand apart', async () => {
    const pdf = new PdfWriter().page();
    pdf.element('H1', () => pdf.text(72, 60, 16, 'Title'));
    pdf.element('P', () =>
      pdf.text(72, 100, 10, 'Short line,').text(72, 118, 10, 'and another of the same paragraph.'),
    );
    const { paragraphs } = await convert(pdf);
    expect(paragraphs.map(({ text }) => text)).toContain('Short line, and another of the same paragraph.');
  });

  it('nests the items of lists as deep as the tags say', async () => {
    const pdf = new PdfWriter().page();
    const item = (y: number, text: string): void => {
      pdf.element('LI', () => {
        pdf.element('Lbl', () => pdf.text(72, y, 10, '-'));
        pdf.element('LBody', () => pdf.text(90, y, 10, text));
      });
    };
    pdf.element('P', () => pdf.lines(72, 60, 10, 12, PROSE));
    pdf.element('L', () => {
      item(120, 'outer item');
      pdf.element('L', () => item(140, 'inner item'));
    });
    const { paragraphs } = await convert(pdf);
    const levelOf = (text: string) => /<w:ilvl w:val="(\d)"/.exec(paragraphs.find((p) => p.text === text)!.xml)?.[1];
    expect(levelOf('outer item')).toBe('0');
    expect(levelOf('inner item')).toBe('1');
  });

  it('joins the lines of a list item, also where its label stands on the line of its text', async () => {
    const pdf = new PdfWriter().page();
    pdf.element('P', () => pdf.lines(72, 60, 10, 12, PROSE));
    pdf.element('L', () => {
      for (const y of [120, 150]) {
        pdf.element('LI', () => {
          pdf.element('Lbl', () => pdf.text(72, y, 10, '\x95 '));
          pdf.element('LBody', () => pdf.text(79, y, 10, 'a short line').text(79, y + 12, 10, 'and its end'));
        });
      }
    });
    const { paragraphs } = await convert(pdf);
    expect(paragraphs.filter(({ numbered }) => numbered).map(({ text }) => text)).toEqual([
      'a short line and its end',
      'a short line and its end',
    ]);
  });

  it('makes a table of rows and cells without any line, with a cell over two columns', async () => {
    const pdf = new PdfWriter().page();
    const row = (y: number, cells: readonly (readonly [x: number, text: string])[]): void => {
      pdf.element('TR', () => {
        for (const [x, text] of cells) pdf.element('TD', () => pdf.text(x, y, 10, text));
      });
    };
    pdf.element('P', () => pdf.lines(72, 60, 10, 12, PROSE));
    pdf.element('Table', () => {
      row(150, [[72, 'a heading over both columns of the table']]);
      row(170, [
        [72, 'left'],
        [180, 'right'],
      ]);
    });
    const { tables, xml } = await convert(pdf);
    expect(tables).toEqual([[['a heading over both columns of the table'], ['left', 'right']]]);
    expect(xml).toContain('<w:gridSpan w:val="2"/>');
  });

  it('is not believed when it leaves out most of the page', async () => {
    const pdf = new PdfWriter().page().lines(72, 100, 10, 12, PROSE);
    pdf.element('H1', () => pdf.text(72, 60, 10, 'One tagged line'));
    pdf.element('P', () => pdf.text(72, 300, 10, 'and another'));
    expect(styleOf(await convert(pdf), 'One tagged line')).toBeUndefined();
  });
});

describe('the outline', () => {
  it('names headings that look like text, with the level of the entry', async () => {
    const pdf = new PdfWriter().page().bookmark('Article 1', 90).text(72, 100, 10, 'Article 1');
    pdf.lines(72, 130, 10, 12, PROSE);
    expect(styleOf(await convert(pdf), 'Article 1')).toBe('Heading1');
  });

  it('names the title of a chapter far below the place of its entry, without its number', async () => {
    const pdf = new PdfWriter().page().bookmark('1 Of salts', 40).text(72, 120, 10, 'Chapter 1');
    pdf.text(72, 160, 10, 'Of salts').lines(72, 190, 10, 12, PROSE);
    const docx = await convert(pdf);
    expect(styleOf(docx, 'Of salts')).toBe('Heading1');
    expect(styleOf(docx, 'Chapter 1')).toBeUndefined();
  });

  it('does not name a paragraph elsewhere on the page', async () => {
    const pdf = new PdfWriter().page().bookmark('Article 1', 500).text(72, 100, 10, 'Article 1');
    pdf.lines(72, 130, 10, 12, PROSE);
    expect(styleOf(await convert(pdf), 'Article 1')).toBeUndefined();
  });
});

describe('links within the document', () => {
  it('lead to a bookmark at the paragraph on their page', async () => {
    const pdf = new PdfWriter().page().text(72, 100, 10, 'see there').jump(72, 90, 120, 104, { page: 2, y: 195 });
    pdf.lines(72, 130, 10, 12, PROSE).page().lines(72, 100, 10, 12, PROSE).text(72, 205, 10, 'There it is.');
    const { xml, paragraphs } = await convert(pdf);
    const anchor = /<w:hyperlink[^>]*w:anchor="([^"]*)"/.exec(xml)?.[1];
    const target = paragraphs.find(({ text }) => text === 'There it is.')!;
    expect(anchor).toBeDefined();
    expect(target.xml).toContain(`w:name="${anchor}"`);
  });
});

describe('footnotes', () => {
  const page = (mark: string, reference = '1'): PdfWriter =>
    new PdfWriter()
      .page()
      .lines(72, 100, 10, 12, PROSE)
      .text(72, 200, 10, 'A claim')
      .text(108, 196, 6, reference)
      .line(72, 690, 172, 690)
      .text(72, 702, 5, mark)
      .text(76, 706, 8, 'Where it was first made.');

  it('become footnotes of Word, with their mark in the text', async () => {
    const docx = await convert(page('1'));
    expect(docx.part('word/footnotes.xml')).toContain('Where it was first made.');
    expect(docx.paragraphs.map(({ text }) => text)).not.toContain('Where it was first made.');
    expect(docx.paragraphs.find(({ text }) => text.startsWith('A claim'))!.xml).toContain('<w:footnoteReference');
  });

  it('have the mark of the PDF where Word would count another', async () => {
    const docx = await convert(
      page('12', '12')
        .text(72, 220, 10, 'Another')
        .text(110, 216, 6, '14')
        .text(72, 722, 5, '14')
        .text(80, 726, 8, 'And this.'),
    );
    const claim = docx.paragraphs.find(({ text }) => text.includes('Another'))!.xml;
    expect(claim).toMatch(/<w:footnoteReference w:customMarkFollows="1" w:id="2"\/><w:t[^>]*>14<\/w:t><\/w:r>/);
    expect(claim.replaceAll(/<[^>]*>/g, '').match(/14?/g)).toEqual(['14']);
    const notes = docx.part('word/footnotes.xml')!;
    const note = /<w:footnote w:id="2">.*?<\/w:footnote>/s.exec(notes)![0];
    expect(note).not.toContain('w:footnoteRef/');
    expect(note).toMatch(/<w:vertAlign w:val="superscript"\/><\/w:rPr><w:t[^>]*>14</);
  });

  it('are counted from the first number that the PDF shows', async () => {
    const docx = await convert(page('12', '12'));
    expect(docx.xml).toContain('<w:footnotePr><w:numStart w:val="12"/></w:footnotePr>');
    expect(docx.xml).not.toContain('customMarkFollows');
    expect(/<w:footnote w:id="1">.*?<\/w:footnote>/s.exec(docx.part('word/footnotes.xml')!)![0]).toContain(
      'w:footnoteRef/',
    );
    expect((await convert(page('1'))).xml).not.toContain('<w:numStart');
  });

  it('stay text when nothing refers to them', async () => {
    const docx = await convert(page('7'));
    expect(docx.paragraphs.some(({ text }) => text.includes('Where it was first made.'))).toBe(true);
    expect(docx.xml).not.toContain('<w:footnoteReference');
  });
});
