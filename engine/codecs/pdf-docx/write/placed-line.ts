import type { IParagraphOptions } from 'docx';
import { rowOf } from '../layout/rows.ts';
import type { Segment } from '../layout/segment.ts';
import { measuredScale } from './line-fit.ts';
import { exactSpacing } from './paragraphs.ts';
import { makeRuns } from './runs.ts';
import { rowSpans } from './spans.ts';
import type { DecoratedPage } from './text-format.ts';
import type { WriterContext } from './writer-context.ts';
import { PLACED_LINE } from '../thresholds/writing.ts';

const { MIN_SCALE, MAX_SCALE } = PLACED_LINE;

/** The paragraph of one line that is at a place of its own: its words are as wide as in the PDF. */
export function lineOptions(
  segment: Segment,
  page: DecoratedPage,
  pitch: number,
  { styles, images, fonts }: WriterContext,
): IParagraphOptions {
  const row = rowOf([segment]);
  const scale = Math.round(Math.min(MAX_SCALE, Math.max(MIN_SCALE, measuredScale([row], fonts))));
  return {
    spacing: exactSpacing(0, pitch),
    children: rowSpans(row, page, fonts.choose).flatMap((spans) =>
      makeRuns(spans, { base: styles.normal, scale, images }),
    ),
  };
}
