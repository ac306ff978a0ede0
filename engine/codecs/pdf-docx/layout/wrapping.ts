import { median } from '../../../content/pages/geometry.ts';
import { isBlank } from '../../../content/pages/model.ts';
import { isRtlText } from './bidi.ts';
import type { Area } from './blocks.ts';
import { type Row, textStart } from './rows.ts';
import { WRAPPING } from '../thresholds/paragraphs.ts';

const {
  RAGGED_SHARE,
  MIN_PROSE,
  MIN_FLUSH,
  FLUSH,
  MIN_LEADINGS,
  MIN_RUN_ON_FILL,
  MIN_RUNNING_ON,
  MIN_LISTING,
  MIN_BROKEN_SHARE,
} = WRAPPING;

/** A last word without the end of a sentence; what has other symbols is a formula or code. */
const OPEN_END = /(?:^|\s)["'([\u2018\u201c]*[\p{L}\p{N}][\p{L}\p{N}.'\u2019/-]*(?<!\.)[,)\]"'\u2019\u201d]*$/u;
const LOWER_CASE = /^["'(\u2018\u201c]*\p{Ll}./u;

/** Where the lines of a column wrap. */
export interface Wrapping {
  /** Where they end. */
  readonly right: number;
  /** The right edge of the column: they may all be short. */
  readonly limit: number;
  /** The usual distance of the baselines; 0 where there are too few of them to tell. */
  readonly leading: number;
  /** The right edges of rows in inner blocks, such as quotations, which wrap before the column does. */
  readonly inner: ReadonlyMap<Row, number>;
  /** Where rows begin that hang below the first ones of their paragraphs. */
  readonly hanging: readonly number[];
  /** Room that ragged lines leave behind the next word, in points. */
  readonly raggedness: number;
  /** The rows are those of a listing or of other monospace text that is not set as paragraphs. */
  readonly isListing: boolean;
}

export function wrappingOf(rows: readonly Row[], area: Area): Wrapping {
  const right = rightEdge(rows, area);
  const limit = Math.max(right, area.x1);
  return {
    right,
    limit,
    leading: usualLeading(rows),
    inner: innerEdges(rows, right),
    hanging: hangingEdges(rows),
    raggedness: raggednessOf(rows, right, limit),
    isListing: isTypedListing(rows, right),
  };
}

/** Where lines wrap: where several rows end, else near the edge of the column, which a few short rows do not reach. */
function rightEdge(rows: readonly Row[], area: Area): number {
  const farthest = Math.max(...rows.map(({ x1 }) => x1));
  const reaching = rows.filter((row) => farthest - row.x1 < row.size && mayWrap(row));
  return reaching.length >= 3 ? farthest : Math.max(farthest, area.x1 - RAGGED_SHARE * (area.x1 - area.x0));
}

/** Words and numbers of one length end alike by themselves. */
const mayWrap = ({ segments }: Row): boolean =>
  segments.length > 1 || segments.some(({ text }) => /\S\s+\S|\p{Lo}/u.test(text));

function usualLeading(rows: readonly Row[]): number {
  const leadings = rows.slice(1).map(({ baseline }, index) => baseline - rows[index]!.baseline);
  return leadings.length < MIN_LEADINGS ? 0 : median(leadings);
}

/** Left edges of two rows in a row, below one that begins before them. */
function hangingEdges(rows: readonly Row[]): number[] {
  const hanging = rows.slice(1, -1).filter((row, index) => {
    return row.x0 > rows[index]!.x0 + row.size && Math.abs(rows[index + 2]!.x0 - row.x0) < FLUSH * row.size;
  });
  return hanging.map(({ x0 }) => x0);
}

/** Rows below each other that begin at one edge, and of which most end at another one before that of the column. */
function innerEdges(rows: readonly Row[], right: number): Map<Row, number> {
  const edges = new Map<Row, number>();
  for (const block of blocksOfRows(rows)) {
    const edge = Math.max(...block.map(({ x1 }) => x1));
    const flush = block.filter(({ x0, x1, size }) => edge - x1 < FLUSH * size && x1 - x0 > MIN_PROSE * size);
    if (flush.length < MIN_FLUSH || 2 * flush.length < block.length || edge > right - block[0]!.size) continue;
    for (const row of block) edges.set(row, edge);
  }
  return edges;
}

function blocksOfRows(rows: readonly Row[]): Row[][] {
  const blocks: Row[][] = [];
  for (const row of rows) {
    const above = blocks.at(-1)?.at(-1);
    const isSameBlock =
      above !== undefined && Math.abs(above.x0 - row.x0) < FLUSH * row.size && row.y0 - above.y1 < row.size;
    if (isSameBlock) blocks.at(-1)!.push(row);
    else blocks.push([row]);
  }
  return blocks;
}

/** Whether the next row's first word would have found room in a row: then the row was ended, not wrapped. */
export function isEndedBefore(row: Row, next: Row, { right, limit, inner, raggedness }: Wrapping): boolean {
  const innerEdge = Math.min(inner.get(row) ?? Infinity, inner.get(next) ?? Infinity);
  const room = roomLeft(row, next, Math.min(right, innerEdge));
  if (room <= 0 || !isLong(row, Math.min(limit, innerEdge))) return room > 0;
  return !runsOn(row, next) && (room > raggedness || !mayRunOn(row, next));
}

/** What is left of a row behind the next row's first word, in points. */
const roomLeft = (row: Row, next: Row, edge: number): number =>
  edge - 0.02 * (edge - row.x0) - (row.x1 + firstWordWidth(next) + 0.3 * next.size);

const isLong = (row: Row, edge: number): boolean => row.x1 - row.x0 > MIN_RUN_ON_FILL * (edge - row.x0);

/** How much room the rows of ragged text leave that certainly go on, in points. */
function raggednessOf(rows: readonly Row[], right: number, limit: number): number {
  const rooms = rows.slice(1).flatMap((next, index) => {
    const row = rows[index]!;
    return isLong(row, limit) && runsOn(row, next) ? [roomLeft(row, next, right)] : [];
  });
  return rooms.length < MIN_RUNNING_ON ? 0 : Math.max(0, ...rooms);
}

/** The words go on: no sentence ends, and the next row begins in lower case. Lines of code look like that as well. */
export const runsOn = (row: Row, next: Row): boolean => mayRunOn(row, next) && LOWER_CASE.test(textOfRow(next));

const mayRunOn = (row: Row, next: Row): boolean =>
  OPEN_END.test(textOfRow(row)) && !isMonospaced(row) && !isMonospaced(next);

const textOfRow = ({ segments }: Row): string =>
  segments
    .map(({ text }) => text)
    .join(' ')
    .trim();

/** Lines of monospace text that break where the next word would have found room: they are not set as paragraphs. */
function isTypedListing(rows: readonly Row[], right: number): boolean {
  const typed = rows.filter(isMonospaced);
  if (typed.length < MIN_LISTING) return false;
  const left = Math.min(...typed.map(({ x0 }) => x0));
  const broken = typed.slice(1).filter((row, index) => {
    return typed[index]!.x1 + firstWordWidth(row) + row.size < right - RAGGED_SHARE * (right - left);
  });
  return broken.length >= MIN_BROKEN_SHARE * typed.length;
}

export const isMonospaced = ({ segments }: Row): boolean =>
  segments.every(({ glyphs }) => glyphs.every((glyph) => isBlank(glyph) || glyph.font.monospace));

export function firstWordWidth(row: Row): number {
  const [segment] = row.segments;
  if (!segment) return 0;
  if (segment.glyphs.some(({ text }) => isRtlText(text))) return 3 * segment.size;
  const blank = segment.glyphs.findIndex(isBlank);
  return (blank > 0 ? segment.glyphs[blank - 1]!.x1 : segment.x1) - textStart(row);
}
