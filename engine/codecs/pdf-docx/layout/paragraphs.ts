import { median, unionOf } from '../../../content/pages/geometry.ts';
import { isBlank } from '../../../content/pages/model.ts';
import { isRtlText } from './bidi.ts';
import type { Alignment, Area, Paragraph } from './blocks.ts';
import { startsWithCheckBox } from './check-boxes.ts';
import { DOT_LEADER, readHeadingLabel, readLabel } from './labels.ts';
import { groupRows, isBoldRow, type Row, tagOf, textStart } from './rows.ts';
import type { Segment } from './segment.ts';
import { textOf } from './spaces.ts';
import { firstWordWidth, isEndedBefore, isMonospaced, runsOn, type Wrapping, wrappingOf } from './wrapping.ts';
import { PARAGRAPHS } from '../thresholds/paragraphs.ts';

const {
  CENTRED_ROW_SHARE,
  MIN_CENTRED_ROOM,
  MANY_ROWS,
  STRETCHED_SPACE,
  SAME_EDGE,
  MAX_HANGING,
  MAX_FIRST_INDENT,
  SAME_SIZE,
  MAX_MIXED_GROWTH,
  MIN_ENTRY,
  MAX_NAME_GAP,
  MAX_LEADING,
  MAX_WIDE_LEADING,
  SAME_LEADING,
} = PARAGRAPHS;

/** Elements that are one paragraph each. */
const TEXT_ROLES = /^(?:P|H[1-6]?|Title|Caption|LBody)$/;

interface OpenParagraph {
  readonly rows: Row[];
  readonly leadings: number[];
}

/** Segments of one column or table cell to paragraphs, from top to bottom. */
export function buildParagraphs(segments: readonly Segment[], area: Area): Paragraph[] {
  const rows = groupRows(segments);
  if (rows.length === 0) return [];
  const wrapping = wrappingOf(rows, area);
  const open: OpenParagraph[] = [];
  rows.forEach((row, index) => {
    const current = open.at(-1);
    const previous = rows[index - 1];
    if (!current || !previous || startsParagraph(current, previous, row, { area, wrapping })) {
      open.push({ rows: [row], leadings: [] });
      return;
    }
    current.leadings.push(row.baseline - previous.baseline);
    current.rows.push(row);
  });
  return open.map(({ rows, leadings }) => measureParagraph(rows, leadings, area));
}

/** Whether `row` begins a new paragraph. */
function startsParagraph(
  current: OpenParagraph,
  previous: Row,
  row: Row,
  { area, wrapping }: { readonly area: Area; readonly wrapping: Wrapping },
): boolean {
  const { rows, leadings } = current;
  const first = rows[0]!;
  const leading = row.baseline - previous.baseline;
  const bigger = Math.max(row.size, previous.size);
  const usual = leadings.length > 0 ? median(leadings) : undefined;
  if (leading > MAX_LEADING * bigger && !isWidelySet(current, previous, row, wrapping)) return true;
  const tagged = isTaggedApart(previous, row);
  // one element holds a whole listing
  if (tagged !== undefined) return tagged || (wrapping.isListing && isMonospaced(previous) && isMonospaced(row));
  if (usual !== undefined && leading > usual * 1.28 + 0.5) return true;
  const growth = Math.abs(row.size - previous.size) / bigger;
  if (growth > MAX_MIXED_GROWTH || row.segments.length > 1) return true;
  if (hasLeader(row) || hasLeader(previous)) return true;
  if (previous.segments.length > 1) return !goesOnBelow(previous, row, area) || isEndedBefore(previous, row, wrapping);
  const isShort = isEndedBefore(previous, row, wrapping);
  // words in bold or larger type may fill a line by chance
  const isOtherType = isBoldRow(row) !== isBoldRow(previous) || growth > SAME_SIZE;
  if (isOtherType && (isShort || !runsOn(previous, row))) return true;

  const isItem = first.segments[0]?.label !== undefined;
  if (startsNote(row) || startsWithCheckBox(row.segments[0]!.text)) return true;
  const label = row.segments[0]?.label;
  if (label) {
    const [reading] = readLabel(label.text);
    // a number in running text ("see p.\n12. The") is no label; one after a short line or a fellow item is
    if (reading?.kind === 'bullet' || label.apart || isShort || isItem || row.x0 > previous.x0 + 3) return true;
  }
  if (
    (isCentredPair(previous, row) && !hasLeftEdge(rows, row)) ||
    (isCentredIn(area, previous) && isCentredIn(area, row))
  )
    return isEndedEarly(previous, row, area);
  if (isShort) return true;
  const expectedLeft = rows.length > 1 ? previous.x0 : isItem ? textStart(first) : previous.x0;
  const indented = row.x0 > expectedLeft + 0.8 * row.size;
  if (indented && (rows.length > 1 || !isItem))
    return rows.length > 1 || !isHangingIndent(previous, row, wrapping.right);
  const outdent = expectedLeft - row.x0;
  if (rows.length > 1) return outdent > 0.8 * row.size;
  return outdent > Math.max(MAX_HANGING * row.size, MAX_FIRST_INDENT * (area.x1 - area.x0));
}

/** All lines stand as far apart as in double-spaced text, and the words go on, or the paragraph has done so already. */
function isWidelySet({ leadings }: OpenParagraph, previous: Row, row: Row, wrapping: Wrapping): boolean {
  const { leading, right, hanging } = wrapping;
  const isUsual = Math.abs(row.baseline - previous.baseline - leading) < SAME_LEADING * leading;
  if (!isUsual || leading > MAX_WIDE_LEADING * row.size) return false;
  if (leadings.length > 0 || runsOn(previous, row)) return true;
  const isAtEdge = hanging.some((edge) => Math.abs(edge - row.x0) < SAME_EDGE * row.size);
  return isAtEdge && row.x0 > previous.x0 && isHangingIndent(previous, row, right);
}

/**
 * A word, a wide gap and text that goes on below its own beginning, or, when it fills most of the line, below the word:
 * the first lines of an entry with its name.
 */
function goesOnBelow({ segments: [name, text, ...others] }: Row, { x0, size }: Row, area: Area): boolean {
  if (!name || !text || others.length > 0) return false;
  const isAtStart = (start: number): boolean => Math.abs(start - x0) < SAME_EDGE * size;
  const isLong = text.x1 - text.x0 > MIN_ENTRY * (area.x1 - area.x0) && text.x0 - name.x1 < MAX_NAME_GAP * size;
  return isAtStart(text.x0) || (isLong && isAtStart(name.x0));
}

/**
 * What a tagged PDF says: rows of one paragraph belong together, headings and list items are apart. Other elements may
 * be single lines of one paragraph, so their look decides.
 */
function isTaggedApart(previous: Row, row: Row): boolean | undefined {
  const before = tagOf(previous);
  const after = tagOf(row);
  if (!before || !after || previous.segments.length > 1 || row.segments.length > 1) return undefined;
  if (before.block === after.block) return TEXT_ROLES.test(before.block.role) ? false : undefined;
  // a line that begins with the label of its item goes on in the item's text
  if (before.listItem && before.listItem === after.listItem && before.block.role === 'Lbl') {
    return after.block.role === 'LBody' ? false : undefined;
  }
  const isHeadingEdge = before.heading !== undefined || after.heading !== undefined;
  return isHeadingEdge || before.listItem !== after.listItem || before.block.role !== after.block.role || undefined;
}

/** A raised mark and text behind it: the first line of a footnote. */
function startsNote({ segments }: Row): boolean {
  const glyphs = segments[0]?.glyphs ?? [];
  const end = glyphs.findIndex(({ script }) => script !== 'super');
  return end > 0 && /^(?:\d{1,3}|[*\u2020\u2021\u00a7])$/.test(textOf(glyphs.slice(0, end)).trim());
}

/** The second row of a paragraph stands to the right of the first, which has no room for its first word. */
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

function measureParagraph(rows: readonly Row[], leadings: readonly number[], area: Area): Paragraph {
  const box = unionOf(rows)!;
  const size = median(rows.map((row) => row.size));
  const first = rows[0]!;
  const label = first.segments[0]?.label;
  const left = rows.length > 1 ? Math.min(...rows.slice(1).map((row) => row.x0)) : textStart(first);
  const text = rows.map(({ segments }) => segments.map((segment) => segment.text).join(' ')).join(' ');
  return {
    kind: 'paragraph',
    ...box,
    rows,
    area,
    size,
    leading: leadings.length > 0 ? median(leadings) : 0,
    align: alignmentOf(rows, box, size, area),
    left,
    firstIndent: rows.length > 1 ? textStart(first) - left : 0,
    ...(label && { label: { ...label, readings: readHeadingLabel(label.text) } }),
    rtl: isMostlyRtl(text),
  };
}

function isMostlyRtl(text: string): boolean {
  let rtl = 0;
  let ltr = 0;
  for (const character of text) {
    if (isRtlText(character)) rtl++;
    else if (/\p{L}/u.test(character)) ltr++;
  }
  return rtl > ltr;
}

function alignmentOf(rows: readonly Row[], box: { x0: number; x1: number }, size: number, area: Area): Alignment {
  const tolerance = 0.35 * size;
  const middles = rows.map((row) => (row.x0 + row.x1) / 2);
  // pieces with tabs between them stand at places of their own
  if (rows.length === 1 && rows[0]!.segments.length > 1) return 'left';
  if (rows.length === 1) return alignmentOfRow(box, size, area);
  // the first row may be indented and the last one short: they do not count where it can be avoided
  const inner = rows.length > 2 ? rows.slice(1, -1) : rows.slice(0, -1);
  const flushRight = inner.every((row) => Math.abs(row.x1 - box.x1) < tolerance + 1);
  const lefts = rows.slice(1).map((row) => row.x0);
  const flushLeft = lefts.every((left) => Math.abs(left - median(lefts)) < tolerance + 1);
  const firstLeft = textStart(rows[0]!);
  const isFlushBlock = rows.length > 2 || Math.abs(firstLeft - lefts[0]!) < tolerance + 1;
  if (flushLeft && (isFlushBlock || !isAroundMiddle(middles, size))) {
    return flushRight && isJustified(rows, area) ? 'both' : 'left';
  }
  if (isAroundMiddle(middles, size)) return 'center';
  return rows.every((row) => Math.abs(row.x1 - box.x1) < tolerance) ? 'right' : 'left';
}

const isAroundMiddle = (middles: readonly number[], size: number): boolean =>
  middles.every((middle) => Math.abs(middle - middles[0]!) < size);

/** Many lines that end at one edge are justified; few may do so by chance unless their spaces are stretched. */
function isJustified(rows: readonly Row[], area: Area): boolean {
  if (rows.length > MANY_ROWS) return true;
  if (!isFull(rows[0]!, area)) return false;
  const spaces = rows.map(meanSpace).filter((space) => space !== undefined);
  return spaces.length > 1 && Math.max(...spaces) - Math.min(...spaces) > STRETCHED_SPACE;
}

/** Mean width of the gaps between the words of a row, in em; undefined for a single word. */
function meanSpace({ segments }: Row): number | undefined {
  let gaps = 0;
  let sum = 0;
  for (const { glyphs, size } of segments) {
    for (let index = 1; index + 1 < glyphs.length; index++) {
      if (!isBlank(glyphs[index]!)) continue;
      gaps++;
      sum += (glyphs[index + 1]!.x0 - glyphs[index - 1]!.x1) / size;
    }
  }
  return gaps > 0 ? sum / gaps : undefined;
}

/** Cells of tables have some room beside their text. */
const isFull = (row: Row, area: Area): boolean => area.x1 - row.x1 < row.size;

function alignmentOfRow({ x0, x1 }: { x0: number; x1: number }, size: number, area: Area): Alignment {
  const width = area.x1 - area.x0;
  const before = x0 - area.x0;
  const after = area.x1 - x1;
  const isCentred = Math.abs(before - after) < 0.04 * width + 3 && before > 1.5 * size && after > 1.5 * size;
  if (isCentred) return 'center';
  return after < 1.2 * size && before > 0.4 * width ? 'right' : 'left';
}
