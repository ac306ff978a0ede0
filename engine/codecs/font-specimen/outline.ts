import type { OpenFont, Pen } from '../../models/font/harfbuzz.ts';

/** How a file writes the parts of an outline. */
export interface PathWords {
  readonly move: (x: string, y: string) => string;
  readonly line: (x: string, y: string) => string;
  readonly curve: (x1: string, y1: string, x2: string, y2: string, x: string, y: string) => string;
  readonly close: string;
}

/** One glyph as a path in units of its font; empty where it draws nothing. */
export function pathOf(font: OpenFont, glyph: number, words: PathWords): string {
  const parts: string[] = [];
  let [penX, penY] = [0, 0];
  let isOpen = false;
  const goTo = (x: number, y: number): void => void ([penX, penY] = [x, y]);
  const close = (): void => void (isOpen && parts.push(words.close));
  const pen: Pen = {
    moveTo(x, y) {
      close();
      isOpen = true;
      parts.push(words.move(short(x), short(y)));
      goTo(x, y);
    },
    lineTo(x, y) {
      parts.push(words.line(short(x), short(y)));
      goTo(x, y);
    },
    quadTo(cx, cy, x, y) {
      const towards = (end: number, control: number): number => end + ((control - end) * 2) / 3;
      pen.cubicTo(towards(penX, cx), towards(penY, cy), towards(x, cx), towards(y, cy), x, y);
    },
    cubicTo(...points) {
      parts.push(words.curve(...(points.map(short) as [string, string, string, string, string, string])));
      goTo(points[4], points[5]);
    },
  };
  font.draw(glyph, pen);
  close();
  return parts.join('');
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
