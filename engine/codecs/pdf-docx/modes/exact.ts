import {
  FrameAnchorType,
  FrameWrap,
  type IFrameOptions,
  type ISectionOptions,
  PageOrientation,
  Paragraph as WordParagraph,
  type ParagraphChild,
  SectionType,
} from 'docx';
import { heightOf, widthOf } from '../../../content/pages/geometry.ts';
import type { SegmentedPage } from '../layout/document-layout.ts';
import { ABOVE_BASELINE, SINGLE_LEADING } from '../layout/flow.ts';
import type { Segment } from '../layout/segment.ts';
import { groupTurned } from '../layout/turned-text.ts';
import type { Fill, PageImage, PageModel, Rule } from '../../../content/pages/model.ts';
import { makeDrawings } from '../write/drawings.ts';
import { makeEquationParagraph } from '../write/equations.ts';
import { makeSpacer } from '../write/paragraphs.ts';
import { lineOptions } from '../write/placed-line.ts';
import { twips } from '../write/units.ts';
import type { WriterContext } from '../write/writer-context.ts';
import { boxOfRule } from '../layout/rules.ts';
import { EXACT } from '../thresholds/writing.ts';

const { SLACK, EQUATION_SLACK, MAX_SHAPES } = EXACT;

/** Every line of text, every image and every ruling line of the pages at its very place. */
export function exactSections(pages: readonly SegmentedPage[], context: WriterContext): ISectionOptions[] {
  return pages.map((segmented, pageIndex) => ({
    properties: { type: SectionType.NEXT_PAGE, page: pageSettings(segmented.page) },
    children: [
      ...segmented.segments.map((segment) => makeFrame(segment, segmented, context)),
      ...segmented.page.images.flatMap((image) => makeEquationFrame(image, context)),
      makeSpacer(1, { anchored: drawingsOf(segmented, pageIndex, context) }),
    ],
  }));
}

function pageSettings({ width, height }: PageModel) {
  return {
    // docx swaps width and height for landscape
    size: { width: twips(width), height: twips(height), orientation: PageOrientation.PORTRAIT },
    margin: { top: 0, bottom: 0, left: 0, right: 0, header: 0, footer: 0 },
  };
}

/** Equations are no images that could lie behind the text: they have frames like its lines. */
function makeEquationFrame(image: PageImage, context: WriterContext): WordParagraph[] {
  const { equation } = image;
  if (!equation) return [];
  const x0 = equation.label?.x0 ?? image.x0;
  const x1 = equation.number?.x1 ?? image.x1;
  const column = { x0, x1: x1 + EQUATION_SLACK };
  const frame = frameAt({ x: x0, y: image.y0, width: column.x1 - x0, height: heightOf(image) });
  return [
    makeEquationParagraph(
      image,
      equation,
      { column, spaceBefore: 0, breakBefore: undefined, anchored: [], frame },
      context,
    ),
  ];
}

interface FramePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function frameAt({ x, y, width, height }: FramePlace): IFrameOptions {
  return {
    type: 'absolute',
    position: { x: twips(x), y: Math.max(0, twips(y)) },
    width: twips(width),
    height: twips(height),
    anchor: { horizontal: FrameAnchorType.PAGE, vertical: FrameAnchorType.PAGE },
    wrap: FrameWrap.NONE,
  };
}

function makeFrame(segment: Segment, { page, mirrored }: SegmentedPage, context: WriterContext): WordParagraph {
  const pitch = segment.size * SINGLE_LEADING;
  const start = segment.label?.x0 ?? segment.x0;
  return new WordParagraph({
    frame: frameAt({
      x: mirrored ? page.width - segment.x1 - SLACK : start,
      y: segment.baseline - pitch * ABOVE_BASELINE,
      width: segment.x1 - start + SLACK,
      height: pitch,
    }),
    ...lineOptions(segment, page, pitch, context),
    ...(mirrored && { bidirectional: true }),
  });
}

function drawingsOf({ page, turned }: SegmentedPage, pageIndex: number, context: WriterContext): ParagraphChild[] {
  const fills = [...page.fills, ...page.rules.map(fillOfRule)].slice(0, MAX_SHAPES);
  const texts = groupTurned(turned).filter(({ frame }) => widthOf(frame) > 0 && heightOf(frame) > 0);
  const images = page.images.filter(({ equation }) => !equation);
  const made = makeDrawings({ fills, images, turned: texts }, pageIndex, context);
  return [...made.behind, ...made.texts];
}

/** Rules have no order of painting: they lie above everything else. */
function fillOfRule(rule: Rule): Fill {
  return { ...boxOfRule(rule), color: rule.color, order: Infinity };
}
