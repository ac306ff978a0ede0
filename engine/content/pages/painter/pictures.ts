import { base64Of } from '../../../io/bytes.ts';
import { originalJpeg } from '../pdfjs/jpeg-stream.ts';
import type { PdfJsImage } from '../pdfjs/pdfjs.ts';
import { transformOf } from './numbers.ts';
import { boxPath } from '../outline.ts';
import type { Painter } from './painter.ts';
import { pngOfImage, pngOfStencil } from './png.ts';

/** A picture where it is painted: by its id in the page, or as it stands in the content stream. */
export type PictureSource = string | PdfJsImage;

/** Paints a picture with colours of its own into the unit square. */
export function paintPicture(painter: Painter, source: PictureSource): void {
  const image = imageOf(painter, source);
  if (!image) return missing(painter);
  const key = typeof source === 'string' ? `picture ${source}` : undefined;
  paintOnce(painter, key, image, () => {
    const jpeg = originalJpeg(painter.sheet.file, image);
    return jpeg ? dataUrl('jpeg', jpeg) : pngUrl(pngOfImage(image));
  });
}

/** Paints through a stencil, in the colour of areas. */
export function paintStencil(painter: Painter, source: PictureSource): void {
  const image = imageOf(painter, source);
  if (!image?.data) return missing(painter);
  const { fill } = painter.state;
  if (fill.kind === 'none') return;
  if (fill.kind === 'colour') {
    const key = typeof source === 'string' ? `stencil ${source} ${fill.colour}` : undefined;
    paintOnce(painter, key, image, () => pngUrl(pngOfStencil(image, fill.colour)));
    return;
  }
  paintThrough(painter, image);
}

/** A stencil over a pattern: the pattern fills the square, and a mask lets it show. */
function paintThrough(painter: Painter, image: PdfJsImage): void {
  const url = pngUrl(pngOfStencil(image, '#ffffff'));
  if (url === undefined) return missing(painter);
  const { definitions } = painter.sheet;
  const place = transformOf(painter.state.ctm);
  const mask = definitions.newId('m');
  definitions.add(`<mask id="${mask}"><g transform="${place}">${imageElement(url)}</g></mask>`);
  const { isHidden, servers } = painter;
  const value = servers.valueOf(painter.state.fill);
  if (isHidden || value === undefined) return;
  const { bounds } = painter.surroundings;
  const area = typeof value === 'string' ? `<path d="${boxPath(bounds)}" fill="${value}"/>` : value.picture;
  painter.paint(`<g mask="url(#${mask})">${area}</g>`);
}

/** A square of the colour of areas. */
export function paintSquare(painter: Painter): void {
  painter.drawPath([0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 4], { fills: true, strokes: false, evenOdd: false });
}

function imageOf({ sheet }: Painter, source: PictureSource): PdfJsImage | undefined {
  return typeof source === 'string' ? sheet.objects.image(source) : source;
}

/** A picture that comes again is written once. */
function paintOnce(
  painter: Painter,
  key: string | undefined,
  image: PdfJsImage,
  encode: () => string | undefined,
): void {
  const { definitions } = painter.sheet;
  const look = hasLargePixels(painter, image) ? ' image-rendering="optimizeSpeed"' : '';
  if (painter.isHidden) return;
  if (key !== undefined && definitions.has(key)) {
    const id = definitions.once(key, 'i', () => '');
    painter.placeUnitSquare(`<use xlink:href="#${id}"/>`, look);
    return;
  }
  const url = encode();
  if (url === undefined) return missing(painter);
  if (key === undefined) painter.placeUnitSquare(imageElement(url), look);
  else {
    const id = definitions.once(key, 'i', (name) => imageElement(url, name));
    painter.placeUnitSquare(`<use xlink:href="#${id}"/>`, look);
  }
}

/** Points; pixels that are larger are meant to be seen as squares, unless the file asks for more between them. */
const LARGE_PIXEL = 1.5;

function hasLargePixels({ state: { ctm } }: Painter, { width, height, interpolate }: PdfJsImage): boolean {
  const [across, down] = [Math.hypot(ctm[0], ctm[1]) / width, Math.hypot(ctm[2], ctm[3]) / height];
  return interpolate !== true && Math.min(across, down) > LARGE_PIXEL;
}

/** The first row of a picture is the upper one, where coordinates of a PDF end. */
function imageElement(url: string, id?: string): string {
  const name = id === undefined ? '' : ` id="${id}"`;
  return `<image${name} width="1" height="1" transform="matrix(1 0 0 -1 0 1)" preserveAspectRatio="none" xlink:href="${url}"/>`;
}

function pngUrl(bytes: Uint8Array | undefined): string | undefined {
  return bytes && dataUrl('png', bytes);
}

function dataUrl(type: 'png' | 'jpeg', bytes: Uint8Array): string {
  return `data:image/${type};base64,${base64Of(bytes)}`;
}

function missing({ sheet, isHidden }: Painter): void {
  if (!isHidden) sheet.losses.missingPictures++;
}
