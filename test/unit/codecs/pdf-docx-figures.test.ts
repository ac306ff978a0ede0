import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { OpenFont } from '../../../engine/content/font/harfbuzz.ts';
import { readSfnt, writeSfnt } from '../../../engine/content/font/sfnt.ts';
import { facesOf, readFont, type ShippedFamily } from '../../../engine/content/font/shipped-fonts.ts';
import { pdfFile } from '../../support/pdf-file.ts';
import { pdfStream } from '../../support/pdf-objects.ts';
import { type RunnerBench, startRunner } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
beforeEach(() => void (bench.warnings.length = 0));
afterAll(() => bench[Symbol.asyncDispose]());

const AXES = '0 G 1 w 100 400 m 400 400 l S 100 400 m 100 600 l S';
const CURVE = '1 0 0 RG 105 410 m 200 590 300 420 395 580 c S';
const EMU = 12_700;

const shown = (text: string, matrix: string, font = '/F1', size = 9): string =>
  `BT ${font} ${size} Tf ${matrix} Tm (${text}) Tj ET`;
const level = (text: string, x: number, y: number, font?: string, size?: number): string =>
  shown(text, `1 0 0 1 ${x} ${y}`, font, size);

interface Figure {
  readonly xml: string;
  readonly svg: string;
  /** Of the labels in the group: their text, and where their boxes begin. */
  readonly labels: readonly { readonly text: string; readonly x: number; readonly y: number }[];
  readonly isTold: boolean;
}

/** The figure of a page on which a curve has these labels. */
async function figureOf(
  labels: readonly string[],
  options: Parameters<typeof pdfFile>[1] = {},
  place = '',
): Promise<Figure> {
  const page = [level('Beside a drawing', 72, 700), place, AXES, CURVE, ...labels].join('\n');
  const [docx] = await bench.convert(pdfFile([page], options), 'pdf', 'docx', 'reconstruct');
  const parts = unzipSync(docx!);
  const xml = strFromU8(parts['word/document.xml']!);
  const [, group = ''] = /<wpg:wgp>(.*)<\/wpg:wgp>/s.exec(xml) ?? [];
  const boxes = group.matchAll(
    /<wps:wsp>.*?<a:off x="(-?\d+)" y="(-?\d+)"\/>.*?<w:t(?: [^>]*)?>([^<]*)<.*?<\/wps:wsp>/gs,
  );
  return {
    xml,
    svg: strFromU8(parts[Object.keys(parts).find((name) => name.endsWith('.svg'))!]!),
    labels: Array.from(boxes, ([, x, y, text]) => ({ text: text!, x: Number(x) / EMU, y: Number(y) / EMU })),
    isTold: bench.warnings.some(({ details }) => details?.['figures'] === 1),
  };
}

const times = (text: string, { xml }: Figure): number => xml.split(`>${text}<`).length - 1;
const GLYPH = /<use /g;

it('keeps a figure with labels where it is, though it is nearly in the middle of its column', async () => {
  const { xml } = await figureOf([level('Heat', 104, 585)], {}, '1 0 0 1 50 0 cm');
  const [paragraph] = /<w:p>(?:(?!<w:p>).)*<wpg:wgp>/s.exec(xml)!;
  expect(paragraph).toContain('<w:ind ');
  expect(paragraph).not.toContain('<w:jc ');
});

describe('a label of a figure', () => {
  it('is text above the drawing, where the PDF has it, and is not drawn', async () => {
    const figure = await figureOf([level('Heat', 104, 585), level('Time', 360, 404)]);
    expect(figure.labels.map(({ text }) => text)).toEqual(['Heat', 'Time']);
    expect(figure.svg).not.toMatch(GLYPH);
    expect(figure.svg).toContain('stroke="#ff0000"');
    const [heat, time] = figure.labels;
    expect(time!.x - heat!.x).toBeCloseTo(360 - 104, 1);
    expect(time!.y - heat!.y).toBeCloseTo(585 - 404, 1);
    expect(figure.isTold).toBe(false);
  });

  it('has the look of its letters, and a box without lines and margins', async () => {
    const { xml } = await figureOf([`0 0 1 rg ${level('Heat', 104, 580, '/F2', 14)} 0 g`], {
      fonts: '/F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    });
    const [box] = /<wps:wsp>.*?<\/wps:wsp>/s.exec(xml)!;
    expect(box).toContain('<a:noFill/><a:ln><a:noFill/></a:ln>');
    expect(box).toContain('<wps:bodyPr wrap="none" lIns="0" tIns="0" rIns="0" bIns="0" anchor="t"/>');
    expect(box).toMatch(/<w:rPr>.*<w:b\/>.*<w:color w:val="0000ff"\/>.*<w:sz w:val="28"\/>/);
  });

  it('is apart from others on its line', async () => {
    const figure = await figureOf([level('10', 120, 404), level('20', 137, 404), level('30 m', 154, 404)]);
    expect(figure.labels.map(({ text }) => text)).toEqual(['10', '20', '30 m']);
    expect(figure.labels[1]!.x - figure.labels[0]!.x).toBeCloseTo(17, 1);
  });

  it('is a text box beside the group where it is turned by a quarter', async () => {
    const figure = await figureOf([level('Heat', 104, 585), shown('Height', '0 1 -1 0 115 450')]);
    expect(figure.labels.map(({ text }) => text)).toEqual(['Heat']);
    expect(times('Height', figure)).toBe(1);
    expect(figure.xml).toContain('vert="vert270"');
    expect(figure.svg).not.toMatch(GLYPH);
    expect(figure.isTold).toBe(false);
  });

  it('is drawn where it is slanted, as no program turns it, and the others are text', async () => {
    const figure = await figureOf([level('Heat', 104, 585), shown('June', '0.7 0.7 -0.7 0.7 200 410')]);
    expect(figure.labels.map(({ text }) => text)).toEqual(['Heat']);
    expect(times('June', figure)).toBe(0);
    expect(figure.svg.match(GLYPH)).toHaveLength('June'.length);
    expect(figure.xml).toContain('descr="Heat June"');
    expect(figure.isTold).toBe(true);
  });

  it('is drawn among more than two hundred', async () => {
    const many = (count: number): string[] =>
      Array.from({ length: count }, (_, index) =>
        level('7', 105 + 14 * (index % 20), 410 + 14 * Math.floor(index / 20)),
      );
    expect((await figureOf(many(200))).labels).toHaveLength(200);
    const figure = await figureOf(many(201));
    expect(figure.labels).toEqual([]);
    expect(figure.svg.match(GLYPH)).toHaveLength(201);
    expect(figure.isTold).toBe(true);
  });

  it('is drawn in HTML, where its text is the description', async () => {
    const page = [level('Beside a drawing', 72, 700), AXES, CURVE, level('Heat', 104, 585)].join('\n');
    const [html] = await bench.convert(pdfFile([page]), 'pdf', 'html', 'markup');
    const text = Buffer.from(html!).toString();
    expect(text).toContain('alt="Heat"');
    const [, svg] = /data:image\/svg\+xml;base64,([^"]+)/.exec(text)!;
    expect(Buffer.from(svg!, 'base64').toString().match(GLYPH)).toHaveLength('Heat'.length);
  });
});

describe('labels in an embedded font without a map to Unicode', () => {
  const LABEL = 'Height of the tower 1267';
  const letters = [...new Set(LABEL)];

  /** A figure whose label shows the letters under these codes. */
  async function figureIn(family: ShippedFamily, codeOf: (letter: string) => number): Promise<Figure> {
    const face = readFont(facesOf(family).find(({ file }) => file.includes('/400Regular/'))!);
    const { font } = new OpenFont(face);
    const glyphs = new Map(letters.map((letter) => [codeOf(letter), font.nominalGlyph(letter.codePointAt(0)!) ?? 20]));
    const codes = Array.from(LABEL, (letter) => codeOf(letter).toString(16).padStart(2, '0')).join('');
    const descriptor =
      '/FontName /ABCDEF+Own /Flags 4 /FontBBox [0 -250 1000 750] /ItalicAngle 0 /Ascent 750 /Descent -250 /StemV 80';
    const widths = `/FirstChar 0 /LastChar 255 /Widths [${'500 '.repeat(256)}]`;
    return figureOf([`BT /F2 9 Tf 104 585 Td <${codes}> Tj ET`], {
      fonts: '/F2 6 0 R',
      objects: [
        `<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Own ${widths} /FontDescriptor 7 0 R >>`,
        `<< /Type /FontDescriptor ${descriptor} /FontFile2 8 0 R >>`,
        pdfStream('', Buffer.from(withCodes(face, glyphs)).toString('latin1')),
      ],
    });
  }

  it('are text where the codes are the characters of its glyphs', async () => {
    const figure = await figureIn('Arimo', (letter) => letter.charCodeAt(0));
    expect(figure.labels.map(({ text }) => text)).toEqual([LABEL]);
    expect(figure.isTold).toBe(false);
  });

  it('are drawn where its glyphs have the shapes of other characters than their codes', async () => {
    const figure = await figureIn('Arimo', (letter) => 0x21 + letters.indexOf(letter));
    expect(figure.labels).toEqual([]);
    expect(figure.svg).toMatch(GLYPH);
    expect(figure.isTold).toBe(true);
  });

  it('are drawn where nothing tells the characters', async () => {
    const figure = await figureIn('Noto Emoji', (letter) => 1 + letters.indexOf(letter));
    expect(figure.labels).toEqual([]);
    expect(figure.svg).toMatch(GLYPH);
    expect(figure.isTold).toBe(true);
  });
});

/** A font with a map from codes to glyphs in the place of its own: a trimmed table (OpenType, `cmap`, format 6). */
function withCodes(file: Uint8Array, glyphs: ReadonlyMap<number, number>): Uint8Array {
  const { flavour, tables } = readSfnt(file);
  const values = Array.from({ length: 256 }, (_, code) => glyphs.get(code) ?? 0);
  const words = [0, 1, 1, 0, 0, 12, 6, 10 + 2 * values.length, 0, 0, values.length, ...values];
  const cmap = new Uint8Array(words.flatMap((word) => [word >> 8, word & 0xff]));
  return writeSfnt({ flavour, tables: new Map([...tables, ['cmap', cmap]]) });
}
