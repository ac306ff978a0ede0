import type { RunContext } from '../../../contract/codec.ts';
import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import type { ZipWriter } from '../../../io/zip.ts';
import { columnLetters, rangeName } from '../cell-names.ts';
import type { Cell, CellRange, Row, Sheet } from '../model.ts';
import { EXCEL_BOUNDS, requireBounds } from '../sheet-bounds.ts';
import type { CellStyles } from './write-styles.ts';
import type { Formulas } from '../formulas.ts';
import { TextPieces } from '../text/text-pieces.ts';
import type { PlacedNote } from './write-comments.ts';
import { MAIN, RELATIONSHIPS, XML } from './write-parts.ts';

interface SheetTarget {
  /** From 1. */
  readonly number: number;
  readonly styles: CellStyles;
  readonly formulas: Formulas;
  readonly context: RunContext;
}

/** What is in parts beside the sheet: the addresses of its links in their order, and its notes. */
interface BesideSheet {
  readonly links: readonly string[];
  readonly notes: readonly PlacedNote[];
}

interface PlacedLink {
  readonly place: string;
  readonly target: string;
}

const ROWS_BETWEEN_SIGNALS = 1024;
/** Links of one sheet that Excel opens (Excel: specifications and limits). */
const MAX_LINKS = 65_530;

export function writeSheetXml(sheet: Sheet, zip: ZipWriter, target: SheetTarget): BesideSheet {
  const { number, context } = target;
  const part = zip.begin(`xl/worksheets/sheet${number}.xml`);
  const text = new TextPieces((bytes) => part.write(bytes));
  const links: PlacedLink[] = [];
  const notes: PlacedNote[] = [];
  text.add(`${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">${columnsXml(sheet)}<sheetData>`);
  let rows = 0;
  const { merged, links: apart } = sheet.read((row) => {
    if (++rows % ROWS_BETWEEN_SIGNALS === 0) context.signal.throwIfAborted();
    requireBounds(row, 'xlsx', EXCEL_BOUNDS);
    text.add(rowXml(row, target));
    gatherBeside(row, links, notes);
  });
  for (const [place, address] of apart) {
    const [row, column] = place.split(',').map(Number) as [number, number];
    if (address !== '') links.push({ place: `${columnLetters(column)}${row + 1}`, target: address });
  }
  const written = links.slice(0, MAX_LINKS);
  text.add(`</sheetData>${mergedXml(merged)}${linksXml(written)}`);
  if (notes.length > 0) text.add('<legacyDrawing r:id="drawing"/>');
  text.add('</worksheet>');
  text.flush();
  part.end();
  return { links: written.map((link) => link.target).filter((address) => !address.startsWith('#')), notes };
}

function columnsXml({ layout }: Sheet): string {
  const columns = (layout?.columnWidths ?? []).flatMap((width, index) =>
    width === undefined || !(width >= 0 && width <= 255)
      ? []
      : [`<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`],
  );
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
}

function rowXml({ index, cells }: Row, target: SheetTarget): string {
  const name = String(index + 1);
  let xml = `<row r="${name}">`;
  for (const cell of cells) xml += cellXml(cell, `${columnLetters(cell.column)}${name}`, target);
  return `${xml}</row>`;
}

function cellXml(cell: Cell, place: string, { styles, formulas }: SheetTarget): string {
  const style = styles.of(cell);
  const start = style === 0 ? `<c r="${place}"` : `<c r="${place}" s="${style}"`;
  const formula = cell.formula === undefined ? '' : formulaXml(cell, formulas);
  const { kind, value } = cell;
  if (kind === 'boolean') return `${start} t="b">${formula}<v>${value ? 1 : 0}</v></c>`;
  if (kind === 'error') return `${start} t="e">${formula}<v>${escapeXml(String(value))}</v></c>`;
  if (typeof value === 'number') return `${start}>${formula}<v>${value}</v></c>`;
  const text = excelText(String(value));
  return formula === ''
    ? `${start} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
    : `${start} t="str">${formula}<v>${text}</v></c>`;
}

function formulaXml(cell: Cell, formulas: Formulas): string {
  const formula = formulas.of(cell, (text) => text);
  if (formula === undefined) return '';
  const { formulaRange } = cell;
  const range = formulaRange === undefined ? '' : ` t="array" ref="${rangeName(formulaRange)}"`;
  return `<f${range}>${escapeXml(formula.replace(/^=/, ''))}</f>`;
}

/** What XML cannot hold, and what looks like its escape (ECMA-376 22.9.2.19, ST_Xstring). */
// oxlint-disable-next-line no-control-regex -- they are what XML cannot hold
const ESCAPED = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/g;

export function excelText(text: string): string {
  const escaped = text.replace(
    ESCAPED,
    (character) => `_x${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
  );
  return escapeXml(escaped.toWellFormed());
}

function gatherBeside({ index, cells }: Row, links: PlacedLink[], notes: PlacedNote[]): void {
  for (const { column, link, note } of cells) {
    if (link === undefined && note === undefined) continue;
    const place = `${columnLetters(column)}${index + 1}`;
    if (link !== undefined) links.push({ place, target: link });
    if (note !== undefined) notes.push({ place, row: index, column, text: note });
  }
}

function mergedXml(merged: readonly CellRange[]): string {
  if (merged.length === 0) return '';
  const ranges = merged.map((range) => `<mergeCell ref="${rangeName(range)}"/>`);
  return `<mergeCells count="${ranges.length}">${ranges.join('')}</mergeCells>`;
}

function linksXml(links: readonly PlacedLink[]): string {
  let external = 0;
  const elements = links.map(({ place, target }) =>
    target.startsWith('#')
      ? `<hyperlink ref="${place}" location="${escapeXmlAttribute(target.slice(1))}"/>`
      : `<hyperlink ref="${place}" r:id="link${++external}"/>`,
  );
  return elements.length === 0 ? '' : `<hyperlinks>${elements.join('')}</hyperlinks>`;
}
