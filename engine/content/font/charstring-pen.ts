import { ByteWriter } from './byte-writer.ts';
import { Bounds } from './bounds.ts';
import { asCubic } from './curves.ts';
import { inRange, type Pen } from './harfbuzz.ts';

/** Type 2 charstrings: Adobe Technical Note 5177. */

const OPERATOR = { rlineto: 5, rmoveto: 21, rrcurveto: 8, endchar: 14 } as const;
const LINE_ARGUMENTS = 2;
const CURVE_ARGUMENTS = 6;
/** What the stack of an interpreter holds. */
const MAX_ARGUMENTS = 48;

/** Writes one outline as a charstring: curves of TrueType as the same cubic ones, up to the rounding of their points. */
export class CharstringPen implements Pen {
  readonly #out = new ByteWriter();
  #operator: number = OPERATOR.rlineto;
  #arguments: number[] = [];
  #width: number | undefined;
  #x = 0;
  #y = 0;
  /** Where the outline is, unrounded: control points are reckoned from it. */
  #exactX = 0;
  #exactY = 0;
  bounds = new Bounds();

  /** Begins a glyph; `width` is how much its advance differs from the usual one, left out where it does not. */
  begin(width: number | undefined): void {
    this.#out.reset();
    this.#arguments = [];
    this.#width = width;
    this.#x = 0;
    this.#y = 0;
    this.bounds = new Bounds();
  }

  moveTo(x: number, y: number): void {
    this.#flush();
    this.#writeWidth();
    this.#push(x, y);
    this.#writeOperator(OPERATOR.rmoveto);
    this.#setExact(x, y);
  }

  lineTo(x: number, y: number): void {
    this.#use(OPERATOR.rlineto, LINE_ARGUMENTS);
    this.#push(x, y);
    this.#setExact(x, y);
  }

  quadTo(controlX: number, controlY: number, x: number, y: number): void {
    this.cubicTo(...asCubic(this.#exactX, this.#exactY, controlX, controlY, x, y));
  }

  cubicTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#use(OPERATOR.rrcurveto, CURVE_ARGUMENTS);
    this.#push(x1, y1);
    this.#push(x2, y2);
    this.#push(x, y);
    this.#setExact(x, y);
  }

  finish(): Uint8Array {
    this.#flush();
    this.#writeWidth();
    this.#out.u8(OPERATOR.endchar);
    return this.#out.finish();
  }

  #setExact(x: number, y: number): void {
    [this.#exactX, this.#exactY] = [x, y];
  }

  #use(operator: number, more: number): void {
    if (this.#operator !== operator || this.#arguments.length + more > MAX_ARGUMENTS) this.#flush();
    this.#operator = operator;
  }

  /** A point, relative to the one before it. */
  #push(exactX: number, exactY: number): void {
    const [x, y] = [inRange(exactX), inRange(exactY)];
    this.#arguments.push(inRange(x - this.#x), inRange(y - this.#y));
    this.bounds.add(x, y);
    [this.#x, this.#y] = [x, y];
  }

  #writeWidth(): void {
    if (this.#width !== undefined) writeNumber(this.#out, inRange(this.#width));
    this.#width = undefined;
  }

  #flush(): void {
    if (this.#arguments.length > 0) this.#writeOperator(this.#operator);
  }

  #writeOperator(operator: number): void {
    for (const value of this.#arguments) writeNumber(this.#out, value);
    this.#arguments = [];
    this.#out.u8(operator);
  }
}

/** A number of at most 16 bits. */
export function writeNumber(out: ByteWriter, value: number): void {
  if (value >= -107 && value <= 107) out.u8(value + 139);
  else if (value >= 108 && value <= 1131) {
    out.u8(247 + ((value - 108) >> 8));
    out.u8((value - 108) & 0xff);
  } else if (value >= -1131 && value <= -108) {
    out.u8(251 + ((-value - 108) >> 8));
    out.u8((-value - 108) & 0xff);
  } else {
    out.u8(28);
    out.u16(value & 0xffff);
  }
}
