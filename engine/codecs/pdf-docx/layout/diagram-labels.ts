import { areaOf, type Box, contains, unionOf } from '../../../content/pages/geometry.ts';
import { type Glyph, isBlank, type PageModel, UNKNOWN_GLYPH, UNMAPPED_GLYPH } from '../../../content/pages/model.ts';
import type { FigureText } from '../../../content/pages/reading/figures.ts';
import { isWritable } from '../../../content/pages/writing-direction.ts';
import { joinAccents } from './accents.ts';
import { isRtlPage } from './bidi.ts';
import { fullText } from './segment.ts';
import type { Segment } from './segment.ts';
import { lineSegments } from './segments.ts';
import { textOf } from './spaces.ts';
import { turnedSegments, type TurnedSegment } from './turned-text.ts';
import { DIAGRAM_LABELS } from '../thresholds/pages.ts';

const { MAX_LABEL_CHARS, MARGIN, MAX_LONG_SHARE, MAX_TEXT_SHARE, MAX_LABELS, MAX_GAP } = DIAGRAM_LABELS;

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

/** The labels of a figure in their order; undefined where they are sentences or fill it: it is a text with a ground. */
export function describeFigure(glyphs: readonly Glyph[], figure: Box): FigureText | undefined {
  if (isRtlPage(glyphs)) return undefined;
  const upright = glyphs.filter(({ rotation }) => rotation === 0);
  const segments = [...lineSegments(upright, [], false), ...turnedSegments(glyphs).map(({ segment }) => segment)];
  const texts = segments.map(({ text }) => text.trim()).filter((text) => text !== '');
  const characters = (list: readonly string[]): number => list.reduce((sum, text) => sum + text.length, 0);
  const long = texts.filter((text) => text.length > MAX_LABEL_CHARS);
  const covered = segments.reduce((sum, segment) => sum + areaOf(segment), 0);
  if (characters(long) > MAX_LONG_SHARE * characters(texts) || covered > MAX_TEXT_SHARE * areaOf(figure))
    return undefined;
  return { alt: texts.join(' ') };
}

/** The same, with the labels as text where that can stand for them. */
export function labelFigure(glyphs: readonly Glyph[], figure: Box): FigureText | undefined {
  const text = describeFigure(glyphs, figure);
  const writable = glyphs.filter(({ rotation }) => isWritable(rotation));
  if (!text || writable.every(isBlank) || writable.some(isUnknown)) return text;
  const labels = writable.filter(({ rotation }) => rotation === 0);
  const turned = writable.filter(({ rotation }) => rotation !== 0);
  return labelSegments(labels).length > MAX_LABELS ? text : { ...text, written: { labels, turned } };
}

function isUnknown({ text }: Glyph): boolean {
  return text === UNMAPPED_GLYPH || text === UNKNOWN_GLYPH;
}

/** The labels of a figure, each a piece of a line in which words are no further apart than the space between them. */
export function labelSegments(labels: readonly Glyph[]): Segment[] {
  return lineSegments(joinAccents(labels), [], false).flatMap(piecesOf);
}

function piecesOf(segment: Segment): Segment[] {
  const words = segment.glyphs.filter((glyph) => !isBlank(glyph));
  const isFar = (glyph: Glyph, index: number): boolean => glyph.x0 - words[index - 1]!.x1 > MAX_GAP * segment.size;
  const cuts = words.filter((glyph, index) => index > 0 && isFar(glyph, index));
  if (cuts.length === 0) return [segment];
  const starts = [0, ...cuts.map((glyph) => segment.glyphs.indexOf(glyph))];
  return starts.map((start, index) => pieceOf(segment, segment.glyphs.slice(start, starts[index + 1])));
}

function pieceOf(segment: Segment, glyphs: readonly Glyph[]): Segment {
  const written = glyphs.slice(0, glyphs.findLastIndex((glyph) => !isBlank(glyph)) + 1);
  return { ...segment, ...unionOf(written)!, glyphs: written, text: textOf(written) };
}

function boxOf({ x0, y0, x1, y1 }: Segment): Box {
  return { x0, y0, x1, y1 };
}
