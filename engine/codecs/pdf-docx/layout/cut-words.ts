import { isBlank } from '../../../content/pages/model.ts';
import type { Paragraph } from './blocks.ts';
import type { Row } from './rows.ts';
import { CUT_WORDS } from '../thresholds/ruled-tables.ts';

const { MAX_PADDING, MIN_WORD, MIN_LONG_WORD } = CUT_WORDS;

/** A consonant that is a word of no language with short words, or the end of a word as the last line. */
const FRAGMENT = /^[bcdfghjlmnpqrtx](?=\s|$)/u;
const LAST_FRAGMENT = /^(?=.?\p{Ll})[\p{Ll}\p{N}]{1,2}$/u;

/** Whether a word that is wider than its cell or column is cut at the end of a row, without a hyphen, and goes on in the next. */
export function isWordCut({ rows, area }: Paragraph, index: number): boolean {
  const [row, next] = [rows[index], rows[index + 1]];
  if (!row || !next || !isLoneWord(row) || next.segments.length > 1) return false;
  const { text, glyphs } = next.segments[0]!;
  const isLast = index + 2 === rows.length;
  const isFragment = FRAGMENT.test(text) || (isLast && LAST_FRAGMENT.test(text));
  if (!isFragment && !isLong(row, rows.slice(index + 1))) return false;
  const padding = Math.min(MAX_PADDING, row.x0 - area.x0);
  return row.x1 + glyphs[0]!.advance > area.x1 - padding;
}

/** A word as long as its line, above a shorter line: lines of one length may be words of one length. */
function isLong(row: Row, below: readonly Row[]): boolean {
  return row.segments[0]!.text.length >= MIN_LONG_WORD && below.some(({ x1 }) => x1 < row.x1 - row.size);
}

function isLoneWord({ segments: [word, ...others] }: Row): boolean {
  if (!word || others.length > 0 || word.text.length < MIN_WORD) return false;
  return !word.glyphs.some(isBlank) && /[\p{L}\p{N}]$/u.test(word.text);
}
