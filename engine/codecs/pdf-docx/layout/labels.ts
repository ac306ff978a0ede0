export type NumberFormat = 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman';

/** A numbered label: `(3)` is `(`, [3], `)`, and `1.2.` is [1, 2] with the suffix `.`. */
export interface NumberLabel {
  readonly kind: 'number';
  /** Format of the last number; those before it are decimal. */
  readonly format: NumberFormat;
  readonly path: readonly number[];
  readonly prefix: string;
  readonly suffix: string;
}

export interface BulletLabel {
  readonly kind: 'bullet';
  readonly character: string;
}

export type Label = NumberLabel | BulletLabel;

/** Bullets, among them the private-use codes that Symbol and Wingdings are mapped to. */
export const BULLETS =
  '\u2022\u25cf\u25aa\u25ab\u25a0\u2588\u25a1\u25e6\u25cb\u2023\u2043\u2219\u00b7\u27a2\u27a4\u2713\u2714\u2756\u25ba\u25b6\u25c6\u2666\u274f\u2751\uf0b7\uf0a7\uf0a8\uf0d8\uf0fc\uf076\uf0e8\uf0a2\uf06e\uf071';
const BULLET = new RegExp(`^(?:[${BULLETS}]|[\\u2013\\u2014\\u2212*\\-](?=\\s|$)|o(?=\\s|$))$`, 'u');
const NUMBER = /^(\(?)(\d{1,3}|[a-z]|[A-Z]|[ivxlc]{2,7}|[IVXLC]{2,7})([.)]|\.\))$/;
const NUMBER_PATH = /^(\d{1,2}(?:\.\d{1,2}){1,5})([.)]?)$/;
const BARE_NUMBER = /^\d{1,2}$/;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** All readings of a label text: `i.` is the letter and the Roman number. Empty when it is no label. */
export function readLabel(text: string): readonly Label[] {
  const trimmed = text.trim();
  if (BULLET.test(trimmed)) return [{ kind: 'bullet', character: trimmed }];
  const [, numbers, end] = NUMBER_PATH.exec(trimmed) ?? [];
  if (numbers !== undefined) return [numberLabel('decimal', numbers.split('.').map(Number), '', end ?? '')];
  const [, prefix, body, suffix] = NUMBER.exec(trimmed) ?? [];
  if (prefix === undefined || body === undefined || suffix === undefined) return [];
  // "3." and "3)" and "(3)", never "(3."
  if (prefix === '(' && suffix === '.') return [];
  if (/^\d/.test(body)) return [numberLabel('decimal', [Number(body)], prefix, suffix)];
  const lower = body === body.toLowerCase();
  const readings: NumberLabel[] = [];
  const roman = romanValue(body.toLowerCase());
  if (roman !== undefined) readings.push(numberLabel(lower ? 'lowerRoman' : 'upperRoman', [roman], prefix, suffix));
  if (body.length === 1) {
    const value = body.toLowerCase().charCodeAt(0) - 96;
    readings.push(numberLabel(lower ? 'lowerLetter' : 'upperLetter', [value], prefix, suffix));
  }
  return readings;
}

/** The number of a heading may stand without any mark: `2 Methods`. */
export function readHeadingLabel(text: string): readonly Label[] {
  const trimmed = text.trim();
  return BARE_NUMBER.test(trimmed) ? [numberLabel('decimal', [Number(trimmed)], '', '')] : readLabel(trimmed);
}

function numberLabel(format: NumberFormat, path: readonly number[], prefix: string, suffix: string): NumberLabel {
  return { kind: 'number', format, path, prefix, suffix };
}

/** Value of a well-formed Roman number below 400; undefined otherwise. */
function romanValue(text: string): number | undefined {
  if (!/^c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(text) || text === '') return undefined;
  let value = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = ROMAN_DIGITS[text[index]!]!;
    value += digit < (ROMAN_DIGITS[text[index + 1] ?? ''] ?? 0) ? -digit : digit;
  }
  return value;
}
