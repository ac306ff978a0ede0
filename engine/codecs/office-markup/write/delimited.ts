import type { RunContext } from '../../../contract/codec.ts';
import type { FormulaGuard } from '../../../content/records/formula-guard.ts';
import { delimitedLine } from '../../../content/records/csv/line.ts';
import { BlankRows } from '../../../content/workbook/blank-rows.ts';
import { plainText, type Sheet } from '../../../content/workbook/model.ts';

const ROWS_BETWEEN_SIGNALS = 1024;
const LINE_END = '\r\n';

/**
 * The rows of a sheet from its first row and column on, as delimited text (RFC 4180): numbers with all their digits, dates
 * as ISO 8601.
 */
export function writeDelimitedSheet(
  sheet: Sheet,
  { delimiter, guard }: { readonly delimiter: string; readonly guard: FormulaGuard },
  context: RunContext,
): string {
  const rows: string[][] = [];
  const blank = new BlankRows();
  let width = 0;
  sheet.read(({ index, cells }) => {
    if (rows.length % ROWS_BETWEEN_SIGNALS === 0) context.signal.throwIfAborted();
    const texts: string[] = [];
    for (const cell of cells) {
      while (texts.length < cell.column) texts.push('');
      texts.push(guard.guarded(plainText(cell), cell));
    }
    width = Math.max(width, texts.length);
    for (const line = blank.lineOf(index); rows.length < line;) rows.push([]);
    rows.push(texts);
  });
  if (blank.dropped > 0) tellDroppedRows(blank.dropped, context);
  return rows
    .map((texts) => delimitedLine(texts, delimiter) + delimiter.repeat(width - Math.max(texts.length, 1)) + LINE_END)
    .join('');
}

function tellDroppedRows(count: number, { warn }: RunContext): void {
  const message = `${count} blank rows of a sheet were left out: rows after them are at another place.`;
  warn({ code: 'feature_dropped', message, details: { count } });
}
