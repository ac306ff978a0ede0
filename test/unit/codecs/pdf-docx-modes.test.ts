import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { readDocx } from '../../support/docx-reader.ts';
import { PdfWriter } from '../../support/pdf-writer.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const LETTER = readFileSync(join(import.meta.dirname, '../../../corpus/sources/pdf/letter-headings-table-link.pdf'));

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
beforeEach(() => {
  bench.warnings.length = 0;
});
afterAll(() => bench[Symbol.asyncDispose]());

async function convert(pdf: Uint8Array, mode: 'exact' | 'text'): Promise<Uint8Array> {
  const [docx] = await bench.convert(pdf, 'pdf', 'docx', 'reconstruct', { mode });
  return docx!;
}

it('puts every line into a frame at its place, in the mode exact', async () => {
  const pdf = new PdfWriter().page().lines(72, 100, 10, 12, ['The first line of two,', 'and the second one.']);
  const xml = strFromU8(unzipSync(await convert(pdf.finish(), 'exact'))['word/document.xml']!);
  const frames = Array.from(xml.matchAll(/<w:framePr [^>]*>/g), ([tag]) => tag);
  expect(frames).toHaveLength(2);
  for (const frame of frames) expect(frame).toContain('w:x="1440"');
  const heights = frames.map((frame) => Number(/w:y="(\d+)"/.exec(frame)![1]));
  expect(heights[1]! - heights[0]!).toBe(240);
  expect(bench.warnings).toMatchObject([{ code: 'feature_dropped', lost: ['structure'] }]);
});

it('keeps what is in the margin of the only page, and leaves out headers and footers of several, in the mode text', async () => {
  const pages = (count: number): PdfWriter => {
    const pdf = new PdfWriter();
    for (let page = 1; page <= count; page++)
      pdf
        .page()
        .lines(72, 200, 10, 12, ['The first line of two,', 'and the second one.'])
        .lines(72, 770, 8, 12, ['Drawn by hand']);
    return pdf;
  };
  const textsOf = async (count: number): Promise<string[]> =>
    readDocx(await convert(pages(count).finish(), 'text')).paragraphs.map(({ text }) => text);
  expect((await textsOf(1)).at(-1)).toBe('Drawn by hand');
  expect(await textsOf(3)).not.toContain('Drawn by hand');
});

it('writes headings, lists and rows as plain paragraphs, in the mode text', async () => {
  const { paragraphs } = readDocx(await convert(LETTER, 'text'));
  const texts = paragraphs.map(({ text }) => text);
  expect(texts).toContain('A summer at the harbour');
  expect(texts).toContain('1. Take the boat out of the water by the first of November.');
  expect(texts).toContain('May\t214\t296\t\u20ac 5,180');
  expect(bench.warnings.find(({ lost }) => lost?.includes('figures'))).toBeDefined();
});
