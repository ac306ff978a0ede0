import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { coveringColour } from '../../../engine/content/pages/reading/transparency.ts';
import { pdfFile } from '../../support/pdf-file.ts';
import { pdfStream } from '../../support/pdf-objects.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
beforeEach(() => {
  bench.warnings.length = 0;
});
afterAll(() => bench[Symbol.asyncDispose]());

const TEXT = 'BT /F1 12 Tf 72 700 Td (Beside a drawing) Tj ET';
/** From red on the left to blue on the right of the square from (100, 100) to (200, 200). */
const AXIAL =
  '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [100 0 200 0] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>';
const SQUARE = '100 100 100 100 re';
const DIAMOND = '150 100 m 200 150 l 150 200 l 100 150 l h';

interface Drawn {
  readonly document: string;
  readonly svgs: string[];
  readonly pngs: Uint8Array[];
}

async function drawn(content: string, options: Parameters<typeof pdfFile>[1] = {}): Promise<Drawn> {
  const [docx] = await bench.convert(pdfFile([`${TEXT}\n${content}`], options), 'pdf', 'docx', 'reconstruct');
  const parts = unzipSync(docx!);
  const media = (extension: string): Uint8Array[] =>
    Object.keys(parts)
      .filter((name) => name.startsWith('word/media/') && name.endsWith(extension))
      .map((name) => parts[name]!);
  return {
    document: strFromU8(parts['word/document.xml']!),
    svgs: media('.svg').map((svg) => strFromU8(svg)),
    pngs: media('.png'),
  };
}

describe('a shading', () => {
  const resources = `/Shading << /S1 ${AXIAL} >> /Pattern << /P1 << /PatternType 2 /Shading ${AXIAL} >> >>`;

  it('becomes a gradient over what the clip shows, with pixels beside it', async () => {
    const { svgs, pngs } = await drawn(`q ${SQUARE} W n /S1 sh Q`, { resources });
    expect(svgs[0]).toMatch(/<linearGradient [^>]*x1="100"[^>]*>.*<stop [^>]*stop-color="#ff0000"/);
    expect(pngs).toHaveLength(1);
    expect(bench.warnings).toEqual([]);
  });

  it('fills an area of any shape as a pattern', async () => {
    const { svgs } = await drawn(`/Pattern cs /P1 scn ${DIAMOND} f`, { resources });
    expect(svgs[0]).toMatch(/<path d="M150 692[^"]*" fill="url\(#p1\)"/);
  });

  it('of a single colour is a box of that colour', async () => {
    const plain = resources.replaceAll('/C1 [0 0 1]', '/C1 [1 0 0]');
    const { document, svgs } = await drawn(`q ${SQUARE} W n /S1 sh Q`, { resources: plain });
    expect(svgs).toEqual([]);
    expect(document).toContain('<a:srgbClr val="ff0000"');
  });

  it('gives letters that are its clip their colour', async () => {
    const letters = 'q BT /F1 40 Tf 7 Tr 100 140 Td (Clip) Tj ET /S1 sh Q';
    const { document, svgs } = await drawn(letters, { resources });
    expect(document).toContain('Clip');
    expect(svgs).toEqual([]);
  });
});

it('repeats the tiles of a pattern', async () => {
  const tile =
    '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10 /Resources << >> /Type /Pattern';
  const { svgs } = await drawn(`/Pattern cs /P1 scn ${SQUARE} f`, {
    resources: '/Pattern << /P1 6 0 R >>',
    objects: [pdfStream(tile, '0 1 0 rg 0 0 5 5 re f')],
  });
  expect(svgs[0]).toMatch(/<pattern [^>]*width="10" height="10"/);
  expect(svgs[0]).toContain('fill="#00ff00"');
  expect(bench.warnings).toEqual([]);
});

it('draws the letters in a pattern', async () => {
  const tile =
    '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20 /Type /Pattern /Resources << /Font << /F1 3 0 R >> >>';
  const { svgs } = await drawn(`/Pattern cs /P1 scn ${DIAMOND} f`, {
    resources: '/Pattern << /P1 6 0 R >>',
    objects: [pdfStream(tile, 'BT /F1 18 Tf 2 2 Td (L) Tj ET')],
  });
  expect(svgs[0]).toMatch(/<path id="g1" d="M/);
  expect(svgs[0]).not.toContain('<text');
});

describe('a clip with slanted lines', () => {
  it('cuts the boxes that are painted through it', async () => {
    const { svgs, document } = await drawn(`q ${DIAMOND} W n 0 0 1 rg ${SQUARE} f Q`);
    expect(svgs[0]).toMatch(/<clipPath id="c1"><path d="M150 692L200 642L150 592L100 642Z"/);
    expect(svgs[0]).toMatch(/<g clip-path="url\(#c1\)"><path [^>]*fill="#0000ff"/);
    expect(document).not.toContain('<wps:wsp>');
  });

  it('cuts images', async () => {
    const image = pdfStream(
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      '\u0040',
    );
    const { pngs } = await drawn(`q ${DIAMOND} W n 100 0 0 100 100 100 cm /I1 Do Q`, {
      resources: '/XObject << /I1 6 0 R >>',
      objects: [image],
    });
    const { data, info } = await sharp(pngs[0])
      .resize(32, 32)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const alphaAt = (x: number, y: number): number => data[(y * info.width + x) * 4 + 3]!;
    expect(alphaAt(0, 0)).toBe(0);
    expect(alphaAt(16, 16)).toBe(255);
  });
});

it('draws through a soft mask', async () => {
  const group =
    '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Group << /S /Transparency /CS /DeviceGray >> /Resources << >>';
  const { svgs } = await drawn(`q /G1 gs 1 0 0 rg ${SQUARE} f Q`, {
    resources: '/ExtGState << /G1 << /SMask << /S /Luminosity /G 6 0 R >> >> >>',
    objects: [pdfStream(group, '0.5 g 100 100 50 100 re f')],
  });
  expect(svgs[0]).toMatch(/<mask .*fill="#808080".*<\/mask>/);
  expect(svgs[0]).toMatch(/<g mask="url\(#m1\)"><path [^>]*fill="#ff0000"/);
});

describe('upright lines and boxes', () => {
  /** The letters u, i and s as outlines: the stem and the dot of the i are upright boxes. */
  const sign =
    '0 g 100 100 m 100 110 l 102 104 104 104 106 110 c 106 100 l f 108 100 2 8 re f 108 109 2 2 re f 111 100 m 118 110 l 118 100 l f';

  it('belong to the drawn sign in which they stand', async () => {
    const { svgs } = await drawn(sign);
    expect(svgs).toHaveLength(1);
    expect(svgs[0]!.match(/<path /g)).toHaveLength(4);
  });

  it('belong to the table of which they are a part', async () => {
    const tick = '0 g 2 w 104 556 m 108 552 l 114 562 l S';
    const lines = [550, 564, 580].map((y) => `100 ${y} m 400 ${y} l S`);
    const walls = [100, 118, 400].map((x) => `${x} 550 m ${x} 580 l S`);
    const words = ['124 568', '124 553'].map((at) => `BT /F1 9 Tf ${at} Td (cell of a table) Tj ET`);
    const { document } = await drawn(`1 w ${[...lines, ...walls].join(' ')} ${words.join(' ')} ${tick}`);
    expect(document).toContain('<w:tbl>');
    expect(document.match(/<w:gridCol /g)).toHaveLength(2);
  });

  it('are not also lines of the page where a slanted path has them', async () => {
    const { document } = await drawn('0 G 1 w 100 100 m 200 100 l 200 150 l 150 200 l h S');
    expect(document).not.toContain('<wps:wsp>');
  });

  it('are the sides of small boxes in forms', async () => {
    const { document } = await drawn('0 G 1 w 100 400 12 12 re S');
    expect(document.match(/<wps:wsp>/g)).toHaveLength(4);
  });
});

it('shows white upon images', async () => {
  const image = pdfStream(
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    '\u0040',
  );
  const { document } = await drawn('q 100 0 0 100 100 100 cm /I1 Do Q 1 g 120 120 40 40 re f', {
    resources: '/XObject << /I1 6 0 R >>',
    objects: [image],
  });
  expect(document).toContain('<a:srgbClr val="ffffff"');
});

it('keeps the dashes of slanted lines', async () => {
  const { svgs } = await drawn('0 G 2 w 1 J [6 3] 0 d 100 100 m 200 150 l S');
  expect(svgs[0]).toContain('stroke-linecap="round" stroke-dasharray="6 3"');
});

describe('a colour that multiplies what is below', () => {
  it.each([
    ['white', '#ffffff', { color: '#ffffff', alpha: 0 }],
    ['black', '#000000', { color: '#000000', alpha: 1 }],
    ['grey', '#808080', { color: '#000000', alpha: 127 / 255 }],
    ['yellow', '#ffff00', { color: '#ffff00', alpha: 1 }],
  ])('is replaced by one that covers alike: %s', (_, color, expected) => {
    expect(coveringColour(color)).toEqual(expected);
  });
});

it('makes one image of more lines than can be taken one by one', async () => {
  const lines = Array.from({ length: 90 }, (_, index) => `100 ${100 + 5 * index} m 300 ${100 + 5 * index} l S`);
  const { document, svgs, pngs } = await drawn(`0 G 1 w ${lines.join(' ')}`);
  expect(document).not.toContain('<wps:wsp>');
  expect(svgs[0]!.match(/<rect /g)).toHaveLength(90);
  expect(pngs).toHaveLength(1);
});
