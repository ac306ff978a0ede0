import { readFour, type Pdfium, type Pointer } from './bindings.ts';

/** Page coordinates in points, y upwards. */
export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export interface PageObjects {
  /** Bitmaps, those inside form objects included. */
  readonly figures: number;
  /** Drawn lines, areas and shadings. */
  readonly paths: number;
  /** Text objects that nobody sees: invisible by mode or colour, off the page, or covered by what is drawn later. */
  readonly hiddenText: ReadonlySet<Pointer>;
  /** Whether any text object is seen. */
  readonly hasVisibleText: boolean;
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
/** Form objects nest; deeper ones are decoration at best. */
const MAX_FORM_DEPTH = 8;
/** Objects looked at on one page: a map can have a million paths, and counting is all that is done with them. */
const MAX_OBJECTS = 100_000;
/** Text objects × covers compared on one page. */
const MAX_COVER_TESTS = 2_000_000;
/** Areas smaller than this (square points) cannot cover a word. */
const MIN_COVER_AREA = 100;

interface PlacedText {
  readonly object: Pointer;
  readonly order: number;
  readonly box: Box;
}

interface Cover {
  readonly order: number;
  readonly box: Box;
}

interface Walk {
  figures: number;
  paths: number;
  seen: number;
  texts: number;
  readonly hidden: Set<Pointer>;
  readonly placed: PlacedText[];
  readonly covers: Cover[];
}

/** Walks a page's objects in drawing order. */
export function readObjects(pdfium: Pdfium, page: Pointer): PageObjects {
  const walk: Walk = { figures: 0, paths: 0, seen: 0, texts: 0, hidden: new Set(), placed: [], covers: [] };
  const count = pdfium.api.FPDFPage_CountObjects(page);
  for (let index = 0; index < count && walk.seen < MAX_OBJECTS; index++) {
    visit(pdfium, pdfium.api.FPDFPage_GetObject(page, index), walk, 0);
  }
  hideOutside(walk, pageBox(pdfium, page));
  hideCovered(walk);
  const { figures, paths, hidden, texts } = walk;
  return { figures, paths, hiddenText: hidden, hasVisibleText: hidden.size < texts };
}

function visit(pdfium: Pdfium, object: Pointer, walk: Walk, depth: number): void {
  const order = walk.seen++;
  const type = pdfium.api.FPDFPageObj_GetType(object);
  if (type === TEXT) visitText(pdfium, object, walk, { order, isPlaced: depth === 0 });
  if (type === IMAGE) walk.figures++;
  if (type === PATH || type === SHADING) walk.paths++;
  // Objects inside a form have coordinates of their own: only those of the page itself are compared.
  if (depth === 0 && (type === IMAGE || (type === PATH && isOpaqueFill(pdfium, object)))) {
    const box = boundsOf(pdfium, object);
    if (box && (box.right - box.left) * (box.top - box.bottom) >= MIN_COVER_AREA) walk.covers.push({ order, box });
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
  if (UNPAINTED_MODES.has(pdfium.api.FPDFTextObj_GetTextRenderMode(object)) || alphaOf(pdfium, object) === 0) {
    walk.hidden.add(object);
    return;
  }
  const box = isPlaced ? boundsOf(pdfium, object) : undefined;
  if (box) walk.placed.push({ object, order, box });
}

function hideOutside({ placed, hidden }: Walk, page: Box | undefined): void {
  if (!page) return;
  for (const { object, box } of placed) if (!holdsCentre(page, box)) hidden.add(object);
}

function hideCovered({ placed, covers, hidden }: Walk): void {
  if (placed.length * covers.length > MAX_COVER_TESTS) return;
  for (const { object, order, box } of placed) {
    if (covers.some((cover) => cover.order > order && holdsCentre(cover.box, box))) hidden.add(object);
  }
}

function holdsCentre(outer: Box, inner: Box): boolean {
  const x = (inner.left + inner.right) / 2;
  const y = (inner.bottom + inner.top) / 2;
  return x >= outer.left && x <= outer.right && y >= outer.bottom && y <= outer.top;
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
