import { MiB } from '../../contract/limits.ts';

/**
 * Bytes of XML from which on a workbook is large. SheetJS takes about thirty times as much memory; up to here that is
 * what the other codecs take as well.
 */
export const LARGE_SHEETS_BYTES = 8 * MiB;
