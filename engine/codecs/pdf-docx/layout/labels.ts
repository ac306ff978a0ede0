import { romanNumber } from '../../../content/document/list-numerals.ts';
import { LABELS } from '../thresholds/lists.ts';

const { MAX_READINGS } = LABELS;

/** Dots that lead from an entry of a table of contents to its page. */
export const DOT_LEADER = /(?:\.\s?){4,}|\u2026{2,}/;

export type NumberFormat = 'decimal' | 'ordinal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman';

/** A numbered label: `(3)` is `(`, [3], `)`, and `1.2.` is [1, 2] with the suffix `.`. */
export interface NumberLabel {
  readonly kind: 'number';
  /** Format of the last number. */
  readonly format: NumberFormat;
  /** Formats of the numbers before it: all are decimal where this is absent. */
  readonly parents?: readonly NumberFormat[];
  readonly path: readonly number[];
  readonly prefix: string;
  readonly suffix: string;
}

interface BulletLabel {
  readonly kind: 'bullet';
  readonly character: string;
}

export type Label = NumberLabel | BulletLabel;

/** Bullets, among them the private-use codes that Symbol and Wingdings are mapped to. */
export const BULLETS =
  '\u2022\u25cf\u25aa\u25ab\u25a0\u2588\u25a1\u25e6\u25cb\u2023\u2043\u2219\u00b7\u27a2\u27a4\u2713\u2714\u2756\u25ba\u25b6\u25c6\u2666\u274f\u2751\u25b8\u25b9\u25fc\u25fe\u2b25\u261e\u2717\u2718\u2726\u2727\u274d\u2794\u279c\uf06c\uf06d\uf075\uf077\uf09e\uf09f\uf0a1\uf0ab\uf0b2\uf0e0\uf0f0\uf046\uf0b7\uf0a7\uf0a8\uf0d8\uf0fc\uf076\uf0e8\uf0a2\uf06e\uf071\uf02d';
/** Other signs of symbol fonts are bullets where they stand alone. */
export const SYMBOLS = '\uf021-\uf0ff';
const BULLET = new RegExp(`^(?:[${BULLETS}${SYMBOLS}]|[\\u2013\\u2014\\u2212*\\-](?=\\s|$)|o(?=\\s|$))$`, 'u');
const NUMBER = /^(\(?)(\d{1,3}|[a-z]|[A-Z]|[ivxlc]{2,7}|[IVXLC]{2,7})([.)]|\.\))$/;
export const NUMBER_PATH = /^(\d{1,2}(?:\.\d{1,2}){1,5})([.)]?)$/;
/** Numbers of several formats: `1.a.II`, `A.2` or `1st.3`. */
const MIXED_PATH =
  /^((?:\d{1,2}(?:st|nd|rd|th)?|[A-Z]|[IVXLC]{2,7})(?:\.(?:\d{1,2}|[a-zA-Z]|[ivxlc]{2,7}|[IVXLC]{2,7})){1,5})([.)]?)$/;
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th)$/;
export const BARE_NUMBER = /^\d{1,2}$/;
/** `Section 2` and `Article IV:` name what they number. */
const NAMED_NUMBER = /^(\p{Lu}\p{L}{2,11}\s|§\s?)(\d{1,2}|[A-Z]|[IVXLC]{2,7})([.:]?)$/u;

/** All readings of a label text: `i.` is the letter and the Roman number. Empty when it is no label. */
export function readLabel(text: string): readonly Label[] {
  const trimmed = text.trim();
  if (BULLET.test(trimmed)) return [{ kind: 'bullet', character: trimmed }];
  const [, numbers, end] = NUMBER_PATH.exec(trimmed) ?? [];
  if (numbers !== undefined) return [numberLabel('decimal', numbers.split('.').map(Number), '', end ?? '')];
  const [, mixed, mark] = MIXED_PATH.exec(trimmed) ?? [];
  if (mixed !== undefined && /\d/.test(mixed)) return readMixedPath(mixed.split('.'), mark ?? '');
  if (ORDINAL.test(trimmed)) return readNumber(trimmed).map((number) => labelOf([number], '', ''));
  const [, prefix, body, suffix] = NUMBER.exec(trimmed) ?? [];
  if (prefix === undefined || body === undefined || suffix === undefined) return [];
  // "3." and "3)" and "(3)", never "(3."
  if (prefix === '(' && suffix === '.') return [];
  return readNumber(body).map((number) => labelOf([number], prefix, suffix));
}

/** The number of a heading may be without any mark, `2 Methods`, and behind its name, `Section 2`. */
export function readHeadingLabel(text: string): readonly Label[] {
  const trimmed = text.trim();
  if (BARE_NUMBER.test(trimmed)) return [numberLabel('decimal', [Number(trimmed)], '', '')];
  const [, name, body, suffix] = NAMED_NUMBER.exec(trimmed) ?? [];
  if (name === undefined || body === undefined) return readLabel(trimmed);
  return readNumber(body).map((number) => labelOf([number], name, suffix ?? ''));
}

/** Format of the number of a level. */
export function formatAt({ format, path, parents }: NumberLabel, level: number): NumberFormat {
  return level === path.length - 1 ? format : (parents?.[level] ?? 'decimal');
}

interface ReadNumber {
  readonly format: NumberFormat;
  readonly value: number;
}

/** What one number may mean: the letter `i` is a Roman number as well. */
function readNumber(text: string): ReadNumber[] {
  if (/^\d/.test(text)) return [{ format: /\d$/.test(text) ? 'decimal' : 'ordinal', value: Number.parseInt(text, 10) }];
  const lower = text === text.toLowerCase();
  const readings: ReadNumber[] = [];
  const roman = romanValue(text.toLowerCase());
  if (roman !== undefined) readings.push({ format: lower ? 'lowerRoman' : 'upperRoman', value: roman });
  if (text.length === 1) {
    readings.push({ format: lower ? 'lowerLetter' : 'upperLetter', value: text.toLowerCase().charCodeAt(0) - 96 });
  }
  return readings;
}

function readMixedPath(parts: readonly string[], suffix: string): NumberLabel[] {
  let paths: (readonly ReadNumber[])[] = [[]];
  for (const part of parts) paths = paths.flatMap((path) => readNumber(part).map((number) => [...path, number]));
  return paths.slice(0, MAX_READINGS).map((path) => labelOf(path, '', suffix));
}

function labelOf(numbers: readonly ReadNumber[], prefix: string, suffix: string): NumberLabel {
  const path = numbers.map(({ value }) => value);
  const parents = numbers.slice(0, -1).map(({ format }) => format);
  const label = numberLabel(numbers.at(-1)!.format, path, prefix, suffix);
  return parents.every((format) => format === 'decimal') ? label : { ...label, parents };
}

function numberLabel(format: NumberFormat, path: readonly number[], prefix: string, suffix: string): NumberLabel {
  return { kind: 'number', format, path, prefix, suffix };
}

/** Value of a well-formed Roman number below 400; undefined otherwise. */
function romanValue(text: string): number | undefined {
  if (!/^c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(text) || text === '') return undefined;
  return romanNumber(text);
}
