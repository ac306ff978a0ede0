import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as XLSX from '@e965/xlsx';
import * as template from '@e965/xlsx/dist/xlsx.zahl.mjs';

/**
 * Makes workbooks in formats that LibreOffice does not write, by SheetJS from the workbook of purchases, and a table
 * whose cells are what programs mistake for something else.
 * Usage: node corpus/make/sheets.ts corpus/sources
 */
const out = process.argv[2];
if (!out) throw new Error('Expected the target directory.');

const NAME = 'purchases-formulas-dates-two-sheets';
const source = readFileSync(join(out, 'xlsx', `${NAME}.xlsx`));
const options = { cellNF: true, cellFormula: true, UTC: true } as const;
const workbook = XLSX.read(source, options);
const withDates = XLSX.read(source, { ...options, cellDates: true });

const KINDS: readonly (readonly [format: string, type: XLSX.BookType, stem: string])[] = [
  ['xmlss', 'xlml', NAME],
  ['numbers', 'numbers', 'purchases-dates-two-sheets'],
  ['eth', 'eth', 'purchases-formulas'],
  ['prn', 'prn', 'purchases-fixed-columns'],
  ['slk', 'sylk', 'purchases-formulas-dates'],
  ['dif', 'dif', 'purchases-dates'],
];

for (const [format, bookType, stem] of KINDS) {
  const isPlain = bookType === 'prn' || bookType === 'dif';
  const book = isPlain ? firstTable() : bookType === 'numbers' ? withDates : workbook;
  const bytes = XLSX.write(book, {
    type: 'buffer',
    bookType,
    numbers: (template as unknown as { readonly default: string }).default,
  }) as Uint8Array;
  write(format, `${stem}.${format}`, bytes);
}

/** What a table of text holds: the rows below the title, dates as they are shown. */
function firstTable(): XLSX.WorkBook {
  const rows = XLSX.utils.sheet_to_json<string[]>(workbook.Sheets[workbook.SheetNames[0]!]!, { header: 1 });
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.slice(1)), 'Purchases');
  return book;
}

const CELLS = [
  'id,name,day,moment,price,postcode,account,paid,formula,note',
  '1,Käse,2024-02-29,2024-02-29 08:30:00,12.50,00742,12345678901234567890,true,=1+2,"a ""b"";c"',
  '2,Łódź,1899-12-24,2024-01-01T00:00:00,-3.1,10115,1234567890123456,false,@x,',
  ',,,,,,,,,',
  '3,日本,2023-02-30,8:30,1e5,0,0.1,TRUE,-1,"two\nlines"',
];
write('csv', 'zeros-long-numbers-dates-formulas.csv', Buffer.from(CELLS.join('\r\n') + '\r\n'));

function write(format: string, name: string, bytes: Uint8Array): void {
  const path = join(out!, format, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}
