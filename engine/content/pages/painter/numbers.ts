import type { Matrix } from '../matrix.ts';

/** Readers of SVG count in 32-bit floats; what lies so far out is seen by nobody. */
const FARTHEST = 1e6;
const DIGITS = 6;

/** A length as SVG writes it, to a hundredth of a point in the size of a page and finer where things are small. */
export function short(value: number): string {
  if (!(Math.abs(value) > 1e-7)) return '0';
  const bounded = Math.max(-FARTHEST, Math.min(FARTHEST, value));
  const magnitude = Math.floor(Math.log10(Math.abs(bounded)));
  const scale = 10 ** Math.min(9, Math.max(2, DIGITS - 2 - magnitude));
  return String(Math.round(bounded * scale) / scale);
}

export function transformOf(matrix: Matrix): string {
  const [a, b, c, d, e, f] = matrix;
  if (a === 1 && b === 0 && c === 0 && d === 1) return `translate(${short(e)} ${short(f)})`;
  return `matrix(${matrix.map(precise).join(' ')})`;
}

/** Factors of a matrix are multiplied by lengths. */
function precise(value: number): string {
  return Math.abs(value) < 1e-9 ? '0' : String(Number(value.toPrecision(7)));
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
