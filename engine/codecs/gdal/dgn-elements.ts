import type { RunContext } from '../../contract/codec.ts';
import { truncated } from '../../content/records/errors.ts';
import { viewOf } from '../../io/bytes.ts';

/** Behind the last element. */
const END = 0xffff;
/** The bit of an element that is there no more. */
const DELETED = 0x80;
/** Types of elements that the library does not draw. */
const UNDRAWN: Readonly<Record<number, string>> = {
  ...{ 18: 'surfaces', 19: 'solids', 22: 'strings of points', 23: 'cones', 24: 'B-spline surfaces', 33: 'dimensions' },
  ...{ 35: 'shared cells', 36: 'multilines', 87: 'images' },
};
/** The points that lead a B-spline. */
const POLES = 21;

/** Tells of elements that the library passes over, and of curves that it draws as lines. Throws `input_truncated`. */
export function tellUndrawn(drawing: Uint8Array, context: RunContext): void {
  const types = typesOf(drawing);
  const left = Object.entries(UNDRAWN).flatMap(([type, kind]) => {
    const count = types.get(Number(type)) ?? 0;
    return count === 0 ? [] : [{ count, kind }];
  });
  if (left.length > 0)
    context.warn({
      code: 'feature_dropped',
      message: `Parts of the drawing are not drawn: ${left.map(({ count, kind }) => `${count} ${kind}`).join(', ')}.`,
      details: { elements: left.reduce((sum, { count }) => sum + count, 0) },
    });
  const splines = types.get(POLES) ?? 0;
  if (splines > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${splines} B-splines became straight lines from pole to pole.`,
      details: { curves: splines },
    });
}

/** How many elements there are of each type. Each says how many words of two bytes follow its first two. */
function typesOf(drawing: Uint8Array): ReadonlyMap<number, number> {
  const view = viewOf(drawing);
  const types = new Map<number, number>();
  for (let at = 0; at + 4 <= drawing.byteLength && view.getUint16(at, true) !== END;) {
    const type = drawing[at + 1]!;
    if (!(type & DELETED)) types.set(type, (types.get(type) ?? 0) + 1);
    at += 4 + 2 * view.getUint16(at + 2, true);
    if (at > drawing.byteLength) throw truncated('its last element is cut off');
  }
  return types;
}
