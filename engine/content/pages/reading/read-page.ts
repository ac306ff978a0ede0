import type { PDFPageProxy } from 'pdfjs-dist';
import { IDENTITY, type Matrix, matrixOf, transformBox } from '../geometry.ts';
import { type FontFace, type Glyph, isBlank, type Jump, type Link, type PageModel } from '../model.ts';
import type { Destinations, OutlineEntry } from './destinations.ts';
import { type DescribeFigure, Figures } from './figures.ts';
import { type PageForm, readForm } from './field-values.ts';
import { withoutDrawings } from './drawn-fields.ts';
import type { FontPrograms } from './font-programs.ts';
import type { FontUse } from './font-text.ts';
import type { SparedJpegs } from '../pdfjs/jpeg-stand-ins.ts';
import { type OperatorList, PageObjects } from '../interpreter/page-objects.ts';
import { OPS } from '../pdfjs/pdfjs.ts';
import { encodeImages } from './encode-images.ts';
import { interpret } from '../interpreter/operators.ts';
import type { DrawnPage } from './drawn-page.ts';
import { PageRecorder } from './page-recorder.ts';
import { readStructure } from './structure-tree.ts';
import { linkImages } from './linked-images.ts';
import { type DrawArea, imageOfArea, vectorDrawings } from './vector-drawings.ts';
import type { UnmappedFonts } from './unmapped/unmapped-fonts.ts';
import { visibleText } from './visible-text.ts';
import { READ_PAGE } from './thresholds.ts';

const { TURNED_TEXT_SHARE } = READ_PAGE;

export interface ReadPageOptions {
  readonly maxGlyphs: number;
  readonly isLayerVisible: (group: unknown) => boolean;
  /** The whole file, to pass original JPEG streams through. */
  readonly file: Uint8Array;
  /** The original JPEG streams of images that the PDF has only stand-ins of; absent when it is whole. */
  readonly jpegs?: SparedJpegs;
  readonly destinations?: Destinations;
  /** The outline of the whole document. */
  readonly outline?: readonly OutlineEntry[];
  /** The texts that stand for the marked content of a page. */
  readonly actualTextsOf?: (page: PDFPageProxy) => Promise<readonly (string | undefined)[]>;
  /** Only where its images are is wanted: they have no bytes then. */
  readonly withoutImages?: boolean;
  /** What is made of the model while the page can still draw parts of itself; with `withoutImages` it cannot. */
  readonly refine?: (model: PageModel, draw: DrawArea | undefined) => PageModel;
  /** The text of a figure; undefined where what is drawn is a text with a ground. */
  readonly describeFigure?: DescribeFigure;
  /** Whether fields that nobody has filled in have a mark in the text, and boxes to tick a sign. */
  readonly marksFields?: boolean;
  /** The fonts of the document that do not say which characters their glyphs are. */
  readonly unmapped: UnmappedFonts;
  /** Keeps what draws the glyphs, where that is wanted. */
  readonly programs?: FontPrograms | undefined;
  readonly signal: AbortSignal;
}

/** A page with what could not be taken over. */
export interface ReadPage {
  readonly model: PageModel;
  readonly missingImages: number;
  /** Images of text, left out because their hidden text layer became the text. */
  readonly replacedScans: number;
  readonly hiddenGlyphs: number;
  /** Shown as in a mirror. */
  readonly mirroredGlyphs: number;
  /** Links to places that the document does not have. */
  readonly lostLinks: number;
  /**
   * The page shows a part of an image of which there is only a stand-in, draws letters without outlines, or has fonts
   * of which it is known only now that they are unmapped.
   */
  readonly needsWhole: boolean;
  /** Figures that are drawn with their labels, which are no text. */
  readonly labelledFigures: number;
  /** Fields of a form, buttons aside. */
  readonly shownFields: number;
  /** What its fonts say of their glyphs, by the fonts' ids in the document. */
  readonly fontUses: ReadonlyMap<string, FontUse>;
}

/** Reads one page: waits for its fonts and images, interprets the operators, encodes the images. */
export async function readPage(page: PDFPageProxy, options: ReadPageOptions): Promise<ReadPage> {
  const operators = await page.getOperatorList();
  const objects = new PageObjects(page);
  await objects.arrive(operators, options.signal);
  const actualTexts = hasSpans(operators) ? await options.actualTextsOf?.(page) : undefined;
  const context = { ...options, objects };
  const draw = (rotation: number): PageRecorder => {
    const recorder = new PageRecorder(page, objects, { ...options, operators, rotation, actualTexts });
    interpret(operators, recorder, context);
    return recorder;
  };
  const asShown = draw(page.rotate);
  const isLearned = await options.unmapped.learn(asShown.unreadableFonts());
  const turn = prevailingRotation(asShown.page);
  const rotation = (page.rotate - turn + 360) % 360;
  const recorder = turn === 0 ? asShown : draw(rotation);
  const drawn = recorder.page;
  const text = visibleText(drawn);
  const kept = drawn.images.filter((image) => !text.replacedImages.has(image));
  const structure = await readStructure(page, text.glyphs);
  const { links, jumps, lostLinks } = await readLinks(page, rotation, options.destinations);
  const painted = { operators, matrix: toPageMatrix(page, rotation) };
  const drawArea: DrawArea | undefined = options.withoutImages
    ? undefined
    : (area, areaOptions) => imageOfArea(painted, area, context, areaOptions);
  const describe: DescribeFigure = (letters, figure) => {
    const text = options.describeFigure?.(letters, figure);
    const isMisread = text?.written && facesOf(letters).some((face) => recorder.isMisread(face));
    return isMisread ? { alt: text.alt } : text;
  };
  const figures = new Figures([...links, ...jumps], drawArea && describe, drawArea);
  const form = await readFields(page, rotation, text.glyphs, options);
  const rest = figures.takeForms(withoutDrawings({ ...drawn, images: kept, glyphs: text.glyphs }, form.boxes));
  const { images, needsPixels } = encodeImages(rest.images, drawn, { ...options, ...context, structure });
  const drawings = vectorDrawings(
    { ...rest, glyphs: rest.glyphs.filter((glyph) => !isBlank(glyph)) },
    { ...options, context },
  );
  const shown = figures.takeDiagrams({ ...drawings, glyphs: rest.glyphs, images: [...images, ...drawings.images] });
  const outline = (options.outline ?? [])
    .filter(({ pageNumber }) => pageNumber === page.pageNumber)
    .map(({ title, level, y }) => ({ title, level, ...(y !== undefined && { y }) }));
  const model: PageModel = {
    width: drawn.width,
    height: drawn.height,
    glyphs: [...shown.glyphs, ...form.glyphs],
    rules: shown.rules,
    fills: shown.fills,
    images: linkImages([...shown.images, ...figures.images], links, text.glyphs),
    links,
    ...(jumps.length > 0 && { jumps }),
    ...(form.fields.length > 0 && { fields: form.fields }),
    number: page.pageNumber,
    ...(outline.length > 0 && { outline }),
    ...(structure && { structure }),
    vectorCount: drawn.vectorCount,
  };
  return {
    model: options.refine?.(model, drawArea) ?? model,
    missingImages: drawn.missingImages + rest.images.length - images.length,
    replacedScans: text.replacedImages.size,
    hiddenGlyphs: text.hiddenCount,
    mirroredGlyphs: drawn.mirroredGlyphs,
    lostLinks,
    needsWhole: isLearned || needsPixels || (options.jpegs !== undefined && objects.lacksOutlines),
    labelledFigures: figures.labelled,
    shownFields: form.shown,
    fontUses: asShown.fontUses(),
  };
}

function facesOf(glyphs: readonly Glyph[]): FontFace[] {
  return [...new Set(glyphs.map(({ font }) => font))];
}

/** Whether words are marked that are no part of the structure tree: they may have a text that stands for them. */
function hasSpans({ fnArray, argsArray }: OperatorList): boolean {
  return fnArray.some((operator, index) => {
    if (operator !== OPS.beginMarkedContentProps) return false;
    const [tag, id] = argsArray[index] as readonly unknown[];
    return tag === 'Span' && typeof id !== 'number';
  });
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

/** Values of fields that nothing draws. */
async function readFields(
  page: PDFPageProxy,
  rotation: number,
  drawn: readonly Glyph[],
  { marksFields = false }: ReadPageOptions,
): Promise<PageForm> {
  return readForm(await page.getAnnotations(), toPageMatrix(page, rotation), drawn, marksFields);
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
