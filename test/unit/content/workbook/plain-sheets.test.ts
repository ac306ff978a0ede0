import { describe, expect, it } from 'vitest';
import { writeOds } from '../../../../engine/content/workbook/ods/writer.ts';
import { writeXlsx } from '../../../../engine/content/workbook/xlsx/writer.ts';
import type { RunContext } from '../../../../engine/contract/codec.ts';
import { createZipWriter, writeZip } from '../../../../engine/io/zip.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import { numberFormat } from '../../../../engine/content/workbook/number-format.ts';
import { openOpenDocument, type OpenDocument } from '../../../../engine/content/document/opendocument/package.ts';
import { isPlainOds } from '../../../../engine/content/workbook/ods/plain.ts';
import { isPlainXlsx } from '../../../../engine/content/workbook/xlsx/plain.ts';
import { NO_EXTRAS, type Cell, type Workbook } from '../../../../engine/content/workbook/model.ts';
import { openOfficePackage, replacePart } from '../../../../engine/content/document/ooxml/package.ts';

const context = { signal: new AbortController().signal, warn: () => {} } as unknown as RunContext;
const common = { isComputed: false, isHidden: false } as const;

/** Text with a link and a note, numbers in formats, a date and a boolean, merged cells and a wide column. */
function workbookOf({ code = '#,##0.00', note }: { readonly code?: string; readonly note?: string } = {}): Workbook {
  const merged = [{ firstRow: 1, lastRow: 1, firstColumn: 0, lastColumn: 2 }];
  const cells: Cell[] = [
    { ...common, column: 0, kind: 'text', value: 'site', link: 'https://example.org/', ...(note ? { note } : {}) },
    { ...common, column: 1, kind: 'number', value: 1234.5, format: numberFormat(code) },
    { ...common, column: 2, kind: 'date', value: 45_351 },
    { ...common, column: 3, kind: 'boolean', value: true },
  ];
  const sheet = {
    name: 'First',
    isHidden: false,
    layout: { merged, columnWidths: [12, undefined, 30] },
    read(visit: (row: { index: number; cells: Cell[] }) => 'stop' | void) {
      visit({ index: 0, cells });
      return { ...NO_EXTRAS, merged };
    },
  };
  return { sheets: [sheet], hasMacros: false, hasMetadata: true, title: 'Alembics' };
}

function packed(workbook: Workbook, format: 'xlsx' | 'ods'): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = createZipWriter((bytes) => void chunks.push(bytes));
  if (format === 'xlsx') writeXlsx(workbook, zip, context);
  else writeOds(workbook, zip, context);
  zip.close();
  return Buffer.concat(chunks);
}

type Change = readonly [part: string, from: string | RegExp, to: string];

/** The file with one place in one of its parts changed, or with another part. */
function changed(bytes: Uint8Array, [part, from, to]: Change): Uint8Array {
  const parts = openOfficePackage(bytes, DEFAULT_LIMITS);
  const before = parts.readXml(part);
  if (before === undefined) {
    const files = parts.zip.entries.map((entry) => ({ name: entry.name, bytes: parts.zip.read(entry) }));
    return writeZip([...files, { name: part, bytes: new TextEncoder().encode(to) }]);
  }
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  return replacePart(parts, part, after);
}

const isPlainExcel = (bytes: Uint8Array): boolean =>
  isPlainXlsx(openOfficePackage(bytes, DEFAULT_LIMITS), DEFAULT_LIMITS);
const isPlainOpen = (bytes: Uint8Array): boolean =>
  isPlainOds(openOpenDocument(bytes, DEFAULT_LIMITS) as OpenDocument, DEFAULT_LIMITS);

const SHEET = 'xl/worksheets/sheet1.xml';
const STYLES = 'xl/styles.xml';

describe('an Excel workbook', () => {
  it('is plain with values, number formats, merged cells, widths, links and notes', () => {
    expect(isPlainExcel(packed(workbookOf({ note: 'check this' }), 'xlsx'))).toBe(true);
  });

  it.each<readonly [string, Change]>([
    ['the settings that LibreOffice writes', [SHEET, '<sheetData>', '<sheetFormatPr zeroHeight="false"/><sheetData>']],
    [
      'an alignment that is the usual one',
      [STYLES, /<xf([^>]*)applyNumberFormat="1"\/>/, '<xf$1><alignment horizontal="general" wrapText="false"/></xf>'],
    ],
    [
      'heights that its rows have by themselves',
      [SHEET, '<row r="1"', '<row r="1" ht="12.8" customHeight="false" hidden="false" outlineLevel="0"'],
    ],
    [
      'the page of LibreOffice',
      [
        SHEET,
        '</worksheet>',
        '<headerFooter differentFirst="false"><oddHeader>&amp;C&amp;&quot;Times New Roman,Regular&quot;&amp;12&amp;A</oddHeader></headerFooter></worksheet>',
      ],
    ],
  ])('is plain with %s', (_, change) => {
    expect(isPlainExcel(changed(packed(workbookOf(), 'xlsx'), change))).toBe(true);
  });

  it.each<readonly [string, Change]>([
    ['bold text', [STYLES, '<font><sz val="11"/>', '<font><b/><sz val="11"/>']],
    ['a large font', [STYLES, '<sz val="11"/>', '<sz val="16"/>']],
    ['a coloured font', [STYLES, '<sz val="11"/>', '<sz val="11"/><color rgb="FFFF0000"/>']],
    ['a second font', [STYLES, /<xf([^>]*)fontId="0"([^>]*)applyNumberFormat="1"\/>/, '<xf$1fontId="1"$2/>']],
    ['a filled cell', [STYLES, 'patternType="none"', 'patternType="solid"']],
    ['a border', [STYLES, '<left/>', '<left style="thin"/>']],
    ['centred text', [STYLES, /<xf([^>]*)applyNumberFormat="1"\/>/, '<xf$1><alignment horizontal="center"/></xf>']],
    [
      'frozen panes',
      [
        SHEET,
        '<sheetData>',
        '<sheetViews><sheetView><pane ySplit="1" state="frozen"/></sheetView></sheetViews><sheetData>',
      ],
    ],
    ['no grid', [SHEET, '<sheetData>', '<sheetViews><sheetView showGridLines="0"/></sheetViews><sheetData>']],
    ['a hidden row', [SHEET, '<row r="1"', '<row r="1" hidden="1"']],
    ['a high row', [SHEET, '<row r="1"', '<row r="1" ht="40" customHeight="1"']],
    ['grouped rows', [SHEET, '<row r="1"', '<row r="1" outlineLevel="1"']],
    ['a hidden column', [SHEET, '<col ', '<col hidden="1" ']],
    ['text in two fonts', [SHEET, /<is><t([^<]*)<\/t>/, '<is><r><rPr><b/></rPr><t$1</t></r>']],
    ['a filter', [SHEET, '</sheetData>', '</sheetData><autoFilter ref="A1:B2"/>']],
    ['a conditional format', [SHEET, '</sheetData>', '</sheetData><conditionalFormatting sqref="A1"/>']],
    ['a list to choose from', [SHEET, '</sheetData>', '</sheetData><dataValidations count="1"/>']],
    ['a landscape page', [SHEET, '</worksheet>', '<pageSetup orientation="landscape"/></worksheet>']],
    [
      'a header of its own',
      [SHEET, '</worksheet>', '<headerFooter><oddHeader>&amp;LSecret</oddHeader></headerFooter></worksheet>'],
    ],
    ['something that is not known here', [SHEET, '</worksheet>', '<extLst><ext/></extLst></worksheet>']],
    [
      'names of cells',
      [
        'xl/workbook.xml',
        '</sheets>',
        '</sheets><definedNames><definedName name="rate">First!$B$1</definedName></definedNames>',
      ],
    ],
    ['a lock', ['xl/workbook.xml', '<sheets>', '<workbookProtection lockStructure="1"/><sheets>']],
    ['a chart', ['xl/charts/chart1.xml', '', '<chart/>']],
    ['a picture', ['xl/media/image1.png', '', 'x']],
  ])('is not plain with %s', (_, change) => {
    expect(isPlainExcel(changed(packed(workbookOf(), 'xlsx'), change))).toBe(false);
  });

  it.each(['#,##0;[Red]-#,##0', '[>100]0;0.00', '# ?/?', '0;-0;"none"'])('is not plain with numbers as %s', (code) => {
    expect(isPlainExcel(packed(workbookOf({ code }), 'xlsx'))).toBe(false);
  });

  it.each(['0.00%', 'yyyy-mm-dd hh:mm', '[h]:mm:ss', '[$€-407] #,##0.00', '0.00E+00', '"no. "0'])(
    'is plain with numbers as %s',
    (code) => {
      expect(isPlainExcel(packed(workbookOf({ code }), 'xlsx'))).toBe(true);
    },
  );
});

const CONTENT = 'content.xml';
const AUTOMATIC = '<office:automatic-styles>';
const CELL = /<table:table-cell table:style-name="[^"]*"/;

function cellStyle(properties: string): Change {
  return [
    CONTENT,
    /<office:automatic-styles>(.*?)<table:table-cell table:style-name="[^"]*"/s,
    `${AUTOMATIC}<style:style style:name="own" style:family="table-cell">${properties}</style:style>$1<table:table-cell table:style-name="own"`,
  ];
}

describe('an OpenDocument spreadsheet', () => {
  it('is plain with values, number formats, merged cells, widths and links', () => {
    expect(isPlainOpen(packed(workbookOf(), 'ods'))).toBe(true);
  });

  it.each<readonly [string, Change]>([
    ['a cell style that says nothing', cellStyle('<style:table-cell-properties style:rotation-align="none"/>')],
    [
      'an empty place for forms and names',
      [CONTENT, '</office:spreadsheet>', '<table:named-expressions/></office:spreadsheet>'],
    ],
    ['a boolean as LibreOffice writes it', [CONTENT, CELL, '<table:table-cell table:formula="of:=TRUE()"']],
  ])('is plain with %s', (_, change) => {
    expect(isPlainOpen(changed(packed(workbookOf(), 'ods'), change))).toBe(true);
  });

  it.each<readonly [string, Change]>([
    ['bold text', cellStyle('<style:text-properties fo:font-weight="bold"/>')],
    ['a large font', cellStyle('<style:text-properties fo:font-size="18pt"/>')],
    ['a filled cell', cellStyle('<style:table-cell-properties fo:background-color="#ffff00"/>')],
    ['centred text', cellStyle('<style:paragraph-properties fo:text-align="center"/>')],
    ['a conditional style', cellStyle('<style:map style:condition="value()&gt;1" style:apply-style-name="ce1"/>')],
    ['a hidden row', [CONTENT, '<table:table-row>', '<table:table-row table:visibility="collapse">']],
    ['a hidden column', [CONTENT, '<table:table-column/>', '<table:table-column table:visibility="collapse"/>']],
    [
      'a part of a text in another font',
      [CONTENT, /<text:p>([^<]+)<\/text:p>/, '<text:p><text:span text:style-name="T1">$1</text:span></text:p>'],
    ],
    ['a picture', [CONTENT, '</text:a>', '</text:a><draw:frame/>']],
    ['conditional formats', [CONTENT, '</table:table>', '<calcext:conditional-formats/></table:table>']],
    [
      'names of cells',
      [
        CONTENT,
        '</office:spreadsheet>',
        '<table:named-expressions><table:named-range/></table:named-expressions></office:spreadsheet>',
      ],
    ],
    [
      'frozen panes',
      [
        'settings.xml',
        '',
        '<config:config-item config:name="VerticalSplitMode" config:type="short">2</config:config-item>',
      ],
    ],
    ['an object', ['Object 1/content.xml', '', '<x/>']],
  ])('is not plain with %s', (_, change) => {
    expect(isPlainOpen(changed(packed(workbookOf(), 'ods'), change))).toBe(false);
  });

  it('is not plain on a page of its own', () => {
    const own = changed(packed(workbookOf(), 'ods'), [
      'styles.xml',
      '</office:document-styles>',
      '<office:master-styles><style:master-page style:name="Own"><style:header><text:p>Secret</text:p></style:header></style:master-page></office:master-styles></office:document-styles>',
    ]);
    expect(isPlainOpen(own)).toBe(true); // no table is on it
    const used = changed(own, [
      CONTENT,
      'style:name="shown" style:family="table"',
      'style:name="shown" style:family="table" style:master-page-name="Own"',
    ]);
    expect(isPlainOpen(used)).toBe(false);
  });
});
