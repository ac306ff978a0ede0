import { DEFAULT_LIMITS, MiB } from '../contract/limits.ts';
import { openOfficePackage } from '../content/document/ooxml/package.ts';
import { columnLetters } from '../content/workbook/cell-names.ts';
import { type Cell, plainText, type Row, type Sheet, type Workbook } from '../content/workbook/model.ts';
import { formatNumber } from '../content/workbook/number-format.ts';
import { openOds } from '../content/workbook/ods/workbook.ts';
import { openXls } from '../content/workbook/xls/workbook.ts';
import { openXlsb } from '../content/workbook/xlsb/workbook.ts';
import { openXlsx } from '../content/workbook/xlsx/workbook.ts';
import type { Shown, ShownSheet, ShownValue } from './shown.ts';

/** What is shown of a workbook at most. */
const MOST = { sheets: 8, rows: 100, columns: 30, characters: 200 } as const;

const LIMITS = { ...DEFAULT_LIMITS, expandedBytes: 128 * MiB };

/** Reads the upper left corner of each sheet that is not hidden. Throws where the file is not what it should be. */
export function readShownWorkbook(bytes: Uint8Array, format: string): Shown {
  const workbook = open(bytes, format);
  if (workbook === 'encrypted') throw new Error('encrypted');
  const visible = workbook.sheets.filter(({ isHidden }) => !isHidden);
  const read = visible.slice(0, MOST.sheets).map(readSheet);
  return {
    blocks: [],
    sheets: read.map(({ sheet }) => sheet),
    isCut: visible.length > MOST.sheets || read.some(({ isCut }) => isCut),
  };
}

function open(bytes: Uint8Array, format: string): Workbook | 'encrypted' {
  switch (format) {
    case 'ods':
    case 'ots':
      return openOds(bytes, LIMITS);
    case 'xls':
    case 'xlt':
      return openXls(bytes, LIMITS);
    case 'xlsb':
      return openXlsb(openOfficePackage(bytes, LIMITS), LIMITS);
    default:
      return openXlsx(openOfficePackage(bytes, LIMITS), LIMITS);
  }
}

function readSheet({ name, read }: Sheet): { readonly sheet: ShownSheet; readonly isCut: boolean } {
  const rows: Row[] = [];
  let isCut = false;
  read((row) => {
    if (row.index >= MOST.rows) {
      isCut = true;
      return 'stop';
    }
    rows.push(row);
    isCut ||= row.cells.at(-1)!.column >= MOST.columns;
    return undefined;
  });
  const width = Math.max(0, ...rows.flatMap(({ cells }) => cells.map(({ column }) => column + 1)));
  const columns = Array.from({ length: Math.min(MOST.columns, width) }, (_, column) => columnLetters(column));
  return {
    sheet: {
      name,
      columns,
      rows: rows.map(({ index, cells }) => ({ number: index + 1, cells: columns.map((_, at) => valueAt(cells, at)) })),
    },
    isCut,
  };
}

function valueAt(cells: readonly Cell[], column: number): ShownValue {
  const cell = cells.find((candidate) => candidate.column === column);
  if (!cell || cell.isHidden) return { text: '', isNumber: false };
  const text = cell.shown ?? (isFormatted(cell) ? formatNumber(cell.value, cell.format) : plainText(cell));
  return { text: text.slice(0, MOST.characters), isNumber: typeof cell.value === 'number' };
}

function isFormatted(cell: Cell): cell is Cell & { value: number; format: NonNullable<Cell['format']> } {
  return cell.kind === 'number' && cell.format !== undefined && typeof cell.value === 'number';
}
