import { BLOCK, PLACE_OF_ZIGZAG } from './zigzag.ts';

/** Divisors at quality 50, row by row (ITU-T T.81, tables K.1 and K.2). */
const LUMINANCE =
  '16 11 10 16 24 40 51 61 12 12 14 19 26 58 60 55 14 13 16 24 40 57 69 56 14 17 22 29 51 87 80 62 18 22 37 56 68 109 103 77 24 35 55 64 81 104 113 92 49 64 78 87 103 121 120 101 72 92 95 98 112 100 103 99';
const CHROMINANCE =
  '17 18 24 47 99 99 99 99 18 21 26 66 99 99 99 99 24 26 56 99 99 99 99 99 47 66 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99';

/** Divisors in the order of the zigzag, scaled by the usual quality from 1 to 100. */
export function quantisationOf(kind: 'luminance' | 'chrominance', quality: number): Uint16Array {
  const rows = (kind === 'luminance' ? LUMINANCE : CHROMINANCE).split(' ').map(Number);
  const scale = quality < 50 ? 5000 / quality : 200 - quality * 2;
  return Uint16Array.from({ length: BLOCK }, (_, index) => {
    const divisor = Math.floor((rows[PLACE_OF_ZIGZAG[index]!]! * scale + 50) / 100);
    return Math.min(255, Math.max(1, divisor));
  });
}
