import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RunContext } from '../../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { readAccess } from '../../../../../engine/content/records/access/reader.ts';
import { scalarText, type DataObject, type DataScalar } from '../../../../../engine/content/records/model.ts';
import { Rc4 } from '../../../../../engine/content/document/encryption/rc4.ts';

const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../../../../../corpus/sources/${name}`, import.meta.url));
const sampleOf = (name: string): Uint8Array => Uint8Array.from(readFileSync(pathOf(name)));

type Tables = Record<string, Record<string, string>[]>;

function tablesOf(bytes: Uint8Array): Tables {
  const warn = (): void => undefined;
  const context = { limits: DEFAULT_LIMITS, signal: new AbortController().signal, warn } as unknown as RunContext;
  const source = readAccess(bytes, { context });
  const tables = source.tables ?? [{ name: 'only', source }];
  return Object.fromEntries(
    tables.map(({ name, source: table }) => [
      name,
      [...table.rows()].map((row) => {
        const { names, values } = row as DataObject;
        return Object.fromEntries(names.map((column, index) => [column, scalarText(values[index] as DataScalar)]));
      }),
    ]),
  );
}

/** A value of ours as mdbtools spells it: yes and no are 1 and 0, and a day has a time. */
function asInJson(text: string, like: unknown): unknown {
  if (typeof like === 'number') return text === 'true' || text === 'false' ? Number(text === 'true') : Number(text);
  if (/^\d{4}-\d\d-\d\d \d\d:/.test(String(like))) return text.replace('T', ' ').padEnd(19, ' 00:00:00');
  return text;
}

const HEADER_KEY = Uint8Array.from([0xc7, 0xda, 0x39, 0x6b]);

/** The same database with bytes of its covered header changed by exclusive or. */
function withHeader(bytes: Uint8Array, changes: Readonly<Record<number, number>>): Uint8Array {
  const changed = Uint8Array.from(bytes);
  for (const [at, value] of Object.entries(changes)) changed[Number(at)]! ^= value;
  return changed;
}

const hasMdbtools = ((): boolean => {
  try {
    execFileSync('mdb-ver', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

describe('a database of Access', () => {
  const jet3 = sampleOf('mdb/three-tables-jet3.mdb');

  it.runIf(hasMdbtools).each(['mdb/three-tables-jet3.mdb', 'mdb/numbers-jet4.mdb', 'mdb/object-many-columns-jet3.mdb'])(
    'has the tables, names and rows that mdbtools finds: %s',
    (name) => {
      const found = Object.values(tablesOf(sampleOf(name)));
      const names = execFileSync('mdb-tables', ['-1', pathOf(name)], { encoding: 'utf8' })
        .trim()
        .split('\n');
      expect(found).toHaveLength(names.length);
      for (const [index, table] of names.entries()) {
        const lines = execFileSync('mdb-json', ['-D', '%Y-%m-%d', '-T', '%Y-%m-%d %H:%M:%S', pathOf(name), table]);
        const rows = String(lines).trim().split('\n').filter(Boolean);
        expect(found[index]).toHaveLength(rows.length);
        for (const [number, line] of rows.entries()) {
          for (const [column, value] of Object.entries(JSON.parse(line) as Record<string, unknown>)) {
            if (typeof value === 'object') continue;
            const text = found[index]![number]![column]!;
            expect(asInJson(text, value)).toBe(value);
          }
        }
      }
    },
  );

  it('gives what Access calculated, each as the type that its expression has', () => {
    const [row] = tablesOf(sampleOf('accdb/calculated-columns.accdb'))['only']!;
    // As the tests of Jackcess expect them of this file.
    expect(row).toMatchObject({
      LastFirst: 'Wayne, Bruce',
      LastFirstLen: '12',
      MonthlySalary: '83333.3333',
      WeeklySalary: '19230.7692307692',
      IsRich: 'true',
      DecimalTest: '50.325',
      FloatTest: '2583.2092',
      BigNumTest: '56505085819.42479129657228018',
      AllNames: 'Wayne, Bruce=Wayne, Bruce',
    });
  });

  it('is read also where its pages are encoded', () => {
    const key = [0x12, 0x34, 0x56, 0x78];
    const encoded = withHeader(jet3, Object.fromEntries(key.map((byte, index) => [0x3e + index, byte])));
    // What the header had of a key before stands for none.
    for (let page = 1; page * 2048 < encoded.byteLength; page++) {
      const pageKey = Uint8Array.from(key);
      new DataView(pageKey.buffer).setUint32(0, (new DataView(pageKey.buffer).getUint32(0, true) ^ page) >>> 0, true);
      const bytes = encoded.subarray(page * 2048, (page + 1) * 2048);
      bytes.set(new Rc4(pageKey).apply(bytes));
    }
    expect(tablesOf(encoded)).toEqual(tablesOf(jet3));
  });

  it('is refused by name where a password protects it, or encryption', () => {
    const covered = new Rc4(HEADER_KEY).apply(Uint8Array.from(jet3.subarray(0x18, 0x18 + 126)));
    expect(covered.subarray(0x42 - 0x18, 0x42 - 0x18 + 20).every((byte) => byte === 0)).toBe(true);
    expect(() => tablesOf(withHeader(jet3, { 0x42: 1 }))).toThrow(/protected by a password/);
    expect(() => tablesOf(withHeader(sampleOf('mdb/numbers-jet4.mdb'), { 0x44: 1 }))).toThrow(
      /protected by a password/,
    );
    expect(() => tablesOf(withHeader(sampleOf('accdb/calculated-columns.accdb'), { 0x3e: 1 }))).toThrow(/encrypted/);
  });
});
