import type { LengthBase } from '../../../content/document/css/lengths.ts';
import { parseFontSize, parseLength } from '../../../content/document/css/lengths.ts';
import type { Declarations } from '../../../content/document/css/declarations.ts';

/** What holds at a place of the page: everything here is in points. */
export interface Scope {
  readonly fontSize: number;
  readonly rootFontSize: number;
  /** Width that a block may take. */
  readonly width: number;
  /** Boxes, lists and cells around this place: Typst lays out no more than 72 within each other. */
  readonly boxes: number;
  /** Elements around this place. */
  readonly depth: number;
  readonly preformatted: boolean;
  readonly transform?: 'uppercase' | 'lowercase' | 'capitalize';
  /** Letters of a word that fit into a line. */
  readonly longestWord: number;
  /** Within a link, another one would be an error. */
  readonly inLink?: true;
}

/** Boxes within each other that are drawn; those further in lose their borders and backgrounds, not their text. */
export const MAX_BOXES = 16;
/** Width of a letter in the size of its text. */
const LETTER_WIDTH = 0.55;

export function startScope(fontSize: number, width: number): Scope {
  return {
    fontSize,
    rootFontSize: fontSize,
    width,
    boxes: 0,
    depth: 0,
    preformatted: false,
    longestWord: wordLength(width, fontSize),
  };
}

/** The scope within an element. */
export function within(scope: Scope, style: Declarations): Scope {
  const fontSize = fontSizeOf(style, scope) ?? scope.fontSize;
  const transform = style.get('text-transform');
  const whiteSpace = style.get('white-space');
  return {
    ...scope,
    depth: scope.depth + 1,
    fontSize,
    preformatted: whiteSpace === undefined ? scope.preformatted : /^(?:pre|break-spaces)/.test(whiteSpace),
    transform:
      transform === 'uppercase' || transform === 'lowercase' || transform === 'capitalize'
        ? transform
        : transform === 'none'
          ? undefined
          : scope.transform,
    longestWord: wordLength(scope.width, fontSize),
  };
}

/** The scope within a box that is so wide inside. */
export function inBox(scope: Scope, width: number): Scope {
  const inner = Math.max(width, scope.fontSize);
  return { ...scope, boxes: scope.boxes + 1, width: inner, longestWord: wordLength(inner, scope.fontSize) };
}

function wordLength(width: number, fontSize: number): number {
  return Math.max(4, Math.floor(width / (fontSize * LETTER_WIDTH)));
}

export function fontSizeOf(style: Declarations, scope: Scope): number | undefined {
  const value = style.get('font-size');
  return value === undefined ? undefined : parseFontSize(value, scope);
}

/** A length of a style in points. */
export function lengthOf(style: Declarations, property: string, scope: Scope, whole?: number): number | undefined {
  const value = style.get(property);
  const base: LengthBase = { fontSize: scope.fontSize, rootFontSize: scope.rootFontSize, whole };
  return value === undefined ? undefined : parseLength(value, base);
}

export function transformed(text: string, { transform }: Scope): string {
  if (transform === 'uppercase') return text.toUpperCase();
  if (transform === 'lowercase') return text.toLowerCase();
  if (transform === 'capitalize') return text.replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());
  return text;
}
