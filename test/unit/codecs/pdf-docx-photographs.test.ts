import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { readPage } from '../../../engine/content/pages/reading/read-page.ts';
import { OpenDocument } from '../../../engine/codecs/pdf-docx/open-document.ts';
import { PageObjects } from '../../../engine/content/pages/interpreter/page-objects.ts';
import { readJpegHeader } from '../../../engine/content/raster/jpeg/header.ts';
import { spareJpegs } from '../../../engine/content/pages/pdfjs/jpeg-stand-ins.ts';
import { OPS, type PdfJsImage } from '../../../engine/content/pages/pdfjs/pdfjs.ts';
import { pdfOfObjects, pdfStream } from '../../support/pdf-objects.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const JPEGS = join(import.meta.dirname, '../../../corpus/sources/jpg');
const COLOUR = readFileSync(join(JPEGS, 'orientation-6-exif.jpg'));
const GREY = readFileSync(join(JPEGS, 'grey-restart-each-row.jpg'));
const MAX_PIXELS = 1e6;

/** Upright, whole, 72 points wide. */
const WHOLE = 'q 72 0 0 108 72 500 cm /P Do Q';
const CROPPED = 'q 72 520 40 40 re W n 72 0 0 108 72 500 cm /P Do Q';

function image(jpeg: Buffer, { more = '', width }: { readonly more?: string; readonly width?: number } = {}): string {
  const header = readJpegHeader(jpeg);
  const space = header.components === 1 ? '/DeviceGray' : '/DeviceRGB';
  const size = `/Width ${width ?? header.width} /Height ${header.height} /BitsPerComponent 8`;
  const entries = `/Type /XObject /Subtype /Image ${size} /ColorSpace ${space} /Filter /DCTDecode${more}`;
  return pdfStream(entries, jpeg.toString('latin1'));
}

/** A page a content; the image is object 3. */
function pdfShowing(contents: readonly string[], shown: string, more: readonly string[] = []): Buffer {
  const first = 4 + more.length;
  const kids = contents.map((_, index) => `${first + index * 2} 0 R`).join(' ');
  const pages = contents.flatMap((content, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /XObject << /P 3 0 R >> >> /Contents ${first + index * 2 + 1} 0 R >>`,
    pdfStream('', content),
  ]);
  const tree = `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`;
  return Buffer.from(pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', tree, shown, ...more, ...pages]));
}

const sparedIn = (pdf: Buffer): string[] => [...spareJpegs(pdf, Buffer.from(pdf), MAX_PIXELS).keys()];

describe('photographs that are passed on', () => {
  let bench: RunnerBench;
  beforeAll(async () => {
    bench = await startRunner(codec);
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  async function mediaOf(pdf: Buffer): Promise<Buffer[]> {
    const [docx] = await bench.convert(pdf, 'pdf', 'docx', 'reconstruct');
    const parts = Object.entries(unzipSync(docx!)).filter(([name]) => name.startsWith('word/media/'));
    return parts.map(([, bytes]) => Buffer.from(bytes));
  }

  it.each([
    ['colours', COLOUR],
    ['greys', GREY],
  ])('have one pixel for the reader that decodes them, in %s', async (_, jpeg) => {
    await using document = await OpenDocument.open(pdfShowing([WHOLE], image(jpeg)), {
      password: undefined,
      maxImagePixels: MAX_PIXELS,
    });
    const page = await document.pdf.getPage(1);
    const { fnArray, argsArray } = await page.getOperatorList();
    const [id] = argsArray[fnArray.indexOf(OPS.paintImageXObject)] as [string];
    const objects = new PageObjects(page);
    await objects.arrive({ fnArray, argsArray }, AbortSignal.timeout(5_000));
    const { width, height, data, ref } = objects.image(id) as PdfJsImage;
    expect([width, height, ref, data!.length]).toEqual([1, 1, '3R', 3]);
    expect(document.source.jpegs!.get(ref!)).toEqual(jpeg);
  });

  it('are written as they are in the file', async () => {
    expect(await mediaOf(pdfShowing([WHOLE], image(COLOUR)))).toEqual([COLOUR]);
  });

  it('are in the document once, however often they show', async () => {
    expect(await mediaOf(pdfShowing([WHOLE, WHOLE.replace('500 cm', '300 cm')], image(COLOUR)))).toEqual([COLOUR]);
  });

  it('are decoded where only a part of them shows, on that page and on those after it', async () => {
    const [jpeg, png] = await mediaOf(pdfShowing([WHOLE, CROPPED], image(COLOUR)));
    expect(jpeg).toEqual(COLOUR);
    expect(png!.subarray(1, 4).toString()).toBe('PNG');
    // 40 of 72 points of 64 pixels
    expect([png!.readUInt32BE(16), png!.readUInt32BE(20)]).toEqual([36, 36]);
  });

  it('leave the file as long as it was, and the original as it was', () => {
    const pdf = pdfShowing([WHOLE], image(COLOUR));
    const before = Buffer.from(pdf);
    const copy = Buffer.from(pdf);
    spareJpegs(pdf, copy, MAX_PIXELS);
    expect(pdf).toEqual(before);
    expect(copy.length).toBe(pdf.length);
    expect(copy.toString('latin1')).toContain('/Width 1  /Height 1  /BitsPerComponent');
  });
});

it('encodes an image that stands on every page once', async () => {
  const size = '/Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceGray';
  const logo = pdfStream(`/Type /XObject /Subtype /Image ${size}`, '\u0040'.repeat(64));
  const pdf = pdfShowing([WHOLE, WHOLE, WHOLE, WHOLE, WHOLE.replace('500 cm', '400 cm')], logo);
  await using document = await OpenDocument.open(pdf, { password: undefined, maxImagePixels: MAX_PIXELS });
  const files: Uint8Array[] = [];
  for (let number = 1; number <= 5; number++) {
    const page = await document.pdf.getPage(number);
    const { unmapped } = document;
    const options = {
      maxGlyphs: 10,
      isLayerVisible: () => true,
      file: pdf,
      unmapped,
      signal: AbortSignal.timeout(5_000),
    };
    files.push((await readPage(page, options)).model.images[0]!.bytes);
    page.cleanup();
  }
  expect(files[3]).toBe(files[2]);
  expect(files[4]).not.toBe(files[3]);
  expect(files[4]).toEqual(files[0]);
});

describe('images that are decoded', () => {
  it.each([
    ['masks', pdfShowing([WHOLE], image(COLOUR, { more: ' /SMask 4 0 R' }), [image(GREY)])],
    ['objects that were replaced', pdfShowing([WHOLE], `${image(GREY)}\nendobj\n3 0 obj\n${image(COLOUR)}`)],
    ['those whose size is not that of their file', pdfShowing([WHOLE], image(COLOUR, { width: 63 }))],
    ['those whose size stands elsewhere', pdfShowing([WHOLE], image(COLOUR).replace('/Width 64', '/Width 64 0 R'))],
    [
      'those with another filter before',
      pdfShowing([WHOLE], image(COLOUR).replace('/DCTDecode', '[/FlateDecode /DCTDecode]')),
    ],
  ])('are %s', (_, pdf) => {
    expect(sparedIn(pdf)).toEqual([]);
  });

  it('are those with more pixels than are allowed: the reader leaves them out', () => {
    const pdf = pdfShowing([WHOLE], image(COLOUR));
    expect(sparedIn(pdf)).toEqual(['3R']);
    expect([...spareJpegs(pdf, Buffer.from(pdf), 64 * 96 - 1).keys()]).toEqual([]);
  });
});
