import { Bounds } from './bounds.ts';
import { ByteWriter } from './byte-writer.ts';
import { tidied, type Contour } from './quadratic-pen.ts';

/** Writes TrueType outlines. https://learn.microsoft.com/typography/opentype/spec/glyf */

const FLAG = { onCurve: 1, xShort: 2, yShort: 4, repeat: 8, xSameOrPositive: 16, ySameOrPositive: 32 } as const;
const MAX_REPEATS = 255;

/** The tables `glyf` and `loca` as they are filled glyph by glyph. */
export class GlyfWriter {
  readonly #glyf: ByteWriter;
  readonly #loca = new ByteWriter();
  readonly bounds = new Bounds();
  maxPoints = 0;
  maxContours = 0;

  constructor(expectedBytes: number) {
    this.#glyf = new ByteWriter(expectedBytes);
  }

  /** Adds one glyph; returns the box around it, empty for one without outlines. */
  add(drawn: readonly Contour[]): Bounds {
    const bounds = new Bounds();
    this.#loca.u32(this.#glyf.length);
    const contours = drawn.filter(({ xs }) => xs.length > 1).map((contour) => tidied(contour, bounds));
    if (contours.length === 0) return bounds;
    this.#writeHeader(contours, bounds);
    writePoints(this.#glyf, contours);
    this.#glyf.padTo(4);
    this.bounds.addBox(bounds);
    this.maxPoints = Math.max(
      this.maxPoints,
      contours.reduce((sum, { xs }) => sum + xs.length, 0),
    );
    this.maxContours = Math.max(this.maxContours, contours.length);
    return bounds;
  }

  finish(): { readonly glyf: Uint8Array; readonly loca: Uint8Array } {
    this.#loca.u32(this.#glyf.length);
    if (this.#glyf.length === 0) this.#glyf.u8(0); // an empty table is refused by some readers
    return { glyf: this.#glyf.finish(), loca: this.#loca.finish() };
  }

  #writeHeader(contours: readonly Contour[], { xMin, yMin, xMax, yMax }: Bounds): void {
    this.#glyf.u16(contours.length);
    for (const side of [xMin, yMin, xMax, yMax]) this.#glyf.u16(side & 0xffff);
    let end = -1;
    for (const { xs } of contours) this.#glyf.u16((end += xs.length));
    this.#glyf.u16(0); // no instructions
  }
}

/** Writes the flags and the places of all points; `firstFlag` is added to the flag of the first one. */
export function writePoints(out: ByteWriter, contours: readonly Contour[], firstFlag = 0): void {
  const [xBytes, yBytes] = [new ByteWriter(256), new ByteWriter(256)];
  let [lastX, lastY] = [0, 0];
  let [previous, repeats] = [-1, 0];
  let added = firstFlag;
  for (const { xs, ys, on } of contours) {
    for (let index = 0; index < xs.length; index++) {
      const [x, y] = [xs[index]!, ys[index]!];
      const flag =
        added |
        (on[index] ? FLAG.onCurve : 0) |
        writeDelta(xBytes, x - lastX, FLAG.xShort, FLAG.xSameOrPositive) |
        writeDelta(yBytes, y - lastY, FLAG.yShort, FLAG.ySameOrPositive);
      added = 0;
      [lastX, lastY] = [x, y];
      if (flag === previous && repeats < MAX_REPEATS) repeats++;
      else {
        writeFlag(out, previous, repeats);
        [previous, repeats] = [flag, 0];
      }
    }
  }
  writeFlag(out, previous, repeats);
  out.add(xBytes.written);
  out.add(yBytes.written);
}

function writeFlag(out: ByteWriter, flag: number, repeats: number): void {
  if (flag < 0) return;
  out.u8(repeats > 0 ? flag | FLAG.repeat : flag);
  if (repeats > 0) out.u8(repeats);
}

/** Writes how far the next point is, and returns the flags that say how. */
function writeDelta(bytes: ByteWriter, delta: number, short: number, sameOrPositive: number): number {
  if (delta === 0) return sameOrPositive;
  if (delta > -256 && delta < 256) {
    bytes.u8(Math.abs(delta));
    return delta > 0 ? short | sameOrPositive : short;
  }
  bytes.u16(delta & 0xffff);
  return 0;
}
