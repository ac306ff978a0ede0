/** Digits of a number of 32 bits. */
const DIGITS = 9;

/** A name as prims may have one. */
export function identifier(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]+/g, '_').replace(/^(?=\d)/, '_') || '_';
}

export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(/[\n\r]+/g, ' ')}"`;
}

export function short(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}

export function tuple(values: Iterable<number>): string {
  return `(${Array.from(values, short).join(', ')})`;
}
