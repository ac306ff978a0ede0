import type { RunContext } from '../../../contract/codec.ts';
import { escapeXml, escapeXmlAttribute, OUTSIDE_XML } from '../../../io/xml.ts';
import { formatNumber } from '../number-format.ts';
import { clockOfDays, isoOfDays, plainText, type Cell, type CellRange, type Row, type Sheet } from '../model.ts';
import { OPEN_DOCUMENT_BOUNDS, requireBounds } from '../sheet-bounds.ts';
import type { CellStyles } from '../xlsx/write-styles.ts';
import type { Formulas } from '../formulas.ts';
import { openFormulaOf } from './write-formula.ts';
import { BOOLEAN_STYLE, isPercentage } from './write-number-style.ts';
import type { TextPieces } from '../text/text-pieces.ts';

interface TableTarget {
  readonly styles: CellStyles;
  readonly formulas: Formulas;
  readonly context: RunContext;
}

const ROWS_BETWEEN_SIGNALS = 1024;

/** Writes the rows of a table (ODF 1.3 part 3, 9): empty ones and empty cells are once for all of a run. */
export function writeTable(sheet: Sheet, text: TextPieces, target: TableTarget): void {
  const merged = new Merged(sheet.layout?.merged ?? []);
  let next = 0;
  let rows = 0;
  sheet.read((row) => {
    if (++rows % ROWS_BETWEEN_SIGNALS === 0) target.context.signal.throwIfAborted();
    requireBounds(row, 'ods', OPEN_DOCUMENT_BOUNDS);
    // A merged block may begin in a row that has no values.
    for (const index of merged.rowsWithStarts(next, row.index)) {
      text.add(emptyRows(index - next));
      text.add(rowXml({ index, cells: [] }, merged, target));
      next = index + 1;
    }
    text.add(emptyRows(row.index - next));
    text.add(rowXml(row, merged, target));
    next = row.index + 1;
  });
  if (next === 0) text.add('<table:table-row><table:table-cell/></table:table-row>');
}

function emptyRows(count: number): string {
  if (count <= 0) return '';
  return `<table:table-row table:number-rows-repeated="${count}"><table:table-cell/></table:table-row>`;
}

function rowXml({ index, cells }: Row, merged: Merged, target: TableTarget): string {
  let xml = '<table:table-row>';
  let next = 0;
  const starts = merged.startsIn(index).filter((column) => !cells.some((cell) => cell.column === column));
  const places = [...cells, ...starts.map((column) => ({ column }))].sort((a, b) => a.column - b.column);
  for (const place of places) {
    if (place.column > next) xml += emptyCells(place.column - next);
    const spans = merged.spansAt(index, place.column);
    xml += 'kind' in place ? cellXml(place, spans, target) : `<table:table-cell${spans}/>`;
    next = place.column + 1;
  }
  return `${xml}</table:table-row>`;
}

function emptyCells(count: number): string {
  return count === 1 ? '<table:table-cell/>' : `<table:table-cell table:number-columns-repeated="${count}"/>`;
}

function cellXml(cell: Cell, spans: string, { styles, formulas }: TableTarget): string {
  const style = cell.kind === 'boolean' ? BOOLEAN_STYLE : `ce${styles.of(cell)}`;
  const styled = style === 'ce0' ? '' : ` table:style-name="${style}"`;
  const formula = cell.formula === undefined ? undefined : formulas.of(cell, openFormulaOf);
  const computed = formula === undefined ? '' : ` table:formula="${escapeXmlAttribute(formula)}"${matrixSpans(cell)}`;
  const note = cell.note === undefined ? '' : `<office:annotation>${paragraphs(cell.note)}</office:annotation>`;
  const shown = linked(shownText(cell), cell.link);
  return `<table:table-cell${styled}${spans}${computed}${valueXml(cell)}>${note}${shown}</table:table-cell>`;
}

function matrixSpans({ formulaRange: range }: Cell): string {
  if (!range) return '';
  const [rows, columns] = [range.lastRow - range.firstRow + 1, range.lastColumn - range.firstColumn + 1];
  return ` table:number-matrix-rows-spanned="${rows}" table:number-matrix-columns-spanned="${columns}"`;
}

function valueXml({ kind, value, format }: Cell): string {
  const typed = (type: string, attribute: string, text: string): string =>
    ` office:value-type="${type}" office:${attribute}="${escapeXmlAttribute(text)}" calcext:value-type="${type}"`;
  if (kind === 'date') return typed('date', 'date-value', isoOfDays(value as number));
  if (kind === 'time') return typed('time', 'time-value', durationOf(value as number));
  if (kind === 'boolean') return typed('boolean', 'boolean-value', String(value));
  if (kind === 'error') return ' office:value-type="string" office:string-value="" calcext:value-type="error"';
  if (typeof value !== 'number') return ' office:value-type="string" calcext:value-type="string"';
  return typed(format && isPercentage(format.code) ? 'percentage' : 'float', 'value', String(value));
}

/** `PT36H05M10.5S`. */
function durationOf(days: number): string {
  const [hours = '0', minutes = '0', seconds = '0'] = clockOfDays(Math.abs(days)).split(':');
  return `${days < 0 ? '-' : ''}PT${hours}H${minutes}M${seconds}S`;
}

function shownText(cell: Cell): string {
  if (cell.kind === 'number' && cell.format) return formatNumber(cell.value as number, cell.format);
  return plainText(cell);
}

function linked(text: string, link: string | undefined): string {
  if (link === undefined) return paragraphs(text);
  return `<text:p><text:a xlink:type="simple" xlink:href="${escapeXmlAttribute(link)}">${inline(text)}</text:a></text:p>`;
}

function paragraphs(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `<text:p>${inline(line)}</text:p>`)
    .join('');
}

/** Runs of spaces collapse, so that all but the first one are elements (ODF 1.3 part 3, 6.1.2). */
function inline(text: string): string {
  return escapeXml(text.toWellFormed().replace(OUTSIDE_XML, '\ufffd'))
    .replace(/^ | {2,}/g, (spaces) => `<text:s text:c="${spaces.length}"/>`)
    .replaceAll('\t', '<text:tab/>')
    .replace(/[\r\n]+/g, '<text:line-break/>');
}

/** Blocks of merged cells, by where they begin. */
class Merged {
  readonly #starts = new Map<number, Map<number, CellRange>>();

  constructor(ranges: readonly CellRange[]) {
    for (const range of ranges) {
      const inRow = this.#starts.get(range.firstRow) ?? new Map<number, CellRange>();
      inRow.set(range.firstColumn, range);
      this.#starts.set(range.firstRow, inRow);
    }
  }

  /** Rows from `first` to before `end` in which blocks begin. */
  rowsWithStarts(first: number, end: number): number[] {
    if (this.#starts.size === 0) return [];
    return [...this.#starts.keys()].filter((row) => row >= first && row < end).sort((a, b) => a - b);
  }

  startsIn(row: number): number[] {
    return [...(this.#starts.get(row)?.keys() ?? [])];
  }

  spansAt(row: number, column: number): string {
    const range = this.#starts.get(row)?.get(column);
    if (!range) return '';
    const [rows, columns] = [range.lastRow - range.firstRow + 1, range.lastColumn - range.firstColumn + 1];
    return ` table:number-columns-spanned="${columns}" table:number-rows-spanned="${rows}"`;
  }
}
