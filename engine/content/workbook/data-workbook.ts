import type { RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { sniffDialect } from '../records/csv/dialect.ts';
import { isNumberText, typedText } from '../records/csv/reader.ts';
import { CellScanner } from '../records/csv/scanner.ts';
import { cellsOf, findColumns } from '../records/csv/writer.ts';
import { createValueBudget } from '../records/errors.ts';
import { readData, textOf } from '../records/read.ts';
import { tablesOfFiles } from '../records/table-names.ts';
import { tablesOf } from '../records/tree-rows.ts';
import { numberFormat, type NumberFormat } from './number-format.ts';
import {
  clockOfDays,
  daysOfIso,
  isoOfDays,
  NO_EXTRAS,
  type Cell,
  type Row,
  type Sheet,
  type Workbook,
} from './model.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { DataTime, ExactNumber, scalarText, type DataScalar, type DataSource } from '../records/model.ts';

/** A workbook, and the name of the file that it comes from. */
export interface NamedWorkbook {
  readonly name: string;
  readonly workbook: Workbook;
}

/** Reads data as a workbook: one file, or several of which each holds a table. Throws what their reader throws. */
export async function openData(
  inputs: readonly Artifact[],
  from: FormatId,
  context: RunContext,
  { keepsBlankLines = true }: { readonly keepsBlankLines?: boolean } = {},
): Promise<NamedWorkbook> {
  const isUntyped = from === 'csv' || from === 'tsv';
  const open = async (input: Artifact, name: string): Promise<Workbook> =>
    isUntyped
      ? workbookOfText(textOf(context.bytes(input), context), from, { name, isUntyped, keepsBlankLines, context })
      : workbookOfData(await readData(context.bytes(input), from, { context }), {
          name,
          isUntyped,
          keepsBlankLines,
          context,
        });
  const [input, ...others] = inputs;
  if (others.length === 0)
    return { name: input!.name, workbook: await open(input!, input!.name.replace(/\.[^.]*$/, '')) };
  const { file, tables } = tablesOfFiles(inputs.map(({ name }) => name));
  const sheets: Sheet[] = [];
  for (const [index, name] of tables.entries()) sheets.push(...(await open(inputs[index]!, name)).sheets);
  return { name: outputNameOf(`${file}.x`, from), workbook: { sheets, hasMacros: false, hasMetadata: false } };
}

interface DataRequest {
  /** What a sheet is called where the data does not say. */
  readonly name: string;
  /** Nothing in the source tells a text from a number (CSV): decimal numbers are known by their spelling. */
  readonly isUntyped: boolean;
  /** Blank lines of a text are blank rows; else rows that follow each other have nothing between them. */
  readonly keepsBlankLines: boolean;
  readonly context: RunContext;
}

type Content = Pick<Cell, 'kind' | 'value' | 'format'>;

/** Delimited text as a workbook: its lines are rows, blank ones as well, and no line names columns. */
function workbookOfText(text: string, from: FormatId, request: DataRequest): Workbook {
  const { delimiter, skip } = from === 'tsv' ? { delimiter: '\t', skip: 0 } : sniffDialect(text);
  const table = skip === 0 ? text : text.slice(skip);
  const sheet: Sheet = {
    name: request.name,
    isHidden: false,
    read(visit) {
      const budget = createValueBudget(request.context.limits);
      const scanner = new CellScanner(table, delimiter);
      for (let index = 0; scanner.startsRow(); index++) {
        if (index % ROWS_BETWEEN_SIGNALS === 0) request.context.signal.throwIfAborted();
        if (request.keepsBlankLines) index += scanner.blankLines;
        const cells: Cell[] = [];
        let column = 0;
        do {
          const cell = scanner.cell();
          const content = contentOf(scanner.isQuoted ? cell : typedText(cell), request);
          if (content) cells.push(cellOf(column, content));
          column++;
        } while (scanner.continuesRow());
        budget.take(column);
        if (cells.length > 0 && visit({ index, cells }) === 'stop') break;
      }
      return NO_EXTRAS;
    },
  };
  return { sheets: [sheet], hasMacros: false, hasMetadata: false };
}

/** Data as a workbook: each table is a sheet, whose first row names the columns. */
function workbookOfData(source: DataSource, request: DataRequest): Workbook {
  const tables = tablesOf(source, request.name);
  return {
    sheets: tables.map((table) => sheetOf(table.source, { ...request, name: table.name })),
    hasMacros: false,
    hasMetadata: false,
  };
}

function sheetOf(source: DataSource, request: DataRequest): Sheet {
  return {
    name: request.name,
    isHidden: false,
    read(visit) {
      const columns = findColumns(source, request.context);
      const position = new Map(columns.map((name, index) => [name, index]));
      const header = columns.map((name, column) => cellOf(column, { kind: 'text', value: name }));
      let isOver =
        columns.length > 0 && visit({ index: 0, cells: header.filter(({ value }) => value !== '') }) === 'stop';
      let index = 0;
      for (const row of source.rows()) {
        if (isOver) break;
        index++;
        const cells: Cell[] = [];
        for (const [name, { value }] of cellsOf(row, source)) {
          const content = contentOf(value, request);
          if (content) cells.push(cellOf(position.get(name)!, content));
        }
        isOver = cells.length > 0 && visit({ index, cells: inOrder(cells) } satisfies Row) === 'stop';
      }
      return NO_EXTRAS;
    },
  };
}

function cellOf(column: number, content: Content): Cell {
  return { column, ...content, isComputed: false, isHidden: false };
}

/** Rows of one table have their cells in order already. */
function inOrder(cells: Cell[]): readonly Cell[] {
  const isSorted = cells.every(({ column }, index) => index === 0 || cells[index - 1]!.column < column);
  return isSorted ? cells : cells.sort((a, b) => a.column - b.column);
}

function contentOf(value: DataScalar, { isUntyped }: DataRequest): Content | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (value instanceof ExactNumber) return numberOf(value.text);
  const text = scalarText(value);
  if (text === '') return undefined;
  if (value instanceof DataTime || typeof value === 'string') {
    return timeOf(text) ?? (isUntyped ? untypedOf(text) : undefined) ?? { kind: 'text', value: text };
  }
  return { kind: 'text', value: text };
}

/** Spreadsheets keep fifteen digits: a number with more of them is a text, so that none is lost. */
function numberOf(text: string): Content {
  if (text.length <= EXACT_DIGITS && isNumberText(text)) return { kind: 'number', value: Number(text) };
  const digits = text.replace(/e.*$/i, '').replace(/[^\d]/g, '').replace(/^0+/, '');
  const value = Number(text);
  const isShort = digits.length <= EXACT_DIGITS || (isNumberText(text) && text.includes('.'));
  const isExact = isShort && Number.isFinite(value) && (value !== 0 || digits === '');
  return isExact ? { kind: 'number', value } : { kind: 'text', value: text };
}

const ROWS_BETWEEN_SIGNALS = 1024;
/** Digits that spreadsheets keep of a number (IEEE 754 in decimal). */
const EXACT_DIGITS = 15;
const DECIMAL = /^-?(?:0|[1-9]\d{0,14})\.(\d{1,14})$/;

/** What spreadsheets write into tables of text: booleans in upper case, and numbers with as many digits as are shown. */
function untypedOf(text: string): Content | undefined {
  if (text === 'TRUE' || text === 'FALSE') return { kind: 'boolean', value: text === 'TRUE' };
  return decimalOf(text);
}

/** `12.50` is a number that is shown with two digits behind its point; `007` and long numbers are texts. */
function decimalOf(text: string): Content | undefined {
  const first = text.charCodeAt(0);
  if ((first < 0x30 || first > 0x39) && first !== 0x2d) return undefined;
  const places = DECIMAL.exec(text)?.[1]?.length;
  if (places === undefined || text.replace(/\D/g, '').replace(/^0+/, '').length > EXACT_DIGITS) return undefined;
  return { kind: 'number', value: Number(text), format: numberFormat(`0.${'0'.repeat(places)}`) };
}

const DATE = numberFormat('yyyy-mm-dd');
const MOMENT = numberFormat('yyyy-mm-dd hh:mm:ss');
const MOMENT_MS = numberFormat('yyyy-mm-dd hh:mm:ss.000');
const CLOCK = numberFormat('[hh]:mm:ss');
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d{1,3})?)?$/;
const TIME = /^\d\d:\d\d:\d\d$/;
/** 1 March 1900: Excel counts a day before it that never was. */
const FIRST_SAFE_DAY = 61;
const FIRST_DAY_AFTER = 2_958_466;

/** ISO dates and times, where the cell says exactly what the text does. Moments with a time zone stay texts. */
function timeOf(text: string): Content | undefined {
  const first = text.charCodeAt(0);
  if (first < 0x30 || first > 0x39) return undefined;
  if (TIME.test(text)) return clockOf(text);
  if (!ISO.test(text)) return undefined;
  const iso = text.replace(' ', 'T');
  const days = daysOfIso(iso);
  if (days === undefined || days < FIRST_SAFE_DAY || days >= FIRST_DAY_AFTER) return undefined;
  const isSame =
    isoOfDays(days) ===
    iso
      .replace(/T00:00:00(?:\.0+)?$/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  return isSame ? { kind: 'date', value: days, format: momentFormat(iso) } : undefined;
}

function momentFormat(iso: string): NumberFormat {
  if (!iso.includes('T')) return DATE;
  return iso.includes('.') ? MOMENT_MS : MOMENT;
}

function clockOf(text: string): Content | undefined {
  const [hours, minutes, seconds] = text.split(':').map(Number) as [number, number, number];
  const days = (hours * 3600 + minutes * 60 + seconds) / 86_400;
  return clockOfDays(days) === text ? { kind: 'time', value: days, format: CLOCK } : undefined;
}
