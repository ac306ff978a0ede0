import { ConversionError } from '../../contract/errors.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import { MAX_COLUMNS, MAX_ROWS } from './cell-names.ts';
import type { Row, Workbook } from './model.ts';

/** How large the sheets of a format may be. */
export interface SheetBounds {
  readonly rows: number;
  readonly columns: number;
  /** Characters of one cell. */
  readonly chars: number;
}

/** Excel: specifications and limits, of today's versions and of those up to 2003. */
export const EXCEL_BOUNDS: SheetBounds = { rows: MAX_ROWS, columns: MAX_COLUMNS, chars: 32_767 };
export const XLS_BOUNDS: SheetBounds = { rows: 65_536, columns: 256, chars: 32_767 };
export const OPEN_DOCUMENT_BOUNDS: SheetBounds = { rows: MAX_ROWS, columns: MAX_COLUMNS, chars: Infinity };

/** Throws `input_too_complex` for a row that a sheet of the target cannot hold. */
export function requireBounds({ index, cells }: Row, to: FormatId, bounds: SheetBounds): void {
  if (index >= bounds.rows) throw tooLarge(to, 'rows', bounds.rows);
  if ((cells.at(-1)?.column ?? 0) >= bounds.columns) throw tooLarge(to, 'columns', bounds.columns);
  for (const { value } of cells) {
    if (typeof value === 'string' && value.length > bounds.chars) throw tooLongText(to, value.length, bounds.chars);
  }
}

/** Throws `input_too_complex` for a workbook that the target cannot hold as a whole. */
export function requireWorkbookBounds({ sheets }: Workbook, to: FormatId, bounds: SheetBounds): void {
  for (const sheet of sheets) sheet.read((row) => requireBounds(row, to, bounds));
}

function tooLarge(to: FormatId, limit: 'rows' | 'columns', allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `A sheet of the format ${formatOf(to).name} ends at ${allowed} ${limit}, and the source has more. Split it, or choose another format.`,
    details: { limit, allowed },
  });
}

export function tooLongText(to: FormatId, found: number, allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `A cell has a text of ${found} characters; the format ${formatOf(to).name} holds ${allowed}. Choose another format.`,
    details: { limit: 'chars', allowed, found },
  });
}
