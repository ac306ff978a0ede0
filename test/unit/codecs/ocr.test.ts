import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import codec from '../../../engine/codecs/ocr/codec.ts';
import pdfDocx from '../../../engine/codecs/pdf-docx/codec.ts';
import { readHocr } from '../../../engine/models/hocr.ts';
import { PdfWriter } from '../../support/pdf-writer.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const FAX = readFileSync(join(SOURCES, 'tiff/scanned-letter-fax.tiff'));

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
beforeEach(() => {
  bench.warnings.length = 0;
});
afterAll(() => bench[Symbol.asyncDispose]());

const wordsOf = (hocr: Uint8Array): string[] =>
  readHocr(hocr).flatMap(({ lines }) => lines.flatMap(({ words }) => words.map(({ text }) => text)));

it('reads a page of fax', async () => {
  const [hocr] = await bench.convert(FAX, 'tiff', 'hocr', 'recognise-picture');
  expect(wordsOf(hocr!).slice(0, 5)).toEqual(['A', 'summer', 'at', 'the', 'harbour']);
  expect(bench.warnings).toEqual([]);
});

/** A page that is turned when it is shown, with a scan that lies in it so that it is then upright. */
async function turnedScan(rotation: 90 | 270): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const picture = await document.embedJpg(readFileSync(join(SOURCES, 'jpg/scanned-letter-lists.jpg')));
  const { width, height } = picture.scale(0.48);
  const page = document.addPage([height, width]);
  page.setRotation(degrees(rotation));
  const corner = rotation === 90 ? { x: height, y: 0 } : { x: 0, y: width };
  page.drawImage(picture, { ...corner, width, height, rotate: degrees(rotation) });
  return document.save();
}

it.each([90, 270] as const)(
  'lays the words of a page that is turned by %i degrees where they show',
  async (rotation) => {
    const [searchable] = await bench.convert(await turnedScan(rotation), 'pdf', 'pdf', 'make-searchable', {
      ocr: true,
    });
    await using reader = await startRunner(pdfDocx);
    const [text] = await reader.convert(searchable!, 'pdf', 'txt', 'markup');
    expect(Buffer.from(text!).toString()).toMatch(
      /^What every owner does\s+1\. Take the boat out of the water by the first of November\.\s+2\. Empty the tanks/,
    );
  },
);

it('leaves pages alone that have a text of their own', async () => {
  const pdf = new PdfWriter().page().lines(72, 100, 20, 24, ['Of furnaces and charcoal']).finish();
  const converted = bench.convert(pdf, 'pdf', 'pdf', 'make-searchable', { ocr: true });
  await expect(converted).rejects.toMatchObject({ code: 'unsupported_conversion' });
});

it.each([
  ['xyz', 'codec_not_installed'],
  ['../../etc', 'invalid_options'],
])('refuses the language %s with a name', async (ocrLanguage, code) => {
  const converted = bench.convert(FAX, 'tiff', 'hocr', 'recognise-picture', { ocrLanguage });
  await expect(converted).rejects.toMatchObject({ code });
});

it('refuses what is no picture', async () => {
  const converted = bench.convert(Buffer.from('nothing'), 'png', 'hocr', 'recognise-picture');
  await expect(converted).rejects.toMatchObject({ code: 'input_corrupt' });
});
