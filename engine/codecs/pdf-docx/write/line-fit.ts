import type { Glyph } from '../../../content/pages/model.ts';
import type { Paragraph } from '../layout/blocks.ts';
import { endsHyphenated } from '../layout/paragraph-text.ts';
import type { Row } from '../layout/rows.ts';
import { type DocumentFonts, extentOf } from './document-fonts.ts';
import { wordsOf as splitWords } from './word-spaces.ts';
import { LINE_FIT } from '../thresholds/writing.ts';

const { MIN_SCALE, MAX_SCALE, SEARCH, USUAL_TOLERANCE, SAFETY, OVERRUN, UNSURE, UNSURE_WEIGHT } = LINE_FIT;

/** Percent. */
const USUAL = 100;

/** How a paragraph is set so that its lines break where the PDF breaks them. */
interface LineFit {
  /** Percent of the usual width of its fonts. */
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
}

/** A word as Word would set it at its usual width. */
interface Word {
  readonly width: number;
  /** Space in front of it; 0 behind a hyphen at which the PDF broke the word. */
  readonly space: number;
  /** Line on which the PDF has it, from 0. */
  readonly line: number;
}

/** Scale at which the written words are as wide as in the PDF, in percent. */
export function measuredScale(rows: readonly Row[], fonts: DocumentFonts): number {
  let source = 0;
  let written = 0;
  for (const { segments } of rows) {
    for (const { glyphs } of segments) {
      for (const word of splitWords(glyphs)) {
        const plain = word.filter((glyph) => !glyph.script);
        if (plain.length < word.length) continue;
        source += extentOf(plain);
        written += fonts.sumWidths(plain);
      }
    }
  }
  return written > 0 ? (100 * source) / written : 100;
}

/**
 * Finds scale and line width for a paragraph by setting it as Word does. Justified text ends at its own right edge,
 * other text may end anywhere between its longest line and the edge of the column.
 */
export function fitLines(paragraph: Paragraph, rows: readonly Row[], room: Room, fonts: DocumentFonts): LineFit {
  const { own, widest } = room;
  const measured = measuredScale(rows, fonts);
  const words = wordsOf(rows, fonts);
  const isUnscaled = rows.every(({ segments }) =>
    segments.every(({ glyphs }) => glyphs.every(({ font }) => fonts.choose(font).stretch === USUAL)),
  );
  const firstIndent = paragraph.label === undefined ? room.firstIndent : 0;
  const widths = paragraph.align === 'both' ? [own] : [widest, own + SAFETY, (own + widest) / 2];
  let best: LineFit = { scale: clampScale(Math.round(measured)), width: widest, cost: Infinity };
  let least = Infinity;
  for (const width of widths) {
    for (const scale of candidateScales(measured)) {
      const setting = { width, firstIndent, scale: scale / 100 };
      const isExact = scale === USUAL && isUnscaled;
      const cost = breakingCost(words, rows.length, setting);
      const expected = isExact ? cost : cost + costAround(words, rows.length, setting);
      if (expected < least) [least, best] = [expected, { scale, width, cost }];
      if (expected === 0) return best;
    }
  }
  return best;
}

/** The usual scale first, then those near the measured one. */
function candidateScales(measured: number): number[] {
  const nearest = Math.round(measured);
  const candidates = Math.abs(USUAL - measured) < USUAL_TOLERANCE ? [USUAL, nearest] : [nearest];
  for (let offset = 1; offset <= SEARCH; offset++) candidates.push(nearest - offset, nearest + offset);
  return [...new Set(candidates.map(clampScale))];
}

function wordsOf(rows: readonly Row[], fonts: DocumentFonts): Word[] {
  const words: Word[] = [];
  let behindHyphen = false;
  let last: Glyph | undefined;
  rows.forEach((row, line) => {
    const glyphs = row.segments.flatMap((segment) => segment.glyphs);
    splitWords(glyphs).forEach((word, index) => {
      const [first] = word as [Glyph];
      const isJoined = last === undefined || (index === 0 && behindHyphen);
      words.push({ width: fonts.sumWidths(word), space: isJoined ? 0 : spaceBetween(last!, first, fonts), line });
      last = word.at(-1);
    });
    behindHyphen = endsHyphenated(row.segments.at(-1)?.text ?? '');
  });
  return words;
}

/** A space has the format of the word before it, unless that alone is monospaced. */
function spaceBetween(before: Glyph, after: Glyph, fonts: DocumentFonts): number {
  return fonts.spaceWidth(before.font.monospace ? after : before);
}

/** Programs scale letters only roughly: what it costs when they come out a little narrower or wider. */
function costAround(words: readonly Word[], lines: number, setting: Setting): number {
  const costAt = (by: number): number => breakingCost(words, lines, { ...setting, scale: setting.scale * by });
  return UNSURE_WEIGHT * (costAt(1 - UNSURE) + costAt(1 + UNSURE));
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
export function fitSingleLine(row: Row, widest: number, fonts: DocumentFonts): number {
  const natural = fonts.sumWidths(row.segments.flatMap((segment) => segment.glyphs));
  const fitting = Math.floor((100 * (widest - SAFETY)) / Math.max(1, natural));
  return Math.max(MIN_SCALE, Math.min(scaleOfLine(row, fonts), fitting));
}

/** Scale at which the words of a line are about as wide as in the PDF: the usual one where it comes close. */
export function scaleOfLine(row: Row, fonts: DocumentFonts): number {
  const measured = Math.round(measuredScale([row], fonts));
  return Math.abs(measured - USUAL) < USUAL_TOLERANCE ? USUAL : clampScale(measured);
}

function clampScale(scale: number): number {
  return Math.max(MIN_SCALE, Math.min(MAX_SCALE, scale));
}
