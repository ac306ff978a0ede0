import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeZip } from '../../engine/io/zip.ts';
import { parseWorkbook } from '../../engine/content/workbook/sheetjs/workbook.ts';
import { ConversionError } from '../../engine/index.ts';
import { openCompoundFile } from '../../engine/io/compound-file.ts';
import { compoundBomb } from '../support/compound-bomb.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../corpus/sources');
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

const engine = sharedEngine();

async function outcomeOf(input: Uint8Array, fileName: string, to = 'csv', options = {}): Promise<string> {
  try {
    const { artifacts } = await engine.convert(input, { to, fileName, ...options });
    const [artifact] = artifacts;
    return artifact && 'bytes' in artifact ? new TextDecoder().decode(artifact.bytes) : 'a file';
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

function flat(rows: string): Uint8Array {
  const spaces =
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"';
  return text(
    `<office:document ${spaces} office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document>`,
  );
}

const CELL = '<table:table-cell office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>';

describe('sheets that announce more than they are', () => {
  it('a million empty rows are nothing', async () => {
    const empty =
      '<table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
    expect(await outcomeOf(flat(`${empty}<table:table-row>${CELL}</table:table-row>`), 'a.fods')).toBe('1\r\n');
  });

  it('a cell that stands for all cells of a sheet is too much', async () => {
    const repeated = CELL.replace('<table:table-cell', '<table:table-cell table:number-columns-repeated="16384"');
    const rows = `<table:table-row table:number-rows-repeated="1048576">${repeated}</table:table-row>`;
    expect(await outcomeOf(flat(rows), 'a.fods')).toBe('input_too_complex');
  });

  it.each([
    ['a row far away', 'ID;PX\r\nC;Y4000000000;X1;K1\r\nE\r\n', 'a.slk'],
    ['a column far away', 'ID;PX\r\nC;Y1;X99999;K1\r\nE\r\n', 'a.slk'],
    ['a place far away', 'socialcalc:version:1.5\r\nversion:1.5\r\ncell:A4000000000:v:1\r\n', 'a.eth'],
  ])('%s', async (_name, content, fileName) => {
    expect(await outcomeOf(text(content), fileName)).toBe('input_too_complex');
  });

  it.each([
    ['dbf/dates-numbers-memo.dbf', 700],
    ['wk1/two-lines-formula.wk1', 400],
    ['wk3/numbers-text-booleans.wk3', 600],
    ['wq1/numbers-text-booleans.wq1', 900],
    ['wb1/text-of-two-lines.wb1', 1500],
  ])('a cut %s', async (path, size) => {
    const whole = readFileSync(join(SOURCES, path));
    expect(await outcomeOf(whole.subarray(0, size), path.split('/')[1]!)).toBe('input_truncated');
  });

  it('a dBase table of four thousand million records', async () => {
    const bytes = new Uint8Array(readFileSync(join(SOURCES, 'dbf/dates-numbers-memo.dbf')));
    bytes.fill(0xff, 4, 8);
    expect(await outcomeOf(bytes, 'a.dbf')).toBe('input_truncated');
  });

  it('a package that expands a thousandfold', async () => {
    const bomb = writeZip([
      { name: 'Index/Document.iwa', bytes: new Uint8Array(20_000_000) },
      { name: 'Index/Tables/DataList.iwa', bytes: new Uint8Array(10) },
      { name: 'Index/CalculationEngine.iwa', bytes: new Uint8Array(10) },
    ]);
    const refused = ['input_too_complex', 'input_corrupt', 'unsupported_conversion', 'source_format_mismatch'];
    expect(refused).toContain(await outcomeOf(bomb, 'a.numbers', 'xlsx', { from: 'numbers' }));
  });
});

describe('formulas', () => {
  it('are not computed, and those that reach outside do not get into the result', async () => {
    const slk = [
      'ID;PX',
      `C;Y1;X1;K"name"`,
      `C;Y2;X1;K"safe";EREPT("x",32767)`,
      `C;Y3;X1;K"calc";Ecmd|'/C calc'!R1C1`,
      `C;Y4;X1;K"far";EWEBSERVICE("https://example.org/")`,
      'E',
      '',
    ].join('\r\n');
    const { artifacts, warnings } = await engine.convert(text(slk), { to: 'fods', fileName: 'a.slk' });
    const [artifact] = artifacts;
    const written = new TextDecoder().decode((artifact as { bytes: Uint8Array }).bytes);
    expect(written).toContain('table:formula="of:=REPT(');
    expect(written).not.toMatch(/calc'|WEBSERVICE/);
    expect(warnings).toMatchObject([{ code: 'feature_dropped', details: { count: 2 } }]);
  });

  it('in tables of text stay texts in a workbook, and are guarded in CSV when that is asked for', async () => {
    const { artifacts } = await engine.convert(
      text('name,value\r\nx,"=HYPERLINK(""https://example.org"")"\r\ny,-1\r\nz,@SUM(1)\r\n'),
      {
        to: 'xlsx',
        fileName: 'a.csv',
      },
    );
    const [workbook] = artifacts as readonly { bytes: Uint8Array }[];
    expect(await outcomeOf(workbook!.bytes, 'a.xlsx')).toContain('"=HYPERLINK(""https://example.org"")"');
    const guarded = await outcomeOf(workbook!.bytes, 'a.xlsx', 'csv', { options: { escapeFormulas: true } });
    expect(guarded).toBe(`name,value\r\nx,"'=HYPERLINK(""https://example.org"")"\r\ny,-1\r\nz,'@SUM(1)\r\n`);
  });
});

it('more rows than old workbooks hold are refused before anything is written', async () => {
  const rows = Array.from({ length: 65_537 }, (_, index) => `${index}\n`).join('');
  expect(await outcomeOf(text(`number\n${rows}`), 'a.csv', 'xls')).toBe('input_too_complex');
}, 120_000);

describe('a compound file of 6 MB whose 4,000 streams share their sectors', () => {
  it('is not copied 4,000 times', () => {
    const file = compoundBomb(12_000, 4000); // more would need a second list of tables
    expect(openCompoundFile(file).read('E4000')?.byteLength).toBe(512 * (12_000 - 4000));
    expect(() => parseWorkbook(file, 'et')).toThrow(/its sheets cannot be read/);
  });
});
