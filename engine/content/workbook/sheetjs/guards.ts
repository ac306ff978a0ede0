import { ConversionError } from '../../../contract/errors.ts';
import type { FormatId } from '../../../formats/index.ts';
import { MAX_COLUMNS, MAX_ROWS } from '../cell-names.ts';

/** Far places of cells in a symbolic link file, such as `;Y70000`; semicolons inside of texts are twice. */
const SYMBOLIC_LINK_PLACE = /(?<!;);([XYR])(\d{5,})/g;
/** Places of cells in a SocialCalc file: `cell:AB70:`. */
const SOCIAL_CALC_PLACE = /^\s*cell:([^:\r\n]*)/gm;

/** Refuses places outside of every sheet in texts: the library would make all the rows up to there. */
export function requireNearPlaces(text: string, format: FormatId): void {
  if (format === 'slk') {
    for (const [, axis, digits] of text.matchAll(SYMBOLIC_LINK_PLACE)) {
      requirePlace(Number(digits), axis === 'X' ? 'columns' : 'rows');
    }
  } else if (format === 'eth') {
    for (const [, place = ''] of text.matchAll(SOCIAL_CALC_PLACE)) {
      const row = /^[A-Z]{1,3}(\d+)$/i.exec(place)?.[1];
      if (row === undefined) throw damaged();
      requirePlace(Number(row), 'rows');
    }
  }
}

function requirePlace(found: number, limit: 'rows' | 'columns'): void {
  const allowed = limit === 'columns' ? MAX_COLUMNS : MAX_ROWS;
  if (found <= allowed) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The file has a cell beyond the ${allowed} ${limit} that a sheet has at most.`,
    details: { limit, allowed },
  });
}

/** Lotus 1-2-3, and Quattro Pro in its manner. */
export const LOTUS: ReadonlySet<FormatId> = new Set(['wk1', 'wk3', 'wk4', 'wq1', 'wb1']);

/** Refuses binary files that end before what they announce: the library would read on behind their end for ever. */
export function requireWholeRecords(bytes: Uint8Array, format: FormatId): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'dbf') requireWholeTable(view);
  else if (LOTUS.has(format) && bytes[0] === 0 && bytes[1] === 0) requireWholeStream(view);
}

/** Number of records, size of the header and of a record (dBase III). */
function requireWholeTable(view: DataView): void {
  if (view.byteLength < 32) throw truncated();
  const [records, header, width] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)];
  if (width === 0 || header + records * width > view.byteLength + width) throw truncated();
}

/** Type and length of each record; the last one has the type 1 and is empty. */
function requireWholeStream(view: DataView): void {
  const END = 1;
  for (let at = 0; at + 4 <= view.byteLength; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === END) return;
  }
  throw truncated();
}

function damaged(): ConversionError {
  return new ConversionError({ code: 'input_corrupt', message: 'The file is damaged: a cell has no address.' });
}

function truncated(): ConversionError {
  return new ConversionError({
    code: 'input_truncated',
    message: 'The file ends before the cells that it announces. Transfer it again.',
  });
}
