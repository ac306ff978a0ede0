import type { Pixels } from './png.ts';

/** An image on white, as bytes of red, green and blue. */
export function onWhite({ width, height, rgba }: Pixels): Uint8Array {
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const alpha = rgba[at * 4 + 3]! / 255;
    for (let channel = 0; channel < 3; channel++)
      rgb[at * 3 + channel] = Math.round(rgba[at * 4 + channel]! * alpha + 255 * (1 - alpha));
  }
  return rgb;
}

/** Side of the windows that structural similarity is taken over, and the step between them. */
const WINDOW = 8;
const STEP = 4;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/**
 * Mean structural similarity of the luma of two images of one size (Wang et al. 2004), over uniform windows: 1 is
 * the same. Images smaller than a window are one window.
 */
export function structuralSimilarity(a: Uint8Array, b: Uint8Array, width: number, height: number): number {
  const [one, other] = [lumaOf(a), lumaOf(b)];
  let sum = 0;
  let windows = 0;
  for (let y = 0; y <= Math.max(0, height - WINDOW); y += STEP) {
    for (let x = 0; x <= Math.max(0, width - WINDOW); x += STEP) {
      sum += windowSimilarity(one, other, { x, y, width, height });
      windows++;
    }
  }
  return sum / windows;
}

function lumaOf(rgb: Uint8Array): Float64Array {
  const luma = new Float64Array(rgb.length / 3);
  for (let at = 0; at < luma.length; at++)
    luma[at] = 0.2126 * rgb[at * 3]! + 0.7152 * rgb[at * 3 + 1]! + 0.0722 * rgb[at * 3 + 2]!;
  return luma;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function windowSimilarity(a: Float64Array, b: Float64Array, { x, y, width, height }: Place): number {
  let [sumA, sumB, squaresA, squaresB, products, count] = [0, 0, 0, 0, 0, 0];
  for (let row = y; row < Math.min(height, y + WINDOW); row++) {
    for (let column = x; column < Math.min(width, x + WINDOW); column++) {
      const [one, other] = [a[row * width + column]!, b[row * width + column]!];
      sumA += one;
      sumB += other;
      squaresA += one * one;
      squaresB += other * other;
      products += one * other;
      count++;
    }
  }
  const [meanA, meanB] = [sumA / count, sumB / count];
  const varianceA = squaresA / count - meanA * meanA;
  const varianceB = squaresB / count - meanB * meanB;
  const covariance = products / count - meanA * meanB;
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) /
    ((meanA * meanA + meanB * meanB + C1) * (varianceA + varianceB + C2))
  );
}

/** Mean colour difference ΔE*ab (CIE 1976) of two sRGB images of one size: 1 is hardly seen, 2.3 just noticed. */
export function meanColourDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 3) {
    if (a[at] === b[at] && a[at + 1] === b[at + 1] && a[at + 2] === b[at + 2]) continue;
    const [l1, a1, b1] = labOf(a, at);
    const [l2, a2, b2] = labOf(b, at);
    sum += Math.hypot(l1 - l2, a1 - a2, b1 - b2);
  }
  return sum / (a.length / 3);
}

function labOf(rgb: Uint8Array, at: number): [number, number, number] {
  const [r, g, b] = [linear(rgb[at]!), linear(rgb[at + 1]!), linear(rgb[at + 2]!)];
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function curve(share: number): number {
  return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
}

/** Mean difference of the opacity of two images, 0 to 255. */
export function meanAlphaDifference(a: Pixels, b: Pixels): number {
  let sum = 0;
  for (let at = 3; at < a.rgba.length; at += 4) sum += Math.abs(a.rgba[at]! - b.rgba[at]!);
  return sum / (a.rgba.length / 4);
}
