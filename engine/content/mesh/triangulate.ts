/** Corners of a polygon, beyond which its ears are not looked for one by one: that takes the square of them. */
const MAX_EAR_CORNERS = 2_000;

/**
 * Three corners for each triangle of a polygon, by their places in it, in its own sense of turning. Polygons that are not
 * convex are cut ear by ear (Meisters, 1975); what is not flat or crosses itself becomes a fan in the end.
 */
export function triangulate(corners: readonly number[], positions: ArrayLike<number>): number[] {
  const count = corners.length;
  if (count < 3) return [];
  if (count === 3) return [0, 1, 2];
  const [first, second] = flatCorners(corners, positions);
  const rest = Array.from({ length: count }, (_, index) => index);
  if (count > MAX_EAR_CORNERS || isConvex(first, second)) return fan(rest);
  const triangles: number[] = [];
  let looked = 0;
  for (let at = 0; rest.length > 3 && looked < rest.length;) {
    const [before, here, after] = [rest.at(at - 1)!, rest[at]!, rest[(at + 1) % rest.length]!];
    if (isEar(before, here, after, rest, first, second)) {
      triangles.push(before, here, after);
      rest.splice(at, 1);
      looked = 0;
    } else {
      at++;
      looked++;
    }
    at %= rest.length;
  }
  return [...triangles, ...fan(rest)];
}

function fan(corners: readonly number[]): number[] {
  const triangles: number[] = [];
  for (let at = 2; at < corners.length; at++) triangles.push(corners[0]!, corners[at - 1]!, corners[at]!);
  return triangles;
}

/** The polygon as it looks along its normal (Newell), turning to the left. */
function flatCorners(corners: readonly number[], positions: ArrayLike<number>): readonly [Float64Array, Float64Array] {
  const normal = [0, 0, 0];
  for (let at = 0; at < corners.length; at++) {
    const [here, next] = [corners[at]! * 3, corners[(at + 1) % corners.length]! * 3];
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      normal[axis]! += (positions[here + u]! - positions[next + u]!) * (positions[here + v]! + positions[next + v]!);
    }
  }
  const sizes = normal.map(Math.abs);
  const dropped = sizes.indexOf(Math.max(...sizes));
  const isSeenFromBehind = normal[dropped]! < 0;
  const [u, v] = [(dropped + 1) % 3, (dropped + 2) % 3];
  const first = Float64Array.from(corners, (corner) => positions[corner * 3 + u]!);
  const second = Float64Array.from(corners, (corner) => positions[corner * 3 + v]!);
  return isSeenFromBehind ? [second, first] : [first, second];
}

function turn(a: number, b: number, c: number, first: Float64Array, second: Float64Array): number {
  return (first[b]! - first[a]!) * (second[c]! - second[a]!) - (second[b]! - second[a]!) * (first[c]! - first[a]!);
}

/** No corner turns to the right, and all of them together turn once. */
function isConvex(first: Float64Array, second: Float64Array): boolean {
  const count = first.length;
  let turns = 0;
  for (let at = 0; at < count; at++) {
    const next = (at + 1) % count;
    if (turn(at, next, (at + 2) % count, first, second) < 0) return false;
    if (first[at]! <= first[next]! && first[next]! > first[(at + 2) % count]!) turns++;
  }
  return turns <= 1;
}

function isEar(
  before: number,
  here: number,
  after: number,
  rest: readonly number[],
  first: Float64Array,
  second: Float64Array,
): boolean {
  if (turn(before, here, after, first, second) <= 0) return false;
  return !rest.some(
    (corner) =>
      corner !== before &&
      corner !== here &&
      corner !== after &&
      turn(before, here, corner, first, second) >= 0 &&
      turn(here, after, corner, first, second) >= 0 &&
      turn(after, before, corner, first, second) >= 0,
  );
}
