import { type Box, heightOf, overlapX, overlapY, unionOf } from '../../../content/pages/geometry.ts';
import { isBlank } from '../../../content/pages/model.ts';
import type { BlockTag, Segment } from './segment.ts';
import { ROWS } from '../thresholds/lines.ts';

const { SAME_ROW, MIN_BESIDE } = ROWS;

export const { MAX_ALIGNED } = ROWS;

/** Segments that are on one line of a column, from left to right. */
export interface Row extends Box {
  readonly baseline: number;
  readonly size: number;
  readonly segments: readonly Segment[];
}

export function groupRows(segments: readonly Segment[]): Row[] {
  const groups: Segment[][] = [];
  for (const segment of segments.toSorted((a, b) => a.baseline - b.baseline)) {
    const first = groups.at(-1)?.[0];
    const tolerance = first ? SAME_ROW * Math.min(first.size, segment.size) : 0;
    if (first && Math.abs(first.baseline - segment.baseline) < tolerance) groups.at(-1)!.push(segment);
    else groups.push([segment]);
  }
  return groups.map(rowOf);
}

export function rowOf(segments: readonly Segment[]): Row {
  const sorted = segments.toSorted((a, b) => a.x0 - b.x0);
  const tallest = segments.reduce((a, b) => (b.size > a.size ? b : a));
  return { ...unionOf(sorted)!, baseline: tallest.baseline, size: tallest.size, segments: sorted };
}

/** Rows that are beside each other on baselines of their own, as large and small type does, as one. */
export function joinSideBySide(rows: readonly Row[]): Row[] {
  return rows.reduce<Row[]>((joined, row) => {
    const above = joined.at(-1);
    const isBeside =
      above !== undefined &&
      overlapY(above, row) > MIN_BESIDE * Math.min(heightOf(above), heightOf(row)) &&
      row.segments.every((segment) => above.segments.every((other) => overlapX(segment, other) <= 0));
    return isBeside ? [...joined.slice(0, -1), rowOf([...above.segments, ...row.segments])] : [...joined, row];
  }, []);
}

/** What a tagged PDF says about the first text of a row or paragraph. */
export function tagOf(text: Row | { readonly rows: readonly Row[] }): BlockTag | undefined {
  const row = 'rows' in text ? text.rows[0] : text;
  return row?.segments[0]?.tag;
}

export function isBoldRow(row: Row): boolean {
  return row.segments.every(({ glyphs }) => glyphs.every((glyph) => isBlank(glyph) || glyph.font.bold));
}

/** Left edge of a row's text behind its list label. */
export function textStart(row: Row): number {
  const [first] = row.segments;
  return first?.label?.textX0 ?? row.x0;
}

/** Share of the rows of the shorter side that are on the line of a row of the other. */
export function alignedShare(a: readonly Row[], b: readonly Row[]): number {
  const [few, many] = a.length < b.length ? [a, b] : [b, a];
  const baselines = many.map(({ baseline }) => baseline);
  const aligned = few.filter((row) => baselines.some((y) => Math.abs(y - row.baseline) < 0.15 * row.size));
  return aligned.length / few.length;
}
