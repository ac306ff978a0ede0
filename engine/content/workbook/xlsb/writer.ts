import { concatBytes } from '../../../io/bytes.ts';
import type { RunContext } from '../../../contract/codec.ts';
import { escapeXmlAttribute } from '../../../io/xml.ts';
import type { ZipWriter } from '../../../io/zip.ts';
import type { Workbook } from '../model.ts';
import { CellStyles } from '../xlsx/write-styles.ts';
import { excelSheetNames } from '../sheet-names.ts';
import { Payload, RecordPieces } from './write-records.ts';
import { writeSheetRecords } from './write-sheet.ts';
import { relationships, XML } from '../xlsx/write-parts.ts';

/** Types of records ([MS-XLSB] 2.3.2). */
const BOOK = [131, 132] as const;
const BOOK_PROPERTIES = 153;
const BOOK_VIEWS = [135, 136] as const;
const BOOK_VIEW = 158;
const SHEETS = [143, 144] as const;
const SHEET = 156;
const STYLES = [278, 279] as const;
const FORMATS = [615, 616] as const;
const FORMAT = 44;
const FONTS = [611, 612] as const;
const FONT = 43;
const FILLS = [603, 604] as const;
const FILL = 45;
const BORDERS = [613, 614] as const;
const BORDER = 46;
const STYLE_FORMATS = [626, 627] as const;
const CELL_FORMATS = [617, 618] as const;
const CELL_FORMAT = 47;
const NAMED_STYLES = [619, 620] as const;
const NAMED_STYLE = 48;
const FIRST_CUSTOM_FORMAT = 164;
const NO_PARENT = 0xffff;

/** Writes a binary Excel workbook row by row: values, number formats, merged cells and links; formulas as values. */
export function writeXlsb(workbook: Workbook, zip: ZipWriter, context: RunContext): void {
  const names = excelSheetNames(workbook.sheets.map(({ name }) => name));
  const styles = new CellStyles();
  let notes = 0;
  for (const [index, sheet] of workbook.sheets.entries()) {
    const part = zip.begin(`xl/worksheets/sheet${index + 1}.bin`);
    const written = writeSheetRecords(sheet, (bytes) => part.write(bytes), { styles, context });
    part.end();
    notes += written.notes;
    if (written.links.length === 0) continue;
    const targets = written.links.map((target, number) => ({
      id: `link${number + 1}`,
      type: 'hyperlink',
      target: escapeXmlAttribute(target),
      isExternal: true,
    }));
    addText(zip, `xl/worksheets/_rels/sheet${index + 1}.bin.rels`, relationships(targets));
  }
  if (notes > 0) context.warn({ code: 'text_dropped', message: `${notes} comments on cells were left out.` });
  const isHidden = workbook.sheets.map((sheet) => sheet.isHidden);
  zip.add({ name: 'xl/workbook.bin', bytes: gather((records) => addBook(records, names, isHidden)) });
  zip.add({ name: 'xl/styles.bin', bytes: gather((records) => addStyles(records, styles.codes)) });
  addText(zip, 'xl/_rels/workbook.bin.rels', relationships(partsOfBook(names.length)));
  const main = [{ id: 'workbook', type: 'officeDocument', target: 'xl/workbook.bin' }];
  addText(zip, '_rels/.rels', relationships(main));
  addText(zip, '[Content_Types].xml', contentTypes(names.length));
}

function addText(zip: ZipWriter, name: string, text: string): void {
  zip.add({ name, bytes: new TextEncoder().encode(text) });
}

function gather(fill: (records: RecordPieces) => void): Uint8Array {
  const pieces: Uint8Array[] = [];
  const records = new RecordPieces((bytes) => void pieces.push(bytes));
  fill(records);
  records.flush();
  return concatBytes(pieces);
}

function addBook(records: RecordPieces, names: readonly string[], isHidden: readonly boolean[]): void {
  const isAllHidden = isHidden.every(Boolean);
  const firstShown = isAllHidden ? 0 : isHidden.indexOf(false);
  records.add(BOOK[0]);
  records.add(BOOK_PROPERTIES, new Payload().u32(0, 0).text('').bytes);
  records.add(BOOK_VIEWS[0]);
  // Position and size in twips, share of the tabs, the first and the open tab, shown with tabs and bars.
  records.add(BOOK_VIEW, new Payload().u32(0, 460, 28_800, 17_460, 500, firstShown, firstShown).u8(0x78).bytes);
  records.add(BOOK_VIEWS[1]);
  records.add(SHEETS[0]);
  for (const [index, name] of names.entries()) {
    const state = isHidden[index] && !(isAllHidden && index === 0) ? 1 : 0;
    records.add(
      SHEET,
      new Payload()
        .u32(state, index + 1)
        .text(`sheet${index + 1}`)
        .text(name).bytes,
    );
  }
  records.add(SHEETS[1]);
  records.add(BOOK[1]);
}

function addStyles(records: RecordPieces, codes: readonly string[]): void {
  const list = ([begin, end]: readonly [number, number], type: number, items: readonly Payload[]): void => {
    records.add(begin, new Payload().u32(items.length).bytes);
    for (const item of items) records.add(type, item.bytes);
    records.add(end);
  };
  const format = (parent: number, id: number): Payload => new Payload().u16(parent, id, 0, 0, 0).u8(0, 0, 0, 0, 0, 0);
  const customId = (index: number): number => FIRST_CUSTOM_FORMAT + index;
  records.add(STYLES[0]);
  if (codes.length > 0) {
    const formats = codes.map((code, index) => new Payload().u16(customId(index)).text(code));
    list(FORMATS, FORMAT, formats);
  }
  // Calibri in eleven points, in the first colour of the theme.
  const font = new Payload().u16(220, 0, 400, 0).u8(0, 2, 0, 0).u8(0x07, 1, 0, 0, 0, 0, 0, 0xff).u8(2).text('Calibri');
  list(FONTS, FONT, [font]);
  list(FILLS, FILL, [fillOf(0), fillOf(17)]);
  list(BORDERS, BORDER, [new Payload().u8(...Array.from({ length: 51 }, () => 0))]);
  list(STYLE_FORMATS, CELL_FORMAT, [format(NO_PARENT, 0)]);
  list(CELL_FORMATS, CELL_FORMAT, [format(0, 0), ...codes.map((_, index) => format(0, customId(index)))]);
  list(NAMED_STYLES, NAMED_STYLE, [new Payload().u32(0).u16(1).u8(0, 0).text('Normal')]);
  records.add(STYLES[1]);
}

/** Its pattern, in automatic colours. */
function fillOf(pattern: number): Payload {
  const automatic = [0x03, 64, 0, 0, 0, 0, 0, 0xff];
  return new Payload()
    .u32(pattern)
    .u8(...automatic, 0x03, 65, 0, 0, 0xff, 0xff, 0xff, 0xff)
    .u32(...Array.from({ length: 12 }, () => 0));
}

function partsOfBook(sheets: number) {
  const list = Array.from({ length: sheets }, (_, index) => ({
    id: `sheet${index + 1}`,
    type: 'worksheet',
    target: `worksheets/sheet${index + 1}.bin`,
  }));
  return [...list, { id: 'styles', type: 'styles', target: 'styles.bin' }];
}

function contentTypes(sheets: number): string {
  const override = (name: string, type: string): string =>
    `<Override PartName="/xl/${name}" ContentType="application/vnd.ms-excel.${type}"/>`;
  const parts = Array.from({ length: sheets }, (_, index) => override(`worksheets/sheet${index + 1}.bin`, 'worksheet'));
  return (
    `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>' +
    override('workbook.bin', 'sheet.binary.macroEnabled.main') +
    override('styles.bin', 'styles') +
    `${parts.join('')}</Types>`
  );
}
