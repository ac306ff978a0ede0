import type { FormatId } from '../../formats/index.ts';
import type { Limits } from '../../contract/limits.ts';
import { encryptedOffice, isEncryptedOffice, openOfficePackage } from '../document/ooxml/package.ts';
import { isCompoundFile } from '../../io/compound-file.ts';
import type { Workbook } from './model.ts';

/** Formats of sheets that SheetJS alone reads. */
export const SHEETJS_ONLY = [
  ...['numbers', 'et', 'xmlss', 'dif', 'slk', 'dbf', 'prn', 'eth', 'wk1', 'wk3', 'wk4', 'wq1', 'wb1'],
] as const satisfies readonly FormatId[];

/** Opens a workbook of any format that is read here, each with its own reader. Throws `input_encrypted`. */
export async function openWorkbook(bytes: Uint8Array, format: FormatId, limits: Limits): Promise<Workbook> {
  if (isEncryptedOffice(bytes)) throw encryptedOffice();
  const workbook = await open(bytes, format, limits);
  if (workbook === 'encrypted') throw encryptedOffice();
  return workbook;
}

async function open(bytes: Uint8Array, format: FormatId, limits: Limits): Promise<Workbook | 'encrypted'> {
  switch (format) {
    case 'ods':
    case 'ots':
    case 'fods':
      return (await import('./ods/workbook.ts')).openOds(bytes, limits);
    case 'xls':
    case 'xlt':
      return isCompoundFile(bytes)
        ? (await import('./xls/workbook.ts')).openXls(bytes, limits)
        : openOther(bytes, format, limits); // before Excel 5
    case 'xlsb':
      return (await import('./xlsb/workbook.ts')).openXlsb(openOfficePackage(bytes, limits), limits);
    case 'xlsx':
    case 'xlsm':
    case 'xltx':
    case 'xltm':
      return (await import('./xlsx/workbook.ts')).openXlsx(openOfficePackage(bytes, limits), limits);
    case 'numbers':
      return openNumbers(bytes, limits);
    default:
      return openOther(bytes, format, limits);
  }
}

/** Numbers since 2013 is read by SheetJS, what came before by our own reader. */
export async function openNumbers(bytes: Uint8Array, limits: Limits): Promise<Workbook | 'encrypted'> {
  const { openIWorkXml } = await import('../document/iwork/package.ts');
  const parts = openIWorkXml(bytes, limits);
  if (parts) return (await import('./iwork/numbers-09.ts')).openNumbers09(parts, limits);
  return openOther(bytes, 'numbers', limits);
}

async function openOther(bytes: Uint8Array, format: FormatId, limits: Limits): Promise<Workbook | 'encrypted'> {
  return (await import('./sheetjs/workbook.ts')).openWithSheetJs(bytes, format, limits);
}
