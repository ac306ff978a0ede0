import { asCubic } from './curves.ts';
import type { OpenFont, Pen } from './harfbuzz.ts';

/** How a file writes the parts of an outline. */
export interface PathWords {
  readonly move: (x: string, y: string) => string;
  readonly line: (x: string, y: string) => string;
  readonly curve: (x1: string, y1: string, x2: string, y2: string, x: string, y: string) => string;
  /** Absent where quadratic curves are written as cubic ones. */
  readonly quadratic?: (x1: string, y1: string, x: string, y: string) => string;
  readonly close: string;
}

/** Path data of SVG, in absolute commands. */
export const SVG_PATH: PathWords = {
  move: (x, y) => `M${x} ${y}`,
  line: (x, y) => `L${x} ${y}`,
  curve: (...points) => `C${points.join(' ')}`,
  quadratic: (...points) => `Q${points.join(' ')}`,
  close: 'Z',
};

/** One glyph as a path in units of its font; empty where it draws nothing. */
export function pathOf(opened: OpenFont, glyph: number, words: PathWords): string {
  const parts: string[] = [];
  let [penX, penY] = [0, 0];
  let isOpen = false;
  const add = (part: string, x: number, y: number): void => {
    parts.push(part);
    [penX, penY] = [x, y];
  };
  const close = (): void => void (isOpen && parts.push(words.close));
  const pen: Pen = {
    moveTo(x, y) {
      close();
      isOpen = true;
      add(words.move(short(x), short(y)), x, y);
    },
    lineTo: (x, y) => add(words.line(short(x), short(y)), x, y),
    quadTo(cx, cy, x, y) {
      if (words.quadratic) add(words.quadratic(short(cx), short(cy), short(x), short(y)), x, y);
      else pen.cubicTo(...asCubic(penX, penY, cx, cy, x, y));
    },
    cubicTo: (x1, y1, x2, y2, x, y) =>
      add(words.curve(short(x1), short(y1), short(x2), short(y2), short(x), short(y)), x, y),
  };
  opened.draw(glyph, pen);
  close();
  return parts.join('');
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
