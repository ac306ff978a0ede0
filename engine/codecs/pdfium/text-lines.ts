import type { ShownBox } from '../../contract/facts.ts';
import { withMemory, type Pdfium, type Pointer } from './bindings.ts';
import type { ShownPlace } from './shown-place.ts';

/** A gap between two characters that is wider than this share of the size of the text parts columns and cells. */
const MAX_GAP = 1.5;
/** How far a character may reach back over the one before it, and how far it may be above or below its line. */
const MAX_BACK = 1;
const MAX_RISE = 0.3;
const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d]);
const SPACES: ReadonlySet<number> = new Set([0x09, 0x20, 0xa0]);
/** Bytes of the four doubles of a box. */
const BOX_BYTES = 32;

/** A run of characters from the first index up to, but without, the second. */
export type Span = [start: number, end: number];

export interface Line {
  readonly span: Span;
  /** In whole points. */
  readonly box: ShownBox;
}

interface Placing {
  /** That of the page turned so that its text is upright. */
  readonly place: ShownPlace;
  /** Of the text objects, in points. */
  readonly sizes: ReadonlyMap<Pointer, number>;
  /** Code points of the characters, and the objects that draw them. */
  readonly codes: Uint32Array;
  readonly owners: Uint32Array;
}

/** On the page as it is shown. */
interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface OpenLine extends Extent {
  readonly start: number;
  end: number;
}

/** Puts characters of a page into lines, each with its place; what is far apart in one line is two of them. */
export function findLines(pdfium: Pdfium, textPage: Pointer, spans: readonly Span[], placing: Placing): Line[] {
  const { place, sizes, codes, owners } = placing;
  const lines: OpenLine[] = [];
  let open: OpenLine | undefined;
  withMemory(pdfium, BOX_BYTES, (buffer) => {
    const add = (index: number): void => {
      const code = codes[index]!;
      if (LINE_ENDS.has(code)) open = undefined;
      if (LINE_ENDS.has(code) || SPACES.has(code)) return;
      const box = extentOf(pdfium, textPage, { index, buffer, place });
      if (box && isOutside(box, place)) {
        open = undefined;
        return;
      }
      const size = sizes.get(owners[index]!) ?? (box ? box.bottom - box.top : 0);
      if (open && (!box || isNext(open, box, size))) {
        open.end = index + 1;
        if (box) widen(open, box);
      } else if (box) lines.push((open = { ...box, start: index, end: index + 1 }));
    };
    for (const [start, end] of spans) for (let index = start; index < end; index++) add(index);
  });
  return lines.map(({ start, end, left, top, right, bottom }) => ({
    span: [start, end],
    box: [Math.round(left), Math.round(top), Math.round(right - left), Math.round(bottom - top)],
  }));
}

function extentOf(
  { api, HEAPU8 }: Pdfium,
  textPage: Pointer,
  { index, buffer, place }: { index: number; buffer: Pointer; place: ShownPlace },
): Extent | undefined {
  // Four doubles: left, right, bottom, top (fpdf_text.h).
  if (!api.FPDFText_GetCharBox(textPage, index, buffer, buffer + 8, buffer + 16, buffer + 24)) return undefined;
  const values = new DataView(HEAPU8.buffer, buffer, BOX_BYTES);
  const box = {
    left: values.getFloat64(0, true),
    right: values.getFloat64(8, true),
    bottom: values.getFloat64(16, true),
    top: values.getFloat64(24, true),
  };
  const [left, top, width, height] = place.exactBoxOf(box);
  return { left, top, right: left + width, bottom: top + height };
}

/** Lines may run over the edge of a page. */
function isOutside({ left, top, right, bottom }: Extent, { size }: ShownPlace): boolean {
  const [middle, level] = [(left + right) / 2, (top + bottom) / 2];
  return middle < 0 || level < 0 || middle > size.width || level > size.height;
}

function isNext(line: Extent, { left, top, bottom }: Extent, size: number): boolean {
  const gap = left - line.right;
  const isBeside = gap <= MAX_GAP * size && gap >= -MAX_BACK * size;
  return isBeside && top <= line.bottom + MAX_RISE * size && bottom >= line.top - MAX_RISE * size;
}

function widen(line: Extent, { left, top, right, bottom }: Extent): void {
  line.left = Math.min(line.left, left);
  line.top = Math.min(line.top, top);
  line.right = Math.max(line.right, right);
  line.bottom = Math.max(line.bottom, bottom);
}
