import { viewOf } from '../../../io/bytes.ts';
import type { Contour } from '../quadratic-pen.ts';
import { COMPONENT_FLAG, EMPTY_GLYPH, POINT_FLAG, type Component, type Glyph } from './glyph.ts';

/** Reads one glyph of the table `glyf`. Throws a RangeError for a damaged one. */
export function readGlyph(data: Uint8Array): Glyph {
  if (data.byteLength === 0) return EMPTY_GLYPH;
  const count = viewOf(data).getInt16(0);
  if (count === 0) return EMPTY_GLYPH;
  return count > 0 ? readContours(data, count) : readComponents(data);
}

const HEADER_BYTES = 10;

function readContours(data: Uint8Array, count: number): Glyph {
  const view = viewOf(data);
  const ends = Array.from({ length: count }, (_, index) => view.getUint16(HEADER_BYTES + index * 2));
  if (ends.some((end, index) => index > 0 && end < ends[index - 1]!)) throw new RangeError('contours end in disorder');
  const programAt = HEADER_BYTES + count * 2 + 2;
  const program = sliceOf(data, programAt, view.getUint16(programAt - 2));
  const points = ends.at(-1)! + 1;
  const flags: number[] = [];
  let at = programAt + program.byteLength;
  while (flags.length < points) {
    const flag = view.getUint8(at++);
    flags.push(flag);
    const repeats = flag & POINT_FLAG.repeat ? view.getUint8(at++) : 0;
    for (let repeat = 0; repeat < repeats; repeat++) flags.push(flag);
  }
  flags.length = points;
  const readCoordinates = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? view.getUint8(at++) : -view.getUint8(at++);
      else if (!(flag & same)) {
        value += view.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = readCoordinates(POINT_FLAG.xShort, POINT_FLAG.xSame);
  const ys = readCoordinates(POINT_FLAG.yShort, POINT_FLAG.ySame);
  const contours = ends.map((end, index): Contour => {
    const start = index === 0 ? 0 : ends[index - 1]! + 1;
    const on = flags.slice(start, end + 1).map((flag) => (flag & POINT_FLAG.onCurve) !== 0);
    return { xs: xs.slice(start, end + 1), ys: ys.slice(start, end + 1), on };
  });
  return { contours, components: [], program, overlaps: (flags[0]! & POINT_FLAG.overlap) !== 0 };
}

function readComponents(data: Uint8Array): Glyph {
  const view = viewOf(data);
  const components: Component[] = [];
  let at = HEADER_BYTES;
  let flags: number;
  do {
    flags = view.getUint16(at);
    const glyph = view.getUint16(at + 2);
    const isByPoints = (flags & COMPONENT_FLAG.offsets) === 0;
    const [first, second] = readPlace(view, at + 4, flags);
    at += flags & COMPONENT_FLAG.words ? 8 : 6;
    const number = (index: number): number => view.getInt16(at + index * 2) / 0x4000;
    let transform: Component['transform'];
    if (flags & COMPONENT_FLAG.scale) {
      transform = [number(0), 0, 0, number(0)];
      at += 2;
    } else if (flags & COMPONENT_FLAG.twoScales) {
      transform = [number(0), 0, 0, number(1)];
      at += 4;
    } else if (flags & COMPONENT_FLAG.matrix) {
      transform = [number(0), number(1), number(2), number(3)];
      at += 8;
    }
    components.push({ glyph, flags, first, second, isByPoints, transform });
  } while (flags & COMPONENT_FLAG.more);
  const program = flags & COMPONENT_FLAG.program ? sliceOf(data, at + 2, view.getUint16(at)) : undefined;
  return { contours: [], components, program, overlaps: false };
}

/** Offsets have a sign, numbers of points have none. */
function readPlace(view: DataView, at: number, flags: number): readonly [number, number] {
  const isOffset = (flags & COMPONENT_FLAG.offsets) !== 0;
  if (flags & COMPONENT_FLAG.words)
    return isOffset ? [view.getInt16(at), view.getInt16(at + 2)] : [view.getUint16(at), view.getUint16(at + 2)];
  return isOffset ? [view.getInt8(at), view.getInt8(at + 1)] : [view.getUint8(at), view.getUint8(at + 1)];
}

function sliceOf(data: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > data.byteLength) throw new RangeError('a program ends beyond its glyph');
  return data.subarray(at, at + length);
}
