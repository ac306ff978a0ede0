import { type Glyph, isBlank } from '../../../content/pages/model.ts';
import type { Paragraph } from '../layout/blocks.ts';
import { endsHyphenated } from '../layout/paragraph-text.ts';
import type { Row } from '../layout/rows.ts';
import { sumWidths, writtenWidth } from './text-width.ts';
import { LINE_FIT } from '../thresholds/writing.ts';

const { MIN_SCALE, MAX_SCALE, SEARCH, USUAL_SPACE, USUAL_TOLERANCE, SAFETY, OVERRUN } = LINE_FIT;

/** How a paragraph is set so that its lines break where the PDF breaks them. */
interface LineFit {
  /** Percent of the natural width of the glyphs. */
  readonly scale: number;
  /** Width of the lines in points, from the left indent to the right one. */
  readonly width: number;
  /** How badly the lines will break, as far as can be foreseen; below 1 their number is right. */
  readonly cost: number;
}

/** Where a paragraph may be. */
interface Room {
  /** Width that its lines take. */
  readonly own: number;
  /** Width up to the edge of the column. */
  readonly widest: number;
  /** Indent of the first line beyond the others. */
  readonly firstIndent: number;
  /** Scale of the paragraph's style, in percent. */
  readonly usualScale: number;
}

/** A word as Word would set it at 100 %. */
interface Word {
  readonly width: number;
  /** Space in front of it; 0 behind a hyphen at which the PDF broke the word. */
  readonly space: number;
  /** Line on which the PDF has it, from 0. */
  readonly line: number;
}

/**
 * Scale at which the written words are as wide as in the PDF, in percent. Words are measured from end to end, so that
 * letter spacing and kerning count.
 */
export function measuredScale(rows: readonly Row[]): number {
  let source = 0;
  let written = 0;
  for (const { segments } of rows) {
    for (const { glyphs } of segments) {
      for (const word of splitWords(glyphs)) {
        const plain = word.filter((glyph) => !glyph.script);
        if (plain.length < word.length) continue;
        source += Math.max(...plain.map(({ x1 }) => x1)) - Math.min(...plain.map(({ x0 }) => x0));
        written += sumWidths(plain);
      }
    }
  }
  return written > 0 ? (100 * source) / written : 100;
}

/** Runs of glyphs without spaces. */
function splitWords(glyphs: readonly Glyph[]): Glyph[][] {
  const words: Glyph[][] = [];
  let isOpen = false;
  for (const glyph of glyphs) {
    if (isBlank(glyph)) isOpen = false;
    else if (isOpen) words.at(-1)!.push(glyph);
    else {
      words.push([glyph]);
      isOpen = true;
    }
  }
  return words;
}

/**
 * Finds scale and line width for a paragraph by setting it as Word does. Justified text ends at its own right edge,
 * other text may end anywhere between its longest line and the edge of the column.
 */
export function fitLines(paragraph: Paragraph, rows: readonly Row[], room: Room): LineFit {
  const { own, widest, usualScale } = room;
  const measured = measuredScale(rows);
  const words = wordsOf(rows);
  const firstIndent = paragraph.label === undefined ? room.firstIndent : 0;
  const widths = paragraph.align === 'both' ? [own] : [widest, own + SAFETY, (own + widest) / 2];
  let best: LineFit = { scale: clampScale(Math.round(measured)), width: widest, cost: Infinity };
  for (const width of widths) {
    for (const scale of candidateScales(measured, usualScale)) {
      const cost = breakingCost(words, rows.length, { width, firstIndent, scale: scale / 100 });
      if (cost < best.cost) best = { scale, width, cost };
      if (cost === 0) return best;
    }
  }
  return best;
}

/** The style's own scale first, then those near the measured one. */
function candidateScales(measured: number, usual: number): number[] {
  const nearest = Math.round(measured);
  const candidates = Math.abs(usual - measured) < USUAL_TOLERANCE ? [usual, nearest] : [nearest];
  for (let offset = 1; offset <= SEARCH; offset++) candidates.push(nearest - offset, nearest + offset);
  return [...new Set(candidates.map(clampScale))];
}

function wordsOf(rows: readonly Row[]): Word[] {
  const words: Word[] = [];
  let behindHyphen = false;
  rows.forEach((row, line) => {
    const space = spaceWidth(row);
    const glyphs = row.segments.flatMap((segment) => segment.glyphs);
    splitWords(glyphs).forEach((word, index) => {
      words.push({ width: sumWidths(word), space: index === 0 && behindHyphen ? 0 : space, line });
    });
    behindHyphen = endsHyphenated(row.segments.at(-1)?.text ?? '');
  });
  return words;
}

function spaceWidth(row: Row): number {
  const space = row.segments.flatMap(({ glyphs }) => glyphs).find(isBlank);
  return space ? writtenWidth(space) : USUAL_SPACE * row.size;
}

interface Setting {
  readonly width: number;
  readonly firstIndent: number;
  /** 1 is the natural width. */
  readonly scale: number;
}

/** Sets the words line by line; counts lines too many or too few, then words on a wrong line as a share of all. */
function breakingCost(words: readonly Word[], lines: number, { width, firstIndent, scale }: Setting): number {
  let line = 0;
  let used = firstIndent;
  let isLineStart = true;
  let misplaced = 0;
  for (const word of words) {
    const own = word.width * scale;
    const needed = isLineStart ? own : own + word.space * scale;
    if (!isLineStart && used + needed > width + OVERRUN) {
      line++;
      used = own;
    } else {
      used += needed;
    }
    isLineStart = false;
    if (line !== word.line) misplaced++;
  }
  return Math.abs(line + 1 - lines) * 10 + misplaced / Math.max(1, words.length);
}

/** A single line: about as wide as in the PDF, and never wider than its room. */
export function fitSingleLine(row: Row, { widest, usualScale }: Pick<Room, 'widest' | 'usualScale'>): number {
  const natural = sumWidths(row.segments.flatMap((segment) => segment.glyphs));
  const fitting = Math.floor((100 * (widest - SAFETY)) / Math.max(1, natural));
  return Math.max(MIN_SCALE, Math.min(scaleOfLine(row, usualScale), fitting));
}

/** Scale at which the words of a line are about as wide as in the PDF: that of its style where it comes close. */
export function scaleOfLine(row: Row, usualScale: number): number {
  const measured = Math.round(measuredScale([row]));
  return Math.abs(measured - usualScale) < USUAL_TOLERANCE ? usualScale : clampScale(measured);
}

function clampScale(scale: number): number {
  return Math.max(MIN_SCALE, Math.min(MAX_SCALE, scale));
}
