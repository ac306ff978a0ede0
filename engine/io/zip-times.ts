const TIMESTAMP_EXTRA = 0x5455;
const NTFS_EXTRA = 0x000a;
/** Windows counts steps of 100 ns from 1601 on. */
const FILETIME_PER_MS = 10_000n;
const FILETIME_EPOCH_MS = 11_644_473_600_000;

/** UTC in the extra fields of Info-ZIP or NTFS, or else the wall clock of DOS. */
export function readModified(
  view: DataView,
  header: number,
  extraStart: number,
  extraLength: number,
): number | undefined {
  const extraEnd = extraStart + extraLength;
  for (let field = extraStart; field + 4 <= extraEnd; field += 4 + view.getUint16(field + 2, true)) {
    const modifiedMs = timeInExtra(view, field, extraEnd);
    if (modifiedMs !== undefined) return modifiedMs;
  }
  const time = view.getUint16(header + 12, true);
  const date = view.getUint16(header + 14, true);
  if (date === 0) return undefined;
  const [year, month, day] = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31];
  return new Date(year, month, day, time >> 11, (time >> 5) & 63, 2 * (time & 31)).getTime();
}

function timeInExtra(view: DataView, field: number, end: number): number | undefined {
  const id = view.getUint16(field, true);
  if (id === TIMESTAMP_EXTRA && field + 9 <= end && (view.getUint8(field + 4) & 1) === 1)
    return view.getInt32(field + 5, true) * 1000;
  if (id !== NTFS_EXTRA || field + 20 > end || view.getUint16(field + 8, true) !== 1) return undefined;
  return Number(view.getBigUint64(field + 12, true) / FILETIME_PER_MS) - FILETIME_EPOCH_MS;
}
