import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import type { Table } from '../../../engine/codecs/pdf-docx/layout/blocks.ts';
import type { PageModel, Rule } from '../../../engine/content/pages/model.ts';
import { blocksOf, grid, layOut, line, pageOf, rowsOf } from '../../support/page-models.ts';
import { PdfWriter } from '../../support/pdf-writer.ts';
import { type RunnerBench, startRunner } from '../../support/runner.ts';

const PROSE = 'The kiln was fired in the morning with the charcoal of the day before, and nobody left it';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Rows of a term and its meaning, from `x` and `y` on, with a note over both after every eighth row. */
const terms = (x: number, y: number, pitch: number) =>
  times(40, (index) => {
    const baseline = y + index * pitch;
    if (index % 8 === 7) return line(x, baseline, 'A note that runs over both', { size: 8 });
    return [
      ...line(x, baseline, `term ${index}`, { size: 8 }),
      ...line(x + 90, baseline, `means(${index})`, { size: 8 }),
    ];
  });

describe('a reference card', () => {
  it('has columns whose rows do not share their lines', () => {
    const layout = layOut(pageOf([...terms(40, 60, 13), ...terms(230, 63, 14), ...terms(420, 57, 15)].slice(0)));
    const [band] = layout.layouts[0]!.bands;
    expect(band!.columns.map(({ x0 }) => Math.round(x0))).toEqual([40, 230, 420]);
  });

  it('is a table where all rows share their lines', () => {
    const layout = layOut(pageOf([...terms(40, 60, 13), ...terms(230, 60, 13), ...terms(420, 60, 13)]));
    expect(layout.layouts[0]!.bands.every(({ columns }) => columns.length === 1)).toBe(true);
  });
});

describe('a list of names and their meanings', () => {
  it('is a table of whole words, not columns of text', () => {
    const names = ['m64', 'm640', 'm644', 'm644a', 'm644p', 'm644pa', 'm645', 'm6450', 'm6450a', 'm649', 'm64c1', 'm8'];
    const page = [...names, ...names].flatMap((name, index) => {
      const y = 100 + 13 * index;
      return [line(148, y, name), line(216, y, `ATmega${name.slice(1).toUpperCase()}`)];
    });
    const prose = times(20, (index) => line(72, 100 + 13 * index, `${PROSE} before the rain came`));
    const layout = layOut(pageOf(page), pageOf(prose));
    expect(layout.layouts[0]!.bands.map(({ columns }) => columns.length)).toEqual([1]);
    const table = blocksOf(layout).find(({ kind }) => kind === 'table');
    expect(table?.kind === 'table' && rowsOf(table).slice(0, 3)).toEqual([
      ['m64', 'ATmega64'],
      ['m640', 'ATmega640'],
      ['m644', 'ATmega644'],
    ]);
  });
});

describe('a list of contents', () => {
  const entry = (y: number, title: string, page: number) => [
    line(72, y, title),
    // the dots of all entries are below each other
    times(35, (index) => line(200 + 9 * index, y, '.')).flat(),
    line(520, y, String(page)),
  ];
  const contents = (from: number) =>
    pageOf(times(50, (index) => entry(60 + 13 * index, `Chapter ${from + index}`, from + index)).flat());

  it('is not cut into columns by its dots', () => {
    const layout = layOut(contents(1));
    expect(blocksOf(layout).map(({ kind }) => kind)).not.toContain('table');
  });

  it('gives no entry to the headers and footers', () => {
    const { pages } = layOut(contents(1), contents(2), contents(3)).titled;
    expect(pages.map(({ header, footer }) => header.length + footer.length)).toEqual([0, 0, 0]);
  });
});

describe('the rows of a table', () => {
  const XS = [50, 150, 250, 350];
  const ys = times(9, (index) => 60 + 20 * index);
  const cells = (page: number) => [
    ...['Sign', 'Code', 'Name'].map((text, column) => line(XS[column]! + 4, 74, text)),
    ...times(7, (row) => times(3, (column) => line(XS[column]! + 4, 94 + 20 * row, `${page}${column}${row}`))).flat(),
  ];

  it('are told apart on a ground that hides the lines between them', () => {
    const isHidden = ({ axis, position }: Rule): boolean => axis === 'h' && position > 70 && position < 210;
    const rules = grid(XS, ys).flatMap((rule) =>
      isHidden(rule)
        ? [
            { ...rule, end: 150 },
            { ...rule, start: 250 },
          ]
        : [rule],
    );
    const fill = { x0: 150, y0: 80, x1: 250, y1: 220, color: '#ccccff', order: 0 };
    const page: PageModel = { ...pageOf(cells(1), rules), fills: [fill] as PageModel['fills'] };
    const [table] = blocksOf(layOut(page));
    expect(table?.kind === 'table' && rowsOf(table)[2]).toEqual(['101', '111', '121']);
    const shaded = (table as Table).cells.filter(({ column, row }) => column === 1 && row > 0);
    expect(shaded.map((cell) => cell.fill)).toEqual(times(7, () => '#ccccff'));
  });
});

describe('pages in Word', () => {
  let bench: RunnerBench;
  beforeAll(async () => {
    bench = await startRunner(codec);
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  const documentXml = async (pdf: PdfWriter): Promise<string> => {
    const [docx] = await bench.convert(pdf.finish(), 'pdf', 'docx', 'reconstruct', {});
    return Buffer.from(unzipSync(docx!)['word/document.xml']!).toString();
  };

  it('that are blank at the end of a section have a paragraph beside the one that ends it', async () => {
    const pdf = new PdfWriter().page().text(72, 100, 12, PROSE).page().page({ width: 400 }).text(72, 100, 12, 'Narrow');
    const body = await documentXml(pdf);
    const blank = body.slice(body.indexOf('pageBreakBefore'), body.indexOf('Narrow'));
    expect(blank.match(/<w:p>/g)!.length).toBeGreaterThan(1);
  });

  it('end where the text does, also when their notes are at the foot of the paper', async () => {
    const lines = times(51, () => PROSE);
    const pdf = new PdfWriter()
      .page()
      .lines(72, 100, 10, 12, lines.slice(0, 12))
      .text(400, 232, 10, 'A word')
      .text(433, 228, 6, '1')
      .text(72, 696, 6, '1')
      .text(77, 700, 8, 'A note that stands far below the text of its page')
      .page()
      .text(72, 72, 10, 'Another part')
      .lines(72, 96, 10, 12, lines.slice(0, 51))
      .page()
      .lines(72, 72, 10, 12, lines.slice(0, 12));
    const body = await documentXml(pdf);
    expect(body.indexOf('footnoteReference')).toBeGreaterThan(0);
    expect(/<w:pPr>(?:(?!<\/w:pPr>).)*pageBreakBefore(?:(?!<w:p>).)*Another part/.test(body)).toBe(true);
  });

  it('take no heading along from the foot of the page before', async () => {
    const lines = times(49, () => PROSE);
    const pdf = new PdfWriter()
      .page()
      .lines(72, 72, 10, 12, lines)
      .text(72, 680, 16, 'At the foot')
      .page()
      .text(72, 76, 16, 'At the head')
      .lines(72, 96, 10, 12, lines);
    const body = await documentXml(pdf);
    const paragraphOf = (text: string): string =>
      body.slice(body.lastIndexOf('<w:p>', body.indexOf(text)), body.indexOf(text));
    expect(paragraphOf('At the foot')).toContain('<w:keepNext w:val="false"/>');
    expect(paragraphOf('At the head')).not.toContain('keepNext');
  });
});
