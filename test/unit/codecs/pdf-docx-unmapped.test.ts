import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { OpenFont } from '../../../engine/content/font/harfbuzz.ts';
import { readSfnt, writeSfnt } from '../../../engine/content/font/sfnt.ts';
import { facesOf, readFont, type ShippedFamily } from '../../../engine/content/font/shipped-fonts.ts';
import { openZip } from '../../../engine/io/zip.ts';
import { pdfOfObjects, pdfStream } from '../../support/pdf-objects.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
beforeEach(() => void (bench.warnings.length = 0));
afterAll(() => bench[Symbol.asyncDispose]());

const SENTENCE = 'Il faut 1267 boulons, (80 %) & lots of Zinc: why not 345? Quiz & jump! Next: kg / m + x9';
const UNLIMITED = { entries: 100, expandedBytes: 1e8, expansionRatio: 1e6 };

/** A page that shows glyphs by their numbers with a composite font that has no map to Unicode, or this one. */
function pdfOf(glyphs: readonly number[], name: string, file?: Uint8Array, map?: string): Uint8Array {
  const shown = glyphs.map((glyph) => glyph.toString(16).padStart(4, '0')).join('');
  const content = pdfStream('', `BT /F1 10 Tf 72 700 Td <${shown}> Tj ET`);
  const resources = '/Resources << /Font << /F1 5 0 R >> >>';
  const page = `/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R ${resources}`;
  const tree = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', `<< ${page} >>`];
  const box = '/FontBBox [0 -250 1000 750] /ItalicAngle 0 /Ascent 750 /Descent -250 /CapHeight 700 /StemV 80';
  const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
  const font = [
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [6 0 R] ${map ? '/ToUnicode 9 0 R' : ''} >>`,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} ${system} /FontDescriptor 7 0 R /DW 600 /CIDToGIDMap /Identity >>`,
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 ${box} ${file ? '/FontFile2 8 0 R' : ''} >>`,
    ...(file ? [pdfStream('', Buffer.from(file).toString('latin1'))] : []),
    ...(map ? [pdfStream('', map)] : []),
  ];
  return pdfOfObjects([...tree, content, ...font]);
}

/** A map to Unicode of the characters that `isNamed` selects. */
function mapOf(text: string, file: Uint8Array, isNamed: (character: string) => boolean): string {
  const hex = (value: number): string => `<${value.toString(16).padStart(4, '0')}>`;
  const named = [...new Set(text)].filter(isNamed);
  const lines = named.map((character) => `${hex(glyphsOf(character, file)[0]!)} ${hex(character.charCodeAt(0))}`);
  const range = '1 begincodespacerange <0000> <ffff> endcodespacerange';
  return `begincmap ${range} ${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar endcmap`;
}

function glyphsOf(text: string, file: Uint8Array): number[] {
  const { font } = new OpenFont(file);
  return [...text].map((character) => font.nominalGlyph(character.codePointAt(0)!)!);
}

function withoutMap(file: Uint8Array): Uint8Array {
  const { flavour, tables } = readSfnt(file);
  return writeSfnt({ flavour, tables: new Map([...tables].filter(([tag]) => tag !== 'cmap')) });
}

function hasInk(file: Uint8Array, glyph: number): boolean {
  let isDrawn = false;
  const note = (): void => void (isDrawn = true);
  new OpenFont(file).draw(glyph, { moveTo: note, lineTo: note, quadTo: note, cubicTo: note });
  return isDrawn;
}

async function textOf(pdf: Uint8Array): Promise<string> {
  const [text] = await bench.convert(pdf, 'pdf', 'txt', 'markup');
  return Buffer.from(text!).toString().trim();
}

/** A face of its family with this name in its folder. */
function faceOf(family: ShippedFamily, style: string): Uint8Array {
  return readFont(facesOf(family).find(({ file }) => file.includes(`/${style}/`))!);
}

describe('glyphs of fonts without a map to Unicode', () => {
  it('are what the map of the embedded font says', async () => {
    const file = faceOf('Tinos', '400Regular');
    expect(await textOf(pdfOf(glyphsOf(SENTENCE, file), 'ABCDEF+Unknown', file))).toBe(SENTENCE);
  });

  it('are in the usual order where the font is not embedded', async () => {
    const glyphs = [...SENTENCE].map((character) => character.charCodeAt(0) - 29);
    expect(await textOf(pdfOf(glyphs, 'TimesNewRoman'))).toBe(SENTENCE);
  });

  it.each([
    ['Arimo', '400Regular'],
    ['Arimo', '700Bold'],
    ['Tinos', '400Regular'],
    ['Tinos', '400Regular_Italic'],
    ['Cousine', '700Bold'],
  ] as const)('are recognised by their outlines as those of %s %s', async (family, style) => {
    const file = faceOf(family, style);
    const pdf = pdfOf(glyphsOf(SENTENCE, file), 'ABCDEF+Unknown', withoutMap(file));
    expect(await textOf(pdf)).toBe(SENTENCE);
    const told = bench.warnings.find(({ code }) => code === 'encoding_assumed');
    expect(told?.details).toMatchObject({ glyphs: SENTENCE.replaceAll(' ', '').length });
  });

  it('are recognised where the map of the document leaves them out, and no code is taken for a character', async () => {
    const file = faceOf('Tinos', '400Regular');
    const map = mapOf(SENTENCE, file, (character) => !/[0-9Qz]/.test(character));
    const pdf = pdfOf(glyphsOf(SENTENCE, file), 'ABCDEF+Unknown', withoutMap(file), map);
    expect(await textOf(pdf)).toBe(SENTENCE);
    const told = bench.warnings.find(({ code }) => code === 'encoding_assumed');
    expect(told?.details).toMatchObject({ glyphs: SENTENCE.match(/[0-9Qz]/g)!.length });
  });

  it('are shown as an image and counted where they are like no letter', async () => {
    const file = faceOf('Noto Emoji', '400Regular');
    const glyphs = Array.from({ length: 12 }, (_, index) => 20 + index);
    const drawn = glyphs.filter((glyph) => hasInk(file, glyph));
    const pdf = pdfOf(glyphs, 'ABCDEF+Unknown', withoutMap(file));
    const [docx] = await bench.convert(pdf, 'pdf', 'docx', 'reconstruct');
    const zip = openZip(docx!, UNLIMITED);
    const text = Buffer.from(zip.read(zip.find('word/document.xml')!)).toString();
    expect(text).toMatch(/<wp:inline /);
    const glyphsTold = (code: string): number =>
      Number(bench.warnings.find((warning) => warning.code === code)?.details?.['glyphs'] ?? 0);
    expect(glyphsTold('text_dropped')).toBeGreaterThan(8);
    // one of them may be like a symbol
    expect(glyphsTold('text_dropped') + glyphsTold('encoding_assumed')).toBe(drawn.length);
  });
});
