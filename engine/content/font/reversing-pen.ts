import type { Pen } from './harfbuzz.ts';

/** Hands every contour on in the other direction: PostScript and TrueType fill to different sides. */
export class ReversingPen implements Pen {
  readonly #to: Pen;
  /** Points of the contour: where it begins, and the numbers of each segment. */
  #segments: number[][] = [];

  constructor(to: Pen) {
    this.#to = to;
  }

  moveTo(x: number, y: number): void {
    this.finish();
    this.#segments = [[x, y]];
  }

  lineTo(...end: [number, number]): void {
    this.#segments.push(end);
  }

  quadTo(...points: [number, number, number, number]): void {
    this.#segments.push(points);
  }

  cubicTo(...points: [number, number, number, number, number, number]): void {
    this.#segments.push(points);
  }

  /** Draws the contour that has been collected; call it after the last one too. */
  finish(): void {
    const segments = this.#segments;
    this.#segments = [];
    const last = segments.at(-1);
    if (!last) return;
    this.#to.moveTo(...endOf(last));
    for (let index = segments.length - 1; index > 0; index--) this.#draw(segments[index]!, endOf(segments[index - 1]!));
  }

  #draw(points: readonly number[], [x, y]: [number, number]): void {
    const [a, b, c, d] = points as [number, number, number, number];
    if (points.length === 2) this.#to.lineTo(x, y);
    else if (points.length === 4) this.#to.quadTo(a, b, x, y);
    else this.#to.cubicTo(c, d, a, b, x, y);
  }
}

function endOf(points: readonly number[]): [number, number] {
  return [points.at(-2)!, points.at(-1)!];
}
