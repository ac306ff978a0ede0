import { clockOfDays, isoOfDays, plainNumber } from '../../workbook/model.ts';

/** What a cell holds: dates are days since 30 December 1899, durations days. */
export type CellValue =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number' | 'date' | 'time'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean };

/** A value as it stands in a table of a text. */
export function formatCellValue(cell: CellValue): string {
  switch (cell.kind) {
    case 'text':
      return cell.value;
    case 'boolean':
      return cell.value ? 'TRUE' : 'FALSE';
    case 'date':
      return isoOfDays(cell.value).replace('T', ' ');
    case 'time':
      return clockOfDays(cell.value);
    case 'number':
      return plainNumber(cell.value);
  }
}
