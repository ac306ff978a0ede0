import { readFour, withMemory, type Pdfium, type Pointer } from './bindings.ts';
import { areaOf, holdsCentre, type Box } from './boxes.ts';
import { noteForeignFont } from './foreign-fonts.ts';
import { PictureAlphas } from './see-through.ts';

export interface PageObjects {
  /** Bitmaps that are large enough to be pictures, those inside form objects included. */
  readonly figures: number;
  /** Drawn lines, areas and shadings. */
  readonly paths: number;
  /**
   * Text objects that are no part of the page's text: invisible by mode or colour, off the page, covered by what is
   * drawn later, or slanted (watermarks, labels of charts).
   */
  readonly skippedText: ReadonlySet<Pointer>;
  /** Those of them that are off the page: no scan has its text layer there. */
  readonly textOffPage: ReadonlySet<Pointer>;
  /** The other text objects of the page itself, in drawing order. */
  readonly placedText: readonly PlacedText[];
  readonly textObjects: number;
  /** Fonts of painted text that are not in the file. */
  readonly foreignFonts: ReadonlySet<string>;
}

/** Object types of fpdf_edit.h. */
const TEXT = 1;
const PATH = 2;
const IMAGE = 3;
const SHADING = 4;
const FORM = 5;
/** Text rendering modes that paint nothing: invisible, and clip only (ISO 32000-1, table 106). */
const UNPAINTED_MODES = new Set([3, 7]);
const OPAQUE = 255;
/** Bitmaps with a shorter side, in points, are rules, dots and shadows. */
const MIN_FIGURE_SIDE = 6;
/** Share of the page from which a picture is its background. */
const BACKGROUND_SHARE = 0.85;
/** Share of the slope at which text counts as slanted: about three degrees off the horizontal and the vertical. */
const MIN_SLANT = 0.05;
/** Form objects nest; deeper ones are decoration at best. */
const MAX_FORM_DEPTH = 8;
/** Objects looked at on one page: a map can have a million paths, and counting is all that is done with them. */
const MAX_OBJECTS = 100_000;
/** Text objects × covers compared on one page. */
const MAX_COVER_TESTS = 2_000_000;
/** Areas smaller than this (square points) cannot cover a word. */
const MIN_COVER_AREA = 100;

export interface PlacedText {
  readonly object: Pointer;
  readonly order: number;
  readonly box: Box;
}

/** A picture or an opaque area, which hides what was drawn before: of a picture, where it is not transparent. */
interface Cover {
  readonly object: Pointer;
  readonly order: number;
  readonly box: Box;
  readonly isPicture: boolean;
  hidesText: boolean;
}

interface Walk {
  figures: number;
  paths: number;
  seen: number;
  texts: number;
  readonly skipped: Set<Pointer>;
  readonly foreignFonts: Set<string>;
  readonly placed: PlacedText[];
  readonly covers: Cover[];
}

/** Walks a page's objects in drawing order. */
export function readObjects(pdfium: Pdfium, document: Pointer, page: Pointer): PageObjects {
  const walk: Walk = {
    ...{ figures: 0, paths: 0, seen: 0, texts: 0 },
    ...{ skipped: new Set(), foreignFonts: new Set(), placed: [], covers: [] },
  };
  const count = pdfium.api.FPDFPage_CountObjects(page);
  for (let index = 0; index < count && walk.seen < MAX_OBJECTS; index++) {
    visit(pdfium, pdfium.api.FPDFPage_GetObject(page, index), walk, 0);
  }
  const pageArea = pageBox(pdfium, page);
  const textOffPage = new Set(textsOutside(walk, pageArea));
  for (const object of textOffPage) walk.skipped.add(object);
  const alphas = new PictureAlphas(pdfium);
  skipCovered(
    walk,
    ({ object, box, isPicture }, text) => !isPicture || alphas.hides({ document, page, object, box }, text),
  );
  const { paths, skipped, placed, texts, foreignFonts } = walk;
  const placedText = placed.filter(({ object }) => !skipped.has(object));
  const figures = walk.figures + countPictures(walk, pageArea);
  return { figures, paths, skippedText: skipped, textOffPage, placedText, textObjects: texts, foreignFonts };
}

function visit(pdfium: Pdfium, object: Pointer, walk: Walk, depth: number): void {
  const order = walk.seen++;
  const type = pdfium.api.FPDFPageObj_GetType(object);
  if (type === TEXT) visitText(pdfium, object, walk, { order, isPlaced: depth === 0 });
  if (type === IMAGE && depth > 0) walk.figures++;
  if (type === PATH || type === SHADING) walk.paths++;
  // Objects inside a form have coordinates of their own: only those of the page itself are compared.
  if (depth === 0 && (type === IMAGE || (type === PATH && isOpaqueFill(pdfium, object)))) {
    const box = boundsOf(pdfium, object);
    if (box) walk.covers.push({ object, order, box, isPicture: type === IMAGE, hidesText: false });
  }
  if (type !== FORM || depth >= MAX_FORM_DEPTH) return;
  const count = pdfium.api.FPDFFormObj_CountObjects(object);
  for (let index = 0; index < count && walk.seen < MAX_OBJECTS; index++) {
    visit(pdfium, pdfium.api.FPDFFormObj_GetObject(object, index), walk, depth + 1);
  }
}

function visitText(
  pdfium: Pdfium,
  object: Pointer,
  walk: Walk,
  { order, isPlaced }: { order: number; isPlaced: boolean },
): void {
  walk.texts++;
  const isPainted = !UNPAINTED_MODES.has(pdfium.api.FPDFTextObj_GetTextRenderMode(object));
  if (isPainted) noteForeignFont(pdfium, object, walk.foreignFonts);
  if (!isPainted || alphaOf(pdfium, object) === 0 || isSlanted(pdfium, object)) {
    walk.skipped.add(object);
    return;
  }
  const box = isPlaced ? boundsOf(pdfium, object) : undefined;
  if (box) walk.placed.push({ object, order, box });
}

function textsOutside({ placed }: Walk, page: Box | undefined): Pointer[] {
  return page ? placed.filter(({ box }) => !holdsCentre(page, box)).map(({ object }) => object) : [];
}

function skipCovered({ placed, covers, skipped }: Walk, hides: (cover: Cover, text: Box) => boolean): void {
  const large = covers.filter(({ box }) => areaOf(box) >= MIN_COVER_AREA);
  if (placed.length * large.length > MAX_COVER_TESTS) return;
  for (const { object, order, box } of placed) {
    const cover = large.find(
      (candidate) => candidate.order > order && holdsCentre(candidate.box, box) && hides(candidate, box),
    );
    if (!cover) continue;
    cover.hidesText = true;
    skipped.add(object);
  }
}

/**
 * Pictures that a person would call so: not rules and dots, not a picture that stands for the text behind it, and not
 * the background of a page with text (a scan with its text layer).
 */
function countPictures({ covers, texts }: Walk, page: Box | undefined): number {
  const pageSize = page ? areaOf(page) : Infinity;
  return covers.filter(({ box, isPicture, hidesText }) => {
    const isSmall = Math.min(box.right - box.left, box.top - box.bottom) < MIN_FIGURE_SIDE;
    const isBackground = texts > 0 && areaOf(box) > pageSize * BACKGROUND_SHARE;
    return isPicture && !hidesText && !isSmall && !isBackground;
  }).length;
}

/** Neither level nor upright. FS_MATRIX: a, b, c, d, e, f (fpdfview.h); the baseline runs along (a, b). */
function isSlanted(pdfium: Pdfium, object: Pointer): boolean {
  return withMemory(pdfium, 24, (matrix) => {
    if (!pdfium.api.FPDFPageObj_GetMatrix(object, matrix)) return false;
    const values = new DataView(pdfium.HEAPU8.buffer, matrix, 8);
    const [a, b] = [Math.abs(values.getFloat32(0, true)), Math.abs(values.getFloat32(4, true))];
    return Math.min(a, b) > MIN_SLANT * Math.max(a, b);
  });
}

function pageBox(pdfium: Pdfium, page: Pointer): Box | undefined {
  // FS_RECTF: left, top, right, bottom (fpdfview.h).
  const values = readFour(pdfium, (rectangle) => pdfium.api.FPDF_GetPageBoundingBox(page, rectangle));
  return (
    values && {
      left: values.getFloat32(0, true),
      top: values.getFloat32(4, true),
      right: values.getFloat32(8, true),
      bottom: values.getFloat32(12, true),
    }
  );
}

function boundsOf(pdfium: Pdfium, object: Pointer): Box | undefined {
  const values = readFour(pdfium, (left, bottom, right, top) =>
    pdfium.api.FPDFPageObj_GetBounds(object, left, bottom, right, top),
  );
  return (
    values && {
      left: values.getFloat32(0, true),
      bottom: values.getFloat32(4, true),
      right: values.getFloat32(8, true),
      top: values.getFloat32(12, true),
    }
  );
}

function alphaOf(pdfium: Pdfium, object: Pointer): number {
  const values = readFour(pdfium, (red, green, blue, alpha) =>
    pdfium.api.FPDFPageObj_GetFillColor(object, red, green, blue, alpha),
  );
  return values?.getUint32(12, true) ?? OPAQUE;
}

function isOpaqueFill(pdfium: Pdfium, path: Pointer): boolean {
  const values = readFour(pdfium, (fillMode, stroke) => pdfium.api.FPDFPath_GetDrawMode(path, fillMode, stroke));
  const fillMode = values?.getInt32(0, true) ?? 0;
  return fillMode !== 0 && alphaOf(pdfium, path) === OPAQUE;
}
