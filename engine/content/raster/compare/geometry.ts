import { formatOf, type FormatId } from '../../../formats/index.ts';
import { iconSides, isIcon } from '../icon/sizes.ts';
import { PAPERS } from '../../pages/paper.ts';
import { resizeFor, type Size } from '../size.ts';
import type { RasterFacts } from '../../../contract/facts.ts';
import type { Expectation } from '../../../contract/report.ts';
import { WHOLE, type Region } from './image-difference.ts';

/** What an image becomes: how large it is, which part of it is left, and which part of the result it fills. */
export interface Geometry {
  readonly expectedRegion: Region;
  readonly foundRegion: Region;
  readonly expectedSize: Size;
  /** Pages and drawings have no pixels: of their sides only the proportion can be compared with an image's. */
  readonly unit: 'pixels' | 'proportion';
  /** Of a page: width of a pixel in its heights, which the page may have as well. */
  readonly pixelShape?: number;
}

/** Codecs round sizes in different ways. */
export const SIZE_TOLERANCE_PX = 1;

export function isOff(found: number, expected: number): boolean {
  return Math.abs(found - expected) > SIZE_TOLERANCE_PX;
}

/** Only what bears on the size. */
type Asked = Pick<Expectation, 'from' | 'to' | 'options'>;

/** What an image of this size, as a viewer shows it, becomes by what was asked. */
export function geometryOf(source: Size & Pick<RasterFacts, 'pixelShape'>, asked: Asked): Geometry {
  const { to, options } = asked;
  const pixelShape = shapeOnPage(source, asked);
  const drawn = drawnSize(turnedSize(source, options.rotate), asked);
  const { scaled, result } = resizeFor(drawn, options) ?? { scaled: drawn, result: drawn };
  const expectedRegion = centreOf(scaled, result);
  if (isIcon(to)) {
    const [side] = iconSides(result, to, options.sizes); // the largest is the one that readers look at
    const square = { width: side, height: side };
    const unit = options.sizes ? 'pixels' : unitOf(asked);
    return { expectedRegion, foundRegion: fitted(result, square), expectedSize: square, unit };
  }
  const { pageSize = 'picture' } = options;
  if (isPaged(to) && pageSize !== 'picture') {
    const [width, height] = PAPERS[pageSize];
    const paper = { width, height };
    const shown = { width: result.width * pixelShape, height: result.height };
    const isLandscape = options.landscape ?? shown.width > shown.height;
    const page = isLandscape ? { width: paper.height, height: paper.width } : paper;
    const foundRegion = fittedWithin(shown, page, options.margin);
    return { expectedRegion, foundRegion, expectedSize: page, unit: 'proportion' };
  }
  return { expectedRegion, foundRegion: WHOLE, expectedSize: result, unit: unitOf(asked), pixelShape };
}

/** A page shows pixels in the shape that the resolution of the image gives them (fax), unless another one is asked for. */
function shapeOnPage({ pixelShape = 1 }: Pick<RasterFacts, 'pixelShape'>, { to, options }: Asked): number {
  if (to !== 'pdf' || options.dpi !== undefined) return 1;
  return options.rotate === '90' || options.rotate === '270' ? 1 / pixelShape : pixelShape;
}

/** The size after a turn by quarters. */
function turnedSize({ width, height }: Size, rotate: Asked['options']['rotate']): Size {
  return rotate === '90' || rotate === '270' ? { width: height, height: width } : { width, height };
}

/** Units of a page and of a drawing in an inch. */
const POINTS_PER_INCH = 72;
const CSS_PIXELS_PER_INCH = 96;
const MM_PER_INCH = 25.4;

/** Pages and drawings have as many pixels as the resolution gives them. */
function drawnSize(source: Size, { from, options: { dpi } }: Asked): Size {
  if (dpi === undefined || !(isPaged(from) || isDrawing(from))) return source;
  const scale = dpi / (isPaged(from) ? POINTS_PER_INCH : CSS_PIXELS_PER_INCH);
  return { width: Math.round(source.width * scale), height: Math.round(source.height * scale) };
}

function unitOf({ from, to, options: { dpi, width, height } }: Asked): Geometry['unit'] {
  if (isPaged(to) || isDrawing(to)) return 'proportion';
  const isAskedFor = dpi !== undefined || width !== undefined || height !== undefined;
  return isPaged(from) && !isAskedFor ? 'proportion' : 'pixels';
}

function isPaged(format: FormatId): boolean {
  return formatOf(format).family !== 'image';
}

function isDrawing(format: FormatId): boolean {
  return formatOf(format).carries.includes('vector');
}

/** Where an image lies in the middle of a frame that it fills in one direction. */
export function fitted(image: Size, frame: Size): Region {
  const scale = Math.min(frame.width / image.width, frame.height / image.height);
  const width = (image.width * scale) / frame.width;
  const height = (image.height * scale) / frame.height;
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height };
}

/** The same within margins, in millimetres, around a frame in points. */
function fittedWithin(image: Size, frame: Size, marginMm = 0): Region {
  const margin = (marginMm / MM_PER_INCH) * POINTS_PER_INCH;
  const [right, down] = [margin / frame.width, margin / frame.height];
  const [across, along] = [1 - 2 * right, 1 - 2 * down];
  const { left, top, width, height } = fitted(image, { width: frame.width * across, height: frame.height * along });
  return { left: right + left * across, top: down + top * along, width: width * across, height: height * along };
}

/** The middle of an image, at whole pixels, as a part of it. */
function centreOf(whole: Size, part: Size): Region {
  if (whole.width === part.width && whole.height === part.height) return WHOLE;
  return {
    left: Math.floor((whole.width - part.width) / 2) / whole.width,
    top: Math.floor((whole.height - part.height) / 2) / whole.height,
    width: part.width / whole.width,
    height: part.height / whole.height,
  };
}
