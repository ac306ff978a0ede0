import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/resvg/codec.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { facesOf, readFont } from '../../../engine/content/font/shipped-fonts.ts';
import { readPng } from '../../support/compare/png.ts';
import { makePng } from '../../support/make-files.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

let resvg: RunnerBench;
beforeAll(async () => {
  resvg = await startRunner(codec);
});
afterAll(() => resvg[Symbol.asyncDispose]());
beforeEach(() => {
  resvg.warnings.length = 0;
});

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const drawing = (attributes: string, body: string): string => `<svg ${NAMESPACES} ${attributes}>${body}</svg>`;
const warned = (): string[] => resvg.warnings.map(({ code }) => code);

async function render(svg: string | Uint8Array, options: OptionValues = {}): Promise<ReturnType<typeof readPng>> {
  const bytes = typeof svg === 'string' ? utf8(svg) : svg;
  const [png] = await resvg.convert(bytes, bytes[0] === 0x1f ? 'svgz' : 'svg', 'png', 'render', options);
  return readPng(png!);
}

async function sizeOf(svg: string, options: OptionValues = {}): Promise<number[]> {
  const { width, height } = await render(svg, options);
  return [width, height];
}

async function pixelAt(svg: string, x: number, y: number, options: OptionValues = {}): Promise<number[]> {
  const { width, rgba } = await render(svg, options);
  return [...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
const CLEAR = [0, 0, 0, 0];

describe('the size of a drawing', () => {
  it.each([
    ['width="33.3" height="20.7"', [33, 21]],
    ['width="10mm" height="1in"', [38, 96]],
    ['width="30pt" height="2pc"', [40, 32]],
    ['viewBox="0 0 333.3 200.4"', [333, 200]],
    ['viewBox="0 0 8 8"', [304, 304]],
    ['width="100%" height="100%" viewBox="0 0 60 30"', [300, 150]],
    ['width="200" viewBox="0 0 50 100"', [200, 400]],
    ['height="200" viewBox="5 5 50 100"', [100, 200]],
    ['', [30, 50]], // what its elements cover
  ])('is read of %s', async (attributes, size) => {
    const svg = drawing(attributes, '<rect x="10" y="10" width="20" height="40"/>');
    expect(await sizeOf(svg)).toEqual(size);
    const { raster } = await resvg.inspect(utf8(svg), 'svg', 'probe');
    expect([raster!.width, raster!.height]).toEqual(size);
  });

  it('becomes what is asked for', async () => {
    const svg = drawing('width="100" height="50"', '<rect width="100" height="50" fill="red"/>');
    expect(await sizeOf(svg, { width: 300 })).toEqual([300, 150]);
    expect(await sizeOf(svg, { dpi: 192 })).toEqual([200, 100]);
    expect(await sizeOf(svg, { dpi: 192, height: 25 })).toEqual([50, 25]);
    expect(await sizeOf(svg, { width: 60, height: 60 })).toEqual([60, 30]);
    expect(await sizeOf(svg, { width: 60, height: 60, fit: 'fill' })).toEqual([60, 60]);
    expect(await sizeOf(svg, { width: 60, height: 60, fit: 'cover' })).toEqual([60, 60]);
  });

  it('is filled by stretching, or covered by cutting the middle out', async () => {
    const halves = '<rect width="50" height="50" fill="red"/><rect x="50" width="50" height="50" fill="blue"/>';
    const svg = drawing('width="100" height="50"', `${halves}<rect width="10" height="50" fill="lime"/>`);
    expect(await pixelAt(svg, 2, 30, { width: 60, height: 60, fit: 'fill' })).toEqual([0, 255, 0, 255]);
    expect(await pixelAt(svg, 2, 30, { width: 60, height: 60, fit: 'cover' })).toEqual(RED);
    expect(await pixelAt(svg, 57, 30, { width: 60, height: 60, fit: 'cover' })).toEqual(BLUE);
  });

  it('keeps the place that its view box gives the drawing', async () => {
    const svg = drawing('width="100" height="50" viewBox="0 0 10 10"', '<rect width="10" height="10" fill="red"/>');
    expect(await pixelAt(svg, 10, 50, { width: 200 })).toEqual(CLEAR);
    expect(await pixelAt(svg, 100, 50, { width: 200 })).toEqual(RED);
  });

  it('is refused beyond the limits, before anything is drawn', async () => {
    const huge = drawing('width="1e6" height="1e6"', '<rect width="1e6" height="1e6" fill="red"/>');
    await expect(render(huge)).rejects.toMatchObject({ code: 'input_too_complex', details: { limit: 'sidePixels' } });
    const square = drawing('width="10" height="10"', '');
    await expect(render(square, { width: 32_000 })).rejects.toMatchObject({ details: { limit: 'pixels' } });
    await expect(render(drawing('width="0" height="9"', ''))).rejects.toMatchObject({ code: 'input_corrupt' });
  });

  it('has no limit of its own: a large drawing is looked at, and drawn in the size that was asked for', async () => {
    const huge = drawing('width="1e6" height="1e6"', '<rect width="1e6" height="1e6" fill="red"/>');
    expect(await pixelAt(huge, 50, 50, { width: 100 })).toEqual(RED);
    expect((await resvg.inspect(utf8(huge), 'svg', 'full')).raster).toMatchObject({ width: 1e6, height: 1e6 });
  });
});

describe('transparency', () => {
  it('stays, unless a background is asked for', async () => {
    const svg = drawing('width="20" height="10"', '<rect width="10" height="10" fill="red" fill-opacity=".5"/>');
    expect(await pixelAt(svg, 15, 5)).toEqual(CLEAR);
    expect((await pixelAt(svg, 5, 5))[3]).toBe(128);
    expect(await pixelAt(svg, 15, 5, { background: '#0000ff' })).toEqual(BLUE);
  });
});

describe('fonts', () => {
  const text = (attributes: string, content = 'Hamburg 123 ЖΩ', head = ''): string =>
    drawing('width="260" height="40"', `${head}<text x="4" y="28" font-size="22" ${attributes}>${content}</text>`);
  const looksLike = async (one: string, other: string): Promise<boolean> =>
    Buffer.compare((await render(one)).rgba, (await render(other)).rgba) === 0;

  it.each([
    ['sans-serif', 'Arimo'],
    ['Helvetica', 'Arimo'],
    ['system-ui', 'Arimo'],
    ['serif', 'Tinos'],
    ["'Times New Roman'", 'Tinos'],
    ['TimesNewRomanPS-BoldMT', 'Tinos'],
    ['monospace', 'Cousine'],
    ['Courier', 'Cousine'],
    ['Arial, serif', 'Arimo'],
  ])('takes %s for %s without a word', async (name, family) => {
    expect(await looksLike(text(`font-family="${name}"`), text(`font-family="${family}"`))).toBe(true);
    expect(warned()).toEqual([]);
  });

  it('tells three families, weights and slants apart', async () => {
    const looks = ['Arimo', 'Tinos', 'Cousine'].flatMap((family) =>
      ['', 'font-weight="bold"', 'font-style="italic"'].map((style) => text(`font-family="${family}" ${style}`)),
    );
    const images = await Promise.all(looks.map(async (svg) => Buffer.from((await render(svg)).rgba).toString('hex')));
    expect(new Set(images).size).toBe(looks.length);
  });

  it('takes the serif for text that names no font', async () => {
    expect(await looksLike(text(''), text('font-family="Tinos"'))).toBe(true);
  });

  it('names the fonts that others stand in for', async () => {
    expect(await looksLike(text('font-family="Georgia"'), text('font-family="serif"'))).toBe(true);
    expect(resvg.warnings).toMatchObject([{ code: 'font_substituted', details: { fonts: ['Georgia'] } }]);
    resvg.warnings.length = 0;
    expect(await looksLike(text(`style="font-family:'Some Mono', monospace"`), text('font-family="Cousine"'))).toBe(
      true,
    );
    expect(resvg.warnings).toMatchObject([{ code: 'font_substituted', details: { fonts: ['Some Mono'] } }]);
  });

  it.each([
    ['an attribute', text('style="font-family:&quot;Arial&quot;;font-weight:bold"')],
    ['the shorthand', text('style="font:bold 22px/1.5 Arial, serif"')],
    ['a style sheet', text('class="a"', undefined, '<style>.a { font-weight: bold; font-family: "Arial" }</style>')],
    [
      'a style sheet in CDATA',
      text('class="a"', undefined, '<style><![CDATA[.a>b,.a{font:bold 22px Arial}]]></style>'),
    ],
    ['a group', text('', '<tspan font-family="Arial" font-weight="700">Hamburg 123 ЖΩ</tspan>')],
  ])('finds the font of %s', async (_place, svg) => {
    expect(await looksLike(svg, text('font-family="Arimo" font-weight="bold"'))).toBe(true);
  });

  it('honours a font that the drawing brings along, whatever it is called in there', async () => {
    const base64 = Buffer.from(readFont(facesOf('Cousine')[0]!)).toString('base64');
    const face = `@font-face { font-family: "Brand"; src: url("data:font/ttf;base64,${base64}") format("truetype") }`;
    const svg = text('font-family="Brand, Arial"', undefined, `<style>${face}</style>`);
    expect(await looksLike(svg, text('font-family="Cousine"'))).toBe(true);
    expect(warned()).toEqual([]);
    const broken = text(
      'font-family="Brand"',
      undefined,
      `<style>${face.replace(base64, base64.slice(0, 200))}</style>`,
    );
    expect(await looksLike(broken, text('font-family="Arimo"'))).toBe(true);
    expect(warned()).toContain('font_substituted');
  });

  it.each(['漢字', 'かな', '한국', '😀', '∑→★'])('has glyphs for %s', async (characters) => {
    const { rgba } = await render(text('font-family="Arial"', characters));
    expect(rgba.some((value, index) => index % 4 === 3 && value > 128)).toBe(true);
    expect(warned()).toEqual([]);
  });

  it('says which characters no font has', async () => {
    await render(text('', 'abc བོད'));
    expect(resvg.warnings).toMatchObject([{ code: 'text_dropped', details: { characters: ['བ', 'ོ', 'ད'] } }]);
  });
});

describe('what is not the drawing', () => {
  it('is never read: images of other files are left out and told', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'canary.png');
    writeFileSync(path, makePng());
    for (const address of [path, `file://${path}`, 'http://127.0.0.1:1/a.png', '../canary.png']) {
      resvg.warnings.length = 0;
      const svg = drawing('width="64" height="48"', `<image width="64" height="48" href="${address}"/>`);
      expect(await pixelAt(svg, 20, 20), address).toEqual(CLEAR);
      expect(warned(), address).toEqual(['picture_dropped']);
    }
  });

  it('is drawn when it stands inside', async () => {
    const inner = drawing('width="8" height="8"', '<rect width="8" height="8" fill="red"/>');
    const png = `data:image/png;base64,${Buffer.from(makePng()).toString('base64')}`;
    for (const address of [png, `data:image/svg+xml;base64,${Buffer.from(inner).toString('base64')}`]) {
      const svg = drawing('width="64" height="64"', `<image width="64" height="64" xlink:href="${address}"/>`);
      expect((await pixelAt(svg, 32, 32))[3], address.slice(0, 20)).toBe(255);
    }
    expect(warned()).toEqual([]);
  });

  it('is told of when the library cannot draw it', async () => {
    const parts =
      '<image href="data:image/webp;base64,AAAA"/><foreignObject><p>x</p></foreignObject><rect><animate/></rect><script>1</script>';
    await render(drawing('width="9" height="9"', parts));
    expect(warned()).toEqual(['picture_dropped', 'text_dropped', 'feature_dropped']);
  });

  const doctype = (declarations: string): string =>
    `<!DOCTYPE svg [${declarations}]>${drawing('width="9" height="9"', '<text>&e9;</text>')}`;
  const laughs = Array.from({ length: 9 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`);
  const groups = Array.from(
    { length: 8 },
    (_, level) => `<g id="u${level + 1}">${`<use href="#u${level}"/>`.repeat(10)}</g>`,
  );

  it.each([
    ['an external entity', doctype('<!ENTITY e9 SYSTEM "file:///etc/hostname">'), 'input_corrupt'],
    ['a billion laughs', doctype(`<!ENTITY e0 "ha">${laughs.join('')}`), 'input_corrupt'],
    ['uses of uses', drawing('width="9" height="9"', `<rect id="u0"/>${groups.join('')}`), 'input_too_complex'],
    ['deep nesting', drawing('', '<g>'.repeat(5000) + '</g>'.repeat(5000)), 'input_too_complex'],
    ['another document', '<html><body/></html>', 'input_corrupt'],
    ['a broken end', drawing('', '<g>').slice(0, -3), 'input_corrupt'],
  ])('is refused as %s, and the next drawing works', async (_what, svg, code) => {
    await expect(render(svg)).rejects.toMatchObject({ code });
    const next = drawing('width="9" height="9"', '<rect width="9" height="9" fill="red"/>');
    expect(await pixelAt(next, 4, 4)).toEqual(RED);
  });

  it('may be referred to in quotes', async () => {
    const gradient = '<linearGradient id="g"><stop stop-color="red"/></linearGradient>';
    for (const paint of [`fill="url('#g')"`, 'style="fill:url(&quot;#g&quot;)"', `style='fill:url( "#g" )'`]) {
      const svg = drawing('width="9" height="9"', `${gradient}<rect width="9" height="9" ${paint}/>`);
      expect(await pixelAt(svg, 4, 4), paint).toEqual(RED);
    }
  });

  it('may be namespaces that were forgotten, or entities of its own', async () => {
    const svg =
      '<svg width="9" height="9"><rect id="a" width="5" height="9" fill="red"/><use xlink:href="#a" x="4"/></svg>';
    expect(await pixelAt(svg, 8, 4)).toEqual(RED);
    const named = `<!DOCTYPE svg [<!-- it's > ] --><!ENTITY colour "#ff0000">]>${drawing('width="9" height="9"', '<rect width="9" height="9" fill="&colour;"/>')}`;
    expect(await pixelAt(named, 4, 4)).toEqual(RED);
  });
});

describe('compressed drawings', () => {
  const svg = utf8(drawing('width="9" height="9"', '<rect width="9" height="9" fill="red"/>'));

  it('are drawn, and refused when they are truncated, damaged or expand without end', async () => {
    const packed = new Uint8Array(gzipSync(svg));
    expect((await render(packed)).width).toBe(9);
    const damaged = packed.slice();
    damaged.fill(0x55, 12, 40);
    await expect(render(packed.slice(0, -20))).rejects.toMatchObject({ code: 'input_truncated' });
    await expect(render(damaged)).rejects.toMatchObject({ code: 'input_corrupt' });
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(60_000_000, '<svg/>')));
    await expect(render(bomb)).rejects.toMatchObject({ code: 'input_too_complex', details: { limit: 'xmlChars' } });
  });
});

describe('facts', () => {
  it('say what this very drawing has', async () => {
    const featuresOf = async (source: string): Promise<readonly string[]> => {
      const bytes = new Uint8Array(readFileSync(join(SOURCES, source)));
      return (await resvg.inspect(bytes, source.endsWith('z') ? 'svgz' : 'svg', 'quick')).features.toSorted();
    };
    expect(await featuresOf('svg/picture-inside-and-outside.svg')).toEqual(['colour', 'figures', 'look', 'vector']);
    expect(await featuresOf('svg/text-five-scripts-styles.svg')).toEqual(
      ['colour', 'look', 'metadata', 'text', 'vector'], // nothing is transparent
    );
    expect(await featuresOf('svgz/gradients-clip-mask-filter.svgz')).toEqual(['alpha', 'colour', 'look', 'vector']);
  });

  it('hold the text and a small image', async () => {
    const svg = drawing(
      'width="640" height="320"',
      '<rect width="320" height="320" fill="red"/><text y="9">a <tspan>b</tspan></text>',
    );
    const { raster, document } = await resvg.inspect(utf8(svg), 'svg', 'quick');
    expect(document!.text).toBe('a b');
    const [thumbnail] = raster!.thumbnails!;
    expect(thumbnail).toMatchObject({ imageWidth: 640, imageHeight: 320 });
    const cell = (x: number, y: number): number[] => {
      const at = y * thumbnail!.width + x;
      return [...thumbnail!.rgb.subarray(at * 3, at * 3 + 3), thumbnail!.alpha![at]!];
    };
    expect(cell(16, 40)).toEqual(RED);
    expect(cell(48, 40)).toEqual([255, 255, 255, 0]);
  });
});
