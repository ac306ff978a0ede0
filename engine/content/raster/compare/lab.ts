import { lightOf } from '../linear-light.ts';

export type Lab = readonly [lightness: Float64Array, a: Float64Array, b: Float64Array];

/** sRGB (IEC 61966-2-1) to CIELAB under D65. */
export function labOf([red, green, blue]: readonly Float64Array[]): Lab {
  const count = red!.length;
  const lab: Lab = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let index = 0; index < count; index++) {
    const r = lightOf(red![index]!);
    const g = lightOf(green![index]!);
    const b = lightOf(blue![index]!);
    const x = cubeRoot((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const y = cubeRoot(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = cubeRoot((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    lab[0][index] = 116 * y - 16;
    lab[1][index] = 500 * (x - y);
    lab[2][index] = 200 * (y - z);
  }
  return lab;
}

/** How light a grey of sRGB is, as a share of white. */
export function lightnessOf(shade: number): number {
  return 116 * cubeRoot(lightOf(shade * 255)) - 16;
}

/** The light of a grey of this lightness. */
export function lightOfLightness(lightness: number): number {
  return lightness > 8 ? ((lightness + 16) / 116) ** 3 : (lightness * 27) / 24_389;
}

function cubeRoot(value: number): number {
  return value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116;
}

/** How far the colours of each cell are apart. */
export function distancesOf(expected: Lab, found: Lab): Float64Array {
  const [lightness, a, b] = expected;
  const [foundLightness, foundA, foundB] = found;
  const distances = new Float64Array(lightness.length);
  for (let index = 0; index < distances.length; index++) {
    const l = lightness[index]! - foundLightness[index]!;
    const along = a[index]! - foundA[index]!;
    const across = b[index]! - foundB[index]!;
    distances[index] = Math.sqrt(l * l + along * along + across * across);
  }
  return distances;
}
