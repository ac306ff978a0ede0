import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FormatId } from '../../../engine/index.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { nameOfTableFile, tablesOfFiles } from '../../../engine/content/records/table-names.ts';
import { openWorkbook } from '../../../engine/content/workbook/open.ts';
import type { Workbook } from '../../../engine/content/workbook/model.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const ARRAYS = join(SOURCES, 'hdf5/groups-matrix-texts-deflate.h5');

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

describe('tables of one file that a tree of data does not hold as such', () => {
  const openAll = async (source: string, to: FormatId): Promise<unknown[]> => {
    const { artifacts } = await engine.convert(join(SOURCES, source), { to });
    const tables: unknown[] = [];
    for (const artifact of artifacts) {
      if (!('bytes' in artifact)) throw new Error('expected bytes');
      const [sheet] = valuesOf((await openWorkbook(artifact.bytes, to, DEFAULT_LIMITS)) as Workbook) as unknown[][];
      tables.push([artifact.name, ...sheet!.slice(1)]);
    }
    return tables;
  };

  it.each(['dif', 'slk', 'dbf'] as const)('become a file each where one has one sheet (%s)', async (format) => {
    expect(await openAll('npz/vector-matrix-texts.npz', format)).toEqual([
      [`vector-matrix-texts vector-1.${format}`, ['value'], [0], [1], [2], [3]],
      [`vector-matrix-texts matrix-2.${format}`, ['0', '1'], [1, 0], [0, 1]],
      [`vector-matrix-texts words-3.${format}`, ['value'], ['a'], ['bc']],
    ]);
  });

  it('have their rows where a list of R is no data frame', async () => {
    expect(await openAll('rds/list-workspace.rda', 'dif')).toEqual([
      ['list-workspace.dif', ['value', '0', '1', '2'], [1], ['a', 'b', 'c'], [2, 3], ['hi']],
    ]);
  });
});

describe('the variables of MATLAB', () => {
  const asJson = async (source: string): Promise<unknown> => {
    const { artifacts } = await engine.convert(join(SOURCES, 'mat', source), { to: 'npz' });
    const [arrays] = artifacts;
    if (!arrays || !('bytes' in arrays)) throw new Error('expected bytes');
    const [json] = (await engine.convert(arrays.bytes, { from: 'npz', to: 'json' })).artifacts;
    return JSON.parse(Buffer.from((json as typeof arrays).bytes).toString());
  };

  it('are arrays of NumPy: a text by itself, and a list of nothing, as they are', async () => {
    expect(await asJson('matrices-texts-4.mat')).toMatchObject({ word: 'furnace' });
    expect(await asJson('packed-types-7.mat')).toMatchObject({
      title: 'Größe µ',
      nothing: [],
      infinite: expect.any(Array),
    });
  });

  it('are arrays of records where they have fields', async () => {
    expect(await asJson('structs-cells-sparse-texts-5.mat')).toMatchObject({
      run: [{ name: 'first', on: '[true,false]' }],
      steps: [
        { step: 1, value: 2.5 },
        { step: 2, value: -0.5 },
      ],
    });
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
