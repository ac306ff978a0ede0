import { describe, expect, it } from 'vitest';
import { BlankRows } from '../../../../engine/content/workbook/blank-rows.ts';
import { sharedEngine } from '../../../support/shared-engine.ts';

const engine = sharedEngine();

async function convert(text: string, from: string, to: 'csv' | 'tsv' | 'xlsx' | 'json') {
  return engine.convert(Buffer.from(text), { to, fileName: `table.${from}` });
}

async function textOf(text: string, from: string, to: 'csv' | 'tsv' | 'json'): Promise<string> {
  const { artifacts } = await convert(text, from, to);
  return Buffer.from((artifacts[0] as { readonly bytes: Uint8Array }).bytes).toString();
}

describe('the places of rows and columns in tables of text', () => {
  it('are those of the sheet, as long as blank rows are not too many', () => {
    const rows = new BlankRows();
    expect([0, 3, 5].map((index) => rows.lineOf(index))).toEqual([0, 3, 5]);
    expect(rows.lineOf(1_000_000)).toBe(6);
    expect(rows.dropped).toBe(999_994);
  });

  it('survive the way into a workbook and back, with columns that have no name', async () => {
    const { artifacts } = await convert('a,,c,c\r\n\r\n1,2,3,4\r\n,,,\r\n5,,7,8\r\n', 'csv', 'xlsx');
    const [{ bytes }] = artifacts as readonly { readonly bytes: Uint8Array }[] as [{ readonly bytes: Uint8Array }];
    const back = await engine.convert(bytes, { to: 'csv', fileName: 'table.xlsx' });
    const text = Buffer.from((back.artifacts[0] as { readonly bytes: Uint8Array }).bytes).toString();
    expect(text).toBe('a,,c,c\r\n,,,\r\n1,2,3,4\r\n,,,\r\n5,,7,8\r\n');
  });

  it('need no names between tables of text', async () => {
    expect(await textOf('a,,a\r\n1,2,3\r\n', 'csv', 'tsv')).toBe('a\t\ta\n1\t2\t3\n');
  });

  it('need names in data, which are told', async () => {
    const { warnings } = await convert('a,,a\r\n1,2,3\r\n', 'csv', 'json');
    expect(warnings).toMatchObject([{ code: 'column_named', details: { columns: ['column_2', 'a_2'] } }]);
  });

  it('hold the errors of a DIF file', async () => {
    const cells = ['V', 'ERROR', 'NA'].map((name, index) => `0,${index === 0 ? 7 : 0}\r\n${name}\r\n`).join('');
    const dif = `TABLE\r\n0,1\r\n"x"\r\nVECTORS\r\n0,1\r\n""\r\nTUPLES\r\n0,3\r\n""\r\nDATA\r\n0,0\r\n""\r\n-1,0\r\nBOT\r\n${cells}-1,0\r\nEOD\r\n`;
    expect(await textOf(dif, 'dif', 'csv')).toBe('7,ERROR,#N/A\r\n');
  });
});
