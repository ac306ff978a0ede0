import { type Box, contains } from '../../../content/pages/geometry.ts';
import type { PageModel } from '../../../content/pages/model.ts';
import { fullText } from './segment.ts';
import type { Segment } from './segment.ts';
import type { TurnedSegment } from './turned-text.ts';
import { DIAGRAM_LABELS } from '../thresholds/pages.ts';

const { MAX_LABEL_CHARS, MARGIN } = DIAGRAM_LABELS;

export interface LabelledSegments {
  /** What runs as text. */
  readonly segments: readonly Segment[];
  /** Labels of diagrams: they float at their places. */
  readonly labels: readonly TurnedSegment[];
}

/** Takes the short texts that are in diagrams out of the running text. */
export function separateLabels(segments: readonly Segment[], { images }: Pick<PageModel, 'images'>): LabelledSegments {
  const labels = new Set<Segment>();
  for (const diagram of images.filter(({ isDiagram }) => isDiagram)) {
    const inside = segments.filter((segment) => contains(diagram, segment, MARGIN));
    if (inside.every((segment) => fullText(segment).length <= MAX_LABEL_CHARS)) {
      for (const segment of inside) labels.add(segment);
    }
  }
  return {
    segments: segments.filter((segment) => !labels.has(segment)),
    labels: [...labels].map((segment) => ({ rotation: 0, segment, box: boxOf(segment) })),
  };
}

function boxOf({ x0, y0, x1, y1 }: Segment): Box {
  return { x0, y0, x1, y1 };
}
