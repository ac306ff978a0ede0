import { areaOf, type Box, contains } from '../../../content/pages/geometry.ts';
import type { Glyph, PageModel } from '../../../content/pages/model.ts';
import { isRtlPage } from './bidi.ts';
import { fullText } from './segment.ts';
import type { Segment } from './segment.ts';
import { lineSegments } from './segments.ts';
import { turnedSegments, type TurnedSegment } from './turned-text.ts';
import { DIAGRAM_LABELS } from '../thresholds/pages.ts';

const { MAX_LABEL_CHARS, MARGIN, MAX_LONG_SHARE, MAX_TEXT_SHARE } = DIAGRAM_LABELS;

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

/**
 * The labels of a figure in their order, as its description; undefined where they are sentences or fill it, which makes
 * it a text with a ground.
 */
export function describeFigure(glyphs: readonly Glyph[], figure: Box): string | undefined {
  if (isRtlPage(glyphs)) return undefined;
  const upright = glyphs.filter(({ rotation }) => rotation === 0);
  const segments = [...lineSegments(upright, [], false), ...turnedSegments(glyphs).map(({ segment }) => segment)];
  const texts = segments.map(({ text }) => text.trim()).filter((text) => text !== '');
  const characters = (list: readonly string[]): number => list.reduce((sum, text) => sum + text.length, 0);
  const long = texts.filter((text) => text.length > MAX_LABEL_CHARS);
  const covered = segments.reduce((sum, segment) => sum + areaOf(segment), 0);
  if (characters(long) > MAX_LONG_SHARE * characters(texts) || covered > MAX_TEXT_SHARE * areaOf(figure))
    return undefined;
  return texts.join(' ');
}

function boxOf({ x0, y0, x1, y1 }: Segment): Box {
  return { x0, y0, x1, y1 };
}
