import {
  HorizontalPositionRelativeFrom,
  type ParagraphChild,
  TextWrappingType,
  VerticalPositionRelativeFrom,
} from 'docx';
import { ShapeRun } from 'docx/shapes';
import { type Box, heightOf, middleX, middleY, widthOf } from '../../../content/pages/geometry.ts';
import { ABOVE_ALL } from '../layout/backdrops.ts';
import type { TurnedText } from '../layout/turned-text.ts';
import type { Fill, PageImage, PageModel } from '../../../content/pages/model.ts';
import { makeParagraph } from './paragraphs.ts';
import { makeImage } from './figures.ts';
import { imageOfShapes } from './shape-image.ts';
import { stackBlocks } from './row-heights.ts';
import { emu, pixels } from './units.ts';
import { turnedContext } from './turned-context.ts';
import type { WriterContext } from './writer-context.ts';
import { DRAWINGS } from '../thresholds/writing.ts';

const { MAX_SHAPES, BOX_SLACK } = DRAWINGS;

/** Upright box on the page as it is printed: pages laid out in a mirror are turned back. */
function printed(box: Box, page: PageModel, mirrored: boolean): Box {
  return mirrored ? { ...box, x0: page.width - box.x1, x1: page.width - box.x0 } : box;
}

interface FloatPlace {
  readonly behindDocument: boolean;
  /** Rank from 1 among the floating things of a page: higher ones cover lower ones. */
  readonly zIndex: number;
}

function floatingAt(box: Box, place: FloatPlace) {
  return {
    horizontalPosition: { relative: HorizontalPositionRelativeFrom.PAGE, offset: emu(box.x0) },
    verticalPosition: { relative: VerticalPositionRelativeFrom.PAGE, offset: emu(box.y0) },
    ...place,
    allowOverlap: true,
    wrap: { type: TextWrappingType.NONE },
  };
}

/** What floats on one page. */
interface PageDrawings {
  /** Coloured boxes and lines. */
  readonly fills: readonly Fill[];
  readonly images: readonly PageImage[];
  readonly turned: readonly TurnedText[];
}

/** What floats, ready to be anchored. */
export interface MadeDrawings {
  readonly behind: readonly ParagraphChild[];
  readonly texts: readonly ParagraphChild[];
}

/** Boxes and images behind the text, covering each other as they were painted; turned texts lie above them. */
export function makeDrawings(
  { fills, images, turned }: PageDrawings,
  pageIndex: number,
  context: WriterContext,
): MadeDrawings {
  const page = context.pages[pageIndex]!;
  const printedAt = (box: Box): Box => printed(box, page, context.isMirrored(pageIndex));
  const behind = [
    ...makersOfShapes(
      fills.map((fill) => ({ ...fill, ...printedAt(fill) })),
      context,
    ),
    ...images.map((image) => ({
      order: image.order,
      make: (zIndex: number) => makeFloatingImage(image, { box: printedAt(image), zIndex }, context),
    })),
  ].sort((a, b) => a.order - b.order);
  return {
    behind: behind.map(({ make }, index) => make(index + 1)),
    texts: turned.map((text, index) =>
      makeTurnedText(text, { pageIndex, box: printedAt(text.box), zIndex: behind.length + index + 1 }, context),
    ),
  };
}

/** An image at its place on the page, behind the text, which leaves room for it already. */
function makeFloatingImage(
  image: PageImage,
  { box, zIndex }: { readonly box: Box; readonly zIndex: number },
  context: WriterContext,
): ParagraphChild {
  return makeImage(image, context, floatingAt(box, { behindDocument: true, zIndex }));
}

/** Few shapes can be taken one by one; many are a drawing: the grounds and the lines above them are an image each. */
function makersOfShapes(
  fills: readonly Fill[],
  context: WriterContext,
): { order: number; make: (zIndex: number) => ParagraphChild }[] {
  if (fills.length <= MAX_SHAPES) {
    return fills.map((fill) => ({ order: fill.order, make: (zIndex) => makeBackdrop(fill, zIndex) }));
  }
  const layers = [...Map.groupBy(fills, ({ order }) => order === ABOVE_ALL).values()];
  return layers.map(imageOfShapes).map((image) => ({
    order: image.order,
    make: (zIndex) => makeFloatingImage(image, { box: image, zIndex }, context),
  }));
}

/** A coloured box or line behind the text, at its place on the page as it is printed. */
function makeBackdrop(fill: Fill, zIndex: number): ParagraphChild {
  return new ShapeRun({
    type: 'rectangle',
    transformation: { width: pixels(widthOf(fill)), height: pixels(heightOf(fill)) },
    floating: floatingAt(fill, { behindDocument: true, zIndex }),
    fill: fill.color.slice(1),
    line: { width: 0, transparency: 100 },
  });
}

interface TurnedPlace {
  readonly pageIndex: number;
  /** On the page as it is printed. */
  readonly box: Box;
  readonly zIndex: number;
}

/** Turned text as a text box: quarter turns by its text direction, other angles by turning the box. */
function makeTurnedText(turned: TurnedText, place: TurnedPlace, context: WriterContext): ParagraphChild {
  const { frame, rotation } = turned;
  const { pageIndex, box, zIndex } = place;
  const isQuarterTurn = rotation === 90 || rotation === 270;
  const length = widthOf(frame) + BOX_SLACK;
  const thickness = heightOf(frame) + BOX_SLACK;
  const [width, height] = isQuarterTurn ? [thickness, length] : [length, thickness];
  const upright = { x0: middleX(box) - width / 2, y0: middleY(box) - height / 2 };
  const area = { x0: frame.x0, x1: frame.x1 + BOX_SLACK };
  const turnedPage = turnedContext(context, pageIndex, rotation);
  const places = stackBlocks(turned.paragraphs, { top: frame.y0, bottom: frame.y0 + thickness });
  const children = turned.paragraphs.map((paragraph, index) =>
    makeParagraph(paragraph, { pageIndex, area, inTable: true, ...places[index]! }, turnedPage),
  );
  return new ShapeRun({
    type: 'rectangle',
    transformation: { width: pixels(width), height: pixels(height), ...(!isQuarterTurn && { rotation }) },
    floating: floatingAt({ ...upright, x1: 0, y1: 0 }, { behindDocument: false, zIndex }),
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
