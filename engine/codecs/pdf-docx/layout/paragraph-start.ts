import { median } from '../../../content/pages/geometry.ts';
import { PARAGRAPH_START } from '../thresholds/paragraphs.ts';
import type { Area } from './blocks.ts';
import { startsWithCheckBox } from './check-boxes.ts';
import { DOT_LEADER, readLabel } from './labels.ts';
import { decisionBy, noIf, type OrderedRules, yesIf } from './ordered-rules.ts';
import { isBoldRow, type Row, tagOf, textStart } from './rows.ts';
import { textOf } from './spaces.ts';
import { firstWordWidth, isEndedBefore, isMonospaced, runsOn, type Wrapping } from './wrapping.ts';

const {
  CENTRED_ROW_SHARE,
  MIN_CENTRED_ROOM,
  SAME_EDGE,
  MAX_HANGING,
  MAX_FIRST_INDENT,
  MIN_INDENT,
  MIN_LABEL_INDENT,
  SAME_SIZE,
  MAX_MIXED_GROWTH,
  MIN_ENTRY,
  MAX_NAME_GAP,
  MAX_LEADING,
  MAX_WIDE_LEADING,
  SAME_LEADING,
  MAX_LEADING_GROWTH,
  LEADING_SLACK,
} = PARAGRAPH_START;

/** Elements that are one paragraph each. */
const TEXT_ROLES = /^(?:P|H[1-6]?|Title|Caption|LBody)$/;

export interface OpenParagraph {
  readonly rows: Row[];
  readonly leadings: number[];
}

interface ParagraphContext {
  readonly area: Area;
  readonly wrapping: Wrapping;
  /** The row below the pair. */
  readonly below: Row | undefined;
}

/** A row and the one above it, which is the last of a paragraph so far. */
export class RowPair {
  readonly current: OpenParagraph;
  readonly previous: Row;
  readonly row: Row;
  readonly area: Area;
  readonly wrapping: Wrapping;
  readonly leading: number;
  /** Distance of the row below the pair, where there is one. */
  readonly leadingBelow: number | undefined;
  /** The size of the larger one, and by which share of it the sizes differ. */
  readonly size: number;
  readonly growth: number;
  #isShort: boolean | undefined;

  constructor(current: OpenParagraph, previous: Row, row: Row, { area, wrapping, below }: ParagraphContext) {
    this.current = current;
    this.previous = previous;
    this.row = row;
    this.area = area;
    this.wrapping = wrapping;
    this.leading = row.baseline - previous.baseline;
    this.leadingBelow = below && below.baseline - row.baseline;
    this.size = Math.max(row.size, previous.size);
    this.growth = Math.abs(row.size - previous.size) / this.size;
  }

  /** The row above ended before the edge: it did not wrap. */
  get isShort(): boolean {
    return (this.#isShort ??= isEndedBefore(this.previous, this.row, this.wrapping));
  }

  /** The paragraph has rows below its first one. */
  get isLong(): boolean {
    return this.current.rows.length > 1;
  }

  /** The paragraph begins with the label of a list. */
  get isItem(): boolean {
    return this.current.rows[0]!.segments[0]?.label !== undefined;
  }

  /** Where the row should begin if it went on. */
  get expectedLeft(): number {
    return this.isItem && !this.isLong ? textStart(this.current.rows[0]!) : this.previous.x0;
  }
}

const RULES: OrderedRules<RowPair> = {
  farBelow: (pair) => yesIf(pair.leading > MAX_LEADING * pair.size && !isWidelySet(pair)),
  /** One element holds a whole listing, of which each line is a paragraph. */
  tagged: ({ previous, row, wrapping }) => {
    const isApart = isTaggedApart({ previous, row });
    return isApart === false ? isListed({ previous, row, wrapping }) : isApart;
  },
  fartherThanUsual: ({ current: { leadings }, leading }) =>
    yesIf(leadings.length > 0 && leading > median(leadings) * MAX_LEADING_GROWTH + LEADING_SLACK),
  /** A line of its own that fills its column, above a paragraph. */
  fartherThanBelow: ({ isLong, leading, leadingBelow = Infinity, previous, row }) =>
    yesIf(!isLong && leading > leadingBelow * MAX_LEADING_GROWTH + LEADING_SLACK && !runsOn(previous, row)),
  otherSize: ({ growth }) => yesIf(growth > MAX_MIXED_GROWTH),
  inPieces: ({ row }) => yesIf(row.segments.length > 1),
  dotLeader: ({ previous, row }) => yesIf(hasLeader(row) || hasLeader(previous)),
  numbers: ({ previous, row }) => yesIf(areRowsOfNumbers(previous, row)),
  belowPieces: (pair) => (pair.previous.segments.length > 1 ? !goesOnBelow(pair) || pair.isShort : undefined),
  /** Words in bold or larger type may fill a line by chance. */
  otherType: ({ previous, row, growth, isShort }) =>
    yesIf((isBoldRow(row) !== isBoldRow(previous) || growth > SAME_SIZE) && (isShort || !runsOn(previous, row))),
  note: ({ row }) => yesIf(startsNote(row)),
  checkBox: ({ row }) => yesIf(startsWithCheckBox(row.segments[0]!.text)),
  label: (pair) => yesIf(startsItem(pair)),
  centred: (pair) => (isCentred(pair) ? isEndedEarly(pair.previous, pair.row, pair.area) : undefined),
  afterShort: ({ isShort }) => yesIf(isShort),
  indented: (pair) => {
    const { row, previous, wrapping, isLong, isItem, expectedLeft } = pair;
    if (row.x0 <= expectedLeft + MIN_INDENT * row.size || (isItem && !isLong)) return undefined;
    return isLong || !isHangingIndent(previous, row, wrapping.right);
  },
  outdented: ({ row, area, isLong, expectedLeft }) => {
    const outdent = expectedLeft - row.x0;
    if (isLong) return outdent > MIN_INDENT * row.size;
    return outdent > Math.max(MAX_HANGING * row.size, MAX_FIRST_INDENT * (area.x1 - area.x0));
  },
};

/** Whether the lower row begins a new paragraph. */
export const startsParagraph = decisionBy(RULES);

/** Rows of a matrix or of data: no text is so many numbers line by line and nothing else. */
function areRowsOfNumbers(previous: Row, row: Row): boolean {
  const count = numbersIn(row);
  return count > 1 && numbersIn(previous) === count;
}

/** How many numbers a row has; none if it has something else. */
function numbersIn({ segments }: Row): number {
  const words = segments.flatMap(({ text }) => text.trim().split(/\s+/));
  return words.every((word) => /^[-+\u2212]?\d[\d.,]*$/.test(word)) ? words.length : 0;
}

/** A number in running text ("see p.\n12. The") is no label; one after a short line or a fellow item is. */
function startsItem({ row, previous, isShort, isItem }: RowPair): boolean {
  const label = row.segments[0]?.label;
  if (!label) return false;
  const [reading] = readLabel(label.text);
  const isIndented = row.x0 > previous.x0 + MIN_LABEL_INDENT;
  return reading?.kind === 'bullet' || label.apart || isShort || isItem || isIndented;
}

/** Both rows are lines of a listing. */
function isListed({ previous, row, wrapping }: Pick<RowPair, 'previous' | 'row' | 'wrapping'>): boolean {
  return wrapping.isListing && isMonospaced(previous) && isMonospaced(row);
}

/** Indented lines of a listing may have one middle by chance. */
function isCentred(pair: RowPair): boolean {
  const { current, previous, row, area } = pair;
  if (isListed(pair)) return false;
  if (isCentredPair(previous, row) && !hasLeftEdge(current.rows, row)) return true;
  return isCentredIn(area, previous) && isCentredIn(area, row);
}

/**
 * What a tagged PDF says: rows of one paragraph belong together, headings and list items are apart. Other elements may
 * be single lines of one paragraph, so their style decides.
 */
function isTaggedApart({ previous, row }: Pick<RowPair, 'previous' | 'row'>): boolean | undefined {
  const before = tagOf(previous);
  const after = tagOf(row);
  if (!before || !after || previous.segments.length > 1 || row.segments.length > 1) return undefined;
  if (before.block === after.block) return noIf(TEXT_ROLES.test(before.block.role));
  // a line that begins with the label of its item goes on in the item's text
  if (before.listItem && before.listItem === after.listItem && before.block.role === 'Lbl') {
    return noIf(after.block.role === 'LBody');
  }
  const isHeadingEdge = before.heading !== undefined || after.heading !== undefined;
  return yesIf(isHeadingEdge || before.listItem !== after.listItem || before.block.role !== after.block.role);
}

/**
 * All lines are as far apart as in double-spaced text, and the words go on, or the paragraph has done so already. A
 * listing below text is none of it.
 */
function isWidelySet({ current: { leadings }, previous, row, wrapping }: RowPair): boolean {
  const { leading, right, hanging } = wrapping;
  const isUsual = Math.abs(row.baseline - previous.baseline - leading) < SAME_LEADING * leading;
  if (!isUsual || leading > MAX_WIDE_LEADING * row.size || isMonospaced(row) !== isMonospaced(previous)) return false;
  if (leadings.length > 0 || runsOn(previous, row)) return true;
  const isAtEdge = hanging.some((edge) => Math.abs(edge - row.x0) < SAME_EDGE * row.size);
  return isAtEdge && row.x0 > previous.x0 && isHangingIndent(previous, row, right);
}

/**
 * A word, a wide gap and text that goes on below its own beginning, or, when it fills most of the line, below the word:
 * the first lines of an entry with its name.
 */
function goesOnBelow({ previous, row: { x0, size }, area }: RowPair): boolean {
  const [name, text, ...others] = previous.segments;
  if (!name || !text || others.length > 0) return false;
  const isAtStart = (start: number): boolean => Math.abs(start - x0) < SAME_EDGE * size;
  const isLong = text.x1 - text.x0 > MIN_ENTRY * (area.x1 - area.x0) && text.x0 - name.x1 < MAX_NAME_GAP * size;
  return isAtStart(text.x0) || (isLong && isAtStart(name.x0));
}

/** A raised mark and text behind it: the first line of a footnote. */
function startsNote({ segments }: Row): boolean {
  const glyphs = segments[0]?.glyphs ?? [];
  const end = glyphs.findIndex(({ script }) => script !== 'super');
  return end > 0 && /^(?:\d{1,3}|[*\u2020\u2021\u00a7])$/.test(textOf(glyphs.slice(0, end)).trim());
}

/** The second row of a paragraph is to the right of the first, which has no room for its first word. */
function isHangingIndent(first: Row, second: Row, right: number): boolean {
  return (
    first.x1 + firstWordWidth(second) > right - 1.5 * first.size && second.x0 - first.x0 < MAX_HANGING * first.size
  );
}

function isCentredPair(a: Row, b: Row): boolean {
  return Math.abs((a.x0 + a.x1) / 2 - (b.x0 + b.x1) / 2) < 0.5 * b.size && Math.abs(a.x0 - b.x0) > b.size;
}

/** Several rows that begin at one edge are not centred. */
function hasLeftEdge(rows: readonly Row[], next: Row): boolean {
  const edges = [...rows, next].map(({ x0 }) => x0).sort((a, b) => a - b);
  return edges.some((x0, index) => index > 0 && x0 - edges[index - 1]! < SAME_EDGE * next.size);
}

/** Rows of one length show no middle of their own. */
function isCentredIn({ x0, x1 }: Area, row: Row): boolean {
  const before = row.x0 - x0;
  return before > MIN_CENTRED_ROOM * row.size && Math.abs(before - (x1 - row.x1)) < 0.5 * row.size;
}

/** A row with dots that lead to a page number. */
const hasLeader = ({ segments }: Row): boolean => segments.some(({ text }) => DOT_LEADER.test(text));

/** Centred text goes on in the next row when the row is nearly as long as the column. */
function isEndedEarly(row: Row, next: Row, area: Area): boolean {
  return row.x1 - row.x0 + firstWordWidth(next) < CENTRED_ROW_SHARE * (area.x1 - area.x0);
}
