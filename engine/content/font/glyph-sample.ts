import { Bounds } from './bounds.ts';
import { asCubic } from './curves.ts';
import type { Pen } from './harfbuzz.ts';
import type { GlyphSample } from '../../contract/font-facts.ts';

/** Points of a curve that are looked at for its box. */
const STEPS = 8;

/** Measures an outline: the area inside by Green's theorem, exact for curves too, and the box around it. */
export class SamplePen implements Pen {
  #area = 0;
  /** Of the contours that have been closed: each by itself, whatever its direction. */
  #ink = 0;
  #closed = 0;
  #bounds = new Bounds();
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;

  begin(): void {
    [this.#area, this.#ink, this.#closed] = [0, 0, 0];
    this.#bounds = new Bounds();
    this.#goTo(0, 0);
    [this.#startX, this.#startY] = [0, 0];
  }

  moveTo(x: number, y: number): void {
    this.#close();
    this.#goTo(x, y);
    [this.#startX, this.#startY] = [x, y];
  }

  lineTo(x: number, y: number): void {
    this.#bounds.add(this.#x, this.#y);
    this.#bounds.add(x, y);
    this.#addUnderLine(x, y);
  }

  quadTo(controlX: number, controlY: number, x: number, y: number): void {
    this.cubicTo(...asCubic(this.#x, this.#y, controlX, controlY, x, y));
  }

  cubicTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    const [x0, y0] = [this.#x, this.#y];
    for (let step = 0; step <= STEPS; step++) {
      const [t, u] = [step / STEPS, 1 - step / STEPS];
      const along = (p0: number, p1: number, p2: number, p3: number): number =>
        u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3;
      this.#bounds.add(along(x0, x1, x2, x), along(y0, y1, y2, y));
    }
    const [dx1, dy1, dx2, dy2, dx3, dy3] = [x1 - x0, y1 - y0, x2 - x0, y2 - y0, x - x0, y - y0];
    this.#area -= (dx1 * (-dy2 - dy3) + dx2 * (dy1 - 2 * dy3) + dx3 * (dy1 + 2 * dy2)) * 0.15;
    this.#addUnderLine(x, y);
  }

  finish(advance: number): GlyphSample {
    this.#close();
    const { xMin, yMin, xMax, yMax, isEmpty } = this.#bounds;
    return { advance, area: Math.abs(this.#area), ink: this.#ink, box: isEmpty ? [] : [xMin, yMin, xMax, yMax] };
  }

  #close(): void {
    this.#addUnderLine(this.#startX, this.#startY);
    this.#ink += Math.abs(this.#area - this.#closed);
    this.#closed = this.#area;
  }

  #addUnderLine(x: number, y: number): void {
    this.#area -= ((x - this.#x) * (y + this.#y)) / 2;
    this.#goTo(x, y);
  }

  #goTo(x: number, y: number): void {
    [this.#x, this.#y] = [x, y];
  }
}
