import type { HocrLine, HocrPage, HocrWord } from '../../../content/pages/hocr.ts';
import { median } from '../../../content/pages/geometry.ts';
import type { FontFace, Glyph, PageModel } from '../../../content/pages/model.ts';
import { PAGE_OF_HOCR } from '../thresholds/writing.ts';

const { SAME_SIZE, ASCENT, DESCENT, SPACE } = PAGE_OF_HOCR;

const POINTS_PER_INCH = 72;
/** What recognition does not tell: a common font. */
const FONT: FontFace = { name: 'ArialMT', bold: false, italic: false, monospace: false, serif: false };
const COLOUR = '#000000';

/** Pages of recognised words as if their letters had been drawn there, evenly spread over each word. */
export function pagesOfHocr(pages: readonly HocrPage[]): PageModel[] {
  const bodySize = median(pages.flatMap(({ lines, dpi }) => lines.map(({ size }) => toPoints(size, dpi)))) || 10;
  return pages.map((page) => pageOf(page, bodySize));
}

function pageOf(page: HocrPage, bodySize: number): PageModel {
  const { dpi } = page;
  const glyphs: Glyph[] = [];
  for (const line of page.lines) {
    const size = sizeOf(line, dpi, bodySize);
    for (const word of line.words) {
      const letters = glyphsOf(word, { line, page, size, order: glyphs.length });
      glyphs.push(...letters, spaceAfter(letters.at(-1)!));
    }
  }
  return {
    width: toPoints(page.x1 - page.x0, dpi),
    height: toPoints(page.y1 - page.y0, dpi),
    glyphs,
    rules: [],
    fills: [],
    images: [],
    links: [],
    vectorCount: 0,
  };
}

function sizeOf({ size }: HocrLine, dpi: number, bodySize: number): number {
  const measured = toPoints(size, dpi);
  return Math.abs(measured - bodySize) < SAME_SIZE * bodySize
    ? roundToHalf(bodySize)
    : Math.max(1, Math.round(measured));
}

interface WordPlace {
  readonly line: HocrLine;
  readonly page: HocrPage;
  readonly size: number;
  readonly order: number;
}

function glyphsOf(word: HocrWord, { line, page, size, order }: WordPlace): Glyph[] {
  const characters = Array.from(word.text);
  const start = toPoints(word.x0 - page.x0, page.dpi);
  const advance = toPoints(word.x1 - word.x0, page.dpi) / characters.length;
  const baseline = toPoints(line.baseline - page.y0, page.dpi);
  return characters.map((text, index) => ({
    text,
    x0: start + index * advance,
    x1: start + (index + 1) * advance,
    y0: baseline - ASCENT * size,
    y1: baseline + DESCENT * size,
    originX: start + index * advance,
    baseline,
    advance,
    size,
    stretch: 1,
    rotation: 0,
    font: FONT,
    color: COLOUR,
    order: order + index,
  }));
}

/** Words are apart, however little. */
function spaceAfter(letter: Glyph): Glyph {
  const advance = SPACE * letter.size;
  return { ...letter, text: ' ', x0: letter.x1, x1: letter.x1 + advance, originX: letter.x1, advance };
}

function toPoints(pixels: number, dpi: number): number {
  return (pixels * POINTS_PER_INCH) / dpi;
}

function roundToHalf(value: number): number {
  return Math.round(value * 2) / 2;
}
