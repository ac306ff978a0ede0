import { applyMatrix, type Matrix, type Point } from '../matrix.ts';
import { escaped, short } from './numbers.ts';

/** A letter where it is: the matrix leads from thousandths of an em, y downwards, to the page. */
interface PlacedLetter {
  readonly text: string;
  readonly matrix: Matrix;
  readonly x: number;
  readonly y: number;
  /** How far the pen moves, in thousandths of an em. */
  readonly advance: number;
}

/** Shares of the size: letters further apart are parted by a space, and from the second on they are no line any more. */
const SPACE_GAP = 0.2;
const LINE_GAP = 1.5;
const OVERLAP = -0.5;
/** How far from its line, by the size, a letter may be: symbols above and below it belong to it. */
const RAISED = 0.4;
/** Of the direction of two letters on one line. */
const TURNED = 0.05;
const SIZES_ALIKE = 2;

interface Run {
  readonly start: Point;
  readonly direction: Point;
  readonly size: number;
  readonly letters: string[];
  end: Point;
}

/**
 * The words of a page, unseen, where their outlines are drawn: they can be selected, searched and read aloud. Letters
 * that follow each other on a line are in one element, as wide as they are on the page.
 */
export class TextLayer {
  readonly #elements: string[] = [];
  #run: Run | undefined;

  add({ text, matrix, x, y, advance }: PlacedLetter): void {
    const start = applyMatrix(matrix, x, y);
    const end = applyMatrix(matrix, x + advance, y);
    const size = 1000 * Math.hypot(matrix[2], matrix[3]);
    const scale = Math.hypot(matrix[0], matrix[1]);
    if (!(size > 0 && scale > 0) || ![...start, ...end].every(Number.isFinite)) return;
    const direction = [matrix[0] / scale, matrix[1] / scale] as const;
    const gap = this.#run && gapTo(this.#run, start, direction, size);
    if (gap === undefined) this.#flush();
    if (!this.#run) {
      if (text.trim() === '') return;
      this.#run = { start, direction, size, letters: [], end };
    } else if (gap! > SPACE_GAP && this.#run.letters.at(-1) !== ' ') {
      this.#run.letters.push(' ');
    }
    const isSpace = text.trim() === '';
    if (!isSpace || this.#run.letters.at(-1) !== ' ') this.#run.letters.push(isSpace ? ' ' : text);
    this.#run.end = end;
  }

  finish(): string {
    this.#flush();
    if (this.#elements.length === 0) return '';
    return `<g fill-opacity="0" font-family="sans-serif">${this.#elements.join('')}</g>`;
  }

  #flush(): void {
    const run = this.#run;
    this.#run = undefined;
    if (!run) return;
    const text = inReadingOrder(run.letters).join('').trim();
    const length = Math.hypot(run.end[0] - run.start[0], run.end[1] - run.start[1]);
    if (text === '' || length <= 0) return;
    const [x, y] = run.start.map(short);
    const [cos, sin] = run.direction;
    const isLevel = Math.abs(sin) < 1e-4 && cos > 0;
    const place = isLevel
      ? ` x="${x}" y="${y}"`
      : ` transform="matrix(${short(cos)} ${short(sin)} ${short(-sin)} ${short(cos)} ${x} ${y})"`;
    this.#elements.push(
      `<text${place} font-size="${short(run.size)}" textLength="${short(length)}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`,
    );
  }
}

/** By how much of its size a letter is behind the end of a run; nothing where it does not belong to it. */
function gapTo(run: Run, start: Point, direction: Point, size: number): number | undefined {
  const [dx, dy] = [start[0] - run.end[0], start[1] - run.end[1]];
  const along = (dx * run.direction[0] + dy * run.direction[1]) / run.size;
  const across = Math.abs(dx * run.direction[1] - dy * run.direction[0]) / run.size;
  const isTurned = Math.hypot(direction[0] - run.direction[0], direction[1] - run.direction[1]) > TURNED;
  const isLike = size < run.size * SIZES_ALIKE && run.size < size * SIZES_ALIKE;
  const isNext = along > OVERLAP && along < LINE_GAP && across < RAISED;
  return !isTurned && isLike && isNext ? along : undefined;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{N}]/u;
/** Forms of Arabic letters by their place in a word. */
const PRESENTATION_FORMS = /[\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Letters were drawn from left to right: those of words that are read from the right are turned round. */
function inReadingOrder(letters: readonly string[]): readonly string[] {
  if (!letters.some((letter) => RIGHT_TO_LEFT.test(letter))) return letters;
  const turned: string[] = [];
  let foreign: string[] = [];
  for (const letter of letters.toReversed()) {
    if (LEFT_TO_RIGHT.test(letter)) {
      foreign.unshift(letter);
      continue;
    }
    turned.push(...foreign, PRESENTATION_FORMS.test(letter) ? letter.normalize('NFKC') : letter);
    foreign = [];
  }
  return [...turned, ...foreign];
}
