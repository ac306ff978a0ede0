import { childrenNamed, type XmlNode } from '../../../io/xml-tree.ts';
import { ByteWriter } from '../byte-writer.ts';
import { damaged } from '../sfnt.ts';
import { INT16, integerWithin, numberOf, requireAttribute, UINT16, within } from './elements.ts';
import type { Glyph } from './glyph.ts';
import type { GlyphOrder } from './glyph-order.ts';

/** How the points of glyphs move along the axes: `gvar`. https://learn.microsoft.com/typography/opentype/spec/gvar */

/** Points at the sides of a glyph, which its advance and its height are taken from. */
const PHANTOM_POINTS = 4;
const HEADER_BYTES = 20;
const MAX_TUPLES = 0x0fff;
const LONG_OFFSETS = 1;
const TUPLE = { embeddedPeak: 0x8000, intermediate: 0x4000, privatePoints: 0x2000 } as const;
const POINT_RUN = { words: 0x80, most: 128 } as const;
const DELTA_RUN = { zeros: 0x80, words: 0x40, most: 64 } as const;

interface VariationsOfFont {
  readonly glyphs: readonly Glyph[];
  readonly order: GlyphOrder;
  readonly axes: readonly string[];
  readonly signal: AbortSignal;
}

export function compileGlyphVariations(elements: readonly XmlNode[], font: VariationsOfFont): Uint8Array {
  const { glyphs, order, axes, signal } = font;
  const byGlyph = new Map<number, XmlNode>();
  for (const node of elements) if (node.name === 'glyphVariations') byGlyph.set(order.glyphIn(node, 'glyph'), node);
  const data = new ByteWriter(glyphs.length * 64);
  const offsets: number[] = [];
  for (const [number, glyph] of glyphs.entries()) {
    if (number % 64 === 0) signal.throwIfAborted();
    offsets.push(data.length);
    const node = byGlyph.get(number);
    if (node) writeGlyph(data, childrenNamed(node, 'tuple'), pointsOf(glyph), axes);
    data.padTo(2);
  }
  offsets.push(data.length);
  const dataAt = HEADER_BYTES + offsets.length * 4;
  const out = new ByteWriter(dataAt + data.length);
  for (const value of [1, 0, axes.length, 0]) out.u16(value);
  out.u32(dataAt);
  out.u16(glyphs.length);
  out.u16(LONG_OFFSETS);
  out.u32(dataAt);
  for (const offset of offsets) out.u32(offset);
  out.add(data.written);
  return out.finish();
}

function pointsOf({ contours, components }: Glyph): number {
  const own = components.length > 0 ? components.length : contours.reduce((sum, { xs }) => sum + xs.length, 0);
  return own + PHANTOM_POINTS;
}

function writeGlyph(out: ByteWriter, tuples: readonly XmlNode[], points: number, axes: readonly string[]): void {
  const headers = new ByteWriter();
  const data = new ByteWriter();
  let count = 0;
  for (const tuple of tuples) {
    const deltas = deltasIn(tuple, points);
    if (deltas.length === 0) continue;
    const start = data.length;
    writeDeltas(data, deltas, points);
    headers.u16(within(data.length - start, ...UINT16, 'gvar'));
    writeRegion(headers, childrenNamed(tuple, 'coord'), axes);
    count++;
  }
  if (count === 0) return;
  if (count > MAX_TUPLES) throw damaged(`a glyph varies in ${count} regions; ${MAX_TUPLES} are the most`);
  out.u16(count);
  out.u16(within(4 + headers.length, ...UINT16, 'gvar'));
  out.add(headers.written);
  out.add(data.written);
}

function writeRegion(out: ByteWriter, coordinates: readonly XmlNode[], axes: readonly string[]): void {
  const regions = axes.map((axis) => {
    const node = coordinates.find((each) => requireAttribute(each, 'axis').padEnd(4, ' ') === axis);
    const number = (name: string, otherwise: number): number =>
      node?.attributes.get(name) === undefined ? otherwise : within(numberOf(node, name), -2, 2, 'coord');
    const peak = number('value', 0);
    const usual = [Math.min(peak, 0), Math.max(peak, 0)] as const;
    const [first, last] = [number('min', usual[0]), number('max', usual[1])];
    return { peak, first, last, isUsual: first === usual[0] && last === usual[1] };
  });
  const isIntermediate = regions.some(({ isUsual }) => !isUsual);
  out.u16(TUPLE.embeddedPeak | TUPLE.privatePoints | (isIntermediate ? TUPLE.intermediate : 0));
  const write = (value: number): void => out.u16(Math.round(value * 0x4000) & 0xffff);
  for (const { peak } of regions) write(peak);
  if (!isIntermediate) return;
  for (const { first } of regions) write(first);
  for (const { last } of regions) write(last);
}

interface PointDelta {
  readonly point: number;
  readonly x: number;
  readonly y: number;
}

function deltasIn(tuple: XmlNode, points: number): PointDelta[] {
  const deltas = new Map<number, PointDelta>();
  for (const node of childrenNamed(tuple, 'delta')) {
    const point = integerWithin(node, 'pt', 0, points - 1);
    deltas.set(point, { point, x: integerWithin(node, 'x', ...INT16), y: integerWithin(node, 'y', ...INT16) });
  }
  return [...deltas.values()].sort((a, b) => a.point - b.point);
}

/** The points, or none for all of them, then what is added to each x and to each y. */
function writeDeltas(out: ByteWriter, deltas: readonly PointDelta[], points: number): void {
  if (deltas.length === points) out.u8(0);
  else
    writePointNumbers(
      out,
      deltas.map(({ point }) => point),
    );
  writeRuns(
    out,
    deltas.map(({ x }) => x),
  );
  writeRuns(
    out,
    deltas.map(({ y }) => y),
  );
}

function writePointNumbers(out: ByteWriter, numbers: readonly number[]): void {
  if (numbers.length < 128) out.u8(numbers.length);
  else out.u16(0x8000 | numbers.length);
  let last = 0;
  for (let from = 0; from < numbers.length; from += POINT_RUN.most) {
    const run = numbers.slice(from, from + POINT_RUN.most);
    out.u8(POINT_RUN.words | (run.length - 1));
    for (const number of run) {
      out.u16(number - last);
      last = number;
    }
  }
}

function writeRuns(out: ByteWriter, values: readonly number[]): void {
  const kindOf = (value: number): number =>
    value === 0 ? DELTA_RUN.zeros : value >= -128 && value <= 127 ? 0 : DELTA_RUN.words;
  for (let from = 0; from < values.length;) {
    const kind = kindOf(values[from]!);
    let end = from + 1;
    while (end < values.length && end - from < DELTA_RUN.most && kindOf(values[end]!) === kind) end++;
    out.u8(kind | (end - from - 1));
    for (const value of values.slice(from, end)) {
      if (kind === DELTA_RUN.words) out.u16(value & 0xffff);
      else if (kind === 0) out.u8(value & 0xff);
    }
    from = end;
  }
}
