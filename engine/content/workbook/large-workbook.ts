import type { FormatId } from '../../formats/index.ts';
import type { Limits } from '../../contract/limits.ts';
import { openLargeOds } from './ods/large.ts';
import { openLargeXlsx } from './xlsx/large.ts';
import { LARGE_SHEETS_BYTES, type Workbook } from './model.ts';

const PACKED_MAGIC = 0x50;

/**
 * A large workbook of which only one row is in memory: our own readers tell its cells, and SheetJS all that is
 * beside them, from a copy without rows. Nothing for files of other formats, for small ones, and for those that hold
 * what only SheetJS reads: formulas of OpenDocument, and those of Excel that cells share.
 */
export function openLargeWorkbook(
  bytes: Uint8Array,
  format: FormatId,
  limits: Limits,
  fromBytes = LARGE_SHEETS_BYTES,
): Workbook | undefined {
  if (bytes[0] !== PACKED_MAGIC) return undefined;
  switch (format) {
    case 'xlsx':
    case 'xlsm':
    case 'xltx':
    case 'xltm':
      return openLargeXlsx(bytes, limits, fromBytes);
    case 'ods':
    case 'ots':
      return openLargeOds(bytes, limits, fromBytes);
    default:
      return undefined;
  }
}
