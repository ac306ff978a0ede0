import { IDENTITY, multiply, type Matrix } from '../../content/pages/matrix.ts';
import { readFloats, readFour, type Pdfium, type Pointer } from './bindings.ts';
import { areaOf, boxThrough, holdsCentre, sharedBox, type Box } from './boxes.ts';
import { clipOf, isClipped } from './clips.ts';
import { fontNameOf } from './fonts.ts';
import { isPlainShape, PathAreas } from './path-areas.ts';
import { ImageAlphas } from './see-through.ts';

/** Adds the name of a text object's font when the font is not in the file. */
function noteForeignFont(pdfium: Pdfium, text: Pointer, names: Set<string>): void {
  const font = pdfium.api.FPDFTextObj_GetFont(text);
  if (font === 0 || pdfium.api.FPDFFont_GetIsEmbedded(font) !== 0) return;
  names.add(fontNameOf(pdfium, font) ?? 'a font without a name');
}

export interface PageObjects {
  /** Bitmaps that are large enough to be images, those inside form objects included. */
  readonly figures: number;
  /** Every bitmap of the page, in drawing order. */
  readonly bitmaps: readonly PlacedObject[];
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
  readonly placedText: readonly PlacedObject[];
  readonly texts: readonly TextObject[];
  /** All text is hidden, and there is an image that it may be the text of. */
  readonly isScan: boolean;
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
const FILLED = 0;
const OPAQUE = 255;
/** Bitmaps with a shorter side, in points, are rules, dots and shadows. */
const MIN_FIGURE_SIDE = 6;
/** Share of the page from which an image is its background. */
const BACKGROUND_SHARE = 0.85;
/** Share of the page that the images of a scan cover at least. */
const SCAN_SHARE = 0.2;
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
/** The darkest channel of a colour that nobody sees on white paper. */
const WHITE_FROM = 245;
/** Points of the size below which nobody reads text. */
const MIN_TEXT_POINTS = 3;

/** Why nobody reads a text that is on a page. */
export type Unseen = 'invisible' | 'outside' | 'covered' | 'white';

export interface PlacedObject {
  readonly object: Pointer;
  readonly order: number;
  readonly box: Box;
}

export interface TextObject {
  readonly object: Pointer;
  readonly order: number;
  /** Nothing where its size is not known. */
  readonly box?: Box;
  unseen?: Unseen;
  readonly isTiny: boolean;
  readonly isWhite: boolean;
  /** As it is shown, in points. */
  readonly size: number;
  /** Degrees of its baseline, counter-clockwise; nothing for slanted text. */
  readonly angle?: number;
  readonly isMirrored: boolean;
}

/** An image or an opaque area, which hides what was drawn before: of an image, where it is not transparent. */
interface Cover extends PlacedObject {
  readonly form: Pointer;
  readonly isImage: boolean;
  hidesText: boolean;
}

interface Walk {
  figures: number;
  paths: number;
  seen: number;
  readonly foreignFonts: Set<string>;
  readonly texts: (TextObject & { readonly form: Pointer })[];
  readonly bitmaps: PlacedObject[];
  readonly covers: Cover[];
  /** What is not white, before which white text is seen. */
  readonly grounds: Omit<PlacedObject, 'object'>[];
}

/** In place of a form object for what is on the page itself. */
const NO_FORM: Pointer = 0;

interface Place {
  readonly depth: number;
  /** The form object that directly holds the object. */
  readonly form: Pointer;
  /** From the coordinates of the form object that holds the object to those of the page. */
  readonly matrix: Matrix;
}

/** Walks a page's objects in drawing order. */
export function readObjects(pdfium: Pdfium, document: Pointer, page: Pointer): PageObjects {
  const walk: Walk = {
    ...{ figures: 0, paths: 0, seen: 0, foreignFonts: new Set() },
    ...{ texts: [], bitmaps: [], covers: [], grounds: [] },
  };
  const count = pdfium.api.FPDFPage_CountObjects(page);
  for (let index = 0; index < count && walk.seen < MAX_OBJECTS; index++) {
    visit(pdfium, pdfium.api.FPDFPage_GetObject(page, index), walk, { depth: 0, form: NO_FORM, matrix: IDENTITY });
  }
  const pageArea = pageBox(pdfium, page);
  markOutside(walk, pageArea);
  markWhite(walk);
  const alphas = new ImageAlphas(pdfium);
  const areas = new PathAreas(pdfium, (path) => matrixOf(pdfium, path));
  markCovered(walk, ({ object, box, isImage }, text) =>
    isImage ? alphas.hides({ document, page, object, box }, text) : areas.hides(object, text),
  );
  const { paths, texts, foreignFonts, bitmaps } = walk;
  const skippedText = objectsOf(texts, ({ unseen, angle }) => unseen !== undefined || angle === undefined);
  const placedText = texts.flatMap(({ object, order, box, form }) =>
    form === NO_FORM && box && !skippedText.has(object) ? [{ object, order, box }] : [],
  );
  return {
    ...{ paths, skippedText, placedText, texts, foreignFonts, bitmaps },
    figures: walk.figures + countImages(walk, pageArea),
    textOffPage: objectsOf(texts, ({ unseen }) => unseen === 'outside'),
    isScan: skippedText.size === texts.length && coveredArea(bitmaps) >= SCAN_SHARE * (pageArea ? areaOf(pageArea) : 0),
  };
}

function objectsOf(texts: readonly TextObject[], isWanted: (text: TextObject) => boolean): Set<Pointer> {
  return new Set(texts.filter(isWanted).map(({ object }) => object));
}

function visit(pdfium: Pdfium, object: Pointer, walk: Walk, { depth, form, matrix }: Place): void {
  const order = walk.seen++;
  const type = pdfium.api.FPDFPageObj_GetType(object);
  if (type === TEXT) visitText(pdfium, object, walk, { order, depth, form, matrix });
  if (type === IMAGE && depth > 0) walk.figures++;
  if (type === PATH || type === SHADING) walk.paths++;
  if (type === IMAGE || type === PATH || type === SHADING)
    visitArea(pdfium, object, walk, { type, order, depth, form, matrix });
  if (type !== FORM || depth >= MAX_FORM_DEPTH) return;
  const inner = { depth: depth + 1, form: object, matrix: multiply(matrix, matrixOf(pdfium, object) ?? IDENTITY) };
  const count = pdfium.api.FPDFFormObj_CountObjects(object);
  for (let index = 0; index < count && walk.seen < MAX_OBJECTS; index++) {
    visit(pdfium, pdfium.api.FPDFFormObj_GetObject(object, index), walk, inner);
  }
}

function visitArea(
  pdfium: Pdfium,
  object: Pointer,
  walk: Walk,
  { type, order, form, matrix }: Place & { type: number; order: number },
): void {
  const bounds = boundsOf(pdfium, object);
  if (!bounds) return;
  const box = boxThrough(bounds, matrix);
  const fill = type === PATH ? fillOf(pdfium, object) : undefined;
  if (type === IMAGE) walk.bitmaps.push({ object, order, box });
  if (type !== PATH || (fill && !fill.isWhite && fill.alpha > 0)) walk.grounds.push({ order, box });
  if (type !== IMAGE && fill?.alpha !== OPAQUE) return;
  // A form may be clipped and blended: what is inside it covers only what is drawn into the same one before.
  const covered = form === NO_FORM ? box : type === PATH ? plainlyCovered(pdfium, object, { box, matrix }) : undefined;
  if (covered) walk.covers.push({ object, form, order, box: covered, isImage: type === IMAGE, hidesText: false });
}

/** The part of the box of a plain shape that its clip leaves; nothing for other shapes and clips. */
function plainlyCovered(pdfium: Pdfium, path: Pointer, { box, matrix }: { box: Box; matrix: Matrix }): Box | undefined {
  if (!isPlainShape(pdfium, path)) return undefined;
  if (!isClipped(pdfium, path)) return box;
  const clip = clipOf(pdfium, path);
  return clip && sharedBox(box, boxThrough(clip, matrix));
}

function visitText(
  pdfium: Pdfium,
  object: Pointer,
  walk: Walk,
  { order, form, matrix }: Place & { order: number },
): void {
  const mode = pdfium.api.FPDFTextObj_GetTextRenderMode(object);
  const isPainted = !UNPAINTED_MODES.has(mode);
  if (isPainted) noteForeignFont(pdfium, object, walk.foreignFonts);
  const colour = colourOf(pdfium, object);
  const bounds = boundsOf(pdfium, object);
  const box = bounds && boxThrough(bounds, matrix);
  const [a, b, c, d] = multiply(matrix, matrixOf(pdfium, object) ?? IDENTITY);
  const size = fontSizeOf(pdfium, object);
  const points = Math.abs(size) * Math.hypot(c, d);
  const isTiny = points < MIN_TEXT_POINTS && !!box && sideOf(box) < MIN_TEXT_POINTS;
  walk.texts.push({
    ...{ object, form, order, box, isTiny, size: Math.round(points * 2) / 2 },
    ...((!isPainted || colour?.alpha === 0) && { unseen: 'invisible' }),
    isWhite: mode === FILLED && colour?.isWhite === true,
    isMirrored: a * d - b * c < 0,
    angle: angleOf(size < 0 ? -a : a, size < 0 ? -b : b),
  });
}

/** Text that is upright has a height and a width: the smaller one is at most its size. */
function sideOf({ left, right, top, bottom }: Box): number {
  return Math.min(right - left, top - bottom);
}

/** Nothing for what is neither level nor upright. The baseline runs along (a, b). */
function angleOf(a: number, b: number): number | undefined {
  const [x, y] = [Math.abs(a), Math.abs(b)];
  if (Math.min(x, y) > MIN_SLANT * Math.max(x, y)) return undefined;
  return (Math.round((Math.atan2(b, a) * 2) / Math.PI) * 90 + 360) % 360;
}

function markOutside({ texts }: Walk, page: Box | undefined): void {
  if (!page) return;
  for (const text of texts) if (text.box && !holdsCentre(page, text.box)) text.unseen ??= 'outside';
}

/** White text is seen where anything that is not white lies behind it. */
function markWhite({ texts, grounds }: Walk): void {
  const white = texts.filter(({ isWhite, unseen }) => isWhite && !unseen);
  if (white.length * grounds.length > MAX_COVER_TESTS) return;
  for (const text of white) {
    const { order, box } = text;
    if (box && !grounds.some((ground) => ground.order < order && holdsCentre(ground.box, box))) text.unseen = 'white';
  }
}

function markCovered({ texts, covers }: Walk, hides: (cover: Cover, text: Box) => boolean): void {
  const large = covers.filter(({ box }) => areaOf(box) >= MIN_COVER_AREA);
  const placed = texts.filter(({ unseen, angle }) => !unseen && angle !== undefined);
  if (placed.length * large.length > MAX_COVER_TESTS) return;
  for (const text of placed) {
    const { order, box, form } = text;
    const isBehind = (cover: Cover): boolean => cover.form === form && cover.order > order;
    const cover =
      box && large.find((candidate) => isBehind(candidate) && holdsCentre(candidate.box, box) && hides(candidate, box));
    if (!cover) continue;
    cover.hidesText = true;
    text.unseen = 'covered';
  }
}

/**
 * Images that a person would call so: not rules and dots, not an image that stands for the text behind it, and not
 * the background of a page with text (a scan with its text layer).
 */
function countImages({ covers, texts }: Walk, page: Box | undefined): number {
  const pageSize = page ? areaOf(page) : Infinity;
  return covers.filter(({ box, isImage, hidesText }) => {
    const isSmall = sideOf(box) < MIN_FIGURE_SIDE;
    const isBackground = texts.length > 0 && areaOf(box) > pageSize * BACKGROUND_SHARE;
    return isImage && !hidesText && !isSmall && !isBackground;
  }).length;
}

function coveredArea(bitmaps: readonly PlacedObject[]): number {
  return bitmaps.reduce((sum, { box }) => sum + areaOf(box), 0);
}

/** FS_MATRIX: a, b, c, d, e, f (fpdfview.h). */
function matrixOf(pdfium: Pdfium, object: Pointer): Matrix | undefined {
  return readFloats(pdfium, 6, (matrix) => pdfium.api.FPDFPageObj_GetMatrix(object, matrix)) as Matrix | undefined;
}

function fontSizeOf(pdfium: Pdfium, object: Pointer): number {
  return readFloats(pdfium, 1, (size) => pdfium.api.FPDFTextObj_GetFontSize(object, size))?.[0] ?? 1;
}

export function pageBox(pdfium: Pdfium, page: Pointer): Box | undefined {
  // FS_RECTF: left, top, right, bottom (fpdfview.h).
  const values = readFloats(pdfium, 4, (rectangle) => pdfium.api.FPDF_GetPageBoundingBox(page, rectangle));
  return values && { left: values[0]!, top: values[1]!, right: values[2]!, bottom: values[3]! };
}

function boundsOf(pdfium: Pdfium, object: Pointer): Box | undefined {
  const values = readFloats(pdfium, 4, (at) => pdfium.api.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12));
  return values && { left: values[0]!, bottom: values[1]!, right: values[2]!, top: values[3]! };
}

interface Colour {
  readonly alpha: number;
  readonly isWhite: boolean;
}

/** Nothing for patterns. */
function colourOf(pdfium: Pdfium, object: Pointer): Colour | undefined {
  const values = readFour(pdfium, (red, green, blue, alpha) =>
    pdfium.api.FPDFPageObj_GetFillColor(object, red, green, blue, alpha),
  );
  if (!values) return undefined;
  const darkest = Math.min(...[0, 4, 8].map((at) => values.getUint32(at, true)));
  return { alpha: values.getUint32(12, true), isWhite: darkest >= WHITE_FROM };
}

/** Nothing for a path that is not filled. */
function fillOf(pdfium: Pdfium, path: Pointer): Colour | undefined {
  const values = readFour(pdfium, (fillMode, stroke) => pdfium.api.FPDFPath_GetDrawMode(path, fillMode, stroke));
  const fillMode = values?.getInt32(0, true) ?? 0;
  return fillMode === 0 ? undefined : (colourOf(pdfium, path) ?? { alpha: OPAQUE, isWhite: false });
}
