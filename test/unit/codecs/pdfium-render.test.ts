import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdfium/codec.ts';
import vips from '../../../engine/codecs/vips/codec.ts';
import type { RunContext } from '../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { readPng } from '../../../engine/content/raster/png/reader.ts';
import { readTiffDirectories } from '../../../engine/content/raster/tiff/directories.ts';
import type { Facts, Thumbnail } from '../../../engine/contract/facts.ts';
import { pdfFile } from '../../support/pdf-file.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const CORPUS = join(import.meta.dirname, '../../../corpus');
const FORM = new Uint8Array(readFileSync(join(CORPUS, 'sources/pdf/form-filled-in-without-appearances.pdf')));
const REPORT = new Uint8Array(readFileSync(join(CORPUS, 'sources/pdf/header-footer-page-numbers.pdf')));
const ENCRYPTED = new Uint8Array(readFileSync(join(CORPUS, 'hostile/encrypted.pdf')));

/** A letter page with a red rectangle in its upper left quarter and a grey one in the lower right. */
const RECTANGLES = pdfFile(['1 0 0 rg 0 396 306 396 re f 0.5 g 306 0 306 396 re f']);

let bench: RunnerBench;
/** Another reader judges what was drawn. */
let reader: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
  reader = await startRunner(vips);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});
beforeEach(() => {
  bench.warnings.length = 0;
});

async function look(png: Uint8Array): Promise<Facts & { readonly thumbnail: Thumbnail }> {
  const facts = await reader.inspect(png, 'png', 'full');
  return { ...facts, thumbnail: facts.raster!.thumbnails![0]! };
}

function colourAt({ rgb, width, height }: Thumbnail, x: number, y: number): number[] {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
  return [...rgb.subarray(at, at + 3)];
}

describe('pages as PNG', () => {
  it('show what is drawn, the right way up and in its colours', async () => {
    const [png] = await bench.convert(RECTANGLES, 'pdf', 'png', 'render', { dpi: 36 });
    const { raster, thumbnail } = await look(png!);
    expect(raster).toMatchObject({ width: 306, height: 396, alpha: false });
    expect(colourAt(thumbnail, 0.25, 0.25)).toEqual([255, 0, 0]);
    expect(colourAt(thumbnail, 0.75, 0.25)).toEqual([255, 255, 255]);
    expect(Math.abs(colourAt(thumbnail, 0.75, 0.75)[0]! - 128)).toBeLessThanOrEqual(1);
  });

  it('have 150 dots per inch, and say so', async () => {
    const [png] = await bench.convert(RECTANGLES, 'pdf', 'png', 'render');
    const { width, height, resolution } = readPng(png!);
    expect([width, height]).toEqual([1275, 1650]);
    expect(resolution!.x).toBeCloseTo(150, 0);
  });

  it('are grey where the page has no colour, which takes a third', async () => {
    const content = 'BT /F1 40 Tf 72 600 Td (Nothing but black) Tj ET';
    const [grey] = await bench.convert(pdfFile([content]), 'pdf', 'png', 'render', { dpi: 50 });
    const [colour] = await bench.convert(pdfFile([`1 0 0 rg ${content}`]), 'pdf', 'png', 'render', { dpi: 50 });
    expect([readPng(grey!).colourType, readPng(colour!).colourType]).toEqual([0, 2]);
  });

  it.each([
    [{ width: 100 }, 100, 129],
    [{ height: 66 }, 51, 66],
    [{ width: 40, height: 40, fit: 'fill' }, 40, 40],
    [{ width: 40, height: 40 }, 31, 40],
  ] as const)('have the size that %j asks for', async (options, width, height) => {
    const [png] = await bench.convert(RECTANGLES, 'pdf', 'png', 'render', options);
    expect(readPng(png!)).toMatchObject({ width, height });
  });

  it('show the middle where they cover a size', async () => {
    const [png] = await bench.convert(RECTANGLES, 'pdf', 'png', 'render', { width: 100, height: 20, fit: 'cover' });
    const { raster, thumbnail } = await look(png!);
    expect(raster).toMatchObject({ width: 100, height: 20 });
    expect(colourAt(thumbnail, 0.2, 0.2)).toEqual([255, 0, 0]);
    expect(colourAt(thumbnail, 0.2, 0.8)).toEqual([255, 255, 255]);
  });

  it('are those that were asked for, in that order', async () => {
    const pngs = await bench.convert(REPORT, 'pdf', 'png', 'render', { dpi: 36, pages: '3,1' });
    expect(pngs).toHaveLength(2);
    const ink = async (png: Uint8Array): Promise<number> =>
      (await look(png)).thumbnail.rgb.reduce((sum, value) => sum + 255 - value, 0);
    expect(await ink(pngs[1]!)).toBeGreaterThan(3 * (await ink(pngs[0]!)));
    const four = bench.convert(REPORT, 'pdf', 'png', 'render', { pages: '4' });
    await expect(four).rejects.toMatchObject({ code: 'invalid_options' });
  });

  it('are the same whether drawn at once or in bands', async () => {
    // 17 megapixels are two bands; the same page in one band at a tenth of the size.
    const [large] = await bench.convert(RECTANGLES, 'pdf', 'png', 'render', { dpi: 430 });
    const [small] = await bench.convert(RECTANGLES, 'pdf', 'png', 'render', { dpi: 43 });
    const [first, second] = [await look(large!), await look(small!)];
    expect(first.raster).toMatchObject({ width: 3655, height: 4730 });
    const differences = first.thumbnail.rgb.map((value, index) => Math.abs(value - second.thumbnail.rgb[index]!));
    expect(differences.reduce((sum, difference) => sum + difference, 0) / differences.length).toBeLessThan(0.5);
  }, 20_000);

  it('show what was filled into a form, and ticked', async () => {
    const withoutForm = Buffer.from(Buffer.from(FORM).toString('latin1').replace('/AcroForm', '/AcroFrom'), 'latin1');
    const [filled] = await bench.convert(FORM, 'pdf', 'png', 'render', { dpi: 72 });
    const [empty] = await bench.convert(withoutForm, 'pdf', 'png', 'render', { dpi: 72 });
    const [seen, unseen] = [(await look(filled!)).thumbnail, (await look(empty!)).thumbnail];
    // The first field stands at 160 to 320 of 360 points, and 72 to 92 of 290 from above.
    const field = (thumbnail: Thumbnail): number[] => colourAt(thumbnail, 0.8, 0.28);
    expect(field(unseen)).toEqual([255, 255, 255]);
    expect(field(seen)[0]).toBeLessThan(245);
    // The frame of the note is an annotation with an appearance of its own.
    expect(colourAt(seen, 0.5, 0.055)[1]).toBeLessThan(225);
  });
});

describe('pages as TIFF', () => {
  it('are in one file, each in its size, without loss', async () => {
    const pdf = Buffer.from(Buffer.from(REPORT).toString('latin1'), 'latin1');
    const [tiff] = await bench.convert(pdf, 'pdf', 'tiff', 'render-pages', { dpi: 50 });
    const directories = readTiffDirectories(tiff!);
    expect(directories).toHaveLength(3);
    expect(directories.map((page) => page.fractions(282)[0])).toEqual([50, 50, 50]);
    const pngs = await bench.convert(pdf, 'pdf', 'png', 'render', { dpi: 50 });
    const { raster } = await reader.inspect(tiff!, 'tiff', 'full');
    for (const [index, png] of pngs.entries()) {
      expect(raster!.thumbnails![index]!.rgb).toEqual((await look(png)).thumbnail.rgb);
    }
  });

  it('is read by strips of any height', async () => {
    const [tiff] = await bench.convert(RECTANGLES, 'pdf', 'tiff', 'render-pages', { dpi: 100 });
    const [page] = readTiffDirectories(tiff!);
    expect(page!.values(273).length).toBeGreaterThan(2);
    const { raster } = await reader.inspect(tiff!, 'tiff', 'full');
    const [thumbnail] = raster!.thumbnails!;
    expect(colourAt(thumbnail!, 0.25, 0.45)).toEqual([255, 0, 0]);
    expect(colourAt(thumbnail!, 0.25, 0.55)).toEqual([255, 255, 255]);
  });
});

describe('pages that cannot be drawn', () => {
  it('are refused by their size before anything is drawn, with a resolution that would do', async () => {
    const poster = Buffer.from(
      Buffer.from(RECTANGLES).toString('latin1').replace('[0 0 612 792]', '[0 0 14400 14400]'),
      'latin1',
    );
    const refusal = await bench.convert(poster, 'pdf', 'png', 'render', { dpi: 600 }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'input_too_complex', details: { page: 1, possible: 50 } });
    const [png] = await bench.convert(poster, 'pdf', 'png', 'render', { width: 100 });
    expect(readPng(png!)).toMatchObject({ width: 100, height: 100 });
  });

  it('are refused without the password, and drawn with it', async () => {
    const encrypted = bench.convert(ENCRYPTED, 'pdf', 'png', 'render', { dpi: 36 });
    await expect(encrypted).rejects.toMatchObject({ code: 'input_encrypted' });
    expect(await bench.convert(ENCRYPTED, 'pdf', 'png', 'render', { dpi: 36, password: 'secret' })).toHaveLength(1);
  });

  it.each([
    ['no PDF', Buffer.from('plain text'), 'input_corrupt'],
    ['truncated', RECTANGLES.subarray(0, 200), 'input_truncated'],
  ])('are refused when the file is %s', async (_name, bytes, code) => {
    await expect(bench.convert(bytes, 'pdf', 'png', 'render')).rejects.toMatchObject({ code });
  });
});

describe('the look of a PDF', () => {
  it('is told in points, with a thumbnail of what the page shows', async () => {
    const { raster, features } = await bench.inspect(RECTANGLES, 'pdf', 'quick');
    expect(raster).toMatchObject({ width: 612, height: 792, frames: 1, sequence: 'pages' });
    expect(colourAt(raster!.thumbnails![0]!, 0.25, 0.25)).toEqual([255, 0, 0]);
    expect(features).toContain('colour');
  });

  it('is without colour only where every page was seen to be grey', async () => {
    const grey = '0.5 g 10 10 400 400 re f';
    expect((await bench.inspect(pdfFile([grey, grey]), 'pdf', 'quick')).features).not.toContain('colour');
    const many = pdfFile(Array.from({ length: 8 }, () => grey));
    expect((await bench.inspect(many, 'pdf', 'quick')).features).toContain('colour');
    expect((await bench.inspect(many, 'pdf', 'full')).features).not.toContain('colour');
    expect((await bench.inspect(many, 'pdf', 'probe')).raster!.thumbnails).toBeUndefined();
  });

  it('is not drawn when nobody will compare it', async () => {
    const artifact = { name: 'input.pdf', format: 'pdf', bytes: RECTANGLES } as const;
    const context = { limits: DEFAULT_LIMITS, signal: new AbortController().signal, bytes: () => RECTANGLES };
    const request = { effort: 'quick', skipPreview: true } as const;
    const facts = await bench.runner.inspect!(artifact, request, context as unknown as RunContext);
    expect(facts).toMatchObject({ document: { pages: 1 }, depth: 'content' });
    expect(facts.raster).toBeUndefined();
    expect(facts.features).toContain('colour');
  });
});
