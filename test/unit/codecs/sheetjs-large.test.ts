import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/sheetjs/codec.ts';
import { writeOds } from '../../../engine/content/workbook/ods/writer.ts';
import { writeXlsx } from '../../../engine/content/workbook/xlsx/writer.ts';
import type { RunContext } from '../../../engine/contract/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { createZipWriter } from '../../../engine/io/zip.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { openLargeWorkbook } from '../../../engine/content/workbook/large-workbook.ts';
import { numberFormat } from '../../../engine/content/workbook/number-format.ts';
import { openWithSheetJs } from '../../../engine/content/workbook/sheetjs/workbook.ts';
import { openOfficePackage, replacePart } from '../../../engine/content/document/ooxml/package.ts';
import { NO_EXTRAS, type Cell, type Row, type Sheet, type Workbook } from '../../../engine/content/workbook/model.ts';
import type { HeapAnswer, HeapTask } from '../../support/convert-in-heap.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const context = { signal: new AbortController().signal, warn: () => {} } as unknown as RunContext;

type Content = Partial<Cell> & Pick<Cell, 'kind' | 'value'>;

function rowOf(index: number, contents: readonly (Content | undefined)[]): Row {
  const cells = contents.flatMap((content, column) =>
    content ? [{ column, isComputed: false, isHidden: false, ...content }] : [],
  );
  return { index, cells };
}

function sheetOf(name: string, rows: readonly Row[], merged: NonNullable<Sheet['layout']>['merged'] = []): Sheet {
  return {
    name,
    isHidden: false,
    layout: { merged, columnWidths: [12, undefined, 30] },
    read(visit) {
      for (const row of rows) if (visit(row) === 'stop') break;
      return { ...NO_EXTRAS, merged };
    },
  };
}

const text = (value: string, more: Partial<Cell> = {}): Content => ({ kind: 'text', value, ...more });
const number = (value: number, code?: string): Content => ({
  kind: 'number',
  value,
  ...(code === undefined ? {} : { format: numberFormat(code) }),
});

/** Everything that cells without formulas can be; `more` in the first cell. */
function workbookWith(more: Partial<Cell> = {}): Workbook {
  const merged = [{ firstRow: 0, lastRow: 0, firstColumn: 0, lastColumn: 2 }];
  const rows = [
    rowOf(0, [text('A title over three columns', more)]),
    rowOf(2, [number(12.5, '0.00'), number(0.25, '0.0%'), number(1234.5, '#,##0.00'), number(7)]),
    rowOf(3, [
      { kind: 'date', value: 45_351, format: numberFormat('yyyy-mm-dd') },
      { kind: 'date', value: 45_351.5 },
      { kind: 'time', value: 0.5, format: numberFormat('[hh]:mm:ss') },
      undefined,
      { kind: 'boolean', value: true },
    ]),
    rowOf(9, [text('site', { link: 'https://example.org/?a=1&b=2' }), text('two\nlines  "<&>" Łódź')]),
  ];
  return {
    sheets: [sheetOf('First', rows, merged), sheetOf('A & B', [rowOf(0, [number(-3)])])],
    hasMacros: false,
    hasMetadata: true,
    title: 'Alembics & retorts',
  };
}

function pack(workbook: Workbook, format: 'xlsx' | 'ods'): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = createZipWriter((bytes) => void chunks.push(bytes));
  if (format === 'xlsx') writeXlsx(workbook, zip, context);
  else writeOds(workbook, zip, context);
  zip.close();
  const bytes = Buffer.concat(chunks);
  return format === 'ods' ? withStylesInContent(bytes) : bytes;
}

/** With the styles of its cells where LibreOffice has them. */
function withStylesInContent(bytes: Uint8Array): Uint8Array {
  const parts = openOfficePackage(bytes, DEFAULT_LIMITS);
  const styles = /<office:styles>(.*)<\/office:styles>/s.exec(parts.readXml('styles.xml')!)![1]!;
  const content = parts.readXml('content.xml')!;
  return replacePart(
    parts,
    'content.xml',
    content.replace('<office:automatic-styles>', (start) => start + styles),
  );
}

/** All that a writer is told of a workbook. */
function contentOf(workbook: Workbook | 'encrypted' | undefined): unknown {
  if (workbook === undefined || workbook === 'encrypted') return workbook;
  return workbook.sheets.map((sheet) => {
    const cells: unknown[] = [];
    const { merged, comments } = sheet.read(({ index, cells: row }) => {
      for (const { column, kind, value, format, link, note, formula } of row) {
        const shown = format?.code === 'General' ? undefined : format?.code;
        cells.push([index, column, kind, value, shown, link, note, formula]);
      }
    });
    const { columnWidths = [], merged: layout } = sheet.layout ?? { merged: [] };
    return { name: sheet.name, widths: [...columnWidths], layout, merged, comments, cells, title: workbook.title };
  });
}

describe('a large workbook read row by row', () => {
  it.each(['xlsx', 'ods'] as const)('is what SheetJS reads of it as a whole, as %s', (format) => {
    const bytes = pack(workbookWith(), format);
    const large = contentOf(openLargeWorkbook(bytes, format, DEFAULT_LIMITS, 0));
    const whole = contentOf(openWithSheetJs(bytes, format, DEFAULT_LIMITS));
    // Of OpenDocument, SheetJS does not tell how wide columns are.
    const widths = format === 'ods' ? { widths: [12, undefined, 30] } : {};
    expect(large).toEqual((whole as object[]).map((sheet) => ({ ...sheet, ...widths })));
    expect(JSON.stringify(large)).toContain('#,##0.00');
  });

  it('has booleans of LibreOffice, which are formulas, and the formats that cells have of their columns', () => {
    const bytes = pack(workbookWith(), 'ods');
    const parts = openOfficePackage(bytes, DEFAULT_LIMITS);
    const content = parts.readXml('content.xml')!;
    const boolean = '<table:table-cell table:formula="of:=TRUE()" office:value-type="boolean"';
    const number =
      '<table:table-cell office:value-type="float" office:value="0.5"><text:p>0.500</text:p></table:table-cell>';
    const style =
      '<number:number-style style:name="N901"><number:number number:decimal-places="3" number:min-integer-digits="1"/></number:number-style>' +
      '<style:style style:name="three" style:family="table-cell" style:data-style-name="N901"/></office:automatic-styles>';
    const columns = '<table:table-column table:number-columns-repeated="2" table:default-cell-style-name="three"/>';
    const [first, second] = content.split('<table:table table:name="A &amp; B"') as [string, string];
    const changed = [
      first
        .replace(/<table:table-cell(?: table:style-name="boolean")? office:value-type="boolean"/, boolean)
        .replace('</office:automatic-styles>', style),
      second
        .replace(/(?:<table:table-column[^>]*>)+/, columns)
        .replace('<table:table-row>', `<table:table-row>${number}`),
    ].join('<table:table table:name="A &amp; B"');
    expect(changed.split(boolean)).toHaveLength(2);
    const book = openLargeWorkbook(replacePart(parts, 'content.xml', changed), 'ods', DEFAULT_LIMITS, 0)!;
    const found: Cell[] = [];
    for (const sheet of book.sheets) sheet.read(({ cells }) => void found.push(...cells));
    expect(found.find(({ kind }) => kind === 'boolean')).toMatchObject({ value: true, isComputed: false });
    expect(found.find(({ kind, value }) => kind === 'number' && value === 0.5)).toMatchObject({
      kind: 'number',
      format: { code: '0.000' },
    });
  });

  it.each(['xlsx', 'ods'] as const)('keeps what the file says of itself, as %s', (format) => {
    const properties = {
      title: 'Alembics & retorts',
      creator: 'Maria',
      subject: 'Vessels',
      keywords: 'glass, clay',
      description: '<all> of them',
    };
    const bytes = pack({ ...workbookWith(), properties }, format);
    expect(openLargeWorkbook(bytes, format, DEFAULT_LIMITS, 0)!.properties).toEqual(properties);
    expect(openWithSheetJs(bytes, format, DEFAULT_LIMITS)).toMatchObject({ properties });
  });

  it('has the notes of an Excel workbook', () => {
    const bytes = pack(workbookWith({ note: 'check this' }), 'xlsx');
    const large = contentOf(openLargeWorkbook(bytes, 'xlsx', DEFAULT_LIMITS, 0));
    expect(large).toEqual(contentOf(openWithSheetJs(bytes, 'xlsx', DEFAULT_LIMITS)));
    expect(large).toMatchObject([{ comments: 1 }, { comments: 0 }]);
  });

  it.each([
    { formula: '1+2' },
    { formula: 'IF(A1<>"a & b",SUM(A1:B2),\'My sheet\'!C3)' },
    { formula: '_xlfn.XLOOKUP(1,A:A,B:B)' },
    { formula: 'A1:B1*2', formulaRange: { firstRow: 0, lastRow: 0, firstColumn: 0, lastColumn: 1 } },
  ])('has the formulas of an Excel workbook: $formula', (computed) => {
    const bytes = pack(workbookWith({ kind: 'number', value: 3, ...computed, isComputed: true }), 'xlsx');
    const [large, whole] = [
      openLargeWorkbook(bytes, 'xlsx', DEFAULT_LIMITS, 0),
      openWithSheetJs(bytes, 'xlsx', DEFAULT_LIMITS),
    ];
    expect(contentOf(large)).toEqual(contentOf(whole));
    expect(JSON.stringify(contentOf(large))).toContain(JSON.stringify(computed.formula));
    const first: Cell[] = [];
    large!.sheets[0]!.read(({ cells }) => {
      first.push(cells[0]!);
      return 'stop';
    });
    expect(first).toMatchObject([{ ...computed, isComputed: true }]);
  });

  it('has the formulas of a book that a program wrote', () => {
    const book = readFileSync(join(SOURCES, 'xlsx/purchases-formulas-dates-two-sheets.xlsx'));
    const large = contentOf(openLargeWorkbook(book, 'xlsx', DEFAULT_LIMITS, 0));
    expect(large).toEqual(contentOf(openWithSheetJs(book, 'xlsx', DEFAULT_LIMITS)));
  });

  it('is left to SheetJS with formulas that cells share, notes and formulas in OpenDocument, rows out of order, or a small size', () => {
    const formula = { kind: 'number', value: 3, formula: '1+2', isComputed: true } as const;
    const shared = openOfficePackage(pack(workbookWith(formula), 'xlsx'), DEFAULT_LIMITS);
    const part = 'xl/worksheets/sheet1.xml';
    const sharing = replacePart(
      shared,
      part,
      shared.readXml(part)!.replace('<f>', '<f t="shared" ref="A1:A2" si="0">'),
    );
    expect(openLargeWorkbook(sharing, 'xlsx', DEFAULT_LIMITS, 0)).toBeUndefined();
    expect(openLargeWorkbook(pack(workbookWith(formula), 'ods'), 'ods', DEFAULT_LIMITS, 0)).toBeUndefined();
    for (const format of ['xlsx', 'ods'] as const)
      expect(openLargeWorkbook(pack(workbookWith(), format), format, DEFAULT_LIMITS)).toBeUndefined();
    const noted = pack(workbookWith({ note: 'check this' }), 'ods');
    expect(openLargeWorkbook(noted, 'ods', DEFAULT_LIMITS, 0)).toBeUndefined();
    const rows = [rowOf(4, [number(1)]), rowOf(2, [number(2)])];
    const unordered = pack({ ...workbookWith(), sheets: [sheetOf('S', rows)] }, 'xlsx');
    expect(openLargeWorkbook(unordered, 'xlsx', DEFAULT_LIMITS, 0)).toBeUndefined();
  });
});

/** As a whole in objects, such a table takes more than a gigabyte. */
const HEAP_MB = 256;
const ROWS = 100_000;

function tableOf(rows: number): Uint8Array {
  const lines = ['id,name,day,price,note,done'];
  for (let row = 1; row <= rows; row++) {
    const day = new Date(Date.UTC(2000, 0, 1 + (row % 9000))).toISOString().slice(0, 10);
    lines.push(
      `${row},"Retort, no. ${row % 977}",${day},${(row * 1.25).toFixed(2)},note ${row * 7919},${row % 3 === 0}`,
    );
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

async function convertInHeap(task: HeapTask): Promise<HeapAnswer> {
  const worker = new Worker(new URL('../../support/convert-in-heap.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  try {
    const [answer] = (await once(worker, 'message')) as [HeapAnswer];
    return answer;
  } finally {
    await worker.terminate();
  }
}

/** The values of a sheet's first rows. */
function firstValues(bytes: Uint8Array, format: FormatId, rows: number): unknown[][] {
  const found: unknown[][] = [];
  openLargeWorkbook(bytes, format, DEFAULT_LIMITS)!.sheets[0]!.read(({ cells }) => {
    found.push(cells.map(({ value }) => value));
    return found.length === rows ? 'stop' : undefined;
  });
  return found;
}

describe(`a table of ${ROWS} rows in a heap of ${HEAP_MB} MB`, { timeout: 180_000 }, () => {
  let bench: RunnerBench;
  beforeAll(async () => {
    bench = await startRunner(codec);
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  it('goes from xlsx to ods and back with every value', async () => {
    const [xlsx] = await bench.convert(tableOf(ROWS), 'csv', 'xlsx', 'data');
    const there = await convertInHeap({ input: xlsx!, from: 'xlsx', to: 'ods', edge: 'workbooks' });
    const back = await convertInHeap({ input: there.output, from: 'ods', to: 'xlsx', edge: 'workbooks' });
    const [asOds, asXlsx] = [there, back].map(({ facts }) => facts.sheets![0]!);
    expect(asOds).toMatchObject({ values: (ROWS + 1) * 6, records: { rows: ROWS } });
    expect(asOds!.records!.digest).not.toBe('');
    expect(asXlsx!.records).toEqual(asOds!.records);
    for (const { facts } of [there, back]) {
      expect(facts.plainSheets).toBe(true);
      expect(facts.features).not.toContain('look');
    }
    expect(firstValues(back.output, 'xlsx', 2)).toEqual(firstValues(xlsx!, 'xlsx', 2));
  });
});
