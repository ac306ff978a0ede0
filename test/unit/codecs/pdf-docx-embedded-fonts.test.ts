import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { OpenFont } from '../../../engine/content/font/harfbuzz.ts';
import { readSfnt, writeSfnt } from '../../../engine/content/font/sfnt.ts';
import { facesOf, readFont } from '../../../engine/content/font/shipped-fonts.ts';
import { viewOf } from '../../../engine/io/bytes.ts';
import { openZip } from '../../../engine/io/zip.ts';
import { pdfOfObjects, pdfStream } from '../../support/pdf-objects.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
beforeEach(() => void (bench.warnings.length = 0));
afterAll(() => bench[Symbol.asyncDispose]());

const SENTENCE = 'Jackdaws love my big sphinx of quartz';
const UNLIMITED = { entries: 100, expandedBytes: 1e8, expansionRatio: 1e6 };
const TINOS = readFont(facesOf('Tinos').find(({ file }) => file.includes('/400Regular/'))!);

interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** A page of lines in one composite font with a map to Unicode. */
function pdfOf(lines: readonly Line[], name: string, file: Uint8Array): Uint8Array {
  const { font } = new OpenFont(file);
  const glyphOf = (character: string): number => font.nominalGlyph(character.codePointAt(0)!)!;
  const hex = (value: number): string => value.toString(16).padStart(4, '0');
  const characters = [...new Set(lines.flatMap(({ text }) => [...text]))];
  const shown = lines.map(
    ({ text, x, y }) => `1 0 0 1 ${x} ${y} Tm <${[...text].map((c) => hex(glyphOf(c))).join('')}> Tj`,
  );
  const map = characters.map((c) => `<${hex(glyphOf(c))}> <${hex(c.codePointAt(0)!)}>`);
  const widths = characters.map((c) => `${glyphOf(c)} [${Math.round((font.glyphHAdvance(glyphOf(c)) / 2048) * 1000)}]`);
  const box = '/FontBBox [0 -250 1000 750] /ItalicAngle 0 /Ascent 750 /Descent -250 /CapHeight 700 /StemV 80';
  const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    pdfStream('', `BT /F1 10 Tf ${shown.join(' ')} ET`),
    `<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+${name} /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 9 0 R >>`,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+${name} ${system} /FontDescriptor 7 0 R /DW 600 /W [${widths.join(' ')}] /CIDToGIDMap /Identity >>`,
    `<< /Type /FontDescriptor /FontName /ABCDEF+${name} /Flags 4 ${box} /FontFile2 8 0 R >>`,
    pdfStream('', Buffer.from(file).toString('latin1')),
    pdfStream(
      '',
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange
${map.length} beginbfchar
${map.join('\n')}
endbfchar endcmap end end`,
    ),
  ]);
}

/** The font with other rights, or without a word of them. */
function withRights(rights: number | undefined): Uint8Array {
  const { flavour, tables } = readSfnt(TINOS);
  const changed = new Map(tables);
  changed.delete('OS/2');
  if (rights !== undefined) {
    const table = tables.get('OS/2')!.slice();
    viewOf(table).setUint16(8, rights);
    changed.set('OS/2', table);
  }
  return writeSfnt({ flavour, tables: changed });
}

interface Word {
  readonly xml: string;
  /** Embedded fonts by the name of the part, as they are before they are hidden. */
  readonly fonts: readonly { readonly family: string; readonly opened: OpenFont; readonly bytes: number }[];
  readonly bytes: Uint8Array;
}

async function wordOf(pdf: Uint8Array, options: OptionValues = {}): Promise<Word> {
  const [bytes] = await bench.convert(pdf, 'pdf', 'docx', 'reconstruct', options);
  const zip = openZip(bytes!, UNLIMITED);
  const read = (name: string): Uint8Array => zip.read(zip.entries.find((entry) => entry.name === name)!);
  const text = (name: string): string => Buffer.from(read(name)).toString();
  const table = text('word/fontTable.xml');
  const relations = text('word/_rels/fontTable.xml.rels');
  const fonts = Array.from(table.matchAll(/w:name="([^"]+)".*?r:id="(\w+)" w:fontKey="\{([^}]+)\}"/g), (match) => {
    const [, family = '', id = '', guid = ''] = match;
    const part = new RegExp(`Id="${id}"[^>]*Target="([^"]+)"`).exec(relations)![1]!;
    const file = read(`word/${part}`).slice();
    const key = Buffer.from(guid.replaceAll('-', ''), 'hex').reverse();
    for (let at = 0; at < 32; at++) file[at]! ^= key[at % 16]!;
    return { family, opened: new OpenFont(file), bytes: file.byteLength };
  });
  const parts = ['document', 'styles', 'settings'].map((name) => text(`word/${name}.xml`));
  return { xml: parts.join(''), fonts, bytes: bytes! };
}

const sentence = (name: string, rights?: number): Uint8Array =>
  pdfOf([{ text: SENTENCE, x: 72, y: 700 }], name, withRights(rights));

describe('a font that Word lacks', () => {
  it('comes along where its family is free, with a character for each letter as wide as in the PDF', async () => {
    const { fonts, xml } = await wordOf(sentence('LMRoman10-Regular'));
    const { family } = fonts[0]!;
    expect(family).toMatch(/^LMRoman10 [\dA-F]{4}$/);
    expect(xml).toContain(`w:ascii="${family}"`);
    expect(xml).toContain('<w:embedTrueTypeFonts/>');
    const { opened } = fonts[0]!;
    const source = new OpenFont(TINOS);
    for (const character of SENTENCE) {
      const code = character.codePointAt(0)!;
      const width = opened.font.glyphHAdvance(opened.font.nominalGlyph(code)!) / opened.unitsPerEm;
      const expected = source.font.glyphHAdvance(source.font.nominalGlyph(code)!) / source.unitsPerEm;
      expect(width).toBeCloseTo(expected, 2);
    }
    expect(opened.font.nominalGlyph('Z'.codePointAt(0)!)).toBeUndefined();
    expect(bench.warnings.filter(({ code }) => code === 'font_substituted')).toEqual([]);
  });

  it('has a name of its own in each document, since LibreOffice has one font of a name for all of them', async () => {
    const familyOf = async (text: string): Promise<string> =>
      (await wordOf(pdfOf([{ text, x: 72, y: 700 }], 'LMRoman10-Regular', withRights(undefined)))).fonts[0]!.family;
    expect(await familyOf(SENTENCE)).not.toBe(await familyOf('Il faut'));
  });

  it('draws what the PDF draws', async () => {
    const { fonts } = await wordOf(sentence('LMRoman10-Regular'));
    const boxOf = (opened: OpenFont, character: string): number[] => {
      const xs: number[] = [];
      const ys: number[] = [];
      const note = (...points: number[]): void => {
        xs.push(points.at(-2)! / opened.unitsPerEm);
        ys.push(points.at(-1)! / opened.unitsPerEm);
      };
      opened.draw(opened.font.nominalGlyph(character.codePointAt(0)!)!, {
        moveTo: note,
        lineTo: note,
        quadTo: note,
        cubicTo: note,
      });
      return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    };
    const source = new OpenFont(TINOS);
    for (const character of 'Jgxq') {
      const box = boxOf(fonts[0]!.opened, character);
      boxOf(source, character).forEach((side, index) => expect(box[index]).toBeCloseTo(side, 2));
    }
  });

  it.each([
    ['a family that nobody knows to be free', 'Unknown-Regular', undefined, 0],
    ['a file that allows it', 'Unknown-Regular', 0, 1],
    ['a file that allows it in documents that are edited', 'Unknown-Regular', 0x0008, 1],
    ['a file for previews alone, though its family is free', 'LMRoman10-Regular', 0x0004, 0],
    ['a restricted file', 'LMRoman10-Regular', 0x0002, 0],
    ['a file that must be whole', 'LMRoman10-Regular', 0x0100, 0],
  ] as const)('comes along as its licence says: %s', async (_, name, rights, count) => {
    const { fonts } = await wordOf(sentence(name, rights));
    expect(fonts).toHaveLength(count);
    expect(bench.warnings.filter(({ code }) => code === 'font_substituted')).toHaveLength(1 - count);
  });

  it('stays out where that is asked for, and where Word has it', async () => {
    expect((await wordOf(sentence('LMRoman10-Regular'), { embedFonts: 'never' })).fonts).toEqual([]);
    expect((await wordOf(sentence('TimesNewRomanPSMT'))).fonts).toEqual([]);
  });

  it('gives equal bytes for equal documents', async () => {
    const [first, second] = [await wordOf(sentence('LMRoman10-Regular')), await wordOf(sentence('LMRoman10-Regular'))];
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
  });

  it('is as long as LibreOffice wants one, also with a single letter', async () => {
    const file = withRights(undefined);
    const { fonts } = await wordOf(pdfOf([{ text: 'NNN', x: 72, y: 700 }], 'LMRoman10-Regular', file));
    expect(fonts[0]!.bytes).toBe(1024);
  });

  it('stays out where it is damaged', async () => {
    const { flavour, tables } = readSfnt(withRights(undefined));
    const broken = new Map(tables).set('glyf', tables.get('glyf')!.slice(0, 4000).fill(0x7f, 40));
    const file = writeSfnt({ flavour, tables: broken });
    const { fonts, xml } = await wordOf(pdfOf([{ text: SENTENCE, x: 72, y: 700 }], 'LMRoman10-Regular', file));
    expect(fonts).toEqual([]);
    expect(xml).toContain(SENTENCE);
  });

  it('has letters with the accents that the PDF prints above them', async () => {
    const lines = [
      { text: 'Les poesies de Rene sont belles', x: 72, y: 700 },
      { text: 'e', x: 72, y: 680 },
      { text: '\u00b4', x: 72.5, y: 680 },
      { text: 'tude', x: 76.4, y: 680 },
    ];
    const { fonts, xml } = await wordOf(pdfOf(lines, 'LMRoman10-Regular', withRights(undefined)));
    expect(xml).toContain('\u00e9tude');
    const { opened } = fonts[0]!;
    const contours = (character: string): number => {
      let count = 0;
      const ignore = (): void => {};
      opened.draw(opened.font.nominalGlyph(character.codePointAt(0)!)!, {
        moveTo: () => void count++,
        lineTo: ignore,
        quadTo: ignore,
        cubicTo: ignore,
      });
      return count;
    };
    expect(contours('\u00e9')).toBe(contours('e') + 1);
  });

  it('stays out where its letters change with their neighbours', async () => {
    const text = '\u05d0\u05d1\u05d2 \u05d3\u05d4';
    const hebrew = await wordOf(pdfOf([{ text, x: 72, y: 700 }], 'LMRoman10-Regular', withRights(undefined)));
    expect(hebrew.fonts).toHaveLength(1);
    const file = readFont(facesOf('Noto Sans Thai')[0]!);
    const { flavour, tables } = readSfnt(file);
    const bare = writeSfnt({ flavour, tables: new Map([...tables].filter(([tag]) => tag !== 'OS/2')) });
    const thai = '\u0e01\u0e02\u0e04\u0e07\u0e08';
    expect((await wordOf(pdfOf([{ text: thai, x: 72, y: 700 }], 'NotoSansThai-Regular', bare))).fonts).toEqual([]);
  });
});
