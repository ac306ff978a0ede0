import { BLOCK } from './zigzag.ts';

/** One colour channel of a JPEG as its quantised DCT coefficients: what was stored, before any pixel is computed. */
export interface JpegComponent {
  readonly id: number;
  /** Sampling factors, 1 to 4. */
  readonly h: number;
  readonly v: number;
  /** Blocks that hold pixels of the image; those that only fill up an MCU are not kept. */
  readonly blocksWide: number;
  readonly blocksHigh: number;
  /** 64 a block in the order of the zigzag, block by block and row by row; one spare block at the end. */
  readonly coefficients: Int16Array;
  /** Two words a block: bit k of them is set where the k-th coefficient is not 0. The bit of the DC coefficient is not kept. */
  readonly nonzero: Int32Array;
  /** Divisors in the order of the zigzag. */
  readonly quantisation: Uint16Array;
}

export interface JpegCoefficients {
  readonly width: number;
  readonly height: number;
  readonly components: readonly JpegComponent[];
}

/** The largest sampling factors: an MCU is 8 times as many pixels wide and high. */
export function largestFactors(components: readonly Pick<JpegComponent, 'h' | 'v'>[]): { h: number; v: number } {
  return { h: Math.max(...components.map(({ h }) => h)), v: Math.max(...components.map(({ v }) => v)) };
}

/** Blocks along one side: of `pixels`, a component with this factor has its share. T.81, A.1.1. */
export function blocksAlong(pixels: number, factor: number, largest: number): number {
  return Math.ceil(Math.ceil((pixels * factor) / largest) / 8);
}

/** Bytes that the coefficients of so many blocks take in memory. */
export function coefficientBytes(blocks: number): number {
  const BITMAP_BYTES = 8;
  return (blocks + 1) * (BLOCK * Int16Array.BYTES_PER_ELEMENT + BITMAP_BYTES);
}

/** Room for a component whose coefficients are all 0. */
export function emptyComponent(component: Omit<JpegComponent, 'coefficients' | 'nonzero'>): JpegComponent {
  const blocks = component.blocksWide * component.blocksHigh + 1;
  return { ...component, coefficients: new Int16Array(blocks * BLOCK), nonzero: new Int32Array(blocks * 2) };
}
