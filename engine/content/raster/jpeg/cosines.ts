import { BLOCK, PLACE_OF_ZIGZAG } from './zigzag.ts';

const SIDE = 8;
/** COSINES[u * 8 + x] = c(u) / 2 · cos((2x + 1) u π / 16) (ITU-T T.81, section A.3.3). */
const COSINES = Float32Array.from({ length: BLOCK }, (_, index) => {
  const frequency = Math.floor(index / SIDE);
  const position = index % SIDE;
  const scale = frequency === 0 ? Math.SQRT1_2 : 1;
  return (scale / 2) * Math.cos(((2 * position + 1) * frequency * Math.PI) / 16);
});

const rows = new Float32Array(BLOCK);
const frequencies = new Float32Array(BLOCK);

/** Computes the 64 samples of a block, row by row, from its quantised coefficients at `at`. */
export function samplesOf(
  coefficients: Int16Array,
  at: number,
  quantisation: Uint16Array,
  samples: Float32Array,
): void {
  frequencies.fill(0);
  for (let index = 0; index < BLOCK; index++) {
    const value = coefficients[at + index]!;
    if (value !== 0) frequencies[PLACE_OF_ZIGZAG[index]!] = value * quantisation[index]!;
  }
  for (let v = 0; v < SIDE; v++) {
    for (let x = 0; x < SIDE; x++) {
      let sum = 0;
      for (let u = 0; u < SIDE; u++) sum += frequencies[v * SIDE + u]! * COSINES[u * SIDE + x]!;
      rows[v * SIDE + x] = sum;
    }
  }
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      let sum = 0;
      for (let v = 0; v < SIDE; v++) sum += rows[v * SIDE + x]! * COSINES[v * SIDE + y]!;
      samples[y * SIDE + x] = sum + 128;
    }
  }
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
