import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../../../corpus/cases.ts';
import type { Warning } from '../../../../engine/contract/codec.ts';
import type { FormatId } from '../../../../engine/formats/index.ts';
import { readSfnt, withoutAdjustment, writeSfnt } from '../../../../engine/content/font/sfnt.ts';
import { distinctNames } from '../../../../engine/content/font/ttx/glyph-order.ts';
import { readTtx } from '../../../../engine/content/font/ttx/read.ts';
import { elementNameOf, tagOfElement } from '../../../../engine/content/font/ttx/tags.ts';
import { writeTtx } from '../../../../engine/content/font/ttx/write.ts';
import { refusalOf } from '../../../support/refusal.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const { signal } = new AbortController();

const sourceOf = (from: FormatId, source: string): Uint8Array =>
  new Uint8Array(readFileSync(sourcePath({ from, source })));
const latin = sourceOf('ttf', 'hinted-kerned-latin.ttf');
const serif = sourceOf('otf', 'kerned-italic.otf');
const textOf = (source: string): string => Buffer.from(sourceOf('ttx', source)).toString();
const layout = textOf('layout-components.ttx');
const variable = textOf('variable-weight.ttx');

function read(text: string): { readonly tables: ReadonlyMap<string, Uint8Array>; readonly warned: readonly Warning[] } {
  const warned: Warning[] = [];
  const { tables } = readTtx(new TextEncoder().encode(text), { signal, warn: (warning) => warned.push(warning) });
  return { tables, warned };
}

function write(font: Uint8Array): string {
  const warn = ({ message }: Warning): never => {
    throw new Error(message);
  };
  return Buffer.from(writeTtx(readSfnt(font), { signal, warn })).toString();
}

const hex = (tables: ReadonlyMap<string, Uint8Array>, tag: string): string =>
  Buffer.from(withoutAdjustment(tag, tables.get(tag) ?? new Uint8Array())).toString('hex');

function viewOf(tables: ReadonlyMap<string, Uint8Array>, tag: string): DataView {
  const table = tables.get(tag)!;
  return new DataView(table.buffer, table.byteOffset, table.byteLength);
}

describe('a font written as TTX and read again', () => {
  it.each([
    ['TrueType outlines', latin, ['fpgm', 'prep', 'cvt ', 'STAT', 'OS/2', 'gasp']],
    ['PostScript outlines', serif, ['FFTM', 'OS/2']],
    ['variations', sourceOf('ttf', 'variable-weight.ttf'), ['fvar', 'gvar', 'OS/2']],
  ] as const)('has the same tables, with %s', (_what, font, same) => {
    const before = readSfnt(font).tables;
    const { tables, warned } = read(write(font));
    expect([...tables.keys()].sort()).toEqual([...before.keys()].sort());
    for (const tag of same) expect(hex(tables, tag), tag).toBe(hex(before, tag));
    expect(warned).toEqual([]);
  });

  it('is the same text when it is written again', () => {
    const again = (text: string): string => write(writeSfnt({ flavour: 0x1_0000, tables: read(text).tables }));
    const once = again(write(latin));
    expect(again(once)).toBe(once);
  });
});

describe('a TTX file', () => {
  it('has the numbers computed again that follow from others', () => {
    const wrong = layout
      .replace(/<numGlyphs value="\d+"/, '<numGlyphs value="60000"')
      .replace(/<numberOfHMetrics value="\d+"/, '<numberOfHMetrics value="1"')
      .replace(/<advanceWidthMax value="\d+"/, '<advanceWidthMax value="1"')
      .replace(/<xMax value="-?\d+"/, '<xMax value="1"')
      .replace(/<maxPoints value="\d+"/, '<maxPoints value="0"');
    const right = read(layout).tables;
    for (const tag of ['maxp', 'hhea', 'head', 'hmtx']) expect(hex(read(wrong).tables, tag), tag).toBe(hex(right, tag));
  });

  it('has instructions as assembly, with numbers that are pushed as they fit', () => {
    const program = 'PUSH[ ] 1 300 2 /* three */ SVTCA[1] MIRP[11101] NPUSHB[ ] 7 8 INSTR145[ ] ENDF[ ]';
    const { tables } = read(layout.replace('<maxp>', `<fpgm><assembly>${program}</assembly></fpgm><maxp>`));
    expect(hex(tables, 'fpgm')).toBe('b001b8012cb00201fd40020708912d');
  });

  it('may hold any table in hexadecimal, and names with other characters', () => {
    const { tables } = read(layout.replace('<maxp>', '<TEST><hexdata>00 ff\n10</hexdata></TEST><maxp>'));
    expect(hex(tables, 'TEST')).toBe('00ff10');
    for (const tag of ['OS/2', 'cvt ', 'CFF ', 'a.b ', '1234']) expect(tagOfElement(elementNameOf(tag))).toBe(tag);
  });

  it('has glyphs of one name under several, however many there are', () => {
    expect(distinctNames(['a', 'a', '', 'a#1', 'a'])).toEqual(['a', 'a#1', 'glyph00002', 'a#1#1', 'a#2']);
    expect(new Set(distinctNames(Array.from({ length: 60_000 }, () => 'a'))).size).toBe(60_000);
  });

  it('says what is left out', () => {
    const { tables, warned } = read(layout.replace('<maxp>', '<MATH><Version value="1"/></MATH><maxp>'));
    expect(tables.has('MATH')).toBe(false);
    expect(warned.map(({ message }) => message)).toEqual([
      'Parts of the TTX file that are not compiled were left out: the table MATH.',
    ]);
  });

  it('varies where gvar says so', () => {
    const { tables } = read(variable);
    expect(viewOf(tables, 'gvar').getUint16(4)).toBe(1);
    expect(hex(tables, 'fvar')).toBe(hex(readSfnt(sourceOf('ttf', 'variable-weight.ttf')).tables, 'fvar'));
  });

  it('names the tables that it lacks', () => {
    const part = layout.replace(/<hmtx>.*?<\/hmtx>/s, '').replace(/<head>.*?<\/head>/s, '');
    expect(refusalOf(() => read(part))).toMatchObject({
      code: 'input_corrupt',
      details: { missing: ['head', 'hmtx'] },
    });
  });
});

/** The same font with numbers for names, and a dictionary of its own that all glyphs choose. */
function numbered(text: string): string {
  const names = [...text.matchAll(/<GlyphID id="[1-9]\d*" name="(.*?)"/g)].map(([, name]) => name!);
  const called = names.reduce(
    (renamed, name, index) => renamed.replaceAll(`"${name}"`, `"cid${String(index + 7).padStart(5, '0')}"`),
    text,
  );
  return called
    .replace(/<Encoding name=.*?>/, '')
    .replace(/<CFFFont name=.*?>/, '$&<ROS Registry="Adobe" Order="Identity" Supplement="0"/>')
    .replace(/<Private>.*<\/Private>/s, '<FDSelect format="3"/><FDArray><FontDict index="0">$&</FontDict></FDArray>')
    .replaceAll('<CharString name=', '<CharString fdSelectIndex="0" name=');
}

describe('PostScript outlines', () => {
  it.each([
    ['names', (text: string) => text, '<Encoding name="StandardEncoding"/>'],
    ['numbers', numbered, '<CharString name="cid00007" fdSelectIndex="0">'],
  ] as const)('are the same again when glyphs have %s', (_what, change, expected) => {
    const { tables } = read(change(textOf('postscript-outlines.ttx')));
    const written = write(writeSfnt({ flavour: 0x4f54_544f, tables }));
    expect(written).toContain(expected);
    expect(hex(read(written).tables, 'CFF ')).toBe(hex(tables, 'CFF '));
  });
});

const fontTools = '/usr/bin/python3';
const hasFontTools = spawnSync(fontTools, ['-c', 'import fontTools']).status === 0;

/** Compiles a TTX file by fontTools, and compares how it writes each table with how it writes ours. */
const JUDGE = `
import io, re, sys
from fontTools.ttLib import TTFont
def tables(font):
    found = {}
    for tag in font.keys():
        out = io.StringIO()
        font.saveXML(out, tables=[tag])
        text = re.sub(r'<(checkSumAdjustment|modified|indexToLocFormat|FontBBox|FDSelect) .*?/>|<ttFont .*?>|<extraNames>.*?</extraNames>| (length|nGroups)="[0-9]+"', '', out.getvalue(), flags=re.S)
        found[tag] = text
    return found
font = TTFont()
font.importXML(sys.argv[1])
font.save(sys.argv[1] + '.bin')
one, other = tables(TTFont(sys.argv[1] + '.bin')), tables(TTFont(sys.argv[2]))
assert one.keys() == other.keys(), (list(one), list(other))
different = [tag for tag in one if one[tag] != other[tag]]
assert not different, different
if len(sys.argv) > 3:
    # What is not computed again is as it was in the font that was written.
    source = tables(TTFont(sys.argv[3]))
    assert source.keys() == one.keys(), (list(source), list(one))
    different = [tag for tag in source if source[tag] != one[tag] and tag not in ('head', 'hhea', 'maxp')]
    assert not different, different
`;

const shaping = sourceOf('ttf', 'devanagari-shaping.ttf');

describe.skipIf(!hasFontTools)('compiled by fontTools', () => {
  it.each([
    ['layout-components.ttx', layout, undefined],
    ['postscript-outlines.ttx', textOf('postscript-outlines.ttx'), undefined],
    ['variable-weight.ttx', variable, undefined],
    ['a TrueType font that is written here', write(latin), latin],
    ['a PostScript font that is written here', write(serif), serif],
    ['a font with much layout that is written here', write(shaping), shaping],
  ])('%s is the same font', async (_what, text, source) => {
    await using folder = await temporaryDirectory();
    const [ttx, ours, before] = ['font.ttx', 'ours.font', 'before.font'].map((name) => join(folder.path, name));
    await writeFile(ttx!, text);
    const flavour = text.includes('sfntVersion="OTTO"') ? 0x4f54_544f : 0x1_0000;
    await writeFile(ours!, writeSfnt({ flavour, tables: read(text).tables }));
    if (source) await writeFile(before!, source);
    execFileSync(fontTools, ['-c', JUDGE, ttx!, ours!, ...(source ? [before!] : [])], { stdio: 'pipe' });
  });

  it('has layout as structures', () => {
    expect(write(shaping)).toMatch(/<LigatureSubst .*<MarkBasePos |<MarkBasePos .*<LigatureSubst /s);
    expect(write(shaping)).not.toMatch(/<G(?:SUB|POS|DEF) raw/);
  });
});
