import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { decimalSeparatorOf, readNumber } from '../../../engine/codecs/pdf-docx/tables/numbers.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { PdfWriter } from '../../support/pdf-writer.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCE = join(import.meta.dirname, '../../../corpus/sources/pdf/tables-over-pages.pdf');
const TWO_COLUMNS = join(import.meta.dirname, '../../../corpus/sources/pdf/two-columns-hyphenated.pdf');

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

describe('the tables of a document', () => {
  it('are one where they go on over pages, without the names of columns that come again', async () => {
    const [first, second] = await bench.convert(readFileSync(SOURCE), 'pdf', 'csv', 'table-files');
    const lines = Buffer.from(first!).toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(11);
    expect(lines.slice(0, 2)).toEqual(['Arbeit,Zahl,Betrag,Anteil', 'Öfen gemauert,12,1234.50,"12,5 %"']);
    expect(lines.at(-1)).toBe('Erze gemahlen,5,57.72,7 %');
    expect(Buffer.from(second!).toString()).toBe(
      'Quartal,,Summe\r\nErstes,hell,1500.00\r\n,dunkel,2500.00\r\nZweites,beide,4000.00\r\n',
    );
  });

  it('are sheets with numbers, formats, merged cells and the captions as names', async () => {
    const [xlsx] = await bench.convert(readFileSync(SOURCE), 'pdf', 'xlsx', 'tables');
    const book = read(xlsx!, { cellNF: true });
    expect(book.SheetNames).toEqual(['Erträge der Werkstatt', 'Tabelle 2 Quartale']);
    const first = book.Sheets['Erträge der Werkstatt']!;
    expect(first['C2']).toMatchObject({ t: 'n', v: 1234.5, z: '#,##0.00' });
    expect(first['D2']).toMatchObject({ t: 'n', v: 0.125, z: '0.0%' });
    expect(first['B6']).toMatchObject({ t: 's', v: '00471' });
    const merged = book.Sheets['Tabelle 2 Quartale']!['!merges']!.map((range) => utils.encode_range(range));
    expect(merged.sort()).toEqual(['A1:B1', 'A2:A3']);
  });

  it('keep the lines below that belong to the last cell, and no text that follows', async () => {
    const pdf = new PdfWriter().page();
    const rows = [
      ['Size', 'Number of columns'],
      ['Height', 'Number of rows'],
      ['Colour', 'Of the surface'],
      ['Method', 'How values between two'],
    ] as const;
    rows.forEach(([name, text], index) => {
      pdf.text(72, 100 + 20 * index, 10, name).text(172, 100 + 20 * index, 10, text);
    });
    pdf
      .text(172, 172, 10, 'columns are found,')
      .text(172, 184, 10, 'and between rows')
      .text(72, 230, 10, 'A paragraph.');
    const [first] = await bench.convert(pdf.finish(), 'pdf', 'csv', 'table-files');
    const lines = Buffer.from(first!)
      .toString()
      .trimEnd()
      .split(/\r\n(?=\w+,)/);
    expect(lines).toHaveLength(4);
    expect(lines[3]!.replaceAll(/\s+/g, ' ')).toContain(
      'Method,"How values between two columns are found, and between rows',
    );
    expect(lines[3]).not.toContain('paragraph');
  });

  it('have a row for each line of a drawn row in which no text wraps', async () => {
    // lines around the table, below its head and between its columns
    const tableOf = async (columns: readonly (readonly string[])[], width = 60): Promise<string> => {
      const xs = [72, ...columns.map((_, index) => 72 + (index + 1) * width)];
      const bottom = 120 + 14 * (columns[0]!.length - 1);
      const pdf = new PdfWriter().page().grid(xs, [100, 120, bottom]);
      for (const [column, texts] of columns.entries())
        for (const [line, text] of texts.entries())
          pdf.text(xs[column]! + 4, 114 + 14 * line + (line > 0 ? 4 : 0), 10, text);
      const [csv] = await bench.convert(pdf.finish(), 'pdf', 'csv', 'table-files');
      return Buffer.from(csv!).toString().trimEnd().replaceAll('\r', '');
    };
    const numbers = [
      ['size', 'GCC', 'ICL'],
      ['64', '2.11', '2.35'],
      ['256', '1.84', '1.65'],
    ];
    expect(await tableOf(numbers)).toBe('size,64,256\nGCC,2.11,1.84\nICL,2.35,1.65');
    expect(await tableOf(numbers, 28)).toBe('size,64,256\nGCC,2.11,1.84\nICL,2.35,1.65');
    const words = [
      ['key', 'up', 'down', 'left'],
      ['does', 'goes up', 'dives', 'turns'],
    ];
    expect(await tableOf(words)).toBe('key,does\nup,goes up\ndown,dives\nleft,turns');
    const wrapped = [
      ['key', 'the first', 'of all the', 'long keys'],
      ['does', 'what you', 'would think', 'that it does'],
    ];
    expect(await tableOf(wrapped)).toBe('key,does\nthe first of all the long keys,what you would think that it does');
    const twoLines = [
      ['key', 'up', 'one'],
      ['does', 'goes', 'to one'],
    ];
    expect(await tableOf(twoLines)).not.toContain('up,goes');
  });

  it('hold no formulas where that is asked for, and all their numbers', async () => {
    const pdf = new PdfWriter().page().grid([72, 172, 272], [100, 120, 140, 160]);
    const cells = ['name', 'value', '=1+2', '-3.5', '@SUM(A1)', '-12 %'];
    cells.forEach((cell, index) => pdf.text(80 + (index % 2) * 100, 114 + Math.floor(index / 2) * 20, 10, cell));
    const csvWith = async (options: OptionValues): Promise<string> => {
      const [csv] = await bench.convert(pdf.finish(), 'pdf', 'csv', 'table-files', options);
      return Buffer.from(csv!).toString();
    };
    expect(await csvWith({})).toBe('name,value\r\n=1+2,-3.5\r\n@SUM(A1),-12 %\r\n');
    expect(await csvWith({ escapeFormulas: true })).toBe("name,value\r\n'=1+2,-3.5\r\n'@SUM(A1),-12 %\r\n");
    expect(bench.warnings.map(({ code }) => code)).toContain('values_stringified');
  });

  it('writes what looks like a formula into a workbook as the text that it is', async () => {
    const pdf = new PdfWriter().page().grid([72, 172, 272], [100, 120, 140, 160]);
    ['name', 'value', '=1+2', 'x', 'b', 'y'].forEach((cell, index) =>
      pdf.text(80 + (index % 2) * 100, 114 + Math.floor(index / 2) * 20, 10, cell),
    );
    const [xlsx] = await bench.convert(pdf.finish(), 'pdf', 'xlsx', 'tables');
    const book = read(xlsx!);
    const cell = book.Sheets[book.SheetNames[0]!]!['A2'];
    expect(cell).toMatchObject({ t: 's', v: '=1+2' });
    expect(cell).not.toHaveProperty('f');
  });

  it('are missed with a name where there are none', async () => {
    const converted = bench.convert(readFileSync(TWO_COLUMNS), 'pdf', 'xlsx', 'tables');
    await expect(converted).rejects.toMatchObject({ code: 'unsupported_conversion' });
  });
});

describe('numbers', () => {
  it.each([
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1,234', 1234],
    ['1 234', 1234],
    ['(1,234)', -1234],
    ['\u2212 5', -5],
    ['12.3 %', 0.123],
    ['\u20ac 12,50', 12.5],
    ['0.125', 0.125],
  ])('reads %s', (text, value) => {
    expect(readNumber(text)?.value).toBe(value);
  });

  it.each(['1.234', '00123', '1 2', '12.05.2020', '+49 30', '12345678901234567', '1,23,4', '-', ''])(
    'leaves %s alone',
    (text) => {
      expect(readNumber(text)).toBeUndefined();
    },
  );

  it('learns from the other cells which symbol begins the decimals', () => {
    expect(decimalSeparatorOf(['1.234', '0,5'])).toBe(',');
    expect(readNumber('1.234', ',')?.value).toBe(1234);
    expect(readNumber('1.234', '.')?.value).toBe(1.234);
    expect(decimalSeparatorOf(['1.234', '2,345'])).toBeUndefined();
  });
});
