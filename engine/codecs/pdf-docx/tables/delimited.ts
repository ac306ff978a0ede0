import type { FormulaGuard } from '../../../content/records/formula-guard.ts';
import { delimitedLine } from '../../../content/records/csv/line.ts';
import type { DocumentTable } from './document-tables.ts';
import { type CellValue, pureNumber, valuesOf } from './values.ts';

const LINE_END = '\r\n';

/** A table as delimited text (RFC 4180). Numbers have a decimal point and no symbols between thousands. */
export function writeDelimitedTable(
  table: DocumentTable,
  { delimiter, guard }: { readonly delimiter: string; readonly guard: FormulaGuard },
): Uint8Array {
  const values = valuesOf(table);
  const lines = table.rows.map((texts, row) => {
    return delimitedLine(
      texts.map((text, column) => fieldOf(values[row]![column]!, text, guard)),
      delimiter,
    );
  });
  return new TextEncoder().encode(lines.map((line) => line + LINE_END).join(''));
}

/** With as many decimals as the cell shows. */
function fieldOf(value: CellValue, shown: string, guard: FormulaGuard): string {
  const number = pureNumber(value);
  if (number) return number.value.toFixed(number.decimals);
  return guard.guarded(shown, { kind: typeof value === 'string' ? 'text' : 'number' });
}
