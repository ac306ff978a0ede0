import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/sheetjs/codec.ts';
import { openFormulaOf } from '../../../engine/content/workbook/ods/write-formula.ts';
import { openNumberStyle } from '../../../engine/content/workbook/ods/write-number-style.ts';
import { excelSheetNames } from '../../../engine/content/workbook/sheet-names.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { openWorkbook } from '../../../engine/content/workbook/open.ts';
import { OPEN_DOCUMENT_BOUNDS, requireBounds, XLS_BOUNDS } from '../../../engine/content/workbook/sheet-bounds.ts';
import type { Cell } from '../../../engine/content/workbook/model.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const LEDGER = readFileSync(join(SOURCES, 'xlsx/formats-merged-hidden-sheet-chart.xlsx'));
const WORKBOOKS = ['xlsx', 'xlsb', 'ods', 'fods'] as const;

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
beforeEach(() => void bench.warnings.splice(0));
afterAll(() => bench[Symbol.asyncDispose]());

/** The cells of the first sheet by their place, such as `1,0`. */
async function cellsOf(bytes: Uint8Array, format: FormatId): Promise<Map<string, Cell>> {
  const workbook = await openWorkbook(bytes, format, DEFAULT_LIMITS);
  const cells = new Map<string, Cell>();
  workbook.sheets[0]!.read(({ index, cells: row }) => {
    for (const cell of row) cells.set(`${index},${cell.column}`, cell);
  });
  return cells;
}

async function tableAs(csv: string, to: FormatId): Promise<Map<string, Cell>> {
  const edge = ['dif', 'slk', 'dbf'].includes(to) ? 'data-plain' : 'data';
  const [bytes] = await bench.convert(Buffer.from(csv), 'csv', to, edge);
  return cellsOf(bytes!, to);
}

describe('a table of text becomes a workbook', () => {
  const TYPES: readonly (readonly [text: string, kind: Cell['kind'], value: Cell['value']])[] = [
    ['12', 'number', 12],
    ['12.50', 'number', 12.5],
    ['-3.1', 'number', -3.1],
    ['007', 'text', '007'],
    ['12345678901234567890', 'text', '12345678901234567890'],
    ['1234567890123456', 'text', '1234567890123456'],
    ['1e5', 'text', '1e5'],
    ['true', 'boolean', true],
    ['FALSE', 'boolean', false],
    ['2024-02-29', 'date', 45_351],
    ['2024-02-29 12:00:00', 'date', 45_351.5],
    ['2023-02-30', 'text', '2023-02-30'],
    ['1899-12-24', 'text', '1899-12-24'],
    ['2024-02-29T12:00:00Z', 'text', '2024-02-29T12:00:00Z'],
    ['12:30:00', 'time', 12.5 / 24],
    ['=1+2', 'text', '=1+2'],
    ['"12"', 'text', '12'],
  ];

  it.each(TYPES)('%s is a %s', async (text, kind, value) => {
    const cells = await tableAs(`name,value\r\nx,${text}\r\n`, 'xlsx');
    expect(cells.get('1,1')).toMatchObject({ kind, value });
  });

  it.each(WORKBOOKS)('with the same cells in %s', async (to) => {
    const cells = await tableAs('a,b\r\n1,"Ł; ""x""\ny"\r\n,\r\n2024-02-29,true\r\n', to);
    expect([...cells].map(([place, { kind, value }]) => [place, kind, value])).toEqual([
      ['0,0', 'text', 'a'],
      ['0,1', 'text', 'b'],
      ['1,0', 'number', 1],
      ['1,1', 'text', 'Ł; "x"\ny'],
      ['3,0', 'date', 45_351],
      ['3,1', 'boolean', true],
    ]);
  });

  it('shows decimal numbers with as many digits as the text has', async () => {
    expect((await tableAs('price\r\n12.50\r\n', 'xlsx')).get('1,0')?.format?.code).toBe('0.00');
  });

  it('leaves a text of another format a text, even if it looks like a number', async () => {
    const json = Buffer.from('[{"version":"1.10","count":1.50}]');
    const [bytes] = await bench.convert(json, 'json', 'xlsx', 'data');
    const cells = await cellsOf(bytes!, 'xlsx');
    expect(cells.get('1,0')).toMatchObject({ kind: 'text', value: '1.10' });
    expect(cells.get('1,1')).toMatchObject({ kind: 'number', value: 1.5 });
  });

  it('refuses rows, columns and texts that no sheet holds', async () => {
    const wide = `${Array.from({ length: 16_385 }, (_, index) => `c${index}`).join(',')}\r\n`;
    const columns = bench.convert(Buffer.from(`${wide}1\r\n`), 'csv', 'xlsx', 'data');
    await expect(columns).rejects.toMatchObject({ code: 'input_too_complex', details: { limit: 'columns' } });
    const cells = [{ column: 0, kind: 'number', value: 1, isComputed: false, isHidden: false }] as const;
    expect(() => requireBounds({ index: 1_048_575, cells }, 'ods', OPEN_DOCUMENT_BOUNDS)).not.toThrow();
    expect(() => requireBounds({ index: 1_048_576, cells }, 'ods', OPEN_DOCUMENT_BOUNDS)).toThrow(
      /ends at 1048576 rows/,
    );
    expect(() => requireBounds({ index: 65_536, cells }, 'xls', XLS_BOUNDS)).toThrow(/ends at 65536 rows/);
    const text = bench.convert(Buffer.from(`a\r\n${'x'.repeat(32_768)}\r\n`), 'csv', 'xlsb', 'data');
    await expect(text).rejects.toMatchObject({ code: 'input_too_complex', details: { limit: 'chars' } });
  });
});

describe('a dBase table', () => {
  it('has typed fields, and the code page that its texts need', async () => {
    const [bytes] = await bench.convert(
      Buffer.from('n,d,b,t\r\n1.5,2024-02-29,true,Łódź\r\n'),
      'csv',
      'dbf',
      'data-plain',
    );
    const types = [0, 1, 2, 3].map((field) => String.fromCharCode(bytes![32 + 32 * field + 11]!));
    expect(types).toEqual(['N', 'D', 'L', 'C']);
    expect(bytes![29]).toBe(0xc8);
    expect((await cellsOf(bytes!, 'dbf')).get('1,3')).toMatchObject({ value: 'Łódź' });
  });

  it('tells of names that it shortens, and refuses texts of several scripts', async () => {
    const cells = await tableAs('a rather long name,a rather long word\r\n1,2\r\n', 'dbf');
    expect([cells.get('0,0')?.value, cells.get('0,1')?.value]).toEqual(['a rather l', 'a rather_2']);
    expect(bench.warnings).toMatchObject([{ code: 'feature_dropped' }]);
    await expect(tableAs('a\r\nŁódź\r\n日本\r\n', 'dbf')).rejects.toMatchObject({ code: 'input_too_complex' });
  });

  it('tells of blanks at the ends of texts, which nobody could tell from those that fill it up', async () => {
    const cells = await tableAs('a\r\n"two "\r\n three\r\n', 'dbf');
    expect([cells.get('1,0')?.value, cells.get('2,0')?.value]).toEqual(['two', ' three']);
    expect(bench.warnings).toMatchObject([{ code: 'feature_dropped', details: { count: 1 } }]);
  });

  it('reads the dates of dBase, and none where there are blanks or zeros', async () => {
    const [bytes] = await bench.convert(Buffer.from('day\r\n2024-02-29\r\n2024-03-01\r\n'), 'csv', 'dbf', 'data-plain');
    const dayIn = async (day: string): Promise<Cell | undefined> => {
      const table = Buffer.from(bytes!);
      table.write(day, table.indexOf('20240229'), 'latin1');
      return (await cellsOf(table, 'dbf')).get('1,0');
    };
    expect(await dayIn('20240229')).toMatchObject({ kind: 'date', value: 45_351 });
    expect(await dayIn('19000228')).toMatchObject({ kind: 'date', value: 60 });
    expect(await dayIn('18991231')).toMatchObject({ kind: 'date', value: 1 });
    expect(await dayIn('        ')).toBeUndefined();
    expect(await dayIn('00000000')).toBeUndefined();
  });
});

describe('a workbook', () => {
  it.each(['ods', 'fods'] as const)(
    'keeps formulas, formats, merged cells, links and hidden sheets as %s',
    async (to) => {
      const [bytes] = await bench.convert(LEDGER, 'xlsx', to, 'workbooks');
      const workbook = await openWorkbook(bytes!, to, DEFAULT_LIMITS);
      const cells = await cellsOf(bytes!, to);
      expect(workbook.sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
        ['Ledger', false],
        ['Empty', false],
        ['Secret', true],
      ]);
      expect(cells.get('5,2')).toMatchObject({ value: 1154.5, isComputed: true });
      expect(cells.get('3,1')).toMatchObject({ link: 'https://example.org/charcoal' });
      expect(cells.get('3,5')).toMatchObject({ kind: 'time', value: 1.5625 });
      const { merged } = workbook.sheets[0]!.read(() => {});
      expect(merged).toEqual([{ firstRow: 1, lastRow: 1, firstColumn: 1, lastColumn: 6 }]);
    },
  );

  it('comes back from OpenDocument with its formulas', async () => {
    const [ods] = await bench.convert(LEDGER, 'xlsx', 'ods', 'workbooks');
    const [xlsx] = await bench.convert(ods!, 'ods', 'xlsx', 'workbooks');
    const cells = await cellsOf(xlsx!, 'xlsx');
    expect(cells.get('5,2')).toMatchObject({ value: 1154.5, isComputed: true });
  });

  it('has formulas that reach outside as their values', async () => {
    const slk = "ID;PX\r\nC;Y1;X1;K7;Ecmd|'/C calc'!R1C1\r\nC;Y2;X1;K8;E1+7\r\nE\r\n";
    const [bytes] = await bench.convert(Buffer.from(slk), 'slk', 'xlsx', 'workbooks');
    const cells = await cellsOf(bytes!, 'xlsx');
    expect(cells.get('0,0')).toMatchObject({ value: 7, isComputed: false });
    expect(cells.get('1,0')).toMatchObject({ value: 8, isComputed: true });
    expect(bench.warnings).toMatchObject([{ code: 'feature_dropped', details: { count: 1 } }]);
  });

  it('is data with types: one file a sheet', async () => {
    const outputs = await bench.convert(LEDGER, 'xlsx', 'json', 'tables', { pages: '3' });
    const [rows] = outputs.map((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as unknown);
    expect(rows).toEqual([{ Word: 'Athanor', Meaning: 'Oven\nof the alchemists' }]);
  });
});

describe('formulas in OpenDocument', () => {
  it.each([
    ['SUM(A1:B2,C3)', 'of:=SUM([.A1:.B2];[.C3])'],
    ["'My sheet'!$A$1*Sheet2!B:B", "of:=[$'My sheet'.$A$1]*[$Sheet2.B:.B]"],
    ['IF(A1="a,b",{1,2;3,4},LOG10(2))', 'of:=IF([.A1]="a,b";{1;2|3;4};LOG10(2))'],
    ['_xlfn.CONCAT(A1)&_xlfn.XOR(TRUE,B2)', 'of:=COM.MICROSOFT.CONCAT([.A1])&XOR(TRUE;[.B2])'],
  ])('%s', (excel, open) => {
    expect(openFormulaOf(excel)).toBe(open);
  });

  it('are undefined where references have no form there', () => {
    expect(openFormulaOf('A1#')).toBeUndefined();
  });
});

describe('number formats in OpenDocument', () => {
  it.each([
    ['#,##0.00', '<number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/>'],
    ['yyyy-mm-dd', '<number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/>'],
    ['h:mm', '<number:hours/><number:text>:</number:text><number:minutes number:style="long"/>'],
    ['0.0%', '<number:percentage-style'],
    [
      '"No. "000',
      '<number:text>No. </number:text><number:number number:decimal-places="0" number:min-integer-digits="3"/>',
    ],
  ])('%s', (code, xml) => {
    expect(openNumberStyle('N1', code)).toContain(xml);
  });
});

it('gives sheets names that Excel takes', () => {
  const long = 'a very long name of a sheet indeed';
  expect(excelSheetNames(['a/b', 'A B', '', long, long])).toEqual([
    'a b',
    'A B (2)',
    'Sheet3',
    'a very long name of a sheet ind',
    'a very long name of a sheet (2)',
  ]);
});
