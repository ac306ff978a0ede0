import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pdfium from '../../../engine/codecs/pdfium/codec.ts';
import codec from '../../../engine/codecs/typst/codec.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import type { Facts } from '../../../engine/contract/facts.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources/svg');
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

let bench: RunnerBench;
/** Another program reads the result. */
let reader: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
  reader = await startRunner(pdfium);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});
beforeEach(() => {
  bench.warnings.length = 0;
});

function drawing(root: string, content: string): Uint8Array {
  return utf8(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${content}</svg>`);
}

async function set(svg: Uint8Array, options: OptionValues = {}): Promise<Facts> {
  const [pdf] = await bench.convert(svg, 'svg', 'pdf', 'drawing', options);
  return reader.inspect(pdf!, 'pdf', 'full');
}

const SQUARE = '<rect width="50" height="50" fill="red"/>';

describe('the page of a drawing', () => {
  it.each([
    ['width="200" height="100"', 150, 75],
    ['width="10cm" height="5cm" viewBox="0 0 2 1"', 283.5, 141.7],
    ['viewBox="0 0 400 100"', 300, 75],
    ['width="200" viewBox="0 0 400 100"', 150, 37.5],
    ['width="72pt" height="36pt"', 72, 36],
    ['width="2e2" height="1e2"', 150, 75],
    ['width="100%" height="100%" viewBox="0 0 400 100"', 300, 75],
  ])('is as large as the drawing says (%s)', async (root, width, height) => {
    const { raster, document } = await set(drawing(root, SQUARE));
    expect(document!.pages).toBe(1);
    expect(raster!.width).toBeCloseTo(width, 0);
    expect(raster!.height).toBeCloseTo(height, 0);
  });

  it('is as large as what is drawn, where the drawing says nothing', async () => {
    const { raster } = await set(drawing('', SQUARE));
    expect([Math.round(raster!.width), Math.round(raster!.height)]).toEqual([38, 38]);
  });

  it('is paper where that is asked for, with the drawing in its middle', async () => {
    const { raster } = await set(drawing('width="2000" height="1000"', '<rect width="2000" height="1000"/>'), {
      pageSize: 'a5',
      landscape: true,
    });
    expect([Math.round(raster!.width), Math.round(raster!.height)]).toEqual([595, 420]);
    const { rgb, width, height } = raster!.thumbnails![0]!;
    const lightness = (x: number, y: number): number =>
      rgb[(Math.floor(y * height) * width + Math.floor(x * width)) * 3]!;
    expect([lightness(0.5, 0.5), lightness(0.5, 0.02), lightness(0.5, 0.98)]).toEqual([0, 255, 255]);
  });

  it('is no larger than readers take', async () => {
    const { raster } = await set(drawing('width="1000000" height="500000"', SQUARE));
    expect([raster!.width, raster!.height]).toEqual([14_400, 7200]);
  });
});

describe('a drawing in a PDF', () => {
  it('has its text as text, in all its scripts', async () => {
    const { document, features } = await set(
      new Uint8Array(readFileSync(join(SOURCES, 'text-five-scripts-styles.svg'))),
    );
    for (const words of ['Quick fox · Ελληνικά · Кириллица', '漢字かな交じり文', '한국어']) {
      expect(document!.text).toContain(words);
    }
    expect(features).toContain('vector');
    expect(bench.warnings.map(({ code }) => code)).toEqual(['font_substituted']);
  });

  it('names no font and still has letters', async () => {
    const { document } = await set(drawing('width="200" height="50"', '<text y="30">Plain</text>'));
    expect(document!.text.trim()).toBe('Plain');
  });

  it('keeps the images that stand in it, and leaves those that do not', async () => {
    const { document } = await set(new Uint8Array(readFileSync(join(SOURCES, 'picture-inside-and-outside.svg'))));
    expect(document!.figures).toBeGreaterThan(0);
    expect(bench.warnings.map(({ code }) => code)).toContain('picture_dropped');
  });

  it('says that its filters became images', async () => {
    await set(new Uint8Array(readFileSync(join(SOURCES, 'gradients-clip-mask-filter.svg'))));
    expect(bench.warnings.map(({ message }) => message).join()).toContain('filters');
  });

  it('may be packed', async () => {
    const packed = new Uint8Array(gzipSync(drawing('width="200" height="50"', '<text y="30">Packed</text>')));
    const [pdf] = await bench.convert(packed, 'svgz', 'pdf', 'drawing');
    expect((await reader.inspect(pdf!, 'pdf', 'full')).document!.text.trim()).toBe('Packed');
  });
});

describe('a hostile drawing', () => {
  it.each([
    ['no drawing', utf8('<html/>')],
    ['damaged XML', utf8('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>')],
    ['no size', drawing('width="0" height="0"', SQUARE)],
    ['a cut-off pack', new Uint8Array(gzipSync(drawing('', SQUARE))).subarray(0, 40)],
  ])('is refused by name: %s', async (_name, svg) => {
    await expect(bench.convert(svg, 'svg', 'pdf', 'drawing')).rejects.toMatchObject({
      code: expect.stringMatching(/^input_(corrupt|truncated)$/),
    });
  });

  it('of parts that multiply is refused or drawn in time, and the next is drawn', async () => {
    const groups = Array.from({ length: 30 }, (_, index) =>
      index === 0
        ? '<g id="g0"><rect width="1" height="1"/></g>'
        : `<g id="g${index}">${`<use href="#g${index - 1}"/>`.repeat(10)}</g>`,
    );
    const bomb = drawing('width="10" height="10"', `<defs>${groups.join('')}</defs><use href="#g29"/>`);
    await expect(bench.convert(bomb, 'svg', 'pdf', 'drawing')).rejects.toMatchObject({ code: /^input_/ });
    await expect(set(drawing('width="10" height="10"', SQUARE))).resolves.toBeDefined();
  }, 60_000);

  it('reads no file and no address', async () => {
    const spying = drawing(
      'width="50" height="50" xmlns:xlink="http://www.w3.org/1999/xlink"',
      `<image xlink:href="/etc/passwd" width="9" height="9"/><image href='http://127.0.0.1/a.png' width="9" height="9"/>${SQUARE}`,
    );
    const { document } = await set(spying);
    expect(document!.figures).toBe(0);
    expect(bench.warnings.map(({ code }) => code)).toEqual(['picture_dropped']);
  });

  it('nests no deeper than is allowed', async () => {
    const deep = drawing('width="9" height="9"', '<g>'.repeat(5000) + '</g>'.repeat(5000));
    await expect(bench.convert(deep, 'svg', 'pdf', 'drawing')).rejects.toMatchObject({ code: 'input_too_complex' });
  });
});
