import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { readDrawnUnderscores } from '../../../engine/codecs/pdf-docx/layout/drawn-underscores.ts';
import { bitmapFontOf } from '../../../engine/content/pages/reading/tex/bitmap-fonts.ts';
import { texCharacter, type TexEncoding, texEncodingOf } from '../../../engine/content/pages/reading/tex/encodings.ts';
import { TEX_WIDTHS } from '../../../engine/content/pages/reading/tex/widths.ts';
import type { Rule } from '../../../engine/content/pages/model.ts';
import { line, pageOf } from '../../support/page-models.ts';
import { pdfOfObjects, pdfStream } from '../../support/pdf-objects.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

/** A page that shows these codes with a font; the objects of the font follow from number 5 on. */
async function textOf(codes: readonly number[], font: readonly string[]): Promise<string> {
  const shown = codes.map((code) => code.toString(16).padStart(2, '0')).join('');
  const content = pdfStream('', `BT /F1 10 Tf 72 700 Td <${shown}> Tj ET`);
  const page =
    '/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>';
  const tree = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', `<< ${page} >>`];
  const [text] = await bench.convert(pdfOfObjects([...tree, content, ...font]), 'pdf', 'txt', 'markup');
  return Buffer.from(text!).toString().trim();
}

/** A font without a program whose codes the file does not explain. */
function namedFont(name: string): string[] {
  const widths = Array.from({ length: 128 }, () => 500).join(' ');
  const descriptor = `/Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -250 1000 750] /ItalicAngle 0 /Ascent 750 /Descent -250 /CapHeight 700 /StemV 80`;
  return [
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /FirstChar 0 /LastChar 127 /Widths [${widths}] /FontDescriptor 6 0 R >>`,
    `<< ${descriptor} >>`,
  ];
}

const PIXELS_PER_EM = 83;

/** A font of bitmaps as TeX makes it: without names, its widths in pixels. */
function bitmapFont(codes: readonly number[], widthOf: (code: number) => number): string[] {
  const unique = [...new Set(codes)].sort((a, b) => a - b);
  const [first, last] = [unique[0]!, unique.at(-1)!];
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const pixels = all.map((code) => (unique.includes(code) ? ((PIXELS_PER_EM * widthOf(code)) / 1000).toFixed(2) : 0));
  const procs = unique.map((code) => `/a${code} 6 0 R`).join(' ');
  const names = unique.map((code) => `${code} /a${code}`).join(' ');
  return [
    `<< /Type /Font /Subtype /Type3 /FontMatrix [${1 / PIXELS_PER_EM} 0 0 ${1 / PIXELS_PER_EM} 0 0] /FontBBox [0 -20 80 60] ` +
      `/FirstChar ${first} /LastChar ${last} /Widths [${pixels.join(' ')}] /CharProcs << ${procs} >> /Encoding << /Type /Encoding /Differences [${names}] >> >>`,
    pdfStream('', '40 0 0 0 40 40 d1 0 0 30 30 re f'),
  ];
}

const codesOf = (encoding: TexEncoding, text: readonly string[]): number[] =>
  text.map((character) => Array.from({ length: 256 }, (_, code) => texCharacter(encoding, code)).indexOf(character));

const WORDS = ['c', 'o', 'n', 'fi', 'g', 'u', 'r', 'e', 'm', 'a', 'ffi', 'n', 'e', 'fl', 'a', 't'];

describe("TeX's fonts whose codes the file does not explain", () => {
  it.each([
    ['CMR10', [0x63, 0x6f, 0x6e, 0x0c, 0x67, 0x1a], 'configæ'],
    ['CMTT10', [0x78, 0x0d, 0x61, 0x5f, 0x62], "x'a_b"],
    ['CMMI10', [0x0b, 0x0c, 0x22, 0x61], 'αβεa'],
    ['CMSY10', [0x14, 0x15, 0x02, 0x32], '≤≥×∈'],
    ['CMEX10', [0x58, 0x5a], '∑∫'],
    ['TCRM1000', [0x88, 0x84, 0x85, 0xbf], '•†‡€'],
    ['SFRM1000', [0x1c, 0xe4, 0x15], 'fiä–'],
  ])('are read by the encoding that %s has', (name, codes, expected) => {
    const encoding = texEncodingOf(name)!;
    expect(codes.map((code) => texCharacter(encoding, code)).join('')).toBe(expected);
  });

  it('give their ligatures and symbols', async () => {
    expect(await textOf(codesOf('OT1', WORDS), namedFont('ABCDEF+CMR10'))).toBe('configuremaffineflat');
    expect(await textOf([0x14, 0x15, 0x12], namedFont('ABCDEF+CMSY10'))).toBe('≤≥⊆');
  });

  it.each(['OT1', 'T1'] as const)('are known by their widths where they are bitmaps in %s', async (encoding) => {
    const codes = codesOf(encoding, WORDS);
    const roman = codesOf('OT1', WORDS).map((code) => TEX_WIDTHS.CMR10[code]!);
    const font = bitmapFont(codes, (code) => roman[codes.indexOf(code)]!);
    expect(await textOf(codes, font)).toBe('configuremaffineflat');
  });

  it('are known by a single width where it is a symbol of TS1', async () => {
    expect(
      await textOf(
        [0x88],
        bitmapFont([0x88], () => 500),
      ),
    ).toBe('•');
  });

  it('have the style whose widths they have', () => {
    const codes = codesOf('OT1', WORDS);
    const styleOf = (widthOf: (code: number) => number) => {
      const widths = Object.fromEntries(codes.map((code) => [code, widthOf(code) / 12]));
      return bitmapFontOf({ widths, fontMatrix: [0.012, 0, 0, 0.012, 0, 0] })?.name;
    };
    expect(styleOf((code) => TEX_WIDTHS.CMBX10[code]!)).toBe('CMBX10');
    expect(styleOf((code) => 1.06 * TEX_WIDTHS.CMTI10[code]!)).toBe('CMTI10');
    expect(styleOf(() => 525)).toBe('CMTT10');
    expect(styleOf((code) => 300 + 7 * code)).toBeUndefined();
  });
});

it('counts the glyphs of which nothing tells the character, and says where they are', async () => {
  bench.warnings.length = 0;
  const codes = [0x41, 0x42, 0x43, 0x44, 0x01, 0x45, 0x01];
  expect(
    await textOf(
      codes,
      bitmapFont(codes, (code) => 300 + 7 * code),
    ),
  ).toBe('ABCD\ufffdE\ufffd');
  expect(bench.warnings).toMatchObject([{ code: 'text_dropped', details: { glyphs: 2 } }]);
});

describe('underscores that are drawn as lines', () => {
  const left = line(72, 100, 'AMD');
  const end = left.at(-1)!.x1;
  const rule = { axis: 'h', position: 99.8, start: end + 0.6, end: end + 3.6, width: 0.4, color: '#000000' } as const;
  const right = line(end + 3.7, 100, 'DENSE');
  const textOfPage = (page: ReturnType<typeof pageOf>): string =>
    readDrawnUnderscores(page)
      .glyphs.toSorted((a, b) => a.x0 - b.x0)
      .map(({ text }) => text)
      .join('');

  it('are characters of the words in which they are', () => {
    const page = readDrawnUnderscores(pageOf([left, right], [rule]));
    expect(textOfPage(pageOf([left, right], [rule]))).toBe('AMD_DENSE');
    expect(page.rules).toEqual([]);
  });

  it('may follow each other', () => {
    const second = { ...rule, start: rule.end + 0.6, end: rule.end + 3.6 };
    expect(textOfPage(pageOf([left], [rule, second]))).toBe('AMD__');
  });

  it('are no lines under letters, blanks to fill in, or bars', () => {
    const kept = (over: Partial<Rule>, glyphs = [...left, ...right]) =>
      readDrawnUnderscores(pageOf([glyphs], [{ ...rule, ...over }])).rules.length;
    expect(kept({ end: rule.start + 40 }, left)).toBe(1);
    expect(kept({ position: 101, start: left[1]!.x0, end: left[1]!.x1 })).toBe(1);
    const numerator = line(rule.start + 0.5, 98.5, 'i');
    expect(kept({}, [...left, ...numerator])).toBe(1);
  });
});
