import type { Matrix } from '../model.ts';

/** The turn of a matrix that only turns and moves, as x, y, z and w; of the two that are the same, the one nearer to `before`. */
export function quaternionOf(matrix: Matrix, before: readonly number[]): readonly [number, number, number, number] {
  const at = (row: number, column: number): number => matrix[column * 4 + row]!;
  const squares = [
    1 + at(0, 0) - at(1, 1) - at(2, 2),
    1 - at(0, 0) + at(1, 1) - at(2, 2),
    1 - at(0, 0) - at(1, 1) + at(2, 2),
    1 + at(0, 0) + at(1, 1) + at(2, 2),
  ];
  // From the largest part, so that nothing is divided by almost nothing.
  const largest = squares.indexOf(Math.max(...squares));
  const [xy, xz, yz] = [at(0, 1) + at(1, 0), at(0, 2) + at(2, 0), at(1, 2) + at(2, 1)];
  const [wx, wy, wz] = [at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1)];
  const rows = [
    [squares[0]!, xy, xz, wx],
    [xy, squares[1]!, yz, wy],
    [xz, yz, squares[2]!, wz],
    [wx, wy, wz, squares[3]!],
  ];
  const row = rows[largest]!;
  const length = Math.hypot(...row);
  const sign = row.reduce((sum, value, index) => sum + value * before[index]!, 0) < 0 ? -1 : 1;
  return row.map((value) => (sign * value) / length) as unknown as readonly [number, number, number, number];
}
