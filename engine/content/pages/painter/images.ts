import { base64Of } from '../../../io/bytes.ts';
import type { PaintedImage } from '../interpreter/sink.ts';
import { boxPath } from '../outline.ts';
import { originalJpeg } from '../pdfjs/jpeg-stream.ts';
import type { PdfJsImage } from '../pdfjs/pdfjs.ts';
import type { Canvas } from './canvas.ts';
import { transformOf } from './numbers.ts';
import { pngOfImage, pngOfStencil } from './png.ts';

/** Paints an image with colours of its own into the unit square. */
export function paintImage(canvas: Canvas, { id, image }: PaintedImage): void {
  if (!image) return missing(canvas);
  paintOnce(canvas, id === undefined ? undefined : `picture ${id}`, image, () => {
    const jpeg = originalJpeg(canvas.sheet.file, image);
    return jpeg ? dataUrl('jpeg', jpeg) : pngUrl(pngOfImage(image));
  });
}

/** Paints through a stencil, in the colour of areas. */
export function paintStencil(canvas: Canvas, { id, image }: PaintedImage): void {
  if (!image?.data) return missing(canvas);
  const { fill } = canvas.state;
  if (fill.kind === 'none') return;
  if (fill.kind === 'colour') {
    const key = id === undefined ? undefined : `stencil ${id} ${fill.colour}`;
    paintOnce(canvas, key, image, () => pngUrl(pngOfStencil(image, fill.colour)));
    return;
  }
  paintThrough(canvas, image);
}

/** A stencil over a pattern: the pattern fills the square, and a mask lets it show. */
function paintThrough(canvas: Canvas, image: PdfJsImage): void {
  const url = pngUrl(pngOfStencil(image, '#ffffff'));
  if (url === undefined) return missing(canvas);
  const { definitions } = canvas.sheet;
  const place = transformOf(canvas.state.ctm);
  const mask = definitions.newId('m');
  definitions.add(`<mask id="${mask}"><g transform="${place}">${imageElement(url)}</g></mask>`);
  const { isHidden, servers } = canvas;
  const value = servers.valueOf(canvas.state.fill);
  if (isHidden || value === undefined) return;
  const { bounds } = canvas.surroundings;
  const area = typeof value === 'string' ? `<path d="${boxPath(bounds)}" fill="${value}"/>` : value.image;
  canvas.paint(`<g mask="url(#${mask})">${area}</g>`);
}

/** An image that comes again is written once. */
function paintOnce(canvas: Canvas, key: string | undefined, image: PdfJsImage, encode: () => string | undefined): void {
  const { definitions } = canvas.sheet;
  const rendering = hasLargePixels(canvas, image) ? ' image-rendering="optimizeSpeed"' : '';
  if (canvas.isHidden) return;
  if (key !== undefined && definitions.has(key)) {
    const id = definitions.once(key, 'i', () => '');
    canvas.placeUnitSquare(`<use xlink:href="#${id}"/>`, rendering);
    return;
  }
  const url = encode();
  if (url === undefined) return missing(canvas);
  if (key === undefined) canvas.placeUnitSquare(imageElement(url), rendering);
  else {
    const id = definitions.once(key, 'i', (name) => imageElement(url, name));
    canvas.placeUnitSquare(`<use xlink:href="#${id}"/>`, rendering);
  }
}

/** Points; pixels that are larger are meant to be seen as squares, unless the file asks for more between them. */
const LARGE_PIXEL = 1.5;

function hasLargePixels({ state: { ctm } }: Canvas, { width, height, interpolate }: PdfJsImage): boolean {
  const [across, down] = [Math.hypot(ctm[0], ctm[1]) / width, Math.hypot(ctm[2], ctm[3]) / height];
  return interpolate !== true && Math.min(across, down) > LARGE_PIXEL;
}

/** The first row of an image is the upper one, where coordinates of a PDF end. */
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

function missing({ sheet, isHidden }: Canvas): void {
  if (!isHidden) sheet.losses.missingImages++;
}
