import { IDENTITY, type Matrix, multiply } from '../matrix.ts';
import type { GraphicsState } from './state.ts';

/** What a marked-content operator opened; nested marks inherit what they do not set. */
interface MarkedContent {
  readonly mcid: number | undefined;
  readonly artifact: boolean;
  /** In a layer that is switched off. */
  readonly hidden: boolean;
}

const UNMARKED: MarkedContent = { mcid: undefined, artifact: false, hidden: false };

/** Where a content stream is: the graphics state with those below it, marked content, and the pen of text. */
export class Graphics<State extends GraphicsState> {
  state: State;
  mark: MarkedContent = UNMARKED;
  textMatrix: Matrix = IDENTITY;
  /** How far the pen has moved since the operator began that shows text, in text space. */
  pen = 0;
  #lineMatrix: Matrix = IDENTITY;
  readonly #begin: () => State;
  readonly #states: State[] = [];
  readonly #marks: MarkedContent[] = [];

  /** `begin` makes the state with which a page, and each annotation on it, begins. */
  constructor(begin: () => State) {
    this.#begin = begin;
    this.state = begin();
  }

  save(): void {
    this.#states.push({ ...this.state });
  }

  restore(): void {
    this.state = this.#states.pop() ?? this.state;
  }

  beginAnew(): void {
    this.state = this.#begin();
  }

  transform(matrix: Matrix | undefined): void {
    if (matrix) this.state.ctm = multiply(this.state.ctm, matrix);
  }

  beginMark({ mcid, artifact, hidden }: MarkedContent): void {
    this.#marks.push(this.mark);
    this.mark = {
      mcid: mcid ?? this.mark.mcid,
      artifact: artifact || this.mark.artifact,
      hidden: hidden || this.mark.hidden,
    };
  }

  endMark(): void {
    this.mark = this.#marks.pop() ?? this.mark;
  }

  placeText(matrix: Matrix): void {
    this.#lineMatrix = matrix;
    this.textMatrix = matrix;
  }

  /** Starts a new line at an offset from the start of the current one. */
  moveLine(x: number, y: number): void {
    this.placeText(multiply(this.#lineMatrix, [1, 0, 0, 1, x, y]));
  }

  /** Moves the pen along the writing direction by a distance in text space. */
  advancePen(distance: number): void {
    const { font, horizontalScale } = this.state;
    const [a, b, c, d, e, f] = this.textMatrix;
    const along = font?.vertical ? 0 : distance * horizontalScale;
    const down = font?.vertical ? distance : 0;
    this.pen += distance;
    this.textMatrix = [a, b, c, d, a * along + c * down + e, b * along + d * down + f];
  }
}
