import type { Pen } from './harfbuzz.ts';
import { damaged } from './sfnt.ts';

/** Draws the charstrings of Type 1 fonts. Adobe Type 1 Font Format, chapters 6 and 8. */

const MAX_DEPTH = 10;
/** Steps of one glyph: a hundred times the most that fonts take. */
const MAX_STEPS = 100_000;
/** Procedures that PostScript does outside the charstring: flex, and other hints from a point on. */
const OTHER = { endFlex: 0, beginFlex: 1, addFlexPoint: 2 } as const;
const FLEX_POINTS = 7;

/** Glyphs that accents and the letters under them are called by (StandardEncoding). */
const STANDARD_ENCODING: Readonly<Record<number, string>> = {
  193: 'grave',
  194: 'acute',
  195: 'circumflex',
  196: 'tilde',
  197: 'macron',
  198: 'breve',
  199: 'dotaccent',
  200: 'dieresis',
  202: 'ring',
  203: 'cedilla',
  205: 'hungarumlaut',
  206: 'ogonek',
  207: 'caron',
  225: 'AE',
  232: 'Lslash',
  233: 'Oslash',
  234: 'OE',
  241: 'ae',
  245: 'dotlessi',
  248: 'lslash',
  249: 'oslash',
  250: 'oe',
};

interface Type1Program {
  readonly charstrings: ReadonlyMap<string, Uint8Array>;
  readonly subroutines: readonly (Uint8Array | undefined)[];
}

/** Draws a glyph and returns its advance. */
export function drawType1(program: Type1Program, code: Uint8Array, pen: Pen): number {
  const glyph = new GlyphRun(program, pen);
  glyph.run(code, 0);
  return glyph.width;
}

class GlyphRun {
  width = 0;
  readonly #program: Type1Program;
  readonly #pen: Pen;
  readonly #stack: number[] = [];
  /** What a procedure of PostScript left for `pop`. */
  readonly #results: number[] = [];
  #flex: number[] | undefined;
  #x = 0;
  #y = 0;
  #bearing = 0;
  /** Where the accent of a letter begins. */
  #originX = 0;
  #originY = 0;
  #steps = 0;
  #isDone = false;

  constructor(program: Type1Program, pen: Pen) {
    this.#program = program;
    this.#pen = pen;
  }

  run(code: Uint8Array, depth: number): void {
    for (let at = 0; at < code.byteLength && !this.#isDone;) {
      if (++this.#steps > MAX_STEPS) throw damaged('a glyph takes more steps than any does');
      const byte = code[at++]!;
      if (byte >= 32) at = this.#readNumber(code, at, byte);
      else if (byte === 12) this.#escaped(code[at++] ?? 0);
      else if (byte === 10) {
        const called = this.#program.subroutines[this.#stack.pop() ?? -1];
        if (called && depth < MAX_DEPTH) this.run(called, depth + 1);
      } else if (byte === 11) return;
      else this.#operate(byte);
    }
  }

  #readNumber(code: Uint8Array, at: number, byte: number): number {
    const next = (index: number): number => code[at + index] ?? 0;
    if (byte <= 246) {
      this.#stack.push(byte - 139);
      return at;
    }
    if (byte <= 250) this.#stack.push((byte - 247) * 256 + next(0) + 108);
    else if (byte <= 254) this.#stack.push(-(byte - 251) * 256 - next(0) - 108);
    else {
      this.#stack.push((next(0) << 24) | (next(1) << 16) | (next(2) << 8) | next(3));
      return at + 4;
    }
    return at + 1;
  }

  #operate(operator: number): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.#stack;
    this.#stack.length = 0;
    switch (operator) {
      case 13: // hsbw
        return this.#begin(a, 0, b);
      case 21: // rmoveto
        return this.#moveBy(a, b);
      case 22: // hmoveto
        return this.#moveBy(a, 0);
      case 4: // vmoveto
        return this.#moveBy(0, a);
      case 5: // rlineto
        return this.#lineBy(a, b);
      case 6: // hlineto
        return this.#lineBy(a, 0);
      case 7: // vlineto
        return this.#lineBy(0, a);
      case 8: // rrcurveto
        return this.#curveBy(a, b, c, d, e, f);
      case 30: // vhcurveto
        return this.#curveBy(0, a, b, c, d, 0);
      case 31: // hvcurveto
        return this.#curveBy(a, 0, b, c, 0, d);
      case 14: // endchar
        this.#isDone = true;
    }
  }

  #escaped(operator: number): void {
    if (operator === 12) return this.#divide();
    if (operator === 16) return this.#callOther();
    if (operator === 17) return void this.#stack.push(this.#results.pop() ?? 0);
    const values = this.#stack.splice(0);
    const [a = 0, b = 0, c = 0] = values;
    if (operator === 6) this.#composeAccented(values);
    else if (operator === 7) this.#begin(a, b, c); // sbw
  }

  #begin(x: number, y: number, width: number): void {
    this.width = width;
    this.#bearing = x;
    [this.#x, this.#y] = [this.#originX + x, this.#originY + y];
  }

  #divide(): void {
    const divisor = this.#stack.pop() ?? 1;
    this.#stack.push((this.#stack.pop() ?? 0) / (divisor === 0 ? 1 : divisor));
  }

  #callOther(): void {
    const other = this.#stack.pop() ?? 0;
    const count = Math.max(0, Math.min(this.#stack.pop() ?? 0, this.#stack.length));
    const values = this.#stack.splice(this.#stack.length - count);
    if (other === OTHER.beginFlex) this.#flex = [];
    else if (other === OTHER.addFlexPoint) this.#flex?.push(this.#x, this.#y);
    else if (other === OTHER.endFlex) this.#endFlex(values);
    else this.#results.push(...values.reverse());
  }

  /** Two curves; the first of the points only says where they are flat. */
  #endFlex([, x = 0, y = 0]: readonly number[]): void {
    const points = this.#flex ?? [];
    this.#flex = undefined;
    if (points.length === FLEX_POINTS * 2) {
      for (const at of [2, 8])
        this.#pen.cubicTo(...(points.slice(at, at + 6) as [number, number, number, number, number, number]));
    }
    this.#results.push(y, x);
  }

  #moveBy(dx: number, dy: number): void {
    this.#goBy(dx, dy);
    if (!this.#flex) this.#pen.moveTo(this.#x, this.#y);
  }

  #lineBy(dx: number, dy: number): void {
    this.#goBy(dx, dy);
    this.#pen.lineTo(this.#x, this.#y);
  }

  #curveBy(dx1: number, dy1: number, dx2: number, dy2: number, dx3: number, dy3: number): void {
    const [x1, y1] = [this.#x + dx1, this.#y + dy1];
    const [x2, y2] = [x1 + dx2, y1 + dy2];
    [this.#x, this.#y] = [x2 + dx3, y2 + dy3];
    this.#pen.cubicTo(x1, y1, x2, y2, this.#x, this.#y);
  }

  #goBy(dx: number, dy: number): void {
    this.#x += dx;
    this.#y += dy;
  }

  /** `seac`: a letter and an accent, both glyphs of the same font. */
  #composeAccented([accentBearing = 0, dx = 0, dy = 0, base = 0, accent = 0]: readonly number[]): void {
    const { width } = this;
    const [left, ofBase, ofAccent] = [this.#bearing, this.#standardGlyph(base), this.#standardGlyph(accent)];
    this.#drawPart(ofBase, 0, 0);
    this.#drawPart(ofAccent, left - accentBearing + dx, dy);
    this.width = width;
    this.#isDone = true;
  }

  #drawPart(code: Uint8Array | undefined, x: number, y: number): void {
    if (!code || this.#originX !== 0 || this.#originY !== 0) return; // no accents on accents
    const part = new GlyphRun(this.#program, this.#pen);
    part.#originX = x;
    part.#originY = y;
    part.#steps = this.#steps + MAX_STEPS / 10; // a letter that is made of itself ends
    part.run(code, 0);
  }

  #standardGlyph(code: number): Uint8Array | undefined {
    return this.#program.charstrings.get(STANDARD_ENCODING[code] ?? String.fromCharCode(code));
  }
}
