import { withMemory, type Pdfium, type Pointer } from './bindings.ts';
import { type Box, sharedBox } from './boxes.ts';
import type { PlacedObject } from './objects.ts';

/** Clips of more paths, and of longer ones, are shapes that a rectangle does not stand for. */
const MAX_PATHS = 8;
const MAX_SEGMENTS = 64;
/**
 * How far from its clip a character must begin to be out of sight, as a share of its height: office programs write one
 * or two letters more than the cell shows, and their words count as shown.
 */
const MARGIN = 1;
const EVERYWHERE: Box = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };

/** Tells which characters of a page nobody sees since their clip cuts them off: text that is longer than its cell. */
export class Clips {
  readonly #pdfium: Pdfium;
  readonly #textPage: Pointer;
  /** Of the texts that stick out of their clips, the rectangles around these. */
  readonly #clips = new Map<Pointer, Box>();

  constructor(pdfium: Pdfium, textPage: Pointer, placed: readonly PlacedObject[]) {
    this.#pdfium = pdfium;
    this.#textPage = textPage;
    for (const { object, box } of placed) {
      const clip = clipOf(pdfium, object);
      if (clip && !holds(clip, box)) this.#clips.set(object, clip);
    }
  }

  get areEmpty(): boolean {
    return this.#clips.size === 0;
  }

  /** Whether the character with this index, which the object draws, is out of sight. */
  hide(object: Pointer, index: number): boolean {
    const clip = this.#clips.get(object);
    const box = clip && charBox(this.#pdfium, this.#textPage, index);
    if (!box || this.#isSpace(index)) return false;
    const margin = MARGIN * (box.top - box.bottom);
    return (
      box.right < clip.left - margin ||
      box.left > clip.right + margin ||
      box.top < clip.bottom - margin ||
      box.bottom > clip.top + margin
    );
  }

  /** Spaces have next to no box, and keep apart what is seen. */
  #isSpace(index: number): boolean {
    return String.fromCharCode(this.#pdfium.api.FPDFText_GetUnicode(this.#textPage, index)).trim() === '';
  }
}

function holds(outer: Box, { left, bottom, right, top }: Box): boolean {
  return left >= outer.left && right <= outer.right && bottom >= outer.bottom && top <= outer.top;
}

export function isClipped({ api }: Pdfium, object: Pointer): boolean {
  const clip = api.FPDFPageObj_GetClipPath(object);
  return clip !== 0 && api.FPDFClipPath_CountPaths(clip) > 0;
}

/** The rectangle around what all paths of an object's clip share; nothing when it is not clipped, or not simply. */
export function clipOf(pdfium: Pdfium, object: Pointer): Box | undefined {
  if (!isClipped(pdfium, object)) return undefined;
  const clip = pdfium.api.FPDFPageObj_GetClipPath(object);
  const paths = pdfium.api.FPDFClipPath_CountPaths(clip);
  if (paths > MAX_PATHS) return undefined;
  let shared = EVERYWHERE;
  for (let path = 0; path < paths; path++) {
    const box = boxOfPath(pdfium, clip, path);
    if (!box) return undefined;
    shared = sharedBox(shared, box);
  }
  return shared;
}

function boxOfPath(pdfium: Pdfium, clip: Pointer, path: number): Box | undefined {
  const segments = pdfium.api.FPDFClipPath_CountPathSegments(clip, path);
  if (segments <= 0 || segments > MAX_SEGMENTS) return undefined;
  return withMemory(pdfium, 8, (point) => {
    let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let index = 0; index < segments; index++) {
      const segment = pdfium.api.FPDFClipPath_GetPathSegment(clip, path, index);
      if (!pdfium.api.FPDFPathSegment_GetPoint(segment, point, point + 4)) return undefined;
      const values = new DataView(pdfium.HEAPU8.buffer, point, 8);
      const [x, y] = [values.getFloat32(0, true), values.getFloat32(4, true)];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
    }
    return { left, bottom, right, top };
  });
}

function charBox(pdfium: Pdfium, textPage: Pointer, index: number): Box | undefined {
  return withMemory(pdfium, 32, (box) => {
    // Four doubles: left, right, bottom, top (fpdf_text.h).
    if (!pdfium.api.FPDFText_GetCharBox(textPage, index, box, box + 8, box + 16, box + 24)) return undefined;
    const values = new DataView(pdfium.HEAPU8.buffer, box, 32);
    const [left, right, bottom, top] = [0, 8, 16, 24].map((at) => values.getFloat64(at, true));
    return { left: left!, right: right!, bottom: bottom!, top: top! };
  });
}
