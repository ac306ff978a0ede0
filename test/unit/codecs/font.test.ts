import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import type { Hop } from '../../../engine/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { parseCharacterSet } from '../../../engine/models/font/character-set.ts';
import { readSfnt, withoutAdjustment, writeSfnt } from '../../../engine/models/font/sfnt.ts';
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
  options: Hop['options'] = {},
): Promise<{ readonly bytes: Uint8Array; readonly warned: readonly (string | undefined)[] }> {
  const edge = from === 'ttc' || from === 'dfont' ? 'split' : 'repack';
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

  it('give all tables back but the outlines, which WOFF 2 writes anew', async () => {
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
