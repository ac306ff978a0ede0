import {
  HorizontalPositionRelativeFrom,
  ImageRun,
  type ParagraphChild,
  TextWrappingType,
  VerticalPositionRelativeFrom,
} from 'docx';
import { ShapeRun } from 'docx/shapes';
import { type Box, heightOf, middleX, middleY, widthOf } from '../geometry.ts';
import type { TurnedText } from '../layout/turned-text.ts';
import type { Fill, PageImage, PageModel } from '../page-model.ts';
import { makeParagraph } from './paragraphs.ts';
import { emu, pixels } from './units.ts';
import { turnedContext } from './turned-context.ts';
import type { WriterContext } from './writer-context.ts';

/** Text boxes are this much larger than their text: a tight box would wrap or clip it. */
const BOX_SLACK = 3;

function imageOptions(image: PageImage) {
  const { type, bytes: data, fallback = data } = image;
  return {
    ...(type === 'svg' ? { type, data, fallback: { type: 'png' as const, data: fallback } } : { type, data }),
    transformation: { width: pixels(widthOf(image)), height: pixels(heightOf(image)) },
    ...(image.alt !== undefined && { altText: { name: 'Picture', description: image.alt, title: '' } }),
  };
}

export function makeInlineImage(image: PageImage): ImageRun {
  return new ImageRun(imageOptions(image));
}

/** Upright box on the page as it is printed: pages laid out in a mirror are turned back. */
function printed(box: Box, page: PageModel, mirrored: boolean): Box {
  return mirrored ? { ...box, x0: page.width - box.x1, x1: page.width - box.x0 } : box;
}

function floatingAt(box: Box, behindDocument: boolean) {
  return {
    horizontalPosition: { relative: HorizontalPositionRelativeFrom.PAGE, offset: emu(box.x0) },
    verticalPosition: { relative: VerticalPositionRelativeFrom.PAGE, offset: emu(box.y0) },
    behindDocument,
    allowOverlap: true,
    wrap: { type: TextWrappingType.NONE },
  };
}

/** A picture at its place on the page, behind the text, which leaves room for it already. */
export function makeFloatingImage(image: PageImage, page: PageModel, mirrored: boolean): ParagraphChild {
  return new ImageRun({ ...imageOptions(image), floating: floatingAt(printed(image, page, mirrored), true) });
}

/** A coloured box or line behind the text. */
export function makeBackdrop(fill: Fill, page: PageModel, mirrored: boolean): ParagraphChild {
  return new ShapeRun({
    type: 'rectangle',
    transformation: { width: pixels(widthOf(fill)), height: pixels(heightOf(fill)) },
    floating: floatingAt(printed(fill, page, mirrored), true),
    fill: fill.color.slice(1),
    line: { width: 0, transparency: 100 },
  });
}

/** Turned text as a text box: quarter turns by its text direction, other angles by turning the box. */
export function makeTurnedText(turned: TurnedText, pageIndex: number, context: WriterContext): ParagraphChild {
  const { frame, box, rotation } = turned;
  const page = context.pages[pageIndex]!;
  const place = printed(box, page, context.isMirrored(pageIndex));
  const isQuarterTurn = rotation === 90 || rotation === 270;
  const length = widthOf(frame) + BOX_SLACK;
  const thickness = heightOf(frame) + BOX_SLACK;
  const [width, height] = isQuarterTurn ? [thickness, length] : [length, thickness];
  const upright = { x0: middleX(place) - width / 2, y0: middleY(place) - height / 2 };
  const area = { x0: frame.x0, x1: frame.x1 + BOX_SLACK };
  const turnedPage = turnedContext(context, pageIndex, rotation);
  let y = frame.y0;
  const children = turned.paragraphs.map((paragraph) => {
    const spaceBefore = Math.max(0, paragraph.y0 - y);
    y = paragraph.y1;
    return makeParagraph(paragraph, { pageIndex, area, spaceBefore, inTable: true }, turnedPage);
  });
  return new ShapeRun({
    type: 'rectangle',
    transformation: { width: pixels(width), height: pixels(height), ...(!isQuarterTurn && { rotation }) },
    floating: floatingAt({ ...upright, x1: 0, y1: 0 }, false),
    line: { width: 0, transparency: 100 },
    textOptions: {
      verticalAlignment: 'top',
      margins: { top: 0, right: 0, bottom: 0, left: 0 },
      wrap: true,
      ...(isQuarterTurn && { direction: rotation === 90 ? 'topToBottom' : 'bottomToTop' }),
    },
    children,
  });
}
