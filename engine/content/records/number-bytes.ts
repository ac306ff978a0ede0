import { textAt } from './csv/bytes.ts';

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** Up to this many characters every decimal number survives a trip through a double (IEEE 754). */
export const MAX_SAFE_CHARS = 15;
/** Zeros behind the point from which on numbers are written with an exponent. */
const TINY_ZEROS = 6;
/** Powers of ten that a double holds exactly, as far as they are needed. */
const POWERS_OF_TEN = Array.from({ length: MAX_SAFE_CHARS + 1 }, (_, power) => 10 ** power);

/**
 * How many digits are behind the point of a number as JSON writes it, without an exponent: 0 for an integer, -1 for
 * what is no such number.
 */
export function fractionDigits(bytes: Uint8Array, start: number, end: number): number {
  let position = bytes[start] === MINUS ? start + 1 : start;
  if (position >= end) return -1;
  const first = bytes[position]!;
  if (first < ZERO || first > NINE) return -1;
  position++;
  if (first !== ZERO) position = behindDigits(bytes, position, end);
  if (position === end) return 0;
  if (bytes[position] !== POINT) return -1;
  const fraction = end - position - 1;
  return fraction > 0 && behindDigits(bytes, position + 1, end) === end ? fraction : -1;
}

function behindDigits(bytes: Uint8Array, start: number, end: number): number {
  let position = start;
  while (position < end && bytes[position]! >= ZERO && bytes[position]! <= NINE) position++;
  return position;
}

/**
 * Whether a number of so many digits behind its point (as `fractionDigits` tells) is one in canonical form: the same as
 * `isNumberText` says of its text.
 */
export function isCanonicalNumber(bytes: Uint8Array, start: number, end: number, fraction: number): boolean {
  if (fraction < 0) return false;
  if (end - start > MAX_SAFE_CHARS) {
    const text = textAt(bytes, start, end);
    return String(Number(text)) === text;
  }
  if (fraction === 0) return !(bytes[start] === MINUS && bytes[start + 1] === ZERO);
  return bytes[end - 1] !== ZERO && !isTiny(bytes, bytes[start] === MINUS ? start + 1 : start, fraction);
}

function isTiny(bytes: Uint8Array, first: number, fraction: number): boolean {
  if (fraction <= TINY_ZEROS || bytes[first] !== ZERO) return false;
  for (let zero = 0; zero < TINY_ZEROS; zero++) if (bytes[first + 2 + zero] !== ZERO) return false;
  return true;
}

/** The value of a number without an exponent: exactly what `Number` makes of its text. */
export function numberAt(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > MAX_SAFE_CHARS) return Number(textAt(bytes, start, end));
  const isNegative = bytes[start] === MINUS;
  let [digits, point] = [0, end];
  for (let position = isNegative ? start + 1 : start; position < end; position++) {
    const byte = bytes[position]!;
    if (byte === POINT) point = position + 1;
    else digits = digits * 10 + (byte - ZERO);
  }
  // Both are exact, so that their quotient is the nearest double there is.
  const value = point === end ? digits : digits / POWERS_OF_TEN[end - point]!;
  return isNegative ? -value : value;
}
