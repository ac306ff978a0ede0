import { Bounds } from '../bounds.ts';
import { ByteWriter } from '../byte-writer.ts';
import { writePoints } from '../glyf.ts';
import type { Contour } from '../quadratic-pen.ts';
import { damaged } from '../sfnt.ts';
import { COMPONENT_FLAG, KEPT_FLAGS, POINT_FLAG, type Component, type Glyph } from './glyph.ts';
import { Flattener } from './flat-glyphs.ts';

/** Glyphs as the tables `glyf` and `loca`, and what other tables say of them all. */
export interface CompiledGlyphs {
  readonly glyf: Uint8Array;
  readonly loca: Uint8Array;
  readonly isLongLoca: boolean;
  /** The box of each glyph, empty where it draws nothing. */
  readonly boxes: readonly Bounds[];
  /** The most of each kind, by the names of the fields of `maxp`. */
  readonly most: Readonly<Record<string, number>>;
}

const MOST_SHORT = 0x1_fffe;
const FRACTION = 0x4000;

/** `signal` is looked at between glyphs. */
export function compileGlyphs(glyphs: readonly Glyph[], names: readonly string[], signal: AbortSignal): CompiledGlyphs {
  const flattener = new Flattener(glyphs, names);
  const out = new ByteWriter(glyphs.length * 64);
  const offsets: number[] = [];
  const boxes: Bounds[] = [];
  for (const [number, glyph] of glyphs.entries()) {
    if (number % 64 === 0) signal.throwIfAborted();
    offsets.push(out.length);
    const box = flattener.boxOf(number);
    boxes.push(box);
    if (glyph.components.length > 0) writeComponents(out, glyph, box);
    else if (glyph.contours.length > 0) writeContours(out, glyph, box, names[number]!);
    out.padTo(4);
  }
  offsets.push(out.length);
  const isLongLoca = out.length > MOST_SHORT;
  const loca = new ByteWriter(offsets.length * 4);
  for (const offset of offsets) {
    if (isLongLoca) loca.u32(offset);
    else loca.u16(offset >> 1);
  }
  if (out.length === 0) out.u8(0); // an empty table is refused by some readers
  return { glyf: out.finish(), loca: loca.finish(), isLongLoca, boxes, most: flattener.most() };
}

function writeHeader(out: ByteWriter, contours: number, { xMin, yMin, xMax, yMax, isEmpty }: Bounds): void {
  out.u16(contours & 0xffff);
  for (const side of isEmpty ? [0, 0, 0, 0] : [xMin, yMin, xMax, yMax]) out.u16(side & 0xffff);
}

function writeContours(out: ByteWriter, { contours, program, overlaps }: Glyph, box: Bounds, name: string): void {
  requireNearPoints(contours, name);
  writeHeader(out, contours.length, box);
  let end = -1;
  for (const { xs } of contours) out.u16((end += xs.length) & 0xffff);
  writeProgram(out, program ?? new Uint8Array());
  writePoints(out, contours, overlaps ? POINT_FLAG.overlap : 0);
}

/** Points are stored by their distances from each other, which have 16 bits too. */
function requireNearPoints(contours: readonly Contour[], name: string): void {
  let [lastX, lastY] = [0, 0];
  for (const { xs, ys } of contours) {
    for (const [index, x] of xs.entries()) {
      const y = ys[index]!;
      if (Math.abs(x - lastX) > 0x7fff || Math.abs(y - lastY) > 0x7fff)
        throw damaged(`two points of the glyph ${name} are too far from each other`);
      [lastX, lastY] = [x, y];
    }
  }
}

function writeComponents(out: ByteWriter, { components, program }: Glyph, box: Bounds): void {
  writeHeader(out, -1, box);
  for (const [index, component] of components.entries()) {
    const isLast = index === components.length - 1;
    const more = isLast ? (program ? COMPONENT_FLAG.program : 0) : COMPONENT_FLAG.more;
    writeComponent(out, component, more);
  }
  if (program) writeProgram(out, program);
}

function writeComponent(
  out: ByteWriter,
  { glyph, flags, first, second, isByPoints, transform }: Component,
  more: number,
): void {
  const [least, most] = isByPoints ? [0, 255] : [-128, 127];
  const isShort = [first, second].every((value) => value >= least && value <= most);
  const numbers = transform?.map((value) => Math.max(-0x8000, Math.min(0x7fff, Math.round(value * FRACTION)))) ?? [];
  const [xx, xy, yx, yy] = numbers;
  const kind = !transform
    ? 0
    : xy || yx
      ? COMPONENT_FLAG.matrix
      : xx === yy
        ? COMPONENT_FLAG.scale
        : COMPONENT_FLAG.twoScales;
  out.u16(
    (flags & KEPT_FLAGS) |
      kind |
      more |
      (isByPoints ? 0 : COMPONENT_FLAG.offsets) |
      (isShort ? 0 : COMPONENT_FLAG.words),
  );
  out.u16(glyph);
  for (const value of [first, second]) {
    if (isShort) out.u8(value & 0xff);
    else out.u16(value & 0xffff);
  }
  const stored = kind === COMPONENT_FLAG.scale ? [xx] : kind === COMPONENT_FLAG.twoScales ? [xx, yy] : numbers;
  for (const value of stored) out.u16(value! & 0xffff);
}

function writeProgram(out: ByteWriter, program: Uint8Array): void {
  if (program.byteLength > 0xffff) throw damaged('the instructions of a glyph are longer than 65535 bytes');
  out.u16(program.byteLength);
  out.add(program);
}
