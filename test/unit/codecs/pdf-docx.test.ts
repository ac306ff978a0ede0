import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import type { ConversionError } from '../../../engine/contract/errors.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import type { Limits } from '../../../engine/contract/limits.ts';
import { type DocxReading, readDocx, textOf } from '../../support/docx-reader.ts';
import { helveticaWidth, PdfWriter, wrap } from '../../support/pdf-writer.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
beforeEach(() => {
  bench.warnings.length = 0;
});
afterAll(() => bench[Symbol.asyncDispose]());

async function convert(pdf: Uint8Array, options: OptionValues = {}): Promise<DocxReading> {
  const [docx] = await bench.convert(pdf, 'pdf', 'docx', 'reconstruct', options);
  return readDocx(docx!);
}

async function failure(pdf: Uint8Array, options: OptionValues = {}, limits: Partial<Limits> = {}) {
  await using limited = await startRunner(codec, limits);
  return (await limited.convert(pdf, 'pdf', 'docx', 'reconstruct', options).then(
    () => undefined,
    (error: unknown) => error,
  )) as ConversionError | undefined;
}

const texts = (docx: DocxReading): string[] => docx.paragraphs.map(({ text }) => text).filter((text) => text !== '');

const TEXT =
  'The furnace of the alchemists was called an athanor because its fire never went out, and so the vessel above it ' +
  'could be kept at an even heat for weeks. Whoever wanted to change one substance into another needed patience more ' +
  'than strength, and a good store of charcoal, and the tower that held the charcoal fed the fire by its own weight.';
/** The same as lines of Helvetica 10 between margins of an inch. */
const PROSE = wrap(TEXT, 10, 468);
const COLUMN_TEXT =
  'The tower was filled in the morning with the charcoal of the day, and while the lower layer burned away the upper ' +
  'one sank into its place. No hand had to touch it. The heat could be set by a damper which let more or less air pass ' +
  'to the grate, and an experienced man could keep it within narrow bounds for the whole of a night without looking at ' +
  'it more than once or twice. That is what made the long digestions possible of which the recipes speak so often. ' +
  'Later the chemists kept the name for any stove that feeds itself, and with the coming of gas it was forgotten.';
/** Lines of Helvetica 9 for two columns. */
const COLUMN_LINES = wrap(COLUMN_TEXT, 9, 220);
const LEFT_COLUMN = COLUMN_LINES.slice(0, Math.ceil(COLUMN_LINES.length / 2));
const RIGHT_COLUMN = COLUMN_LINES.slice(LEFT_COLUMN.length);

describe('paragraphs', () => {
  it('joins the lines of a paragraph and keeps paragraphs apart', async () => {
    const pdf = new PdfWriter()
      .page()
      .lines(72, 100, 10, 12, PROSE)
      .lines(72, 180, 10, 12, ['Another paragraph follows after a gap.']);
    expect(texts(await convert(pdf.finish()))).toEqual([TEXT, 'Another paragraph follows after a gap.']);
  });

  it('makes a word that is broken at a line end whole, with an optional hyphen', async () => {
    const lines = [
      'Whoever wanted to change one substance into another needed pa-',
      'tience more than strength, always.',
    ];
    const docx = await convert(new PdfWriter().page().lines(72, 100, 10, 12, lines).finish());
    expect(texts(docx)).toEqual([
      'Whoever wanted to change one substance into another needed patience more than strength, always.',
    ]);
    expect(docx.xml).toContain('<w:softHyphen/>');
  });

  it('keeps bold, italics, size and colour of a run', async () => {
    const pdf = new PdfWriter().page().lines(72, 100, 10, 12, PROSE);
    pdf.text(72, 200, 10, 'plain').text(98, 200, 10, 'bold', { font: 'Helvetica-Bold' });
    pdf.text(122, 200, 10, 'slanted', { font: 'Helvetica-Oblique' }).text(160, 200, 10, 'red', { color: '#ff0000' });
    const { paragraphs } = await convert(pdf.finish());
    const runs = [...paragraphs.at(-1)!.xml.matchAll(/<w:r>.*?<\/w:r>/gs)].map(([run]) => run);
    const runOf = (text: string): string => runs.find((run) => textOf(run).trim() === text)!;
    expect(runOf('bold')).toContain('<w:b/>');
    expect(runOf('slanted')).toContain('<w:i/>');
    expect(runOf('red')).toContain('<w:color w:val="ff0000"/>');
    expect(runOf('plain')).not.toMatch(/<w:b\/>|<w:i\/>|w:color/);
  });

  it('tells centred lines and lines at the right from others', async () => {
    const pdf = new PdfWriter().page().lines(72, 100, 10, 12, PROSE);
    pdf.text(306 - helveticaWidth('In the very middle', 10) / 2, 60, 10, 'In the very middle');
    pdf.text(540 - helveticaWidth('at the right', 10), 200, 10, 'at the right');
    const { paragraphs } = await convert(pdf.finish());
    const alignmentOf = (text: string) => paragraphs.find((paragraph) => paragraph.text === text)!.alignment;
    expect(alignmentOf('In the very middle')).toBe('center');
    expect(alignmentOf('at the right')).toBe('right');
    expect(alignmentOf(TEXT)).toBe('left');
  });

  it('joins a paragraph that goes on at the top of the next page', async () => {
    const filled = Array.from({ length: 40 }, (_, index) => PROSE[index % 2]!);
    const pdf = new PdfWriter().page().lines(72, 80, 10, 16, filled);
    pdf.page().lines(72, 80, 10, 16, ['and so it goes on here until it ends.', 'Next one.']);
    const [joined, next] = texts(await convert(pdf.finish()));
    expect(joined).toBe([...filled, 'and so it goes on here until it ends.'].join(' '));
    expect(next).toBe('Next one.');
  });

  it('turns a web link into a hyperlink and leaves other schemes out', async () => {
    const pdf = new PdfWriter().page().text(72, 100, 10, 'See the manual and the script.');
    pdf.link(92, 90, 143, 104, 'https://example.org/manual').link(180, 90, 210, 104, 'javascript:alert(1)');
    const docx = await convert(pdf.finish());
    expect(docx.part('word/_rels/document.xml.rels')).toContain('https://example.org/manual');
    expect(docx.part('word/_rels/document.xml.rels')).not.toContain('javascript');
    expect(textOf(/<w:hyperlink .*?<\/w:hyperlink>/s.exec(docx.xml)![0])).toBe('the manual ');
  });
});

describe('headings and lists', () => {
  it('gives larger text the heading styles of Word, by size', async () => {
    const pdf = new PdfWriter().page();
    pdf.text(72, 80, 24, 'The athanor').text(72, 120, 16, 'Its fire').lines(72, 145, 10, 12, PROSE);
    pdf.text(72, 230, 16, 'Its tower').lines(72, 255, 10, 12, PROSE);
    pdf.text(72, 340, 13, 'The damper').lines(72, 365, 10, 12, PROSE);
    const { paragraphs } = await convert(pdf.finish());
    const styleOf = (text: string) => paragraphs.find((paragraph) => paragraph.text === text)!.style;
    expect(styleOf('The athanor')).toBe('Title');
    expect(styleOf('Its fire')).toBe('Heading1');
    expect(styleOf('Its tower')).toBe('Heading1');
    expect(styleOf('The damper')).toBe('Heading2');
    expect(styleOf(TEXT)).toBeUndefined();
  });

  it('numbers headings as Word does', async () => {
    const pdf = new PdfWriter().page();
    const titles = ['1 Fire', '1.1 Charcoal', '1.2 Air', '2 Vessel'];
    titles.forEach((title, index) => {
      pdf.text(72, 80 + index * 100, title.includes('.') ? 13 : 16, title);
      pdf.lines(72, 105 + index * 100, 10, 12, PROSE);
    });
    const docx = await convert(pdf.finish());
    const headings = docx.paragraphs.filter(({ style }) => style?.startsWith('Heading'));
    expect(headings.map(({ text, style, numbered }) => [text, style, numbered])).toEqual([
      ['Fire', 'Heading1', true],
      ['Charcoal', 'Heading2', true],
      ['Air', 'Heading2', true],
      ['Vessel', 'Heading1', true],
    ]);
    expect(docx.part('word/numbering.xml')).toContain('w:lvlText w:val="%1.%2"');
  });

  it('numbers headings by their names', async () => {
    const pdf = new PdfWriter().page();
    ['Article I. Fire', 'Article II. Air'].forEach((title, index) => {
      pdf.text(72, 80 + index * 100, 16, title).lines(72, 105 + index * 100, 10, 12, PROSE);
    });
    const docx = await convert(pdf.finish());
    const headings = docx.paragraphs.filter(({ style }) => style?.startsWith('Heading'));
    expect(headings.map(({ text, numbered }) => [text, numbered])).toEqual([
      ['Fire', true],
      ['Air', true],
    ]);
    expect(docx.part('word/numbering.xml')).toMatch(
      /w:numFmt w:val="upperRoman"\/>.{0,40}w:lvlText w:val="Article %1\."/s,
    );
  });

  it('makes list items of labels that stand apart from their text', async () => {
    const pdf = new PdfWriter().page().lines(72, 80, 10, 12, PROSE);
    ['fill the tower', 'light the grate', 'set the damper'].forEach((item, index) => {
      pdf.text(90, 150 + index * 14, 10, '\x95').text(108, 150 + index * 14, 10, item);
      pdf.text(90, 220 + index * 14, 10, `${index + 1}.`).text(108, 220 + index * 14, 10, `${item} again`);
    });
    const docx = await convert(pdf.finish());
    const items = docx.paragraphs.filter(({ numbered }) => numbered);
    expect(items.map(({ text }) => text)).toEqual([
      'fill the tower',
      'light the grate',
      'set the damper',
      'fill the tower again',
      'light the grate again',
      'set the damper again',
    ]);
    expect(docx.tables).toEqual([]);
    expect(docx.part('word/numbering.xml')).toMatch(/w:numFmt w:val="bullet".*w:numFmt w:val="decimal"/s);
  });
});

describe('columns', () => {
  const twoColumns = (): PdfWriter =>
    new PdfWriter()
      .page()
      .text(72, 70, 9, 'A line that runs across the whole width of the page above both of its columns, as titles do.')
      .lines(72, 110, 9, 11, LEFT_COLUMN)
      .lines(320, 110, 9, 11, RIGHT_COLUMN);

  it('reads one column after the other, in a section with two columns', async () => {
    const docx = await convert(twoColumns().finish());
    expect(texts(docx).slice(1)).toEqual([COLUMN_TEXT]);
    expect(docx.sections.at(-1)).toContain('<w:cols');
    expect(docx.sections.at(-1)).toContain('w:num="2"');
  });

  it('takes rows that share their lines for a table, not for columns', async () => {
    const pdf = new PdfWriter().page();
    const rows = [
      ['Metal', 'Melts at', 'Boils at'],
      ['Tin', '232', '2602'],
      ['Lead', '327', '1749'],
      ['Zinc', '420', '907'],
      ['Silver', '962', '2162'],
    ];
    rows.forEach((row, index) =>
      row.forEach((cell, column) => pdf.text(72 + column * 150, 100 + index * 14, 10, cell)),
    );
    expect((await convert(pdf.finish())).tables).toEqual([rows]);
  });
});

describe('tables', () => {
  it('makes ruled tables Word tables, with merged cells', async () => {
    const pdf = new PdfWriter().page().lines(72, 80, 10, 12, PROSE);
    pdf.line(72, 150, 372, 150).line(72, 170, 372, 170).line(72, 190, 372, 190).line(72, 210, 372, 210);
    pdf.line(72, 150, 72, 210).line(172, 170, 172, 210).line(272, 170, 272, 210).line(372, 150, 372, 210);
    pdf.text(190, 164, 10, 'Across');
    ['a', 'b', 'c'].forEach((cell, column) => pdf.text(80 + column * 100, 184, 10, `${cell}1`));
    ['a', 'b', 'c'].forEach((cell, column) => pdf.text(80 + column * 100, 204, 10, `${cell}2`));
    const docx = await convert(pdf.finish());
    expect(docx.tables).toEqual([[['Across'], ['a1', 'b1', 'c1'], ['a2', 'b2', 'c2']]]);
    expect(docx.xml).toContain('<w:gridSpan w:val="3"/>');
    expect(docx.xml).toMatch(/<w:gridCol w:w="2000"\/><w:gridCol w:w="2000"\/><w:gridCol w:w="2000"\/>/);
  });

  it('keeps rows apart from cells that reach down over them', async () => {
    const pdf = new PdfWriter().page().line(72, 100, 272, 100).line(172, 120, 272, 120).line(72, 140, 272, 140);
    pdf.line(72, 100, 72, 140).line(172, 100, 172, 140).line(272, 100, 272, 140);
    pdf.text(80, 125, 10, 'tall').text(180, 114, 10, 'upper').text(180, 134, 10, 'lower');
    const docx = await convert(pdf.finish());
    expect(docx.tables).toEqual([
      [
        ['tall', 'upper'],
        ['', 'lower'],
      ],
    ]);
    expect(docx.xml).toMatch(/<w:vMerge w:val="restart"\/>.*<w:vMerge w:val="continue"\/>/s);
  });

  it('keeps a table inside the cell of another one', async () => {
    const pdf = new PdfWriter().page().grid([72, 172, 472], [100, 120, 200]).grid([180, 280, 380], [130, 150, 170]);
    pdf.text(80, 114, 10, 'outer').text(186, 144, 10, 'inner').text(286, 164, 10, 'last');
    const { xml } = await convert(pdf.finish());
    expect(xml).toMatch(/<w:tc>(?:(?!<\/w:tc>).)*<w:tbl>.*inner.*last.*<\/w:tbl><w:p>.*<\/w:p><\/w:tc>/s);
  });

  it('takes the colour under a cell for its shading', async () => {
    const pdf = new PdfWriter().page().fill(72, 100, 172, 120, '#ddeeff').grid([72, 172, 272], [100, 120, 140]);
    pdf.text(80, 114, 10, 'shaded').text(180, 114, 10, 'plain').text(80, 134, 10, 'x').text(180, 134, 10, 'y');
    const docx = await convert(pdf.finish());
    const cells = [...docx.xml.matchAll(/<w:tc>.*?<\/w:tc>/gs)].map(([cell]) => cell);
    expect(cells[0]).toContain('w:fill="ddeeff"');
    expect(cells[1]).not.toContain('w:fill');
  });
});

describe('headers and footers', () => {
  it('moves what comes back on every page to header and footer, with a page field', async () => {
    const pdf = new PdfWriter();
    for (let page = 1; page <= 4; page++) {
      pdf.page().text(72, 40, 9, 'On the athanor').text(72, 130, 10, `Only on page number ${page} of all.`);
      pdf.lines(72, 150, 10, 12, PROSE).text(300, 760, 9, `${page}`);
    }
    const docx = await convert(pdf.finish());
    expect(texts(docx).filter((text) => text.includes('On the athanor'))).toEqual([]);
    expect(textOf(docx.part('word/header1.xml'))).toBe('On the athanor');
    // LibreOffice shows a field whose parts are in one run without its format
    const runs = docx.part('word/footer1.xml').match(/<w:r>.*?<\/w:r>/gs)!;
    const parts = runs.filter((run) => /fldChar|instrText/.test(run));
    expect(parts).toHaveLength(4);
    for (const run of parts) expect(run).toContain('<w:sz w:val="18"/>');
    expect(parts[1]).toMatch(/<w:instrText[^>]*>PAGE<\/w:instrText>/);
    expect(docx.sections).toHaveLength(1);
  });
});

it('restarts the count of pages where the PDF does, in its numerals', async () => {
  const pdf = new PdfWriter();
  for (const number of ['i', 'ii', 'iii', '1', '2', '3']) {
    pdf.page().text(72, 130, 10, `Only here: ${number}.`).lines(72, 150, 10, 12, PROSE).text(300, 760, 9, number);
  }
  const { sections, xml } = await convert(pdf.finish());
  expect(sections).toHaveLength(2);
  expect(xml.match(/<w:pgNumType[^>]*>/g)).toEqual(['<w:pgNumType w:fmt="lowerRoman"/>', '<w:pgNumType w:start="1"/>']);
});

describe('images and grounds', () => {
  const pixels = { width: 2, height: 2, bytes: Uint8Array.from({ length: 12 }, (_, index) => index * 20) };

  it('sets an image that stands alone in line, in its size', async () => {
    const pdf = new PdfWriter().page().lines(72, 80, 10, 12, PROSE).image([206, 160, 406, 260], pixels);
    pdf.lines(72, 290, 10, 12, PROSE);
    const docx = await convert(pdf.finish());
    expect(docx.names.filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
    expect(docx.xml).toMatch(/<wp:inline.*<wp:extent cx="2540000" cy="1270000"\/>/s);
    const order = docx.paragraphs.map(({ text, xml }) => (xml.includes('<wp:inline') ? 'image' : text));
    expect(order).toEqual([TEXT, 'image', TEXT]);
  });

  it('lets an image under text float at its place behind it', async () => {
    const pdf = new PdfWriter().page().image([60, 90, 360, 150], pixels).lines(72, 110, 10, 12, PROSE);
    const { xml } = await convert(pdf.finish());
    expect(xml).toMatch(/<wp:anchor [^>]*behindDoc="1"/);
    expect(xml).toContain('<wp:posOffset>762000</wp:posOffset>');
    expect(xml).toContain('<wp:posOffset>1143000</wp:posOffset>');
  });

  it('passes the file of a photograph through', async () => {
    const jpeg = readFileSync(join(import.meta.dirname, '../../../corpus/sources/jpg/orientation-6-exif.jpg'));
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const [height, width] = [jpeg.readUInt16BE(frame + 5), jpeg.readUInt16BE(frame + 7)];
    const pdf = new PdfWriter().page().image([72, 72, 172, 147], { width, height, bytes: jpeg, jpeg: true });
    const [docx] = await bench.convert(pdf.finish(), 'pdf', 'docx', 'reconstruct');
    const media = Object.entries(unzipSync(docx!)).filter(([name]) => name.startsWith('word/media/'));
    expect(media.map(([, bytes]) => Buffer.from(bytes).equals(jpeg))).toEqual([true]);
  });

  it('keeps a coloured ground behind white text', async () => {
    const pdf = new PdfWriter().page().fill(0, 0, 612, 200, '#203060');
    pdf.text(72, 100, 20, 'White on blue', { color: '#ffffff' });
    const { xml, paragraphs } = await convert(pdf.finish());
    expect(xml).toMatch(/<a:srgbClr val="203060"/i);
    expect(paragraphs.find(({ text }) => text === 'White on blue')!.xml).toContain('w:val="ffffff"');
  });

  it('lays what was painted later above what was painted before, however small it is', async () => {
    const pdf = new PdfWriter().page().fill(0, 0, 612, 792, '#203060').fill(72, 300, 200, 340, '#ff0000');
    pdf.fill(72, 300, 500, 380, '#00ff00').text(72, 100, 20, 'Above all', { color: '#ffffff' });
    const { xml } = await convert(pdf.finish());
    const heights = [...xml.matchAll(/relativeHeight="(\d+)".*?<a:srgbClr val="(\w+)"/gs)].map(([, height, color]) => [
      color!.toLowerCase(),
      Number(height),
    ]);
    expect(heights).toEqual([
      ['203060', 1],
      ['ff0000', 2],
      ['00ff00', 3],
    ]);
  });

  it('keeps a bar behind a text in a table that no line surrounds', async () => {
    const pdf = new PdfWriter().page().grid([72, 200, 320], [100, 200, 220]).fill(72, 120, 200, 140, '#aa0000');
    pdf.text(80, 134, 10, 'Estimate', { color: '#ffffff' }).text(80, 170, 10, 'Tower').text(210, 170, 10, 'Grate');
    const { xml } = await convert(pdf.finish());
    expect(xml).toContain('<w:tbl>');
    expect(xml).toMatch(/<a:srgbClr val="aa0000"/i);
  });

  it('takes a marked word for shading of its run', async () => {
    const pdf = new PdfWriter().page().lines(72, 80, 10, 12, PROSE).fill(95.5, 191, 129.5, 203, '#ffff00');
    pdf.text(72, 200, 10, 'plain marked plain');
    const { paragraphs } = await convert(pdf.finish());
    expect(paragraphs.at(-1)!.xml).toMatch(/<w:shd [^>]*w:fill="ffff00"[^>]*\/><\/w:rPr><w:t[^>]*>marked/);
  });
});

describe('pages', () => {
  it('keeps size and rotation of the pages', async () => {
    const pdf = new PdfWriter().page({ width: 420, height: 595, rotate: 90 });
    // a page that is turned by 90 degrees shows its left edge on top
    pdf.text(100, 500, 12, 'Landscape by rotation', { rotation: 270 });
    const docx = await convert(pdf.finish());
    expect(docx.sections[0]).toContain('<w:pgSz w:w="11900" w:h="8400"');
    expect(texts(docx)).toEqual(['Landscape by rotation']);
  });

  it('turns back a page whose text is turned', async () => {
    const pdf = new PdfWriter().page({ width: 420, height: 595 });
    PROSE.forEach((line, index) => pdf.text(100 + index * 14, 560, 10, line, { rotation: 270 }));
    const docx = await convert(pdf.finish());
    expect(docx.sections[0]).toContain('<w:pgSz w:w="11900" w:h="8400"');
    expect(texts(docx)).toEqual([TEXT]);
  });

  it('keeps turned text beside upright text in a text box', async () => {
    const pdf = new PdfWriter()
      .page()
      .lines(72, 100, 10, 12, PROSE)
      .text(40, 300, 10, 'On the margin', { rotation: 270 });
    const { xml } = await convert(pdf.finish());
    expect(xml).toMatch(/vert="vert270".*On the margin|On the margin.*vert="vert270"/s);
  });

  it('keeps a link on turned text', async () => {
    const pdf = new PdfWriter()
      .page()
      .lines(72, 100, 10, 12, PROSE)
      .text(40, 300, 10, 'On the margin', { rotation: 270 })
      .link(28, 230, 44, 301, 'https://example.org/margin');
    const { xml } = await convert(pdf.finish());
    expect(xml).toMatch(/<w:hyperlink [^>]*>(?:(?!<\/w:hyperlink>).)*On the margin/s);
  });

  it('converts only the pages that were asked for', async () => {
    const pdf = new PdfWriter().page().text(72, 100, 10, 'First').page().text(72, 100, 10, 'Second').page();
    expect(texts(await convert(pdf.text(72, 100, 10, 'Third').finish(), { pages: '2-3' }))).toEqual([
      'Second',
      'Third',
    ]);
  });

  it('keeps blank pages', async () => {
    const pdf = new PdfWriter().page().text(72, 100, 10, 'First').page().page().text(72, 100, 10, 'Third');
    const { xml } = await convert(pdf.finish());
    expect(xml.match(/<w:pageBreakBefore\/>/g)).toHaveLength(2);
  });

  it('keeps title, author, subject and keywords', async () => {
    const pdf = new PdfWriter({
      Title: 'On stoves',
      Author: 'A. Furnace',
      Subject: 'Heat',
      Keywords: 'fire, air',
    }).page();
    const core = (await convert(pdf.text(72, 100, 10, 'Text').finish())).part('docProps/core.xml');
    for (const value of ['On stoves', 'A. Furnace', 'Heat', 'fire, air']) expect(core).toContain(`>${value}<`);
  });
});

describe('what cannot be seen', () => {
  it('leaves hidden and covered text out and says so', async () => {
    const pdf = new PdfWriter().page().lines(72, 100, 10, 12, PROSE);
    pdf.text(72, 200, 10, 'Invisible ink', { renderMode: 3 }).text(72, 220, 10, 'Under a bar');
    pdf.fill(60, 205, 200, 225, '#000000');
    expect(texts(await convert(pdf.finish()))).toEqual([TEXT]);
    expect(bench.warnings).toContainEqual(
      expect.objectContaining({ code: 'text_dropped', details: { characters: 'InvisibleinkUnderabar'.length } }),
    );
  });

  it('keeps the hidden text of a scan instead of its image', async () => {
    const scan = { width: 4, height: 4, bytes: new Uint8Array(48).fill(240) };
    const pdf = new PdfWriter().page().image([0, 0, 612, 792], scan).lines(72, 100, 10, 12, PROSE, { renderMode: 3 });
    const docx = await convert(pdf.finish());
    expect(texts(docx)).toEqual([TEXT]);
    expect(docx.names.filter((name) => name.startsWith('word/media/'))).toEqual([]);
    expect(bench.warnings.map(({ code }) => code)).toContain('picture_dropped');
  });
});

describe('refusals', () => {
  const encrypted = readFileSync(join(import.meta.dirname, '../../../corpus/hostile/encrypted.pdf'));

  it('asks for the password of an encrypted file', async () => {
    expect(await failure(encrypted)).toMatchObject({ code: 'input_encrypted' });
    expect(await failure(encrypted, { password: 'wrong' })).toMatchObject({ code: 'input_encrypted' });
  });

  it('opens an encrypted file with its password', async () => {
    expect(texts(await convert(encrypted, { password: 'secret' })).join(' ').length).toBeGreaterThan(100);
  });

  it('names damage, and pages and glyphs beyond the limits', async () => {
    const pdf = new PdfWriter().page().text(72, 100, 10, 'First').page().text(72, 100, 10, 'Second').finish();
    expect(await failure(Buffer.from('%PDF-1.7 nothing follows'))).toMatchObject({ code: 'input_corrupt' });
    expect(await failure(pdf, {}, { pages: 1 })).toMatchObject({
      code: 'input_too_complex',
      details: { limit: 1, found: 2 },
    });
    expect(await failure(pdf, { pages: '2' }, { pages: 1 })).toBeUndefined();
    expect(await failure(pdf, {}, { glyphsPerPage: 5 })).toMatchObject({
      code: 'input_too_complex',
      details: { limit: 5, found: 6 },
    });
    expect(await failure(pdf, { pages: '7' })).toMatchObject({ code: 'invalid_options' });
  });
});
