import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../corpus/cases.ts';
import { ConversionError, type FormatId } from '../../engine/index.ts';
import { readSfnt, tableOf, writeSfnt } from '../../engine/content/font/sfnt.ts';
import { assertProperty } from '../support/property.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();

const sourceOf = (from: FormatId, source: string): Uint8Array =>
  new Uint8Array(readFileSync(sourcePath({ from, source })));
const latin = sourceOf('ttf', 'hinted-kerned-latin.ttf');
const woff2 = sourceOf('woff2', 'devanagari-shaping.woff2');
const type1 = sourceOf('pfb', 'hinted-accents.pfb');
const cff = sourceOf('cff', 'bare.cff');
const woff = sourceOf('woff', 'postscript-outlines.woff');

const FILES = [
  ['ttf', latin],
  ['woff', woff],
  ['woff2', woff2],
  ['pfb', type1],
  ['cff', cff],
] as const;

async function outcome(bytes: Uint8Array, from: FormatId, to: FormatId): Promise<string> {
  try {
    const { report } = await engine.convert(new Uint8Array(bytes), { from, to });
    return report.verified;
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

/** A copy with one number of 32 bits changed. */
function changed(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(at, value);
  return copy;
}

/** Where the directory speaks of a table. */
function recordOf(font: Uint8Array, tag: string): number {
  return Buffer.from(font).indexOf(tag, 12, 'latin1');
}

describe('damaged fonts', () => {
  it.each([
    ['tables that lie behind the end', changed(latin, recordOf(latin, 'glyf') + 8, 0x7fff_ff00), 'input_truncated'],
    ['a table as long as memory', changed(latin, recordOf(latin, 'cmap') + 12, 0xffff_ffff), 'input_truncated'],
    ['tables that overlap', changed(latin, recordOf(latin, 'name') + 8, latinOffset('glyf') + 4), 'input_corrupt'],
    ['an em without units', withHead((head) => head.setUint16(18, 0)), 'input_corrupt'],
    ['no glyphs', withTable('maxp', (maxp) => maxp.setUint16(4, 0)), 'input_corrupt'],
    ['half of a file', latin.subarray(0, latin.length >> 1), 'input_truncated'],
  ])('are refused by name: %s', async (_what, font, code) => {
    expect(await outcome(font, 'ttf', 'woff')).toBe(code);
  });

  it('are refused when they say that they unpack to more than a font may have', async () => {
    expect(await outcome(changed(woff, 44 + 12, 0x1000_0000), 'woff', 'ttf')).toBe('input_too_complex');
  });

  it('are refused when a table unpacks to more than it says', async () => {
    expect(await outcome(changed(woff, 44 + 12, 64), 'woff', 'ttf')).toMatch(/^input_(corrupt|truncated)$/);
  });

  it.each([0.2, 0.6, 0.99])('are refused when WOFF 2 is truncated (%f of it is left)', async (share) => {
    expect(await outcome(woff2.subarray(0, woff2.length * share), 'woff2', 'ttf')).toBe('input_truncated');
  });

  it.each([
    ['a Type 1 font that is clipped', type1.subarray(0, 9000), 'pfb', 'input_truncated'],
    [
      'a Type 1 font without its encrypted part',
      new TextEncoder().encode('%!PS-AdobeFont-1.0: Half\n/FontName /Half def\n'),
      'pfa',
      'input_corrupt',
    ],
    ['a CFF table that is clipped', cff.subarray(0, 900), 'cff', 'input_truncated'],
    ['a CFF table whose lists begin behind its end', changed(cff, 0, 0x0100_ff04), 'cff', 'input_truncated'],
  ] as const)('are refused by name: %s', async (_what, font, format, code) => {
    expect(await outcome(font, format, 'otf')).toBe(code);
  });

  it('with a glyph that is made of itself end at once, with a result or an error by name', async () => {
    const result = await outcome(withEndlessGlyph(), 'ttf', 'otf');
    expect(result).toMatch(/^(content|structure|input_corrupt|output_not_verified)$/);
  });

  it('never end in an unforeseen error, whatever byte is wrong', async () => {
    const codes = new Set<string>();
    const one = fc.record({
      file: fc.constantFrom(...FILES),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      byte: fc.integer({ min: 0, max: 255 }),
      to: fc.constantFrom('ttf' as const, 'otf' as const, 'woff' as const),
    });
    await assertProperty(
      fc.asyncProperty(one, async ({ file: [format, bytes], at, byte, to }) => {
        const broken = bytes.slice();
        // Headers and directories are a small part of a font, and the one that readers trust.
        broken[Math.floor(at ** 3 * broken.length)] = byte;
        codes.add(await outcome(broken, format, to));
      }),
      { numRuns: 150 },
    );
    for (const code of codes)
      expect(code).toMatch(
        /^(content|structure|input_\w+|source_format_mismatch|unsupported_conversion|output_not_verified)$/,
      );
  }, 60_000);
});

function latinOffset(tag: string): number {
  return tableOf(latin, tag)!.byteOffset - latin.byteOffset;
}

function withTable(tag: string, change: (table: DataView) => void): Uint8Array {
  const { flavour, tables } = readSfnt(latin);
  const table = tables.get(tag)!.slice();
  change(new DataView(table.buffer));
  return writeSfnt({ flavour, tables: new Map([...tables, [tag, table]]) });
}

function withHead(change: (head: DataView) => void): Uint8Array {
  return withTable('head', change);
}

/** The first glyph becomes a composite of itself (glyf: numberOfContours −1, ARGS_ARE_XY_VALUES, component 0). */
function withEndlessGlyph(): Uint8Array {
  return withTable('glyf', (glyf) => {
    glyf.setInt16(0, -1);
    glyf.setUint16(10, 0x0002);
    glyf.setUint16(12, 0);
    glyf.setUint16(14, 0);
  });
}
