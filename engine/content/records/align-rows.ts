/** Rows that are compared as wholes, by their hashes. */
export interface AlignableRows {
  readonly length: number;
  /** The place of a row in its table, from 0. */
  indexOf(row: number): number;
  hashOf(row: number): number;
  /** Whether at least half of a row is in one of another table, where that can be told. */
  isLike?(row: number, other: AlignableRows, rowOfOther: number): boolean;
}

/** What became of a row: both numbers where it is there, one where it is missing or new. */
export type AlignedRow =
  | { readonly expected: number; readonly found: number }
  | { readonly expected: number; readonly found?: undefined }
  | { readonly expected?: undefined; readonly found: number };

/** Rows that are looked at to find where two sheets agree again. */
const LOOK_AHEAD = 16;

/**
 * Aligns the rows of two sheets by their places; where rows are missing or new, what follows is aligned by what it says.
 * Takes time in proportion to the rows.
 */
export function* alignRows(expected: AlignableRows, found: AlignableRows): Generator<AlignedRow> {
  let [i, j, shift] = [0, 0, 0];
  while (i < expected.length && j < found.length) {
    const distance = found.indexOf(j) - expected.indexOf(i) - shift;
    if (expected.hashOf(i) === found.hashOf(j)) {
      shift += distance;
      yield { expected: i++, found: j++ };
      continue;
    }
    const isSamePlace = distance === 0 && expected.isLike?.(i, found, j) === true;
    const [missing, added] = isSamePlace ? [0, 0] : agreesAfter(expected, found, [i, j]);
    if (missing + added > 0) {
      for (let count = 0; count < missing; count++) yield { expected: i++ };
      for (let count = 0; count < added; count++) yield { found: j++ };
    } else if (distance === 0) yield { expected: i++, found: j++ };
    else if (distance > 0) yield { expected: i++ };
    else yield { found: j++ };
  }
  while (i < expected.length) yield { expected: i++ };
  while (j < found.length) yield { found: j++ };
}

/** How many rows must be left out on one of the sides, so that two pairs of rows agree. */
function agreesAfter(
  expected: AlignableRows,
  found: AlignableRows,
  [i, j]: readonly [number, number],
): readonly [number, number] {
  if (expected.hashOf(i + 1) === found.hashOf(j + 1) && i + 1 < expected.length) return [0, 0];
  const agrees = (a: number, b: number): boolean =>
    a < expected.length &&
    b < found.length &&
    expected.hashOf(a) === found.hashOf(b) &&
    (a + 1 >= expected.length || b + 1 >= found.length || expected.hashOf(a + 1) === found.hashOf(b + 1));
  for (let ahead = 1; ahead <= LOOK_AHEAD; ahead++) {
    if (agrees(i + ahead, j)) return [ahead, 0];
    if (agrees(i, j + ahead)) return [0, ahead];
  }
  return [0, 0];
}
