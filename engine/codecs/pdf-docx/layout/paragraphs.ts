import { median, unionOf } from '../../../content/pages/geometry.ts';
import { alignmentOf } from './alignment.ts';
import { isRtlText } from './bidi.ts';
import type { Area, Paragraph } from './blocks.ts';
import { readHeadingLabel } from './labels.ts';
import { type OpenParagraph, RowPair, startsParagraph } from './paragraph-start.ts';
import { groupRows, type Row, textStart } from './rows.ts';
import type { Segment } from './segment.ts';
import { wrappingOf } from './wrapping.ts';
import { FLOW } from '../thresholds/paragraphs.ts';

const { SINGLE_LEADING } = FLOW;

/** Segments of one column or table cell to paragraphs, from top to bottom. */
export function buildParagraphs(segments: readonly Segment[], area: Area): Paragraph[] {
  const rows = groupRows(segments);
  if (rows.length === 0) return [];
  const wrapping = wrappingOf(rows, area);
  const open: OpenParagraph[] = [];
  rows.forEach((row, index) => {
    const current = open.at(-1);
    const previous = rows[index - 1];
    const context = { area, wrapping, below: rows[index + 1] };
    if (!current || !previous || startsParagraph(new RowPair(current, previous, row, context))) {
      open.push({ rows: [row], leadings: [] });
      return;
    }
    current.leadings.push(row.baseline - previous.baseline);
    current.rows.push(row);
  });
  return open.map(({ rows: own, leadings }, index) => {
    const around = [open[index - 1]?.rows.at(-1), own[0]!, open[index + 1]?.rows[0]];
    return measureParagraph(own, leadings.length > 0 ? leadings : closeLeadings(around), area);
  });
}

/** The distances of a line from those above and below it, where these are closer than lines usually are. */
function closeLeadings([above, line, below]: readonly (Row | undefined)[]): number[] {
  const distances = [above && line!.baseline - above.baseline, below && below.baseline - line!.baseline];
  const isClose = (distance: number): boolean => distance > 0 && distance < line!.size * SINGLE_LEADING;
  return distances.flatMap((distance) => (distance !== undefined && isClose(distance) ? distance : []));
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
