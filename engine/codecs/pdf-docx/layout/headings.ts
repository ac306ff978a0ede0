import { median } from '../../../content/pages/geometry.ts';
import { isBlank } from '../../../content/pages/model.ts';
import type { Block, Paragraph } from './blocks.ts';
import { type BodyStyle, roundSize } from './document-style.ts';
import { decisionBy, noIf, type OrderedRules } from './ordered-rules.ts';
import { textOfParagraph } from './paragraph-text.ts';
import { isBoldRow, tagOf } from './rows.ts';
import type { HeadingLevel } from './segment.ts';
import { isMonospaced } from './wrapping.ts';
import { HEADINGS } from '../thresholds/headings.ts';

const {
  MIN_GROWTH,
  MIN_OUTLINED_SHARE,
  MAX_ROWS,
  MAX_LENGTH,
  MAX_SIZE_LEVELS,
  MAX_SENTENCE_SHARE,
  MAX_TEXT_SHARE,
  MAX_MEAN_LENGTH,
  MAX_BOLD_SHARE,
  MAX_BOLD_ROWS,
  MIN_BOLD_SIZE,
  MAX_BOLD_LENGTH,
  MIN_BOLD_LENGTH,
  MAX_CODE_GAP,
} = HEADINGS;

/** Finds headings by tags, by the outline of the document (`outlined`), by size, then by bold type, in the paragraphs of the flow (not of tables) in reading order. */
export function findHeadings(
  blocks: readonly Block[],
  body: BodyStyle,
  outlined: ReadonlyMap<Paragraph, HeadingLevel> = new Map(),
): Map<Paragraph, HeadingLevel> {
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph');
  const tagged = taggedHeadings(paragraphs);
  if (tagged.size > 0) {
    // pages that the tags do not describe are judged by their style
    const others = [...headingsByStyle(paragraphs, body)].filter(([paragraph]) => tagOf(paragraph) === undefined);
    return new Map([...others, ...tagged]);
  }
  const found = headingsByStyle(paragraphs, body);
  const isComplete = outlined.size > 0 && outlined.size > MIN_OUTLINED_SHARE * found.size;
  return new Map([...[...found].filter(([, level]) => !isComplete || level === 0), ...outlined]);
}

function headingsByStyle(paragraphs: readonly Paragraph[], body: BodyStyle): Map<Paragraph, HeadingLevel> {
  const headings = new Map<Paragraph, HeadingLevel>();
  const large = withoutTextSizes(
    paragraphs.filter((paragraph) => isLargeHeading(paragraph, body)),
    paragraphs,
  );
  const sizes = distinctSizes(large);
  const hasTitle = isTitle(large, paragraphs, sizes);
  for (const paragraph of large) {
    const rank = sizes.findIndex((size) => paragraph.size > size * 0.96);
    const level = Math.min(MAX_SIZE_LEVELS, Math.max(0, rank) + (hasTitle ? 0 : 1));
    headings.set(paragraph, level as HeadingLevel);
  }
  const boldLines = paragraphs.filter((paragraph, index) =>
    isBoldHeading({ paragraph, previous: paragraphs[index - 1], next: paragraphs[index + 1], body }),
  );
  const level = Math.min(6, sizes.length + (hasTitle ? 0 : 1)) || 1;
  for (const paragraph of markedByBold(boldLines, paragraphs, body)) {
    if (!headings.has(paragraph)) headings.set(paragraph, level as HeadingLevel);
  }
  return headings;
}

/** The bold lines that are headings; where many lines are bold, those that are larger than the text as well. */
function markedByBold(
  boldLines: readonly Paragraph[],
  { length }: readonly Paragraph[],
  body: BodyStyle,
): readonly Paragraph[] {
  const areFew = (lines: readonly Paragraph[]): boolean => lines.length <= Math.max(1, MAX_BOLD_SHARE * length);
  if (areFew(boldLines)) return boldLines;
  const larger = boldLines.filter(({ size }) => roundSize(size) > body.size);
  return areFew(larger) ? larger : [];
}

/** Headings that a tagged PDF declares: it knows better than any look at sizes. */
function taggedHeadings(paragraphs: readonly Paragraph[]): Map<Paragraph, HeadingLevel> {
  const headings = new Map<Paragraph, HeadingLevel>();
  for (const paragraph of paragraphs) {
    const level = tagOf(paragraph)?.heading;
    if (level !== undefined) headings.set(paragraph, level);
  }
  return headings;
}

function isLargeHeading(paragraph: Paragraph, body: BodyStyle): boolean {
  if (roundSize(paragraph.size) < body.size * MIN_GROWTH || paragraph.rows.length > MAX_ROWS) return false;
  if (letterSize(paragraph) < body.size * MIN_GROWTH) return false;
  const text = textOfParagraph(paragraph);
  if (text.length > MAX_LENGTH || !/\p{L}{2}/u.test(text)) return false;
  return !isBulleted(paragraph);
}

/** Size of most letters of a piece, the largest: brackets and signs of formulas may be larger, and rows are as large as these. */
function letterSize({ rows }: Paragraph): number {
  const sizes = rows.flatMap(({ segments }) =>
    segments.map(({ glyphs }) => {
      const letters = glyphs.filter(({ text }) => /\p{L}/u.test(text));
      return letters.length === 0 ? 0 : median(letters.map(({ size }) => size));
    }),
  );
  return roundSize(Math.max(...sizes));
}

/**
 * Leaves out sizes in which running text is set as well: a document may use two sizes of text, and the one with less
 * of it is no heading.
 */
function withoutTextSizes(large: readonly Paragraph[], paragraphs: readonly Paragraph[]): Paragraph[] {
  const total = paragraphs.reduce((sum, paragraph) => sum + textOfParagraph(paragraph).length, 0);
  const bySize = Map.groupBy(paragraphs, ({ size }) => roundSize(size));
  return large.filter(({ size }) => {
    const fellows = bySize.get(roundSize(size)) ?? [];
    const sentences = fellows.filter((paragraph) => isSentence(paragraph)).length;
    const length = fellows.reduce((sum, paragraph) => sum + textOfParagraph(paragraph).length, 0);
    const isText = sentences > MAX_SENTENCE_SHARE * fellows.length && fellows.length > 2;
    const isLong = length > MAX_TEXT_SHARE * total && length > MAX_MEAN_LENGTH * fellows.length;
    return !isText && !isLong;
  });
}

function isSentence(paragraph: Paragraph): boolean {
  const text = textOfParagraph(paragraph).trim();
  return text.length > 40 && /[.;,:]$/.test(text);
}

function isBulleted({ label }: Paragraph): boolean {
  return label?.readings[0]?.kind === 'bullet';
}

/** Sizes from the largest, those within 4 % taken together. */
function distinctSizes(paragraphs: readonly Paragraph[]): number[] {
  const sizes = [...new Set(paragraphs.map(({ size }) => size))].sort((a, b) => b - a);
  return sizes.filter((size, index) => index === 0 || size < sizes[index - 1]! * 0.96);
}

/** The largest text is a title when it is once, before everything else, and smaller headings follow. */
function isTitle(large: readonly Paragraph[], paragraphs: readonly Paragraph[], sizes: readonly number[]): boolean {
  if (sizes.length < 2) return false;
  const largest = large.filter(({ size }) => size > sizes[0]! * 0.96);
  return largest.length === 1 && paragraphs.indexOf(largest[0]!) <= 2;
}

/** A paragraph, and those above and below it. */
interface BoldCandidate {
  readonly paragraph: Paragraph;
  readonly previous: Paragraph | undefined;
  readonly next: Paragraph | undefined;
  readonly body: BodyStyle;
}

const BOLD_HEADING: OrderedRules<BoldCandidate> = {
  ofManyLines: ({ paragraph }) => noIf(paragraph.rows.length > MAX_BOLD_ROWS),
  small: ({ paragraph, body }) => noIf(paragraph.size < body.size * MIN_BOLD_SIZE),
  bulleted: ({ paragraph }) => noIf(isBulleted(paragraph)),
  atTheRight: ({ paragraph }) => noIf(paragraph.align === 'right'),
  light: ({ paragraph }) => noIf(!paragraph.rows.every(isBoldRow)),
  inPieces: ({ paragraph }) => noIf(paragraph.rows.some(({ segments }) => segments.length > 1)),
  /** The last line of a listing stands above text as a title does. */
  ofListing: ({ paragraph, previous }) => noIf(previous !== undefined && isBelowCode(previous, paragraph)),
  noTitle: ({ paragraph }) => {
    const text = textOfParagraph(paragraph).trim();
    const isUnfit = text.length > MAX_BOLD_LENGTH || text.length < MIN_BOLD_LENGTH;
    return noIf(isUnfit || /[.;,]$/.test(text) || !/^[\p{L}\d(]/u.test(text) || !/\p{L}{2}/u.test(text));
  },
  aboveText: ({ next }) => next !== undefined && !isBold(next),
};

/** A bold line of body size that stands alone above text which is not bold. */
const isBoldHeading = decisionBy(BOLD_HEADING);

/** Whether two paragraphs are lines of code, one close below the other. */
function isBelowCode(above: Paragraph, below: Paragraph): boolean {
  const gap = below.y0 - above.y1;
  return (
    [above, below].every(({ rows }) => rows.every(isMonospaced)) && gap < MAX_CODE_GAP * below.size && gap > -below.size
  );
}

const isBold = ({ rows }: Paragraph): boolean =>
  rows.every(({ segments }) =>
    segments.every(({ glyphs }) => glyphs.every((glyph) => isBlank(glyph) || glyph.font.bold)),
  );
