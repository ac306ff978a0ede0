import type { RunContext } from '../../../contract/codec.ts';
import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import type { CoreProperties } from '../../document/ooxml/package.ts';
import type { ZipWriter } from '../../../io/zip.ts';
import { CHARACTER_MM, PADDING_MM } from './columns.ts';
import type { Sheet, Workbook } from '../model.ts';
import { CellStyles } from '../xlsx/write-styles.ts';
import { Formulas } from '../formulas.ts';
import { propertiesOf } from '../xlsx/write-properties.ts';
import { booleanStyles, openCellStyle, openNumberStyle } from './write-number-style.ts';
import { writeTable } from './write-table.ts';
import { TextPieces } from '../text/text-pieces.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACES = {
  office: 'urn:oasis:names:tc:opendocument:xmlns:office:1.0',
  style: 'urn:oasis:names:tc:opendocument:xmlns:style:1.0',
  text: 'urn:oasis:names:tc:opendocument:xmlns:text:1.0',
  table: 'urn:oasis:names:tc:opendocument:xmlns:table:1.0',
  number: 'urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0',
  meta: 'urn:oasis:names:tc:opendocument:xmlns:meta:1.0',
  dc: 'http://purl.org/dc/elements/1.1/',
  xlink: 'http://www.w3.org/1999/xlink',
  of: 'urn:oasis:names:tc:opendocument:xmlns:of:1.2',
  calcext: 'urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0',
};
const NAMESPACES = Object.entries(SPACES)
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');
const VERSION = ' office:version="1.3"';
const MIME = 'application/vnd.oasis.opendocument.spreadsheet';

/** Writes an OpenDocument spreadsheet row by row; the formats of its cells follow in another part of the package. */
export function writeOds(workbook: Workbook, zip: ZipWriter, context: RunContext): void {
  const add = (name: string, xml: string): void => void zip.add({ name, bytes: new TextEncoder().encode(xml) });
  zip.add({ name: 'mimetype', bytes: new TextEncoder().encode(MIME), stored: true });
  const styles = new CellStyles();
  const part = zip.begin('content.xml');
  const text = new TextPieces((bytes) => part.write(bytes));
  text.add(`${XML}<office:document-content${NAMESPACES}${VERSION}>${automaticStyles(workbook.sheets)}`);
  writeBody(workbook, text, styles, context);
  text.add('</office:document-content>');
  text.flush();
  part.end();
  add(
    'styles.xml',
    `${XML}<office:document-styles${NAMESPACES}${VERSION}>${commonStyles(styles)}</office:document-styles>`,
  );
  add('meta.xml', `${XML}<office:document-meta${NAMESPACES}${VERSION}>${metaXml(workbook)}</office:document-meta>`);
  add('META-INF/manifest.xml', manifest());
}

/** Writes the same in one file of XML: what is known at the end comes before the rows, which are kept until then. */
export function writeFods(workbook: Workbook, write: (bytes: Uint8Array) => void, context: RunContext): void {
  const styles = new CellStyles();
  const body: Uint8Array[] = [];
  const text = new TextPieces((bytes) => void body.push(bytes));
  writeBody(workbook, text, styles, context);
  text.add('</office:document>');
  text.flush();
  const start = `${XML}<office:document${NAMESPACES}${VERSION} office:mimetype="${MIME}">${metaXml(workbook)}${commonStyles(styles)}${automaticStyles(workbook.sheets)}`;
  write(new TextEncoder().encode(start));
  for (const bytes of body) write(bytes);
}

function writeBody(workbook: Workbook, text: TextPieces, styles: CellStyles, context: RunContext): void {
  const formulas = new Formulas();
  const isAllHidden = workbook.sheets.every(({ isHidden }) => isHidden);
  text.add('<office:body><office:spreadsheet>');
  for (const [index, sheet] of workbook.sheets.entries()) {
    const style = sheet.isHidden && !(isAllHidden && index === 0) ? 'hidden' : 'shown';
    const head = `<table:table table:name="${escapeXmlAttribute(sheet.name)}" table:style-name="${style}">`;
    text.add(`${head}${columnsXml(sheet, index)}`);
    writeTable(sheet, text, { styles, formulas, context });
    text.add('</table:table>');
  }
  text.add('</office:spreadsheet></office:body>');
  formulas.report(context);
}

function columnsXml({ layout }: Sheet, sheet: number): string {
  const widths = layout?.columnWidths ?? [];
  const columns = Array.from(widths, (width, index) =>
    width === undefined ? '<table:table-column/>' : `<table:table-column table:style-name="s${sheet}c${index}"/>`,
  );
  return columns.length === 0 ? '<table:table-column/>' : columns.join('');
}

function automaticStyles(sheets: readonly Sheet[]): string {
  const tables = (['shown', 'hidden'] as const).map(
    (name) =>
      `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${name === 'shown'}"/></style:style>`,
  );
  const columns = sheets.flatMap(({ layout }, sheet) =>
    (layout?.columnWidths ?? []).flatMap((width, index) => {
      if (width === undefined) return [];
      const millimetres = (width * CHARACTER_MM + PADDING_MM).toFixed(1);
      return `<style:style style:name="s${sheet}c${index}" style:family="table-column"><style:table-column-properties style:column-width="${millimetres}mm"/></style:style>`;
    }),
  );
  return `<office:automatic-styles>${tables.join('')}${columns.join('')}</office:automatic-styles>`;
}

function commonStyles({ codes }: CellStyles): string {
  const styles = codes.map(
    (code, index) => openNumberStyle(`N${index + 1}`, code) + openCellStyle(`ce${index + 1}`, `N${index + 1}`),
  );
  return `<office:styles><style:style style:name="Default" style:family="table-cell"/>${booleanStyles()}${styles.join('')}</office:styles>`;
}

/** Elements for what a workbook says of itself (ODF 1.3 part 3, 4.3); there is none for a category. */
const META_ELEMENTS = {
  title: 'dc:title',
  creator: 'meta:initial-creator',
  subject: 'dc:subject',
  keywords: 'meta:keyword',
  description: 'dc:description',
} as const satisfies Partial<Record<keyof CoreProperties, string>>;

function metaXml(workbook: Workbook): string {
  const properties = propertiesOf(workbook);
  const elements = Object.entries(META_ELEMENTS).map(([name, element]) => {
    const value = properties[name as keyof typeof META_ELEMENTS];
    return value === undefined ? '' : `<${element}>${escapeXml(value)}</${element}>`;
  });
  return `<office:meta>${elements.join('')}</office:meta>`;
}

function manifest(): string {
  const entries = [
    ['/', MIME],
    ...['content.xml', 'styles.xml', 'meta.xml'].map((name) => [name, 'text/xml'] as const),
  ].map(([name, type]) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${type}"/>`);
  return `${XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">${entries.join('')}</manifest:manifest>`;
}
