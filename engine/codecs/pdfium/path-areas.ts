import { IDENTITY, type Matrix } from '../../content/pages/matrix.ts';
import { withMemory, type Pdfium, type Pointer } from './bindings.ts';
import { boxThrough, holdsCentre, type Box } from './boxes.ts';

/** Paths of no more points are one plain shape: their box is about what they cover. */
const PLAIN_POINTS = 8;
/** Points that are read on one page: what is more than that is drawn, and lets what is below be seen. */
const MAX_POINTS = 200_000;
/** A segment that begins a new part of a path (fpdf_edit.h). */
const MOVE_TO = 2;

export function isPlainShape({ api }: Pdfium, path: Pointer): boolean {
  return api.FPDFPath_CountSegments(path) <= PLAIN_POINTS;
}

/** Tells what filled paths cover that consist of many parts, as the borders of a whole table do. */
export class PathAreas {
  readonly #pdfium: Pdfium;
  readonly #matrixOf: (path: Pointer) => Matrix | undefined;
  /** The boxes around the parts of each path; nothing for a plain shape. */
  readonly #parts = new Map<Pointer, readonly Box[] | undefined>();
  #pointsLeft = MAX_POINTS;

  constructor(pdfium: Pdfium, matrixOf: (path: Pointer) => Matrix | undefined) {
    this.#pdfium = pdfium;
    this.#matrixOf = matrixOf;
  }

  /** Whether a path whose box covers a text does so itself: a part within another one is a hole in it. */
  hides(path: Pointer, text: Box): boolean {
    if (!this.#parts.has(path)) this.#parts.set(path, this.#read(path));
    const parts = this.#parts.get(path);
    return !parts || parts.filter((part) => holdsCentre(part, text)).length % 2 === 1;
  }

  #read(path: Pointer): readonly Box[] | undefined {
    const { api, HEAPU8 } = this.#pdfium;
    if (isPlainShape(this.#pdfium, path)) return undefined;
    const count = api.FPDFPath_CountSegments(path);
    if (count > this.#pointsLeft) return [];
    this.#pointsLeft -= count;
    const parts: Box[] = [];
    withMemory(this.#pdfium, 8, (point) => {
      const values = new DataView(HEAPU8.buffer, point, 8);
      for (let index = 0; index < count; index++) {
        const segment = api.FPDFPath_GetPathSegment(path, index);
        if (!api.FPDFPathSegment_GetPoint(segment, point, point + 4)) continue;
        const [x, y] = [values.getFloat32(0, true), values.getFloat32(4, true)];
        const part = api.FPDFPathSegment_GetType(segment) === MOVE_TO ? undefined : parts.pop();
        parts.push({
          left: Math.min(x, part?.left ?? x),
          bottom: Math.min(y, part?.bottom ?? y),
          right: Math.max(x, part?.right ?? x),
          top: Math.max(y, part?.top ?? y),
        });
      }
    });
    const matrix = this.#matrixOf(path) ?? IDENTITY;
    return parts.map((part) => boxThrough(part, matrix));
  }
}
