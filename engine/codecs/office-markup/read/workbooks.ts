import type { RunContext } from '../../../codec.ts';
import type { FormatId } from '../../../formats/index.ts';
import { openOds } from '../../../models/office/ods-workbook.ts';
import type { Workbook } from '../../../models/office/workbook.ts';
import { openXls } from '../../../models/office/xls-workbook.ts';
import { openXlsb } from '../../../models/office/xlsb-workbook.ts';
import { openXlsx } from '../../../models/office/xlsx-workbook.ts';
import { encryptedOffice, isEncryptedOffice, openOfficePackage } from '../../../models/office-package.ts';

/** Opens a workbook of any format that is read here. Throws `input_encrypted`. */
export function openWorkbook(bytes: Uint8Array, format: FormatId, { limits }: RunContext): Workbook {
  if (isEncryptedOffice(bytes)) throw encryptedOffice();
  const workbook = open(bytes, format, limits);
  if (workbook === 'encrypted') throw encryptedOffice();
  return workbook;
}

function open(bytes: Uint8Array, format: FormatId, limits: RunContext['limits']): Workbook | 'encrypted' {
  switch (format) {
    case 'ods':
    case 'ots':
    case 'fods':
      return openOds(bytes, limits);
    case 'xls':
    case 'xlt':
      return openXls(bytes, limits);
    case 'xlsb':
      return openXlsb(openOfficePackage(bytes, limits), limits);
    default:
      return openXlsx(openOfficePackage(bytes, limits), limits);
  }
}
