const PIXELS = 16;
const STEPS = 8;
const BITS = 3;

/** Writes the opacity of 4 × 4 RGBA pixels: two values, and for each pixel one of these or of six others. */
export function writeAlpha(block: Uint8Array, to: DataView, at: number): void {
  const between = fitOf(block, rangeOf(block, 0, 255, true));
  const extreme = between.error === 0 ? between : fitOf(block, rangeOf(block, 1, 254, false));
  const { first, second, indices } = between.error <= extreme.error ? between : extreme;
  to.setUint8(at, first);
  to.setUint8(at + 1, second);
  // 48 bits, of which the first eight pixels have the lower half.
  for (const [half, from] of [0, 8].entries()) {
    let bits = 0;
    for (let pixel = 0; pixel < 8; pixel++) bits |= indices[from + pixel]! << (BITS * pixel);
    for (let byte = 0; byte < 3; byte++) to.setUint8(at + 2 + 3 * half + byte, (bits >> (8 * byte)) & 255);
  }
}

type Range = readonly [first: number, second: number];

/**
 * The values from `least` to `most` that a block has: falling, so that six lie between them, or rising, so that four do,
 * beside nothing and all.
 */
function rangeOf(block: Uint8Array, least: number, most: number, isFalling: boolean): Range {
  let [lowest, highest] = [most, least];
  for (let at = 3; at < 4 * PIXELS; at += 4) {
    const value = block[at]!;
    if (value < least || value > most) continue;
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  if (lowest > highest) [lowest, highest] = [highest, lowest]; // there are none
  return isFalling ? [highest, lowest] : [lowest, highest];
}

interface Fit {
  readonly first: number;
  readonly second: number;
  readonly indices: Uint8Array;
  /** Sum of squares. */
  readonly error: number;
}

function fitOf(block: Uint8Array, [first, second]: Range): Fit {
  const values = Array.from({ length: STEPS }, (_, code) => alphaOfCode(code, first, second));
  const indices = new Uint8Array(PIXELS);
  let error = 0;
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    const alpha = block[4 * pixel + 3]!;
    let nearest = Infinity;
    for (let code = 0; code < STEPS; code++) {
      const distance = (values[code]! - alpha) ** 2;
      if (distance >= nearest) continue;
      nearest = distance;
      indices[pixel] = code;
    }
    error += nearest;
  }
  return { first, second, indices, error };
}

/** Two values, and six between them, or four and the extremes. */
function alphaOfCode(code: number, first: number, second: number): number {
  if (code < 2) return code === 0 ? first : second;
  if (first > second) return Math.floor(((8 - code) * first + (code - 1) * second) / 7);
  return code < 6 ? Math.floor(((6 - code) * first + (code - 1) * second) / 5) : (code - 6) * 255;
}
