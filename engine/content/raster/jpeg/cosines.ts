import { BLOCK, PLACE_OF_ZIGZAG } from './zigzag.ts';

const SIDE = 8;
/** COSINES[u * 8 + x] = c(u) / 2 · cos((2x + 1) u π / 16) (ITU-T T.81, section A.3.3). */
const COSINES = Float32Array.from({ length: BLOCK }, (_, index) => {
  const frequency = Math.floor(index / SIDE);
  const position = index % SIDE;
  const scale = frequency === 0 ? Math.SQRT1_2 : 1;
  return (scale / 2) * Math.cos(((2 * position + 1) * frequency * Math.PI) / 16);
});

/** cos(k π / 16) / 2: what the coefficients of a row or a column count for in its samples. */
const half = (k: number): number => Math.cos((k * Math.PI) / 16) / 2;
const [C1, C2, C3, C4, C5, C6, C7] = [half(1), half(2), half(3), half(4), half(5), half(6), half(7)] as const;

const rows = new Float32Array(BLOCK);
const frequencies = new Float32Array(BLOCK);

/**
 * Computes the 64 samples of a block from its quantised coefficients at `at`, and writes them as rows of `stride` bytes
 * from `to` on. The cosines of opposite samples differ by their signs alone: the coefficients of even and odd numbers are
 * added up once for both, first along rows and then along columns.
 */
export function samplesOf(
  coefficients: Int16Array,
  at: number,
  quantisation: Uint16Array,
  plane: Uint8ClampedArray,
  to: number,
  stride: number,
): void {
  frequencies.fill(0);
  for (let index = 0; index < BLOCK; index++) {
    const value = coefficients[at + index]!;
    if (value !== 0) frequencies[PLACE_OF_ZIGZAG[index]!] = value * quantisation[index]!;
  }
  for (let row = 0; row < BLOCK; row += SIDE) transform(frequencies, row, 1, rows, row, 1, 0);
  for (let column = 0; column < SIDE; column++) transform(rows, column, SIDE, plane, to + column, stride, 128);
}

/** The inverse transform of eight coefficients that are `step` apart; its samples are `apart` from each other. */
function transform(
  from: Float32Array,
  at: number,
  step: number,
  samples: Float32Array | Uint8ClampedArray,
  to: number,
  apart: number,
  middle: number,
): void {
  const first = from[at]! * C4 + middle;
  const f1 = from[at + step]!;
  const f2 = from[at + 2 * step]!;
  const f3 = from[at + 3 * step]!;
  const f4 = from[at + 4 * step]! * C4;
  const f5 = from[at + 5 * step]!;
  const f6 = from[at + 6 * step]!;
  const f7 = from[at + 7 * step]!;
  const near = f2 * C2 + f6 * C6;
  const far = f2 * C6 - f6 * C2;
  const even0 = first + f4 + near;
  const even1 = first - f4 + far;
  const even2 = first - f4 - far;
  const even3 = first + f4 - near;
  const odd0 = f1 * C1 + f3 * C3 + f5 * C5 + f7 * C7;
  const odd1 = f1 * C3 - f3 * C7 - f5 * C1 - f7 * C5;
  const odd2 = f1 * C5 - f3 * C1 + f5 * C7 + f7 * C3;
  const odd3 = f1 * C7 - f3 * C5 + f5 * C3 - f7 * C1;
  samples[to] = even0 + odd0;
  samples[to + apart] = even1 + odd1;
  samples[to + 2 * apart] = even2 + odd2;
  samples[to + 3 * apart] = even3 + odd3;
  samples[to + 4 * apart] = even3 - odd3;
  samples[to + 5 * apart] = even2 - odd2;
  samples[to + 6 * apart] = even1 - odd1;
  samples[to + 7 * apart] = even0 - odd0;
}

/** Writes the quantised coefficients of 64 samples at `at`; returns the two words that tell which are not 0. */
export function coefficientsOf(
  samples: Float32Array,
  quantisation: Uint16Array,
  coefficients: Int16Array,
  at: number,
): readonly [low: number, high: number] {
  for (let y = 0; y < SIDE; y++) {
    for (let u = 0; u < SIDE; u++) {
      let sum = 0;
      for (let x = 0; x < SIDE; x++) sum += (samples[y * SIDE + x]! - 128) * COSINES[u * SIDE + x]!;
      rows[y * SIDE + u] = sum;
    }
  }
  let low = 0;
  let high = 0;
  for (let index = 0; index < BLOCK; index++) {
    const place = PLACE_OF_ZIGZAG[index]!;
    const u = place % SIDE;
    const v = (place - u) / SIDE;
    let sum = 0;
    for (let y = 0; y < SIDE; y++) sum += rows[y * SIDE + u]! * COSINES[v * SIDE + y]!;
    const value = Math.round(sum / quantisation[index]!);
    coefficients[at + index] = value;
    if (value === 0 || index === 0) continue;
    if (index < 32) low |= 1 << index;
    else high |= 1 << (index - 32);
  }
  return [low, high];
}
