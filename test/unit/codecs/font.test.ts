import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import type { Step } from '../../../engine/contract/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { charactersOf } from '../../../engine/content/font/bare-font.ts';
import { parseCharacterSet } from '../../../engine/content/font/character-set.ts';
import { characterOfGlyphName } from '../../../engine/content/font/glyph-names.ts';
import { readSfnt, withoutAdjustment, writeSfnt } from '../../../engine/content/font/sfnt.ts';
import { CodecBench, bytesOf } from '../../support/codec-bench.ts';
import { refusalOf } from '../../support/refusal.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

let bench: CodecBench;
beforeAll(() => {
  bench = new CodecBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

const sourceOf = (from: FormatId, source: string): Uint8Array =>
  new Uint8Array(readFileSync(sourcePath({ from, source })));
const latin = sourceOf('ttf', 'hinted-kerned-latin.ttf');
const serif = sourceOf('otf', 'kerned-italic.otf');

async function convert(
  bytes: Uint8Array,
  from: FormatId,
  to: FormatId,
  options: Step['options'] = {},
): Promise<{ readonly bytes: Uint8Array; readonly warned: readonly (string | undefined)[] }> {
  const edge = to === 'svgfont' ? 'svg-font' : /^(?:pf[ab]|cff)$/.test(from) ? 'wrap-postscript' : 'repack';
  const input = { name: `font.${from}`, format: from, bytes };
  const { artifacts, warnings } = await bench.convert([input], { codec: 'font', edge, from, to, options });
  return {
    bytes: await bytesOf(artifacts[0]!),
    warned: warnings.map(({ code, details }) => String(details?.['dropped'] ?? code)),
  };
}

function tablesOf(font: Uint8Array): Record<string, string> {
  const entries = [...readSfnt(font).tables].map(([tag, table]) => [
    tag,
    Buffer.from(withoutAdjustment(tag, table)).toString('hex'),
  ]);
  return Object.fromEntries(entries);
}

describe('containers', () => {
  it.each(['woff', 'eot'] as const)('give every table back as it was, through %s', async (container) => {
    const packed = await convert(latin, 'ttf', container);
    const unpacked = await convert(packed.bytes, container, 'ttf');
    expect(tablesOf(unpacked.bytes)).toEqual(tablesOf(latin));
    expect(unpacked.warned).toEqual([]);
  });

  it('give all tables back but the outlines, which WOFF 2 re-encodes', async () => {
    const packed = await convert(serif, 'otf', 'woff2');
    const { head: _head, ...tables } = tablesOf((await convert(packed.bytes, 'woff2', 'otf')).bytes);
    const { head: _before, ...expected } = tablesOf(serif);
    expect(tables).toEqual(expected);
  });

  it('repairs wrong checksums, and says so', async () => {
    const wrong = latin.slice();
    wrong[12 + 4]! ^= 0xff; // the sum of the first table
    const { bytes, warned } = await convert(wrong, 'ttf', 'ttf');
    expect(warned).toEqual(['input_repaired']);
    expect(bytes).toEqual(writeSfnt(readSfnt(latin)));
  });
});

describe('outlines', () => {
  it.each([
    ['ttf', 'otf', latin],
    ['otf', 'ttf', serif],
  ] as const)('leaves what speaks of glyphs as it is, from %s to %s', async (from, to, font) => {
    const { bytes } = await convert(font, from, to);
    const [before, after] = [tablesOf(font), tablesOf(bytes)];
    for (const tag of ['GSUB', 'GPOS', 'GDEF', 'cmap', 'name', 'OS/2', 'hhea']) expect(after[tag]).toBe(before[tag]);
  });

  it('says that instructions for pixels are left out', async () => {
    expect((await convert(latin, 'ttf', 'otf')).warned).toEqual(['hinting']);
  });

  it('says that a variable font becomes a still one, and keeps its axes where the outlines stay', async () => {
    const variable = sourceOf('ttf', 'variable-weight.ttf');
    const still = await convert(variable, 'ttf', 'otf');
    expect(still.warned).toEqual(['variations']);
    expect(Object.keys(tablesOf(still.bytes))).not.toContain('fvar');
    expect(
      tablesOf((await convert(variable, 'ttf', 'woff').then(({ bytes }) => convert(bytes, 'woff', 'ttf'))).bytes),
    ).toEqual(tablesOf(variable));
  });
});

describe('PostScript fonts', () => {
  it.each([
    ['pfb', 'hinted-accents.pfb', ['Tinos', 'Bold Italic', 'Tinos Bold Italic', 'Tinos-BoldItalic']],
    ['pfa', 'hexadecimal.pfa', ['Arimo', 'Regular', 'Arimo Regular', 'Arimo-Regular']],
    ['cff', 'bare.cff', ['Tinos', 'Bold Italic', 'Tinos Bold Italic', 'Tinos-BoldItalic']],
  ] as const)('get the tables of OpenType: %s', async (format, source, names) => {
    const { bytes } = await convert(sourceOf(format, source), format, 'otf');
    const facts = await bench.inspect({ name: 'font.otf', format: 'otf', bytes });
    const [font] = facts!.fonts!;
    expect(font!.names).toEqual(names);
    expect(font!.unitsPerEm).toBe(format === 'cff' ? 2048 : 1000);
    expect(font!.coverage.slice(0, 2)).toEqual([0x20, 0x7e]);
  });

  it('draw letters with accents as the letter and the accent', async () => {
    const { bytes } = await convert(sourceOf('pfb', 'hinted-accents.pfb'), 'pfb', 'otf');
    const facts = await bench.inspect({ name: 'font.otf', format: 'otf', bytes });
    const { samples } = facts!.fonts![0]!;
    const [plain, accented] = [samples['U+41']!, samples['U+c4'] ?? samples['U+c1'] ?? samples['U+c5']!];
    expect(accented.advance).toBe(plain.advance);
    expect(accented.area).toBeGreaterThan(plain.area);
    expect(accented.box[3]).toBeGreaterThan(plain.box[3]!);
  });

  it('know characters by the names of their glyphs', () => {
    const names = ['A', 'hyphen', 'Aacute', 'scommaaccent', 'germandbls', 'uni20AC', 'u1F600', 'alpha'];
    expect(names.map((name) => String.fromCodePoint(characterOfGlyphName(name)!)).join('')).toBe(
      'A-Ásß€😀α'.replace('s', 'ș'),
    );
    expect(['.notdef', 'a.sc', 'f_i', 'toString', 'Qacute'].map(characterOfGlyphName)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
  });
});

describe('a PostScript font of symbols', () => {
  it('has the characters of ZapfDingbats by the names of its glyphs', () => {
    const names = ['a1', 'a202', 'a109', 'a120', 'a161', 'a191'];
    expect(String.fromCodePoint(...names.map((name) => characterOfGlyphName(name)!))).toBe('✁✃♠①→➾');
    expect(characterOfGlyphName('a999')).toBeUndefined();
  });

  it('has a private character for each glyph whose name says nothing, by its own encoding if there is one', () => {
    const glyphNames = ['.notdef', 'A', 'snake', 'ladder', 'A.alt', 'f_i'];
    expect(charactersOf({ glyphNames, codes: new Map([['snake', 0x21]]) })).toEqual([
      [0x41, 1],
      [0xe000, 3],
      [0xf021, 2],
    ]);
  });
});

describe('a part of a font', () => {
  it('has the characters that were asked for, and what layout makes of them', async () => {
    const devanagari = sourceOf('ttf', 'devanagari-shaping.ttf');
    const { bytes } = await convert(devanagari, 'ttf', 'otf', { subset: 'U+0915,U+0924,U+094D' });
    const facts = await bench.inspect({ name: 'part.otf', format: 'otf', bytes });
    const [part] = facts!.fonts!;
    expect(part).toMatchObject({ coverage: [0x0915, 0x0915, 0x0924, 0x0924, 0x094d, 0x094d] });
    expect(part!.layout).toContain('GSUB half');
    expect(part!.glyphs).toBeGreaterThan(4); // .notdef, the three, and what they become together
  });

  it('is named by characters or by ranges', () => {
    expect([...parseCharacterSet('aé😀')]).toEqual([0x61, 0xe9, 0x1_f600]);
    expect([...parseCharacterSet('U+41-43, u+E9')]).toEqual([0x41, 0x42, 0x43, 0xe9]);
    expect(refusalOf(() => parseCharacterSet('U+43-41')).code).toBe('invalid_options');
    expect(refusalOf(() => parseCharacterSet('U+0-110000')).code).toBe('invalid_options');
  });
});

const fontTools = '/usr/bin/python3';
const hasFontTools = spawnSync(fontTools, ['-c', 'import fontTools, brotli']).status === 0;

/** Compares two fonts as fontTools reads them: exits with an error where anything but rounding differs. */
const JUDGE = `
import sys
from fontTools.ttLib import TTFont
from fontTools.pens.areaPen import AreaPen
before, after = (TTFont(path) for path in sys.argv[1:])
assert before.getGlyphOrder() == after.getGlyphOrder()
assert before.getBestCmap() == after.getBestCmap()
for tag in {'GSUB', 'GPOS', 'GDEF', 'name'} & set(before.keys()):
    assert before.reader[tag] == after.reader[tag], tag
pairs = zip(*([(font.getGlyphSet(), name) for name in font.getGlyphOrder()] for font in (before, after)))
for (one, name), (other, _) in pairs:
    areas = []
    for glyphs in (one, other):
        pen = AreaPen(glyphs)
        glyphs[name].draw(pen)
        areas.append(abs(pen.value))
    assert one[name].width == other[name].width, name
    assert abs(areas[0] - areas[1]) <= max(0.01 * areas[0], 400), (name, areas)
`;

/** The same for fonts whose glyphs may be in another order. */
const JUDGE_BY_NAME = `
import sys
from fontTools.ttLib import TTFont
from fontTools.pens.areaPen import AreaPen
before, after = (TTFont(path) for path in sys.argv[1:])
one, other = before.getGlyphSet(), after.getGlyphSet()
assert set(before.getGlyphOrder()) == set(after.getGlyphOrder())
assert set(before.getBestCmap()) - {0} == set(after.getBestCmap())
for name in before.getGlyphOrder():
    areas = []
    for glyphs in (one, other):
        pen = AreaPen(glyphs)
        glyphs[name].draw(pen)
        areas.append(abs(pen.value))
    assert one[name].width == other[name].width, name
    assert abs(areas[0] - areas[1]) <= max(0.01 * areas[0], 400), (name, areas)
`;

const hasFontForge = spawnSync('fontforge', ['-version']).status === 0;

describe.skipIf(!hasFontTools || !hasFontForge)('judged by FontForge', () => {
  it.each([
    ['pfb', 'hinted-accents.pfb'],
    ['pfa', 'hexadecimal.pfa'],
    ['cff', 'bare.cff'],
  ] as const)('%s has the same outlines', async (format, source) => {
    await using folder = await temporaryDirectory();
    const [theirs, ours] = [join(folder.path, 'theirs.otf'), join(folder.path, 'ours.otf')];
    const script = 'Open($1); Generate($2)';
    execFileSync('fontforge', ['-quiet', '-lang=ff', '-c', script, sourcePath({ from: format, source }), theirs], {
      stdio: 'pipe',
    });
    await writeFile(ours, (await convert(sourceOf(format, source), format, 'otf')).bytes);
    execFileSync(fontTools, ['-c', JUDGE_BY_NAME, theirs, ours], { stdio: 'pipe' });
  });
});

describe.skipIf(!hasFontForge)('an SVG font', () => {
  it('is read by FontForge, with every character', async () => {
    await using folder = await temporaryDirectory();
    const path = join(folder.path, 'font.svg');
    const { bytes, warned } = await convert(latin, 'ttf', 'svgfont');
    await writeFile(path, bytes);
    const script =
      'Open($1); SelectWorthOutputting(); Print($familyname, " ", $em); Reencode("unicode"); Print(InFont("Agrave"))';
    const printed = execFileSync('fontforge', ['-quiet', '-lang=ff', '-c', script, path], { stdio: 'pipe' });
    expect(String(printed)).toMatch(/^Arimo 2048\n1/m);
    expect(warned).toEqual(['layout']);
  });
});

describe.skipIf(!hasFontTools)('judged by fontTools', () => {
  it.each([
    ['ttf', 'otf', latin],
    ['ttf', 'woff', latin],
    ['ttf', 'woff2', sourceOf('ttf', 'variable-weight.ttf')],
    ['otf', 'ttf', serif],
    ['otf', 'woff2', serif],
  ] as const)('%s → %s has the same glyphs', async (from, to, font) => {
    await using folder = await temporaryDirectory();
    const paths = [join(folder.path, `before.${from}`), join(folder.path, `after.${to}`)] as const;
    await writeFile(paths[0], font);
    await writeFile(paths[1], (await convert(font, from, to)).bytes);
    execFileSync(fontTools, ['-c', JUDGE, ...paths], { stdio: 'pipe' });
  });
});
