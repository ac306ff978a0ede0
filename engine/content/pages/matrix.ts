/** PDF matrix [a b c d e f]: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export type Point = readonly [x: number, y: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Product of two matrices: applies `n` first, then `m`. */
export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

/** The inverse, or undefined when the matrix flattens the plane. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-9) return undefined;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

export function applyMatrix(m: Matrix, x: number, y: number): Point {
  return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
}

/** Reads six numbers of a library's array as a matrix; undefined if there are not six finite ones. */
export function matrixOf(values: ArrayLike<unknown> | null | undefined): Matrix | undefined {
  if (!values || values.length < 6) return undefined;
  const numbers = Array.from({ length: 6 }, (_, index) => Number(values[index]));
  return numbers.every(Number.isFinite) ? (numbers as unknown as Matrix) : undefined;
}

/** Whether a matrix to the page, whose second axis points down, shows text as in a mirror. */
export function isMirrored([a, b, c, d]: Matrix): boolean {
  return a * d - b * c > 0;
}

/** How far a matrix leans text in the direction of writing, as a share of its height. */
export function slantOf([a, b, c, d]: Matrix): number {
  const area = Math.abs(a * d - b * c);
  return area === 0 ? 0 : (a * c + b * d) / area;
}

/** The matrix with the second axis upright on the first: text that it leans keeps its line and its height. */
export function withoutSlant(matrix: Matrix): Matrix {
  const [a, b, , , e, f] = matrix;
  const share = (a * matrix[2] + b * matrix[3]) / (a * a + b * b || 1);
  return [a, b, matrix[2] - share * a, matrix[3] - share * b, e, f];
}

/** By how much lengths grow, on average over the directions. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}
