import { groupRows, type Row } from './rows.ts';
import type { Segment } from './segment.ts';
import { HEADER_ONLY_PAGES, RUNNING_TITLES } from '../thresholds/pages.ts';

const { MIN_PAGES, MARGIN, BOTTOM_ZONE, MIN_GAP, MAX_BLOCK } = HEADER_ONLY_PAGES;
const { SAME_HEIGHT, MAX_MARGINAL_SIZE } = RUNNING_TITLES;

interface PageText {
  readonly height: number;
  readonly segments: readonly Segment[];
}

/** The lines at the head of a page, close together, and whether the page has other text but at its foot. */
interface Head {
  readonly rows: readonly Row[];
  readonly foot: readonly Row[];
  readonly isAlone: boolean;
}

/**
 * Lines at the heads of pages which are headers though no two pages share them: they begin at one place in the margin, above
 * the text of a page or as all that their page has. Headers of first, even and odd pages with an empty page among them
 * are no more alike. What then is at the foot of an empty page is a footer.
 */
export function headerOnlyPages(pages: readonly PageText[]): ReadonlySet<Segment> {
  const none: ReadonlySet<Segment> = new Set();
  if (pages.length < MIN_PAGES) return none;
  const heads = pages.map(headOf);
  const [first] = heads[0]?.rows ?? [];
  if (!first || heads.every(({ isAlone }) => isAlone) || !heads.some(({ isAlone }) => isAlone)) return none;
  const isHeader = ({ rows: [row] }: Head): boolean =>
    row !== undefined && Math.abs(row.baseline - first.baseline) < SAME_HEIGHT && row.size <= MAX_MARGINAL_SIZE;
  if (!heads.every(isHeader)) return none;
  return new Set(heads.flatMap(({ rows, foot }) => [...rows, ...foot].flatMap(({ segments }) => segments)));
}

/** Without rows where the lines at the head of the page may be its text. */
function headOf({ height, segments }: PageText): Head {
  const rows = groupRows(segments);
  const isBelow = (row: Row): boolean => row.y0 > (1 - BOTTOM_ZONE) * height;
  const gap = rows.findIndex((row, index) => index > 0 && row.y0 - rows[index - 1]!.y1 > MIN_GAP * row.size);
  const block = rows.slice(0, gap < 0 ? rows.length : gap);
  const others = rows.slice(block.length);
  const isAlone = others.every(isBelow);
  const end = isAlone ? MAX_BLOCK : MARGIN;
  const isHead = block.length > 0 && block[0]!.y1 < MARGIN * height && block.at(-1)!.y1 < end * height;
  return { rows: isHead ? block : [], foot: isAlone ? others : [], isAlone };
}
