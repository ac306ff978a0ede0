/** Of a block, and of a pixel. */
const PIXELS = 16;
const CHANNELS = 3;
/** Bits of red, green and blue in the two colours that a block names. */
const BITS = [5, 6, 5] as const;
/** Share of the first colour in each of the four; the rest is the second one. */
const SHARES = [1, 0, 2 / 3, 1 / 3] as const;
/** Steps from the second colour to the first, and the index of each. */
const THIRDS = 3;
const INDICES = [1, 3, 2, 0] as const;
/** All indices of a block whose colours change places: 0 with 1, and 2 with 3. */
const EXCHANGED = 0x55_55_55_55;
/** Each round of least squares gains less than the one before. */
const ROUNDS = 2;

type Colour = readonly [red: number, green: number, blue: number];
type SixNumbers = readonly [number, number, number, number, number, number];

/** What a block names: two colours of 16 bits, and two bits a pixel. */
interface Fit {
  readonly first: number;
  readonly second: number;
  readonly indices: number;
  /** Sum of squares. */
  readonly error: number;
}

/** Where a block is worked on, so that none of millions needs a place of its own. */
export class ColourScratch {
  readonly seen: Uint8Array = new Uint8Array(PIXELS);
  readonly covariance: Float64Array = new Float64Array(6);
}

/**
 * Writes the colours of 4 × 4 RGBA pixels: two of 16 bits, and for each pixel one of these or of two between them. Pixels
 * that are transparent may have any. The library's own fit makes a block flat whose colours change from one channel to
 * another, as from red to blue.
 * https://learn.microsoft.com/windows/win32/direct3d10/d3d10-graphics-programming-guide-resources-block-compression
 */
export function writeColours(block: Uint8Array, to: DataView, at: number, scratch: ColourScratch): void {
  const { first, second, indices } = fitOf(block, scratch);
  // A first colour that is not larger stands for a block with a transparent one.
  const isExchanged = first < second;
  to.setUint16(at, isExchanged ? second : first, true);
  to.setUint16(at + 2, isExchanged ? first : second, true);
  to.setUint32(at + 4, first === second ? 0 : (isExchanged ? indices ^ EXCHANGED : indices) >>> 0, true);
}

function fitOf(block: Uint8Array, scratch: ColourScratch): Fit {
  const { seen, covariance } = scratch;
  findSeen(block, seen);
  const mean = meanOf(block, seen);
  findCovariance({ block, seen, mean }, covariance);
  if (traceOf(covariance) === 0) return flatFit(mean);
  let fit = fitBetween(block, extremesAlong(principalAxis(covariance), { block, seen, mean }), seen);
  for (let round = 0; round < ROUNDS; round++) {
    const ends = leastSquares(block, seen, fit.indices);
    const better = ends && fitBetween(block, ends, seen);
    if (!better || better.error >= fit.error) return fit;
    fit = better;
  }
  return fit;
}

/** 1 for each pixel whose colour is seen, or for all where none is. */
function findSeen(block: Uint8Array, seen: Uint8Array): void {
  let count = 0;
  for (let pixel = 0; pixel < PIXELS; pixel++) count += seen[pixel] = block[4 * pixel + 3] === 0 ? 0 : 1;
  if (count === 0) seen.fill(1);
}

function meanOf(block: Uint8Array, seen: Uint8Array): Colour {
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let pixel = 0, at = 0; pixel < PIXELS; pixel++, at += 4) {
    if (seen[pixel] === 0) continue;
    red += block[at]!;
    green += block[at + 1]!;
    blue += block[at + 2]!;
    count++;
  }
  return [red / count, green / count, blue / count];
}

/** Pixels around their mean. */
interface Cloud {
  readonly block: Uint8Array;
  readonly seen: Uint8Array;
  readonly mean: Colour;
}

/** The upper half of a symmetric matrix: red with red, green and blue, green with green and blue, blue with blue. */
function findCovariance({ block, seen, mean: [red, green, blue] }: Cloud, sums: Float64Array): void {
  sums.fill(0);
  for (let pixel = 0, at = 0; pixel < PIXELS; pixel++, at += 4) {
    if (seen[pixel] === 0) continue;
    const r = block[at]! - red;
    const g = block[at + 1]! - green;
    const b = block[at + 2]! - blue;
    sums[0]! += r * r;
    sums[1]! += r * g;
    sums[2]! += r * b;
    sums[3]! += g * g;
    sums[4]! += g * b;
    sums[5]! += b * b;
  }
}

function traceOf(matrix: Float64Array): number {
  return matrix[0]! + matrix[3]! + matrix[5]!;
}

/** Squarings of a matrix after which its rows lie along the principal axis, whichever that is. */
const SQUARINGS = 4;

/** The direction in which colours vary most. A vector that is multiplied again and again may be across it from the start. */
function principalAxis(covariance: Float64Array): Colour {
  for (let squaring = 0; squaring < SQUARINGS; squaring++) square(covariance);
  const [red, redGreen, redBlue, green, greenBlue, blue] = covariance as unknown as SixNumbers;
  if (red >= green && red >= blue) return [red, redGreen, redBlue];
  return green >= blue ? [redGreen, green, greenBlue] : [redBlue, greenBlue, blue];
}

/** Multiplies a symmetric matrix by itself, as a share of its trace: it would grow beyond all numbers. */
function square(matrix: Float64Array): void {
  const scale = 1 / traceOf(matrix);
  const rr = matrix[0]! * scale;
  const rg = matrix[1]! * scale;
  const rb = matrix[2]! * scale;
  const gg = matrix[3]! * scale;
  const gb = matrix[4]! * scale;
  const bb = matrix[5]! * scale;
  matrix[0] = rr * rr + rg * rg + rb * rb;
  matrix[1] = rr * rg + rg * gg + rb * gb;
  matrix[2] = rr * rb + rg * gb + rb * bb;
  matrix[3] = rg * rg + gg * gg + gb * gb;
  matrix[4] = rg * rb + gg * gb + gb * bb;
  matrix[5] = rb * rb + gb * gb + bb * bb;
}

/** The first and the last colour along an axis through the mean. */
function extremesAlong([x, y, z]: Colour, { block, seen, mean }: Cloud): readonly [Colour, Colour] {
  const length = x * x + y * y + z * z;
  let [least, most] = [Infinity, -Infinity];
  for (let pixel = 0, at = 0; pixel < PIXELS; pixel++, at += 4) {
    if (seen[pixel] === 0) continue;
    const along = (block[at]! - mean[0]) * x + (block[at + 1]! - mean[1]) * y + (block[at + 2]! - mean[2]) * z;
    least = Math.min(least, along / length);
    most = Math.max(most, along / length);
  }
  const colourAt = (along: number): Colour => [mean[0] + along * x, mean[1] + along * y, mean[2] + along * z];
  return [colourAt(most), colourAt(least)];
}

/** Each pixel has the nearest of the colours that lie between two, as these can be named. */
function fitBetween(block: Uint8Array, ends: readonly [Colour, Colour], seen: Uint8Array): Fit {
  const [first, second] = [packed(ends[0]), packed(ends[1])];
  const red = channelOf565(second, 0);
  const green = channelOf565(second, 1);
  const blue = channelOf565(second, 2);
  const x = channelOf565(first, 0) - red;
  const y = channelOf565(first, 1) - green;
  const z = channelOf565(first, 2) - blue;
  const scale = THIRDS / Math.max(1, x * x + y * y + z * z);
  let [indices, error] = [0, 0];
  for (let pixel = 0, at = 0; pixel < PIXELS; pixel++, at += 4) {
    if (seen[pixel] === 0) continue;
    const r = block[at]! - red;
    const g = block[at + 1]! - green;
    const b = block[at + 2]! - blue;
    const thirds = Math.max(0, Math.min(THIRDS, Math.round((r * x + g * y + b * z) * scale)));
    indices |= INDICES[thirds]! << (2 * pixel);
    const share = thirds / THIRDS;
    error += (r - share * x) ** 2 + (g - share * y) ** 2 + (b - share * z) ** 2;
  }
  return { first, second, indices, error };
}

/** The two colours whose mixtures by these indices are nearest to the pixels; undefined where all have the same. */
function leastSquares(block: Uint8Array, seen: Uint8Array, indices: number): readonly [Colour, Colour] | undefined {
  let [firsts, both, seconds] = [0, 0, 0];
  const ofFirst: [number, number, number] = [0, 0, 0];
  const ofSecond: [number, number, number] = [0, 0, 0];
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    if (seen[pixel] === 0) continue;
    const share = SHARES[(indices >>> (2 * pixel)) & 3]!;
    firsts += share * share;
    both += share * (1 - share);
    seconds += (1 - share) * (1 - share);
    for (let channel = 0; channel < CHANNELS; channel++) {
      const value = block[4 * pixel + channel]!;
      ofFirst[channel]! += share * value;
      ofSecond[channel]! += (1 - share) * value;
    }
  }
  const determinant = firsts * seconds - both * both;
  if (determinant < 1e-6) return undefined;
  const solve = (channel: number): [number, number] => [
    (ofFirst[channel]! * seconds - ofSecond[channel]! * both) / determinant,
    (ofSecond[channel]! * firsts - ofFirst[channel]! * both) / determinant,
  ];
  const [red, green, blue] = [solve(0), solve(1), solve(2)];
  return [
    [red[0], green[0], blue[0]],
    [red[1], green[1], blue[1]],
  ];
}

/** A colour that a block has alone may lie between two that can be named, and be nearer than each of them. */
function flatFit(colour: Colour): Fit {
  let [first, second] = [0, 0];
  for (let channel = 0; channel < CHANNELS; channel++) {
    const bits = BITS[channel]!;
    const [a, b] = mixedOf(bits)[Math.round(colour[channel]!)]!;
    first = (first << bits) | a;
    second = (second << bits) | b;
  }
  return { first, second, indices: 0xaa_aa_aa_aa, error: 0 };
}

type Pair = readonly [first: number, second: number];

/** Share of the distance of two values that counts as an error: decoders differ in how they round what is between. */
const UNSURE = 0.03;
const mixtures = new Map<number, readonly Pair[]>();

/** By byte: two values of so many bits of which two thirds and one third make it. */
function mixedOf(bits: number): readonly Pair[] {
  const known = mixtures.get(bits);
  if (known) return known;
  const values = Array.from({ length: 1 << bits }, (_, value) => widened(value, bits));
  const pairs = Array.from({ length: 256 }, (_, byte): Pair => {
    let [best, least]: [Pair, number] = [[0, 0], Infinity];
    for (const [first, a] of values.entries())
      for (const [second, b] of values.entries()) {
        const error = Math.abs((2 * a + b) / 3 - byte) + UNSURE * Math.abs(a - b);
        if (error < least) [best, least] = [[first, second], error];
      }
    return best;
  });
  mixtures.set(bits, pairs);
  return pairs;
}

function packed([red, green, blue]: Colour): number {
  return (narrowed(red, 31) << 11) | (narrowed(green, 63) << 5) | narrowed(blue, 31);
}

/** A byte as one of the values up to `most`. */
function narrowed(value: number, most: number): number {
  return Math.max(0, Math.min(most, Math.round((value / 255) * most)));
}

/** One of red, green and blue of a colour of 16 bits, as a byte. */
function channelOf565(bits: number, channel: number): number {
  return widened(channel === 0 ? bits >> 11 : channel === 1 ? (bits >> 5) & 63 : bits & 31, BITS[channel as 0 | 1 | 2]);
}

/** A value of five or six bits as one of eight. */
function widened(value: number, bits: number): number {
  return (value << (8 - bits)) | (value >> (2 * bits - 8));
}
