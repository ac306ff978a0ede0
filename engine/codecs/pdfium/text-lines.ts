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
  box: ShownBox;
}

interface Placing {
  /** That of the page turned so that its text is upright. */
  readonly place: ShownPlace;
  /** Of the text objects, in points. */
  readonly sizes: ReadonlyMap<Pointer, number>;
}

/** Puts characters of a page into lines, each with its place; what is far apart in one line is two of them. */
export function findLines(pdfium: Pdfium, textPage: Pointer, spans: readonly Span[], placing: Placing): Line[] {
  const { api } = pdfium;
  const lines: Line[] = [];
  let isOpen = false;
  withMemory(pdfium, BOX_BYTES, (buffer) => {
    const add = (index: number): void => {
      const code = api.FPDFText_GetUnicode(textPage, index);
      if (LINE_ENDS.has(code)) isOpen = false;
      if (LINE_ENDS.has(code) || SPACES.has(code)) return;
      const box = boxOf(pdfium, textPage, { index, buffer, place: placing.place });
      const last = isOpen ? lines.at(-1) : undefined;
      if (box && isOutside(box, placing.place)) {
        isOpen = false;
        return;
      }
      const size = placing.sizes.get(api.FPDFText_GetTextObject(textPage, index)) ?? box?.[3] ?? 0;
      if (last && (!box || isNext(last.box, box, size))) {
        last.span[1] = index + 1;
        if (box) last.box = around(last.box, box);
      } else if (box) lines.push({ span: [index, index + 1], box });
      isOpen = true;
    };
    for (const [start, end] of spans) for (let index = start; index < end; index++) add(index);
  });
  return lines.map(({ span, box }) => ({ span, box: box.map(Math.round) as unknown as ShownBox }));
}

function boxOf(
  { api, HEAPU8 }: Pdfium,
  textPage: Pointer,
  { index, buffer, place }: { index: number; buffer: Pointer; place: ShownPlace },
): ShownBox | undefined {
  // Four doubles: left, right, bottom, top (fpdf_text.h).
  if (!api.FPDFText_GetCharBox(textPage, index, buffer, buffer + 8, buffer + 16, buffer + 24)) return undefined;
  const values = new DataView(HEAPU8.buffer, buffer, BOX_BYTES);
  const [left, right, bottom, top] = [0, 8, 16, 24].map((at) => values.getFloat64(at, true));
  return place.exactBoxOf({ left: left!, right: right!, bottom: bottom!, top: top! });
}

/** Lines may run over the edge of a page. */
function isOutside([x, y, width, height]: ShownBox, { size }: ShownPlace): boolean {
  const [middle, level] = [x + width / 2, y + height / 2];
  return middle < 0 || level < 0 || middle > size.width || level > size.height;
}

function isNext([x, y, width, height]: ShownBox, [left, top, , tall]: ShownBox, size: number): boolean {
  const gap = left - (x + width);
  const isBeside = gap <= MAX_GAP * size && gap >= -MAX_BACK * size;
  return isBeside && top <= y + height + MAX_RISE * size && top + tall >= y - MAX_RISE * size;
}

function around([x, y, width, height]: ShownBox, [left, top, wide, tall]: ShownBox): ShownBox {
  const [x0, y0] = [Math.min(x, left), Math.min(y, top)];
  return [x0, y0, Math.max(x + width, left + wide) - x0, Math.max(y + height, top + tall) - y0];
}
