import { type SparedJpegs, sparedJpeg } from '../pdfjs/jpeg-stand-ins.ts';
import { originalJpeg } from '../pdfjs/jpeg-stream.ts';
import type { PdfJsImage } from '../pdfjs/pdfjs.ts';
import { type Box, transformBox } from '../geometry.ts';
import type { PageImage, PageStructure } from '../model.ts';
import type { DrawingContext } from './drawing-svg.ts';
import type { DrawnImage, DrawnPage } from './drawn-page.ts';
import { encodePng } from '../../../content/raster/png/encoder.ts';
import { placeImage } from './raster-image.ts';
import { figureText } from './structure-tree.ts';
import { type Veil, veiledRaster, veilOf } from './veiled-images.ts';

interface EncodeOptions extends DrawingContext {
  readonly structure: PageStructure | undefined;
  /** The original JPEG streams of images that the PDF has only stand-ins of. */
  readonly jpegs?: SparedJpegs;
  /** Only where the images are is wanted. */
  readonly withoutImages?: boolean;
}

interface EncodedImages {
  readonly images: PageImage[];
  /** There is only a stand-in of an image that does not show as it is: its pixels are needed. */
  readonly needsPixels: boolean;
}

/** The images of a page as files, where they show. */
export function encodeImages(
  drawnImages: readonly DrawnImage[],
  page: DrawnPage,
  options: EncodeOptions,
): EncodedImages {
  const { structure, jpegs, withoutImages, signal } = options;
  const images: PageImage[] = [];
  let needsPixels = false;
  for (const drawn of drawnImages) {
    signal.throwIfAborted();
    const alt = figureText(structure, drawn.mcid);
    const veil = withoutImages ? undefined : veilOf(drawn, page, options);
    const isAsItIs = !veil && isUprightAndWhole(drawn);
    needsPixels ||= !withoutImages && !isAsItIs && sparedJpeg(drawn.image, jpegs) !== undefined;
    const image = withoutImages ? UNSEEN : encodeImage(drawn, veil, isAsItIs, options);
    if (image) images.push({ ...drawn.box, order: drawn.order, ...image, ...(alt !== undefined && { alt }) });
  }
  return { images, needsPixels };
}

const UNSEEN = { bytes: new Uint8Array(), type: 'png' } as const;

function encodeImage(
  drawn: DrawnImage,
  veil: Veil | undefined,
  isAsItIs: boolean,
  { file, jpegs }: EncodeOptions,
): { bytes: Uint8Array; type: 'png' | 'jpg' } | undefined {
  const { image, ctm, box, stencilColor } = drawn;
  if (stencilColor === undefined && isAsItIs) {
    const jpeg = sparedJpeg(image, jpegs) ?? originalJpeg(file, image);
    if (jpeg) return { bytes: jpeg, type: 'jpg' };
  }
  if (!veil) return repeatedPng(drawn);
  const raster = placeImage(image, ctm, box, stencilColor);
  return raster && { bytes: encodePng(veiledRaster(raster, veil)), type: 'png' };
}

type Png = { readonly bytes: Uint8Array; readonly type: 'png' } | undefined;

/** Files by the image, which the reader keeps for all pages when many have it, and by its place. */
const pngs = new WeakMap<PdfJsImage, Map<string, Png>>();

/** What is at its place on every page, as a logo does, is encoded once. */
function repeatedPng({ image, ctm, box, stencilColor }: DrawnImage): Png {
  const places = pngs.get(image) ?? new Map<string, Png>();
  pngs.set(image, places);
  const place = JSON.stringify([ctm, box, stencilColor]);
  if (!places.has(place)) {
    const raster = placeImage(image, ctm, box, stencilColor);
    places.set(place, raster && { bytes: encodePng(raster), type: 'png' });
  }
  return places.get(place);
}

/** Neither turned, mirrored nor cropped: the file's own pixels can be shown as they are. */
function isUprightAndWhole({ ctm, box }: DrawnImage): boolean {
  const [a, b, c, d] = ctm;
  const upright = a > 0 && d < 0 && Math.abs(b) < 1e-3 * a && Math.abs(c) < 1e-3 * -d;
  const whole: Box = transformBox(ctm, { x0: 0, y0: 0, x1: 1, y1: 1 });
  const cropped = [whole.x0 - box.x0, whole.y0 - box.y0, whole.x1 - box.x1, whole.y1 - box.y1];
  return upright && cropped.every((distance) => Math.abs(distance) < 1);
}
