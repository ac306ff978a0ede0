import { describe, expect, it } from 'vitest';
import { compareFonts } from '../../../../engine/content/font/diff.ts';
import { collectFindings } from '../../../../engine/verify/findings.ts';
import type { Facts } from '../../../../engine/contract/facts.ts';
import type { FontFacts } from '../../../../engine/contract/font-facts.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';

const A = { advance: 600, area: 90_000, ink: 110_000, box: [10, 0, 590, 700] };
const FONT: FontFacts = {
  glyphs: 3,
  outlines: 'truetype',
  unitsPerEm: 1000,
  coverage: [0x20, 0x20, 0x41, 0x42],
  names: ['Sample', 'Regular'],
  layout: ['GPOS kern', 'GSUB liga'],
  axes: [],
  tables: { cmap: 1, GPOS: 2, glyf: 3, head: 4, name: 5 },
  metrics: { ascender: 800, weight: 400 },
  kerning: { AV: -80 },
  samples: { 'U+41': A, '#1': A, '#2': { ...A, advance: 500 } },
};

const factsOf = (font: Partial<FontFacts> = {}): Facts => ({
  format: 'ttf',
  sizeBytes: 1,
  reader: 'r',
  depth: 'content',
  features: ['glyphs'],
  fonts: [{ ...FONT, ...font }],
});

const expectation: Expectation = {
  from: 'ttf',
  to: 'woff',
  kept: ['glyphs', 'metadata'],
  lost: [],
  gone: [],
  operations: [],
  takes: 'one',
  gives: 'one',
  options: {},
};

function found(font: Partial<FontFacts>, about: Partial<Expectation> = {}): string[] {
  const expected = { ...expectation, ...about };
  const { checks, differences } = collectFindings(compareFonts(factsOf(), [factsOf(font)], expected));
  expect(checks.every(({ ok }) => ok)).toBe(differences.count === 0);
  return differences.listed.map(({ kind, place }) => [kind, place.glyph].filter(Boolean).join(' '));
}

describe('a font', () => {
  it('that is the same passes', () => {
    expect(found({})).toEqual([]);
  });

  it.each<[string, Partial<FontFacts>, string[]]>([
    ['lacks a character', { coverage: [0x20, 0x20, 0x41, 0x41] }, ['character_missing U+0042']],
    ['has one more', { coverage: [0x20, 0x20, 0x41, 0x43] }, ['character_added U+0043']],
    ['has a glyph less', { glyphs: 2 }, ['glyph_count']],
    ['is called otherwise', { names: ['Other', 'Regular'] }, ['font_name']],
    ['has no ligatures', { layout: ['GPOS kern'] }, ['layout_changed']],
    ['has another cmap', { tables: { ...FONT.tables, cmap: 9 } }, ['table_changed']],
    ['is bold', { metrics: { ascender: 800, weight: 700 } }, ['font_metric']],
    ['says nothing of its weight', { metrics: { ascender: 800 } }, ['font_metric']],
    ['is not kerned', { kerning: { AV: 0 } }, ['kerning_changed']],
    ['has a wider glyph', { samples: { ...FONT.samples, '#1': { ...A, advance: 640 } } }, ['advance_changed #1']],
    [
      'has an empty glyph',
      { samples: { ...FONT.samples, '#1': { ...A, area: 0, ink: 0, box: [] } } },
      ['glyph_changed #1'],
    ],
    ['has a hole filled', { samples: { ...FONT.samples, 'U+41': { ...A, area: 110_000 } } }, ['glyph_changed U+41']],
  ])('that %s is refused', (_what, font, expected) => {
    expect(found(font)).toEqual(expected);
  });

  it('may have other tables of outlines where these are of another kind, and a larger em', () => {
    const twice = { advance: 1200, area: 360_000, ink: 440_000, box: [20, 0, 1180, 1400] };
    const other = { outlines: 'cff', tables: { cmap: 1, GPOS: 2, 'CFF ': 3, head: 8, name: 5 } } as const;
    expect(found(other)).toEqual([]);
    const samples = { 'U+41': twice, '#1': twice };
    const large = {
      ...other,
      unitsPerEm: 2000,
      metrics: { ascender: 1600, weight: 400 },
      kerning: { AV: -160 },
      samples,
    };
    expect(found(large)).toEqual([]);
  });

  it('may be a part with the characters that were asked for', () => {
    const part = {
      coverage: [0x41, 0x41],
      glyphs: 2,
      layout: [],
      tables: { cmap: 7 },
      samples: { 'U+41': A, '#1': { ...A, advance: 1 } },
    };
    expect(found(part, { options: { subset: 'U+0041' } })).toEqual([]);
    expect(found(part, { options: { subset: 'U+0041-0042' } })).toEqual(['character_missing U+0042']);
  });
});
