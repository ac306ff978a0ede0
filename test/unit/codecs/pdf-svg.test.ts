import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-svg/codec.ts';
import { narrowed } from '../../../engine/content/pages/clip.ts';
import { outlineOf, rectanglePath } from '../../../engine/content/pages/outline.ts';
import { TextLayer } from '../../../engine/content/pages/painter/text-layer.ts';
import resvg from '../../../engine/codecs/resvg/codec.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { IDENTITY } from '../../../engine/content/pages/matrix.ts';
import type { Thumbnail } from '../../../engine/contract/facts.ts';
import { pdfFile } from '../../support/pdf-file.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const CORPUS = join(import.meta.dirname, '../../../corpus');
const PAINTED = source('gradients-patterns-masks-blends');
const REPORT = source('header-footer-page-numbers');
const HEBREW = source('hebrew-right-to-left');
const LETTER = source('letter-headings-table-link');
const ENCRYPTED = new Uint8Array(readFileSync(join(CORPUS, 'hostile/encrypted.pdf')));

function source(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(CORPUS, `sources/pdf/${name}.pdf`)));
}

let bench: RunnerBench;
/** Another program draws the result. */
let reader: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
  reader = await startRunner(resvg);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});
beforeEach(() => {
  bench.warnings.length = 0;
});

async function draw(pdf: Uint8Array, options: OptionValues = {}): Promise<string[]> {
  const outputs = await bench.convert(pdf, 'pdf', 'svg', 'draw', options);
  return outputs.map((bytes) => new TextDecoder().decode(bytes));
}

async function look(svg: string): Promise<Thumbnail> {
  const { raster } = await reader.inspect(new TextEncoder().encode(svg), 'svg', 'full');
  return raster!.thumbnails![0]!;
}

async function wordsOf(svg: string): Promise<string> {
  const { document } = await reader.inspect(new TextEncoder().encode(svg), 'svg', 'full');
  return document!.text;
}

/** The middle of a square of 100 points whose lower left corner is here, on a page of 612 × 792. */
function colourAt({ rgb, width, height }: Thumbnail, x: number, y: number): number[] {
  const at = (Math.floor((1 - y / 792) * height) * width + Math.floor((x / 612) * width)) * 3;
  return [...rgb.subarray(at, at + 3)];
}

function countOf(svg: string, element: string): number {
  return svg.split(`<${element} `).length - 1;
}

describe('a page', () => {
  it('is a drawing of its size, in points, on white paper', async () => {
    const [svg] = await draw(pdfFile(['1 0 0 rg 0 396 306 396 re f']));
    expect(svg).toContain('width="612pt" height="792pt" viewBox="0 0 612 792"');
    const image = await look(svg!);
    expect(colourAt(image, 150, 600)).toEqual([255, 0, 0]);
    expect(colourAt(image, 450, 200)).toEqual([255, 255, 255]);
  });

  it('is one of those that were asked for, in that order', async () => {
    const pages = await draw(REPORT, { pages: '3,1' });
    expect(pages).toHaveLength(2);
    expect(await wordsOf(pages[0]!)).toContain('Page 3 of 3');
    expect(await wordsOf(pages[1]!)).toContain('Page 1 of 3');
  });

  it('says what the document says about itself', async () => {
    const [svg] = await draw(PAINTED);
    expect(svg).toContain('<dc:title>Painted in all ways</dc:title><dc:creator>Athanor</dc:creator>');
  });

  it('keeps its links to the web, and none that run anything', async () => {
    const [svg] = await draw(pdfFile(['BT /F1 9 Tf (a) Tj ET'], { link: true }));
    expect(svg).toContain('<a xlink:href="https://example.org/">');
    const hostile = Buffer.from(pdfFile(['BT /F1 9 Tf (a) Tj ET'], { link: true }))
      .toString('latin1')
      .replace('https://example.org', 'javascript:alert(1)');
    const [harmless] = await draw(Buffer.from(hostile, 'latin1'));
    expect(harmless).not.toMatch(/javascript|<a /);
  });

  it('opens with its password only', async () => {
    await expect(draw(ENCRYPTED)).rejects.toMatchObject({ code: 'input_encrypted' });
    const [svg] = await draw(ENCRYPTED, { password: 'secret' });
    expect(await wordsOf(svg!)).toContain('A summer at the harbour');
  });
});

describe('text', () => {
  it('is drawn as outlines, each glyph once, and stands unseen over them', async () => {
    const [svg] = await draw(pdfFile(['BT /F1 24 Tf 72 700 Td (banana boat) Tj ET']));
    expect(svg!.match(/<path id="g\d+"/g)).toHaveLength('bano t'.replace(' ', '').length);
    expect(svg).toMatch(
      /<g fill-opacity="0"[^>]*><text x="72" y="92" font-size="24" textLength="[\d.]+" [^>]*>banana boat</,
    );
  });

  it('that is spaced by numbers has its words apart and its letters together', async () => {
    const [svg] = await draw(pdfFile(['BT /F1 20 Tf 72 700 Td [(Har) -30 (bour) -400 (o) 20 (ff) -10 (ice)] TJ ET']));
    expect(await wordsOf(svg!)).toBe('Harbour office');
  });

  it('of two columns is two lines', () => {
    const layer = new TextLayer();
    for (const [index, text] of [...'ab'].entries()) {
      layer.add({ text, matrix: [0.01, 0, 0, 0.01, 0, 0], x: index * 5000, y: 0, advance: 500 });
    }
    expect(layer.finish().match(/<text /g)).toHaveLength(2);
  });

  it('from right to left is in the order in which it is read', async () => {
    const [svg] = await draw(HEBREW);
    expect(svg).toContain('>דוח הנמל</text>');
    expect(svg).toContain('8:30');
  });

  it('that is unseen in the PDF is unseen and found', async () => {
    const [svg] = await draw(pdfFile(['BT /F1 24 Tf 3 Tr 72 700 Td (recognised) Tj ET']));
    expect(await wordsOf(svg!)).toBe('recognised');
    expect(svg).not.toContain('<path id="g');
  });

  it('is escaped', async () => {
    const [svg] = await draw(pdfFile(['BT /F1 24 Tf 72 700 Td (<script>"&") Tj ET']));
    expect(svg).not.toContain('<script');
    expect(await wordsOf(svg!)).toBe('<script>"&"');
  });
});

describe('what is painted', () => {
  it('is of all kinds that SVG knows', async () => {
    const [svg] = await draw(PAINTED);
    const elements = ['linearGradient', 'radialGradient', 'pattern', 'mask', 'clipPath', 'image'];
    for (const element of elements) expect([element, countOf(svg!, element) > 0]).toEqual([element, true]);
    expect(svg).toContain('mix-blend-mode:multiply');
    expect(svg).toContain('<g opacity="0.5">');
    expect(bench.warnings.map(({ code }) => code)).toEqual(['feature_dropped']);
  });

  it('begins its tiles near it, since programs draw these in whole pixels', async () => {
    const [svg] = await draw(PAINTED);
    const [, id] = /<pattern id="(\w+)" x="0" y="0" width="20" height="20"/.exec(svg!)!;
    const near = new RegExp(`<pattern id="(\\w+)" xlink:href="#${id}" patternTransform="([^"]*)"/>`).exec(svg!)!;
    expect(near[2]).toBe('matrix(0.9 -0.2 -0.2 -0.9 80 240)');
    expect(svg).toContain(`<path d="M30 260L130 260L130 160L30 160Z" fill="url(#${near[1]})"/>`);
  });

  it('shows through its clip only', async () => {
    const [svg] = await draw(pdfFile(['100 100 100 100 re W n 0 0 1 rg 0 0 612 792 re f']));
    const image = await look(svg!);
    expect(colourAt(image, 150, 150)).toEqual([0, 0, 255]);
    expect(colourAt(image, 250, 150)).toEqual([255, 255, 255]);
  });

  it('ends where the state was saved', async () => {
    const [svg] = await draw(pdfFile(['q 0 0 10 10 re W n 1 0 0 rg Q 0 1 0 rg 0 0 612 792 re f']));
    expect(colourAt(await look(svg!), 300, 400)).toEqual([0, 255, 0]);
    expect(svg).not.toContain('clip-path');
  });

  it('is as wide as its line where that is stretched', async () => {
    const [svg] = await draw(pdfFile(['4 0 0 1 0 0 cm 10 w 50 0 m 50 792 l S']));
    expect(svg).toMatch(/<path transform="matrix\(4 0 0 -1 0 792\)"[^>]* stroke-width="10"/);
    expect(colourAt(await look(svg!), 200, 400)).toEqual([0, 0, 0]);
  });

  it('keeps images as they are in the file, once each', async () => {
    const [svg] = await draw(LETTER);
    expect(countOf(svg!, 'image')).toBe(1);
  });
});

describe('clips', () => {
  const rectangle = (x: number, size: number) =>
    outlineOf(rectanglePath({ x0: x, y0: 0, x1: x + size, y1: size }), IDENTITY);

  it('of rectangles in rectangles stay one', () => {
    const clip = narrowed(narrowed(undefined, rectangle(0, 10), false), rectangle(5, 10), false);
    expect(clip).toMatchObject({ depth: 1, rectangle: { x0: 5, y0: 0, x1: 10, y1: 10 } });
  });

  it('do not nest deeper than readers follow', () => {
    const triangle = outlineOf([0, 0, 0, 1, 9, 0, 1, 0, 9, 4], IDENTITY);
    let clip = narrowed(undefined, triangle, false);
    for (let index = 0; index < 1000; index++) clip = narrowed(clip, triangle, false);
    expect(clip.depth).toBeLessThanOrEqual(64);
  });

  it.each([
    [[0, 0, 0, 1, 9, 0, 1, 9, 5, 1, 0, 5, 4], true],
    [[0, 0, 0, 1, 9, 0, 1, 9, 5, 1, 0, 5, 1, 0, 0, 4], true],
    [[0, 0, 0, 1, 9, 1, 1, 9, 5, 1, 0, 5, 4], false],
    [[0, 0, 0, 1, 9, 0, 1, 9, 5, 4], false],
    [[0, 0, 0, 1, 9, 0, 0, 9, 5, 1, 0, 5, 4], false],
  ])('know a rectangle (%#)', (path, isRectangle) => {
    expect(outlineOf(path, IDENTITY).isRectangle).toBe(isRectangle);
  });
});

describe('hostile pages', () => {
  it('with a hundred thousand paths are drawn', async () => {
    const paths = Array.from({ length: 100_000 }, (_, index) => `${index % 612} ${index % 792} 2 2 re f`).join('\n');
    const [svg] = await draw(pdfFile([paths]));
    expect(countOf(svg!, 'path')).toBeGreaterThan(100_000);
  });

  it('with more glyphs than a page may have are refused by name', async () => {
    const small = await startRunner(codec, { glyphsPerPage: 10 });
    await expect(small.convert(LETTER, 'pdf', 'svg', 'draw')).rejects.toMatchObject({
      code: 'input_too_complex',
      details: { limit: 'glyphsPerPage', page: 1 },
    });
    await small[Symbol.asyncDispose]();
  });

  it('that make larger files than readers take are refused by name', async () => {
    const small = await startRunner(codec, { xmlChars: 20_000 });
    await expect(small.convert(LETTER, 'pdf', 'svg', 'draw')).rejects.toMatchObject({
      code: 'input_too_complex',
      details: { limit: 'xmlChars' },
    });
    await small[Symbol.asyncDispose]();
  });

  it('of a document with more pages than are allowed are drawn when few are asked for', async () => {
    const small = await startRunner(codec, { pages: 2 });
    await expect(small.convert(REPORT, 'pdf', 'svg', 'draw')).rejects.toMatchObject({ details: { limit: 'pages' } });
    expect(await small.convert(REPORT, 'pdf', 'svg', 'draw', { pages: '3' })).toHaveLength(1);
    await small[Symbol.asyncDispose]();
  });

  it('with numbers out of all bounds are drawn in bounds', async () => {
    const [svg] = await draw(pdfFile(['1e30 0 0 1e30 0 0 cm 1 w 0 0 m 1 1 l S 1 0 0 1 1e38 1e38 cm 0 0 5 5 re f']));
    expect(svg).not.toMatch(/NaN|Infinity|e\+/);
    await expect(look(svg!)).resolves.toBeDefined();
  });

  it('without content are white', async () => {
    const [svg] = await draw(pdfFile(['']));
    expect(colourAt(await look(svg!), 300, 400)).toEqual([255, 255, 255]);
  });
});
