import type { Box } from '../geometry.ts';
import { isBlank } from '../page-model.ts';
import { type Segment, type SegmentLabel, textOf } from './segments.ts';

export type NumberFormat = 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman';

/** A numbered label as `prefix`, value, `suffix`: `(3)` is `(`, 3, `)`. */
export interface NumberLabel {
  readonly kind: 'number';
  readonly format: NumberFormat;
  readonly value: number;
  readonly prefix: string;
  readonly suffix: string;
}

export interface BulletLabel {
  readonly kind: 'bullet';
  readonly character: string;
}

export type Label = NumberLabel | BulletLabel;

/** Bullets, among them the private-use codes that Symbol and Wingdings are mapped to. */
const BULLETS =
  '\u2022\u25cf\u25aa\u25ab\u25a0\u2588\u25a1\u25e6\u25cb\u2023\u2043\u2219\u00b7\u27a2\u27a4\u2713\u2714\u2756\u25ba\u25b6\u25c6\u2666\u274f\u2751\uf0b7\uf0a7\uf0a8\uf0d8\uf0fc\uf076\uf0e8\uf0a2\uf06e\uf071';
const BULLET = new RegExp(`^(?:[${BULLETS}]|[\\u2013\\u2014\\u2212*\\-](?=\\s|$)|o(?=\\s|$))$`, 'u');
const LEADING_BULLET = new RegExp(`^(?:[${BULLETS}]|[\\u2013\\u2014\\u2212*\\-](?=\\s)|o(?=\\s{2}))\\s*`, 'u');
const NUMBER = /^(\(?)(\d{1,3}|[a-z]|[A-Z]|[ivxlc]{2,7}|[IVXLC]{2,7})([.)]|\.\))$/;
const LEADING_NUMBER = /^(\(?(?:\d{1,3}|[a-zA-Z]|[ivxlc]{2,7}|[IVXLC]{2,7})(?:\.\)|[.)]))\s+(?=\S)/;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** How far a label may stand in front of its text, in em of the text. */
const MAX_LABEL_GAP = 5;

/** All readings of a label text: `i.` is the letter and the Roman number. Empty when it is no label. */
export function readLabel(text: string): readonly Label[] {
  const trimmed = text.trim();
  if (BULLET.test(trimmed)) return [{ kind: 'bullet', character: trimmed }];
  const [, prefix, body, suffix] = NUMBER.exec(trimmed) ?? [];
  if (prefix === undefined || body === undefined || suffix === undefined) return [];
  // "3." and "3)" and "(3)", never "(3."
  if (prefix === '(' && suffix === '.') return [];
  const reading = (format: NumberFormat, value: number): NumberLabel => ({
    kind: 'number',
    format,
    value,
    prefix,
    suffix,
  });
  if (/^\d/.test(body)) return [reading('decimal', Number(body))];
  const lower = body === body.toLowerCase();
  const readings: NumberLabel[] = [];
  const roman = romanValue(body.toLowerCase());
  if (roman !== undefined) readings.push(reading(lower ? 'lowerRoman' : 'upperRoman', roman));
  if (body.length === 1) {
    readings.push(reading(lower ? 'lowerLetter' : 'upperLetter', body.toLowerCase().charCodeAt(0) - 96));
  }
  return readings;
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

/**
 * Gives segments their list labels. Word and LibreOffice write a label as a piece of its own, far from its text; it is
 * joined here, before tables and tabs are looked for. A label at the start of a running text is split off; whether it
 * is one of a list is decided when its neighbours are known. `isWalled` tells whether a rule stands between two pieces.
 */
export function joinLabels(segments: readonly Segment[], isWalled: (label: Box, text: Box) => boolean): Segment[] {
  const result: Segment[] = [];
  const lines = Map.groupBy(segments, ({ baseline }) => baseline);
  for (const line of lines.values()) {
    const sorted = line.toSorted((a, b) => a.x0 - b.x0);
    for (let index = 0; index < sorted.length; index++) {
      const segment = sorted[index]!;
      const text = sorted[index + 1];
      const isLabel = readLabel(segment.text).length > 0;
      if (text && isLabel && belongsTo(segment, text, sorted[index + 2]) && !isWalled(segment, text)) {
        result.push(withLabel(segment, text));
        index++;
      } else {
        result.push(splitLeadingLabel(segment));
      }
    }
  }
  return result;
}

function belongsTo(label: Segment, text: Segment, next: Segment | undefined): boolean {
  if (text.x0 - label.x1 > MAX_LABEL_GAP * text.size) return false;
  const [reading] = readLabel(label.text);
  if (reading?.kind === 'bullet' && !/^[-\u2013\u2014\u2212]$/.test(label.text)) return true;
  // a number in front of several pieces is the first cell of a table row
  if (!next || readLabel(next.text).length > 0) return true;
  return next.x0 - text.x1 > 1.5 * text.size && text.x1 - text.x0 > 8 * text.size;
}

function withLabel(label: Segment, text: Segment): Segment {
  return {
    ...text,
    x0: label.x0,
    y0: Math.min(label.y0, text.y0),
    y1: Math.max(label.y1, text.y1),
    label: labelOf(label, label.glyphs, text.x0, true),
  };
}

function labelOf(box: Box, glyphs: Segment['glyphs'], textX0: number, apart: boolean): SegmentLabel {
  const { x0, y0, x1, y1 } = box;
  return { x0, y0, x1, y1, glyphs, text: textOf(glyphs).trim(), textX0, apart };
}

function splitLeadingLabel(segment: Segment): Segment {
  const match = LEADING_BULLET.exec(segment.text) ?? LEADING_NUMBER.exec(segment.text);
  if (!match || match[0].length >= segment.text.length) return segment;
  if (readLabel(match[0]).length === 0) return segment;
  let characters = 0;
  const end = segment.glyphs.findIndex((glyph) => {
    characters += glyph.text.length;
    return characters >= match[0].length;
  });
  const glyphs = segment.glyphs.slice(end + 1);
  const first = glyphs.find((glyph) => !isBlank(glyph));
  if (!first || characters !== match[0].length) return segment;
  const labelGlyphs = segment.glyphs.slice(0, end + 1);
  const ink = labelGlyphs.filter((glyph) => !isBlank(glyph));
  const box = { x0: segment.x0, y0: segment.y0, x1: Math.max(...ink.map((glyph) => glyph.x1)), y1: segment.y1 };
  const apart = first.x0 - box.x1 > 0.6 * segment.size;
  return { ...segment, glyphs, text: textOf(glyphs), label: labelOf(box, labelGlyphs, first.x0, apart) };
}

/** Text with its label, as it stands on the page. */
export function fullText(segment: Segment): string {
  return segment.label ? `${segment.label.text} ${segment.text}` : segment.text;
}
