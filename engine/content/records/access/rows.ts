import { viewOf } from '../../../io/bytes.ts';
import { corrupt } from '../errors.ts';
import type { AccessColumn, AccessTable } from './table-definition.ts';

/** The bytes of a column in a row: none where it is null. */
export interface Cell {
  /** The bit of the column in the mask of the row; of a yes or no it is the value. */
  readonly isSet: boolean;
  readonly bytes: Uint8Array | undefined;
}

/** Divides a row into its cells. A row that is older than a column has nothing of it. */
export function createRowCutter(
  { hasVariable }: Pick<AccessTable, 'hasVariable'>,
  isJet3: boolean,
): (row: Uint8Array) => (column: AccessColumn) => Cell {
  const countBytes = isJet3 ? 1 : 2;
  return (row) => {
    if (row.byteLength < countBytes + 1) throw corrupt('a row of a table is too short');
    const count = isJet3 ? row[0]! : viewOf(row).getUint16(0, true);
    const maskAt = row.byteLength - Math.ceil(count / 8);
    if (maskAt < countBytes) throw corrupt('a row of a table is too short');
    const variable = !hasVariable ? [] : (isJet3 ? narrowOffsets : wideOffsets)(row, maskAt);
    return (column) => {
      const { number, isFixed, at } = column;
      const isSet = number < count && ((row[maskAt + (number >> 3)]! >> (number & 7)) & 1) === 1;
      const hasBytes = isSet && (isFixed || at + 1 < variable.length);
      if (!hasBytes) return { isSet, bytes: undefined };
      const start = isFixed ? countBytes + at : variable[at]!;
      const end = isFixed ? start + column.bytes : variable[at + 1]!;
      if (start > end || end > maskAt) throw corrupt('a value of a row is not where it says');
      return { isSet, bytes: row.subarray(start, end) };
    };
  };
}

/** Where each value of variable length begins, and where the last ends: the list stands backwards before the mask. */
function wideOffsets(row: Uint8Array, maskAt: number): number[] {
  const view = viewOf(row);
  const at = maskAt - 2;
  if (at < 2) throw corrupt('a row of a table is too short');
  const count = view.getUint16(at, true);
  if (at - 2 * (count + 1) < 2) throw corrupt('a row of a table is too short');
  return Array.from({ length: count + 1 }, (_, index) => view.getUint16(at - 2 * (index + 1), true));
}

/**
 * The same of one byte each. Another list says at which of them 256 more begin; its last entry may be one that never
 * comes.
 */
function narrowOffsets(row: Uint8Array, maskAt: number): number[] {
  const countAt = maskAt - 1;
  const count = row[countAt] ?? 0;
  const jumpPlaces = Math.floor((row.byteLength - 1) / 256);
  const last = countAt - jumpPlaces - 1;
  if (last - count < 1) throw corrupt('a row of a table is too short');
  const jumps = Math.floor((last - count) / 256) < jumpPlaces ? jumpPlaces - 1 : jumpPlaces;
  let jumped = 0;
  return Array.from({ length: count + 1 }, (_, index) => {
    while (jumped < jumps && row[countAt - jumped - 1] === index) jumped++;
    return row[last - index]! + 256 * jumped;
  });
}
