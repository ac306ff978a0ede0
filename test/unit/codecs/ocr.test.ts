import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import codec from '../../../engine/codecs/ocr/codec.ts';
import pdfDocx from '../../../engine/codecs/pdf-docx/codec.ts';
import { tiffPages } from '../../../engine/codecs/ocr/tiff-pages.ts';
import { readHocr } from '../../../engine/content/pages/hocr.ts';
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
  const [hocr] = await bench.convert(FAX, 'tiff', 'hocr', 'recognise-pictures');
  expect(wordsOf(hocr!).slice(0, 5)).toEqual(['A', 'summer', 'at', 'the', 'harbour']);
  expect(bench.warnings).toMatchObject([{ code: 'text_recognised', details: { pages: [1], pagesWithoutText: 0 } }]);
});

it('reads every page of a TIFF, in its order, and leaves out previews', async () => {
  const pages = [FAX, FAX, FAX];
  const [hocr] = await bench.convert(joinedTiff(pages, 1), 'tiff', 'hocr', 'recognise-pictures');
  const read = readHocr(hocr!);
  expect(read).toHaveLength(2);
  const single = wordsOf((await bench.convert(FAX, 'tiff', 'hocr', 'recognise-pictures'))[0]!);
  expect(wordsOf(hocr!)).toEqual([...single, ...single]);
});

it('reads a TIFF whose pages go round in circles once', () => {
  const circular = Buffer.from(FAX);
  const directory = circular.readUInt32LE(4);
  circular.writeUInt32LE(directory, directory + 2 + 12 * circular.readUInt16LE(directory));
  expect([...tiffPages(circular, 10)]).toHaveLength(1);
  expect(() => [...tiffPages(joinedTiff([FAX, FAX, FAX]), 2)]).toThrow(/at most 2/);
});

/** One TIFF of several, each with its data at its place in the file; `preview` is marked as a smaller version. */
function joinedTiff(files: readonly Buffer[], preview?: number): Buffer {
  const joined = Buffer.concat(files);
  let linkAt = 4;
  let start = 0;
  for (const [index, file] of files.entries()) {
    const directory = start + file.readUInt32LE(4);
    joined.writeUInt32LE(directory, linkAt);
    const entries = joined.readUInt16LE(directory);
    for (let entry = directory + 2; entry < directory + 2 + 12 * entries; entry += 12) {
      const type = joined.readUInt16LE(entry + 2);
      const tag = joined.readUInt16LE(entry);
      const bytes = joined.readUInt32LE(entry + 4) * (TIFF_TYPE_BYTES[type] ?? 1);
      // Longer values, and the one strip itself, are named by where they are in the file.
      if (bytes > 4 || tag === STRIP_OFFSETS) joined.writeUInt32LE(joined.readUInt32LE(entry + 8) + start, entry + 8);
    }
    if (index === preview) {
      // The first entry has the smallest tag: it becomes NewSubfileType, a reduced version.
      joined.writeUInt16LE(254, directory + 2);
      joined.writeUInt16LE(4, directory + 4);
      joined.writeUInt32LE(1, directory + 6);
      joined.writeUInt32LE(1, directory + 10);
    }
    linkAt = directory + 2 + 12 * entries;
    start += file.length;
  }
  joined.writeUInt32LE(0, linkAt);
  return joined;
}

const STRIP_OFFSETS = 273;
/** Bytes of one value, by its type (TIFF 6.0, section 2). */
const TIFF_TYPE_BYTES: Readonly<Record<number, number>> = { 3: 2, 4: 4, 5: 8 };

/** A page that is turned when it is shown, with a scan that lies in it so that it is then upright. */
async function turnedScan(rotation: 90 | 270): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const image = await document.embedJpg(readFileSync(join(SOURCES, 'jpg/scanned-letter-lists.jpg')));
  const { width, height } = image.scale(0.48);
  const page = document.addPage([height, width]);
  page.setRotation(degrees(rotation));
  const corner = rotation === 90 ? { x: height, y: 0 } : { x: 0, y: width };
  page.drawImage(image, { ...corner, width, height, rotate: degrees(rotation) });
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
  const converted = bench.convert(FAX, 'tiff', 'hocr', 'recognise-pictures', { ocrLanguage });
  await expect(converted).rejects.toMatchObject({ code });
});

it('refuses what is no image', async () => {
  const converted = bench.convert(Buffer.from('nothing'), 'png', 'hocr', 'recognise-picture');
  await expect(converted).rejects.toMatchObject({ code: 'input_corrupt' });
});
