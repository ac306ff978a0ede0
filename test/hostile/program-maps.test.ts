import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../corpus/cases.ts';
import { cases } from '../../corpus/cases/gdal.ts';
import { DEFAULT_LIMITS } from '../../engine/contract/limits.ts';
import { ConversionError, type FormatId } from '../../engine/index.ts';
import { utf8Bytes } from '../../engine/io/bytes.ts';
import { openZip, writeZip } from '../../engine/io/zip.ts';
import { assertProperty } from '../support/property.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();
const SOURCES = [...new Map(cases.map(({ from, source }) => [from, source]))];
const LATER = 120_000;

type Files = ReadonlyMap<string, Uint8Array>;

/** The files of a map: those of its ZIP, or the one that it is. */
function filesOf(from: FormatId): Map<string, Uint8Array> {
  const bytes = new Uint8Array(readFileSync(sourcePath({ from, source: new Map(SOURCES).get(from)! })));
  if (bytes[0] !== 0x50) return new Map([['', bytes]]);
  const zip = openZip(bytes, DEFAULT_LIMITS);
  return new Map(zip.entries.map((entry) => [entry.name, zip.read(entry).slice()]));
}

function packed(files: Files): Uint8Array {
  return files.get('') ?? writeZip([...files].map(([name, bytes]) => ({ name, bytes })));
}

async function outcome(bytes: Uint8Array, from: FormatId): Promise<string> {
  try {
    const { report } = await engine.convert(new Uint8Array(bytes), { from, to: from === 'dgn' ? 'svg' : 'geojson' });
    return report.verified;
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

describe('hostile maps of other programs', () => {
  it.each(SOURCES.map(([from]) => from))('read %s as long as it is whole', { timeout: LATER }, async (from) => {
    expect(await outcome(packed(filesOf(from)), from)).toBe('content');
  });

  it('of which a part ends too early are no smaller maps', { timeout: LATER }, async () => {
    for (const [from, part] of [
      ['filegdb', /a00000009\.gdbtablx?$/],
      ['maptab', /lake\.(DAT|id)$/],
      ['s57', /^$/],
      ['dgn', /^$/],
    ] as const)
      for (const [name, bytes] of filesOf(from)) {
        if (!part.test(name)) continue;
        for (const share of [0.2, 0.5, 0.9]) {
          const cut = new Map([...filesOf(from), [name, bytes.subarray(0, Math.floor(share * bytes.byteLength))]]);
          expect(await outcome(packed(cut), from), `${name} ${share}`).toMatch(/^input_(corrupt|truncated)$/);
        }
      }
  });

  it('cannot claim more features than they hold', { timeout: LATER }, async () => {
    const files = filesOf('filegdb');
    const index = files.get('lake.gdb/a00000009.gdbtablx')!;
    new DataView(index.buffer, index.byteOffset).setUint32(8, 0x7fffffff, true);
    expect(await outcome(packed(files), 'filegdb')).toMatch(/^input_(corrupt|truncated|too_complex)$/);
    const tables = filesOf('maptab');
    const rows = tables.get('lake.DAT')!.slice();
    new DataView(rows.buffer).setUint32(4, 0x7fffffff, true);
    expect(await outcome(packed(new Map([...tables, ['lake.DAT', rows]])), 'maptab')).toMatch(/^input_/);
  });

  it('reach no files outside of them', { timeout: LATER }, async () => {
    const view = '!table\n!version 100\nopen table "/usr/share/proj/proj.db" Hide\nCreate View x As Select * From a\n';
    const files = filesOf('maptab');
    expect(await outcome(packed(new Map([...files, ['view.tab', utf8Bytes(view)]])), 'maptab')).toBe('content');
    const outside = new Map([...files].map(([name, bytes]) => [`../../usr/share/gdal/${name}`, bytes]));
    expect(await outcome(packed(outside), 'maptab')).toMatch(/^(content|input_corrupt)$/);
    expect(await outcome(packed(files), 'maptab')).toBe('content');
  });

  it('say so where nothing is in them', { timeout: LATER }, async () => {
    expect(await outcome(packed(new Map([['a.gdb/a00000001.gdbtable', new Uint8Array()]])), 'filegdb')).toBe(
      'input_corrupt',
    );
    expect(await outcome(packed(new Map([['a.tab', new Uint8Array()]])), 'maptab')).toBe('input_corrupt');
    expect(await outcome(utf8Bytes('# @VGMT1.0 @GPOINT\n'), 'gmt')).toMatch(/^(content|input_corrupt|empty_file)$/);
  });

  it('end in a result or a named error when bytes of them are damaged', { timeout: LATER * 2 }, async () => {
    const damage = fc.record({
      file: fc.integer({ min: 0, max: SOURCES.length - 1 }),
      part: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      byte: fc.integer({ min: 0, max: 255 }),
    });
    await assertProperty(
      fc.asyncProperty(damage, async ({ file, part, at, byte }) => {
        const [from] = SOURCES[file]!;
        const files = filesOf(from);
        const [name, bytes] = [...files][Math.floor(part * files.size)]!;
        if (bytes.byteLength > 0) bytes[Math.floor(at * bytes.byteLength)] = byte;
        const found = await outcome(packed(new Map([...files, [name, bytes]])), from);
        expect(found).not.toMatch(/internal|conversion_failed|conversion_timeout/);
      }),
      { numRuns: 60 },
    );
  });
});
