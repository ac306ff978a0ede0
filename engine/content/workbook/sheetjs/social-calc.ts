import type { CellObject, WorkBook } from '@e965/xlsx';
import { codeOfCellError } from '../cell-errors.ts';
import { parseRange } from '../cell-names.ts';

/** A cell whose type is told, with its value and what it was computed from or typed as, up to its attributes. */
const TYPED_CELL = /^cell:([A-Z]+\d+):(vt[fc]?):([^:\r\n]*):([^:\r\n]*)(?::([^:\r\n]*))?/gim;
const ESCAPED = /\\[bcn]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\b': '\\', '\\c': ':', '\\n': '\n' };
/** How numbers of such a type are shown. */
const FORMATS: Readonly<Record<string, string>> = {
  nd: 'yyyy-mm-dd',
  nt: 'hh:mm:ss',
  ndt: 'yyyy-mm-dd hh:mm:ss',
  'n%': '0%',
};

/**
 * Completes what SheetJS reads of a SocialCalc file: it takes the last attribute of a cell for its formula, leaves colons
 * in formulas escaped, so that no range is one, and has no value where a formula gives a text.
 */
export function completeSocialCalc(book: WorkBook, text: string): WorkBook {
  const rows = book.Sheets[book.SheetNames[0] ?? '']?.['!data'];
  for (const [, place = '', kind, type = '', value = '', source = ''] of text.matchAll(TYPED_CELL)) {
    const range = parseRange(place);
    const row = range && rows?.[range.firstRow];
    const read = row?.[range!.firstColumn];
    if (!row || !read) continue;
    const cell = cellOf(type, decoded(value)) ?? read;
    const { f: _formula, ...plain } = cell;
    row[range.firstColumn] = kind === 'vtf' ? { ...plain, f: decoded(source) } : plain;
  }
  return book;
}

/** Nothing for blank cells, which are read as they are. */
function cellOf(type: string, value: string): CellObject | undefined {
  if (type.startsWith('t')) return { t: 's', v: value };
  if (type === 'nl') return { t: 'b', v: Number(value) !== 0 };
  if (type.startsWith('e')) return { t: 'e', v: codeOfCellError(type.slice(1)) };
  if (!type.startsWith('n')) return undefined;
  const format = FORMATS[type];
  return { t: 'n', v: Number(value), ...(format !== undefined && { z: format }) };
}

function decoded(text: string): string {
  return text.replaceAll(ESCAPED, (escape) => ESCAPES[escape]!);
}
