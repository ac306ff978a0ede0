import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FormatId } from '../../../engine/index.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { nameOfTableFile, tablesOfFiles } from '../../../engine/content/records/table-names.ts';
import { openWorkbook } from '../../../engine/content/workbook/open.ts';
import type { Workbook } from '../../../engine/content/workbook/model.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const ARRAYS = join(import.meta.dirname, '../../../corpus/sources/hdf5/groups-matrix-texts-deflate.h5');

const engine = sharedEngine();

async function convert(to: FormatId): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [artifact] = (await engine.convert(ARRAYS, { from: 'hdf5', to })).artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('expected bytes');
  return { name: artifact.name, bytes: Buffer.from(artifact.bytes) };
}

function valuesOf({ sheets }: Workbook): unknown[] {
  return sheets.map((sheet) => {
    const rows: unknown[][] = [];
    sheet.read(({ cells }) => void rows.push(cells.map(({ value }) => value)));
    return [sheet.name, ...rows];
  });
}

describe('arrays that become a file each on the way', () => {
  it.each(['xlsx', 'ods', 'fods'] as const)('are the sheets of one workbook (%s)', async (format) => {
    const { name, bytes } = await convert(format);
    const workbook = await openWorkbook(bytes, format, DEFAULT_LIMITS);
    expect(valuesOf(workbook as Workbook)).toEqual([
      ['melts matrix', ['0', '1', '2'], [1, 2, 3], [4, 5, 6]],
      ['melts names', ['value'], ['tin'], ['lead'], ['Öl']],
      ['melts packed', ['value'], ['9007199254740993'], [-1]],
      ['vector', ['value'], [1.5], [2.5]],
    ]);
    expect(name).toBe(`groups-matrix-texts-deflate.${format}`);
  });

  it('are all in one text', async () => {
    const text = (await convert('md')).bytes.toString();
    expect(text.match(/^## .*$/gm)).toEqual(['## melts matrix', '## melts names', '## melts packed', '## vector']);
    expect(text).toContain('| Öl |');
  });
});

describe('the names of tables', () => {
  const filesOf = (tables: readonly string[]): string[] =>
    tables.map((table, index) => nameOfTableFile('sea ice.h5', table, { to: 'csv', number: index + 1 }));

  it('are told from the names of their files', () => {
    const tables = ['area', 'thickness 2', 'x-3'];
    expect(tablesOfFiles(filesOf(tables))).toEqual({ file: 'sea ice', tables });
  });

  it('are those of the files where these share nothing', () => {
    expect(tablesOfFiles(['north.csv', 'south.csv'])).toEqual({ file: 'north', tables: ['north', 'south'] });
  });

  it('are whole where one begins as another does', () => {
    expect(tablesOfFiles(filesOf(['ice', 'ice old'])).tables).toEqual(['ice', 'ice old']);
  });
});
