import { Bounds } from '../bounds.ts';
import { asCubic } from '../curves.ts';
import type { OpenFont, Pen } from '../harfbuzz.ts';

/** The box of each glyph as it is drawn, in whole units: how far its curves reach, not their control points. */
export function drawnBoxes(opened: OpenFont, glyphs: number, signal: AbortSignal): Bounds[] {
  const pen = new ExtremesPen();
  return Array.from({ length: glyphs }, (_, glyph) => {
    if (glyph % 64 === 0) signal.throwIfAborted();
    pen.bounds = new Bounds();
    opened.draw(glyph, pen);
    const { xMin, yMin, xMax, yMax, isEmpty } = pen.bounds;
    const box = new Bounds();
    if (isEmpty) return box;
    box.add(Math.floor(xMin), Math.floor(yMin));
    box.add(Math.ceil(xMax), Math.ceil(yMax));
    return box;
  });
}

class ExtremesPen implements Pen {
  bounds = new Bounds();
  #x = 0;
  #y = 0;

  moveTo(x: number, y: number): void {
    [this.#x, this.#y] = [x, y];
  }

  lineTo(x: number, y: number): void {
    this.bounds.add(this.#x, this.#y);
    this.bounds.add(x, y);
    this.moveTo(x, y);
  }

  quadTo(controlX: number, controlY: number, x: number, y: number): void {
    this.cubicTo(...asCubic(this.#x, this.#y, controlX, controlY, x, y));
  }

  cubicTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    const [x0, y0] = [this.#x, this.#y];
    for (const t of [...turns(x0, x1, x2, x), ...turns(y0, y1, y2, y)])
      this.bounds.add(at(t, x0, x1, x2, x), at(t, y0, y1, y2, y));
    this.lineTo(x, y);
  }
}

function at(t: number, p0: number, p1: number, p2: number, p3: number): number {
  const u = 1 - t;
  return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3;
}

/** Where a curve turns back along one axis. */
function turns(p0: number, p1: number, p2: number, p3: number): number[] {
  const [a, b, c] = [p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0];
  if (a === 0) return b === 0 ? [] : inside([-c / b]);
  const root = Math.sqrt(b * b - 4 * a * c);
  return inside([(-b + root) / (2 * a), (-b - root) / (2 * a)]);
}

function inside(places: readonly number[]): number[] {
  return places.filter((t) => t > 0 && t < 1);
}
