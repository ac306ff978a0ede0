import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { type Item, splitBands } from '../../../engine/codecs/pdf-docx/layout/bands.ts';
import type { Paragraph, Image } from '../../../engine/codecs/pdf-docx/layout/blocks.ts';
import { breakNaturally } from '../../../engine/codecs/pdf-docx/layout/natural-breaks.ts';
import type { Section, SectionBlock } from '../../../engine/codecs/pdf-docx/layout/sections.ts';
import { lineSegments } from '../../../engine/codecs/pdf-docx/layout/segments.ts';
import { cutAtSections } from '../../../engine/codecs/pdf-docx/write/placed-parts.ts';
import { line } from '../../support/page-models.ts';
import { PdfWriter, wrap } from '../../support/pdf-writer.ts';
import { type RunnerBench, startRunner } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

/** The body of the Word document. */
async function documentXml(pdf: Uint8Array): Promise<string> {
  const [docx] = await bench.convert(pdf, 'pdf', 'docx', 'reconstruct', {});
  return Buffer.from(unzipSync(docx!)['word/document.xml']!).toString();
}

const TEXT =
  'The tower was filled in the morning with the charcoal of the day, and while the lower layer burned away the upper ' +
  'one sank into its place. No hand had to touch it. The heat could be set by a damper which let more or less air pass ' +
  'to the grate, and an experienced man could keep it within narrow bounds for the whole of a night without looking at ' +
  'it more than once or twice. That is what made the long digestions possible of which the recipes speak so often. ' +
  'Later the chemists kept the name for any stove that feeds itself, and with the coming of gas it was forgotten.';
const LINES = wrap(TEXT, 9, 220);
const HALF = Math.ceil(LINES.length / 2);
const LEFT = LINES.slice(0, HALF);
const RIGHT = LINES.slice(HALF);
const HEADING = 'A line that runs across the whole width of the page above both of its columns, as titles do.';

const columns = (pdf: PdfWriter, left = LEFT, right = RIGHT): PdfWriter =>
  pdf.page().text(72, 70, 9, HEADING).lines(72, 110, 9, 11, left).lines(320, 110, 9, 11, right);

describe('columns of much mathematics', () => {
  const lines = (x: number) => [100, 112, 124].flatMap((y) => line(x, y, 'words that fill their column of text'));
  const segments = [72, 320].flatMap((x) => lineSegments(lines(x), [], false));
  const equation = (x0: number, y0: number): Image => {
    const image = { x0, y0, x1: x0 + 160, y1: y0 + 24, bytes: new Uint8Array(), type: 'png' as const, order: 0 };
    return { kind: 'image', x0, y0, x1: x0 + 160, y1: y0 + 24, image: { ...image, alt: 'x = a/b', equation: {} } };
  };

  it('are told apart by their equations as by their lines', () => {
    const area = { x0: 72, x1: 540 };
    const equations = [140, 170].flatMap((y) => [equation(80, y), equation(330, y + 5)]);
    const columnsOf = (items: readonly Item[]): number[] =>
      splitBands(items, area, { panels: [] }).map((band) => band.columns.length);
    expect(columnsOf(segments)).toEqual([1]);
    expect(columnsOf([...segments, ...equations])).toEqual([2]);
  });
});

it('numbers alone are no column beside the lines that they belong to', () => {
  const entries = [100, 112, 124, 136, 148].flatMap((y, index) => [
    ...lineSegments(line(72, y, 'An entry of the contents with its dots . . . . .'), [], false),
    ...lineSegments(line(380, y, String(30 + index)), [], false),
  ]);
  const widths = splitBands(entries, { x0: 72, x1: 540 }, { panels: [] }).map((band) => band.columns.length);
  expect(widths).toEqual([1]);
});

describe('columns that begin at different heights', () => {
  it('have an empty line in place of the space above the first one', async () => {
    const pdf = new PdfWriter().page().text(72, 70, 9, HEADING);
    pdf.lines(72, 138, 9, 11, [...LEFT, ...LEFT]).lines(320, 110, 9, 11, [...RIGHT, ...RIGHT, ...RIGHT]);
    const xml = await documentXml(pdf.finish());
    // LibreOffice would begin all columns below that space
    const [, first] = /<\/w:sectPr>.*?<\/w:p>(<w:p>.*?<\/w:p>)/s.exec(xml)!;
    expect(first).toMatch(/w:before="0" w:line="5\d\d"/);
    expect(first).not.toContain('<w:t ');
  });
});

describe('text in columns', () => {
  it('goes on in the column in which the PDF has it', async () => {
    const xml = await documentXml(columns(new PdfWriter()).finish());
    const [before, after] = xml.split('<w:br w:type="column"/>');
    expect(before).toContain(LEFT.at(-1));
    expect(after).toContain(RIGHT[0]);
    expect(after!.slice(0, after!.indexOf(RIGHT[0]!))).not.toContain('<w:p>');
  });

  it('takes a word that the end of a column cuts along whole', async () => {
    const left = [...LEFT.slice(0, -1), 'to its place, which nobody who knew the damper would for-'];
    const right = ['get again as long as he had a store of charcoal and a roof.', ...RIGHT];
    const xml = await documentXml(columns(new PdfWriter(), left, right).finish());
    const [before, after] = xml.split('<w:br w:type="column"/>');
    expect(before).toContain('damper would ');
    expect(before).not.toContain('for<w:softHyphen/>');
    expect(after).toMatch(/>for<.*softHyphen.*>get again/);
  });
});

describe('a paragraph that goes on where the columns change', () => {
  it('ends with its section and goes on in the next one', () => {
    const part = (text: string, pageIndex: number) => ({
      paragraph: { kind: 'paragraph', text } as unknown as Paragraph,
      pageIndex,
      column: { x0: 72, x1: 300 },
    });
    const [first, ...rest] = [part('on the first page', 0), part('beside it', 0), part('on the next', 1)];
    const { paragraph, ...place } = first!;
    const block = { block: paragraph, ...place, continuations: rest, spaceBefore: 5, spaceAfter: 0 };
    const section = { pageIndex: 0, startsPage: true, blocks: [block] } as unknown as Section;
    const next = { pageIndex: 1, startsPage: true, blocks: [] } as unknown as Section;
    const [before, after] = cutAtSections([section, next]);
    expect(before!.blocks[0]!.continuations).toEqual([rest[0]]);
    expect(after!.blocks.map((moved) => moved.block)).toEqual([rest[1]!.paragraph]);
  });
});

describe('headers and footers from the second page on', () => {
  it('leave the first page alone where a heading stands above its columns', async () => {
    const pdf = columns(new PdfWriter());
    for (const number of [2, 3, 4]) {
      pdf.page().text(72, 40, 9, `Of furnaces ${number}`).lines(72, 110, 9, 11, LEFT).lines(320, 110, 9, 11, RIGHT);
    }
    const xml = await documentXml(pdf.finish());
    expect(xml).toContain('<w:titlePg/>');
    expect(xml.match(/<w:type w:val="nextPage"\/>/g)).toHaveLength(1);
  });
});

describe('pages of text that runs on', () => {
  const LONG = wrap(Array.from({ length: 20 }, () => TEXT).join(' '), 9, 450);
  const ENDED = (lines: readonly string[]): string[] => [...lines.slice(0, -1), 'and so it ended.'];
  /** Three pages: a paragraph runs from the first to the second, which has this many lines; the third begins with another. */
  const pages = (lines: number): PdfWriter => {
    const pdf = new PdfWriter();
    pdf.page().lines(72, 100, 9, 11, LONG.slice(0, 50));
    pdf.page().lines(72, 100, 9, 11, ENDED(LONG.slice(50, 50 + lines)));
    return pdf.page().lines(72, 100, 9, 11, LONG.slice(0, 20));
  };

  it('end by themselves where they are full, and by a break where they are not', async () => {
    const breaksOf = async (pdf: PdfWriter): Promise<number> =>
      (await documentXml(pdf.finish())).split('<w:pageBreakBefore').length - 1;
    expect(await breaksOf(pages(50))).toBe(0);
    expect(await breaksOf(pages(30))).toBe(1);
  });

  it('keep a break where the space at their top, which programs leave out, would let a line in', () => {
    const column = { x0: 72, x1: 540 };
    const block = (pageIndex: number, spaceBefore: number, isFirst: boolean): SectionBlock => ({
      block: { kind: 'paragraph', rows: [], leading: 12, size: 10 } as unknown as Paragraph,
      ...{ continuations: [], pageIndex, column, spaceBefore, spaceAfter: 0 },
      ...(isFirst && { breakBefore: 'page' as const }),
    });
    const breaksWith = (opening: number): number => {
      const blocks = [block(0, 0, false), block(1, opening, true), block(1, 0, false), block(2, 0, true)];
      const section = { runsOn: true, columns: [column], blocks, pages: [0, 1, 2] } as unknown as Section;
      const broken = breakNaturally(section, { roomBelow: () => 4, levelOf: () => undefined });
      return broken.blocks.filter(({ breakBefore }) => breakBefore === 'page').length;
    };
    expect(breaksWith(0)).toBe(0);
    expect(breaksWith(10)).toBe(1);
  });

  it('set lines of code as close as they are, each a paragraph', async () => {
    const code = Array.from({ length: 12 }, (_, index) => `value_${index} = ${index};`);
    const xml = await documentXml(new PdfWriter().page().lines(72, 100, 10, 11, code).finish());
    const pitches = [...xml.matchAll(/w:line="(\d+)"/g)].map(([, pitch]) => Number(pitch));
    expect(Math.max(...pitches)).toBeLessThanOrEqual(11 * 20 + 1);
  });
});
