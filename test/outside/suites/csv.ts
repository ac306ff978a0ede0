import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { converted, expectSame, type OutsideCase, type OutsideSuite } from '../suite.ts';

export const CSV_SUITE: OutsideSuite = {
  id: 'csv',
  title: 'CSV → JSON: every record, field and line break',
  source: 'the package csv-spectrum of npm',
  folder: 'csv-spectrum',
  cases: async (root) => {
    const files = (await readdir(join(root, 'csvs'))).sort();
    return files.map((name): OutsideCase => ({
      name,
      run: async (engine) => {
        const found: unknown = JSON.parse(String(await converted(engine, join(root, 'csvs', name), { to: 'json' })));
        const expected: unknown = JSON.parse(await readFile(join(root, 'json', name.replace('.csv', '.json')), 'utf8'));
        expectSame(asTexts(found), asTexts(expected));
      },
    }));
  },
};

/** CSV knows no numbers; ours are recognised, and stand as they stood. */
function asTexts(records: unknown): unknown {
  // A single record stands alone in some of them.
  return ([records].flat() as Record<string, unknown>[]).map((record) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, String(value)])),
  );
}
