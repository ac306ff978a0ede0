import type { RunContext } from '../../../contract/codec.ts';
import type { FormulaGuard } from '../../../content/records/formula-guard.ts';
import { delimitedLine } from '../../../content/records/csv/line.ts';
import { plainText, type Sheet } from '../../../content/workbook/model.ts';

const ROWS_BETWEEN_SIGNALS = 1024;
const LINE_END = '\r\n';

/**
 * The rows of a sheet that have values, from its first column on, as delimited text (RFC 4180): numbers with all their
 * digits, dates as ISO 8601.
 */
export function writeDelimitedSheet(
  sheet: Sheet,
  { delimiter, guard }: { readonly delimiter: string; readonly guard: FormulaGuard },
  context: RunContext,
): string {
  const rows: string[][] = [];
  let width = 0;
  sheet.read(({ cells }) => {
    if (rows.length % ROWS_BETWEEN_SIGNALS === 0) context.signal.throwIfAborted();
    const texts: string[] = [];
    for (const cell of cells) {
      while (texts.length < cell.column) texts.push('');
      texts.push(guard.guarded(plainText(cell), cell));
    }
    width = Math.max(width, texts.length);
    rows.push(texts);
  });
  return rows
    .map((texts) => delimitedLine(texts, delimiter) + delimiter.repeat(width - texts.length) + LINE_END)
    .join('');
}
