import type { PDFPageProxy } from 'pdfjs-dist';
import { type Box, IDENTITY, type Matrix, matrixOf, transformBox } from '../geometry.ts';
import {
  type Glyph,
  isBlank,
  type Jump,
  type Link,
  type PageImage,
  type PageModel,
  type PageStructure,
} from '../page-model.ts';
import type { Destinations, OutlineEntry } from './destinations.ts';
import { fieldGlyphs } from './field-values.ts';
import type { FontUse } from './font-text.ts';
import { type SparedJpegs, sparedJpeg } from '../../../models/pdfjs/jpeg-stand-ins.ts';
import { originalJpeg } from '../../../models/pdfjs/jpeg-stream.ts';
import { HANDLERS, OBJECT_OPERATORS, STENCIL_OPERATORS } from './operators.ts';
import { type DrawnImage, type DrawnPage, PageInterpreter } from './page-interpreter.ts';
import { PageObjects } from './page-objects.ts';
import { encodePng } from './png.ts';
import { placeImage } from './raster-image.ts';
import { figureText, readStructure } from './structure-tree.ts';
import { vectorDrawings } from './vector-drawings.ts';
import { visibleText } from './visible-text.ts';

/** More of the glyphs than this must be turned alike before the page is turned. */
const TURNED_TEXT_SHARE = 0.75;

export interface ReadPageOptions {
  readonly maxGlyphs: number;
  readonly isLayerVisible: (group: unknown) => boolean;
  /** The whole file, to pass original JPEG streams through. */
  readonly file: Buffer;
  /** The original JPEG streams of pictures that the PDF has only stand-ins of. */
  readonly jpegs?: SparedJpegs;
  readonly destinations?: Destinations;
  /** The outline of the whole document. */
  readonly outline?: readonly OutlineEntry[];
  /** Only where its pictures stand is wanted: they have no bytes then. */
  readonly withoutPictures?: boolean;
  readonly signal: AbortSignal;
}

/** A page with what could not be taken over. */
export interface ReadPage {
  readonly model: PageModel;
  readonly missingImages: number;
  /** Pictures of text, left out because their hidden text layer became the text. */
  readonly replacedScans: number;
  readonly hiddenGlyphs: number;
  /** Links to places that the document does not have. */
  readonly lostLinks: number;
  /** The page shows a picture of which there is only a stand-in, and not as it is: read the page with its pixels. */
  readonly needsPixels: boolean;
  /** What its fonts say of their glyphs, by the fonts' ids in the document. */
  readonly fontUses: ReadonlyMap<string, FontUse>;
}

/** Reads one page: waits for its fonts and pictures, interprets the operators, encodes the pictures. */
export async function readPage(page: PDFPageProxy, options: ReadPageOptions): Promise<ReadPage> {
  const operators = await page.getOperatorList();
  const objects = new PageObjects(page);
  await objects.waitFor(objectIds(operators.fnArray, operators.argsArray), options.signal);
  const draw = (rotation: number): PageInterpreter => {
    const interpreter = new PageInterpreter(page, objects, { ...options, rotation });
    operators.fnArray.forEach((operator, index) => {
      HANDLERS[operator]?.(interpreter, (operators.argsArray[index] ?? []) as readonly unknown[]);
    });
    return interpreter;
  };
  const asShown = draw(page.rotate);
  const turn = prevailingRotation(asShown.page);
  const rotation = (page.rotate - turn + 360) % 360;
  const drawn = turn === 0 ? asShown.page : draw(rotation).page;
  const text = visibleText(drawn);
  const kept = drawn.images.filter((image) => !text.replacedImages.has(image));
  const structure = await readStructure(page, text.glyphs);
  const images = encodeImages(kept, structure, options);
  const drawings = vectorDrawings(drawn, options);
  const { links, jumps, lostLinks } = await readLinks(page, rotation, options.destinations);
  const outline = (options.outline ?? [])
    .filter(({ pageNumber }) => pageNumber === page.pageNumber)
    .map(({ title, level, y }) => ({ title, level, ...(y !== undefined && { y }) }));
  return {
    model: {
      width: drawn.width,
      height: drawn.height,
      glyphs: [...text.glyphs, ...(await readFields(page, rotation, text.glyphs))],
      rules: drawings.rules,
      fills: drawings.fills,
      images: [...images, ...drawings.images],
      links,
      ...(jumps.length > 0 && { jumps }),
      number: page.pageNumber,
      ...(outline.length > 0 && { outline }),
      ...(structure && { structure }),
      vectorCount: drawn.vectorCount,
    },
    missingImages: drawn.missingImages + kept.length - images.length,
    replacedScans: text.replacedImages.size,
    hiddenGlyphs: text.hiddenCount,
    lostLinks,
    needsPixels: !options.withoutPictures && kept.some((image) => needsPixels(image, options.jpegs)),
    fontUses: asShown.fontUses(),
  };
}

/**
 * Quarter turn of most of the text. A landscape page printed on portrait paper is turned back, so that it can be edited
 * as lines of text on a landscape page.
 */
function prevailingRotation({ glyphs }: DrawnPage): number {
  const counts = new Map<number, number>();
  let total = 0;
  for (const glyph of glyphs) {
    if (isBlank(glyph)) continue;
    total++;
    if (glyph.rotation % 90 === 0) counts.set(glyph.rotation, (counts.get(glyph.rotation) ?? 0) + 1);
  }
  const [rotation, count] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0]);
  return count > TURNED_TEXT_SHARE * total ? rotation : 0;
}

function objectIds(operators: readonly number[], args: readonly unknown[]): Set<string> {
  const ids = new Set<string>();
  operators.forEach((operator, index) => {
    const [first] = (args[index] ?? []) as readonly unknown[];
    if (OBJECT_OPERATORS.has(operator) && typeof first === 'string') ids.add(first);
    const stored = STENCIL_OPERATORS.has(operator) ? (first as { data?: unknown } | undefined)?.data : undefined;
    if (typeof stored === 'string') ids.add(stored);
  });
  return ids;
}

function encodeImages(
  images: readonly DrawnImage[],
  structure: PageStructure | undefined,
  { file, jpegs, withoutPictures, signal }: ReadPageOptions,
): PageImage[] {
  const encoded: PageImage[] = [];
  for (const drawn of images) {
    signal.throwIfAborted();
    const picture = withoutPictures ? UNSEEN : encodeImage(drawn, file, jpegs);
    const alt = figureText(structure, drawn.mcid);
    if (picture) encoded.push({ ...drawn.box, order: drawn.order, ...picture, ...(alt !== undefined && { alt }) });
  }
  return encoded;
}

const UNSEEN = { bytes: new Uint8Array(), type: 'png' } as const;

function encodeImage(
  drawn: DrawnImage,
  file: Buffer,
  jpegs: SparedJpegs | undefined,
): { bytes: Uint8Array; type: 'png' | 'jpg' } | undefined {
  const { image, ctm, box, stencilColor } = drawn;
  if (stencilColor === undefined && isUprightAndWhole(drawn)) {
    const jpeg = sparedJpeg(image, jpegs) ?? originalJpeg(file, image);
    if (jpeg) return { bytes: jpeg, type: 'jpg' };
  }
  const raster = placeImage(image, ctm, box, stencilColor);
  return raster && { bytes: encodePng(raster), type: 'png' };
}

function needsPixels(drawn: DrawnImage, jpegs: SparedJpegs | undefined): boolean {
  return sparedJpeg(drawn.image, jpegs) !== undefined && !isUprightAndWhole(drawn);
}

/** Neither turned, mirrored nor cropped: the file's own pixels can be shown as they are. */
function isUprightAndWhole({ ctm, box }: DrawnImage): boolean {
  const [a, b, c, d] = ctm;
  const upright = a > 0 && d < 0 && Math.abs(b) < 1e-3 * a && Math.abs(c) < 1e-3 * -d;
  const whole: Box = transformBox(ctm, { x0: 0, y0: 0, x1: 1, y1: 1 });
  const cropped = [whole.x0 - box.x0, whole.y0 - box.y0, whole.x1 - box.x1, whole.y1 - box.y1];
  return upright && cropped.every((distance) => Math.abs(distance) < 1);
}

/** Values of fields that nothing draws. */
async function readFields(page: PDFPageProxy, rotation: number, drawn: readonly Glyph[]): Promise<Glyph[]> {
  return fieldGlyphs(await page.getAnnotations(), toPageMatrix(page, rotation), drawn);
}

function toPageMatrix(page: PDFPageProxy, rotation: number): Matrix {
  return matrixOf(page.getViewport({ scale: 1, rotation }).transform) ?? IDENTITY;
}

interface PageLinks {
  readonly links: Link[];
  readonly jumps: Jump[];
  readonly lostLinks: number;
}

async function readLinks(page: PDFPageProxy, rotation: number, destinations?: Destinations): Promise<PageLinks> {
  const toPage = toPageMatrix(page, rotation);
  const annotations: readonly Record<string, unknown>[] = await page.getAnnotations();
  const links: Link[] = [];
  const jumps: Jump[] = [];
  let lostLinks = 0;
  for (const { subtype, url, unsafeUrl, dest, rect } of annotations) {
    if (subtype !== 'Link') continue;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = (rect as number[] | undefined) ?? [];
    const box = transformBox(toPage, { x0, y0, x1, y1 });
    const target = url ?? unsafeUrl;
    if (typeof target === 'string' && isWebAddress(target)) {
      links.push({ url: target, ...box });
    } else if (dest) {
      const place = await destinations?.find(dest);
      if (place)
        jumps.push({ ...box, pageNumber: place.pageNumber, ...(place.y !== undefined && { targetY: place.y }) });
      else lostLinks++;
    }
  }
  return { links, jumps, lostLinks };
}

/** Other schemes (javascript:, file:) have no place in a document that somebody else opens. */
function isWebAddress(url: string): boolean {
  return /^(?:https?|mailto|ftp|tel):/i.test(url);
}
