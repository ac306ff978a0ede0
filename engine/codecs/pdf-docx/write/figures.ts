import { type IFloating, ImageRun, type ParagraphChild, Paragraph as WordParagraph } from 'docx';
import { type IShapeGroupChildOptions, ShapeGroupRun } from 'docx/shapes';
import { heightOf, widthOf } from '../../../content/pages/geometry.ts';
import type { PageImage } from '../../../content/pages/model.ts';
import { labelSegments } from '../layout/diagram-labels.ts';
import { ABOVE_BASELINE } from '../layout/flow.ts';
import type { Segment } from '../layout/segment.ts';
import { imageOptions, propertiesOf, sourceOf } from './inline-image.ts';
import { lineOptions } from './placed-line.ts';
import { pixels } from './units.ts';
import type { WriterContext } from './writer-context.ts';
import { FIGURE_LABELS } from '../thresholds/writing.ts';

const { PITCH, SLACK, DESCENT_SLACK } = FIGURE_LABELS;

/** An image in a line, or at a place of its own. A figure is a group: its drawing, and its labels as texts above it. */
export function makeImage(image: PageImage, context: WriterContext, floating?: IFloating): ParagraphChild {
  const { labels = [] } = image;
  const place = floating && { floating };
  if (labels.length === 0) return new ImageRun({ ...imageOptions(image, context.images), ...place });
  const drawing: IShapeGroupChildOptions = {
    type: 'picture',
    image: sourceOf(image, context.images),
    transformation: { ...sizeOf(image), offset: { left: 0, top: 0 } },
  };
  const texts = labelSegments(labels).map((label) => textBoxOf(label, context));
  return new ShapeGroupRun({ ...propertiesOf(image), ...place, children: [drawing, ...texts] });
}

function sizeOf(image: PageImage) {
  return { width: pixels(widthOf(image)), height: pixels(heightOf(image)) };
}

/** A label in a box without lines, margins and colours. LibreOffice wraps its text even where it is told not to. */
function textBoxOf(label: Segment, context: WriterContext): IShapeGroupChildOptions {
  const pitch = PITCH * label.size;
  return {
    type: 'rectangle',
    transformation: {
      width: pixels(widthOf(label) + SLACK),
      height: pixels(pitch + DESCENT_SLACK * label.size),
      offset: { left: pixels(label.x0), top: pixels(label.baseline - ABOVE_BASELINE * pitch) },
    },
    line: 'none',
    textOptions: { verticalAlignment: 'top', margins: { top: 0, right: 0, bottom: 0, left: 0 }, wrap: false },
    children: [new WordParagraph(lineOptions(label, BARE_PAGE, pitch, context))],
  };
}

/** Lines and areas in a figure belong to its drawing. */
const BARE_PAGE = { rules: [], fills: [], links: [] };
