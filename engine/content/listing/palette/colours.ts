import { textIn, type Entry } from '../model.ts';

/** Red, green, blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

export function hexOfRgb(rgb: readonly number[]): string {
  return `#${rgb
    .slice(0, 3)
    .map((part) =>
      Math.max(0, Math.min(255, Math.round(part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** The colour of an entry; undefined where it has none that is spelled as `#rrggbb`. */
export function rgbOf(entry: Entry): Rgb | undefined {
  return parseHex(textIn(entry, 'colour') ?? '');
}

export function parseHex(text: string): Rgb | undefined {
  const digits = HEX.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return [0, 2, 4].map((at) => parseInt(six.slice(at, at + 2), 16)) as unknown as Rgb;
}

/** Inks from 0 to 1, without a profile: what a screen shows is an approximation. */
export function rgbOfInks([cyan = 0, magenta = 0, yellow = 0, black = 0]: readonly number[]): Rgb {
  return [cyan, magenta, yellow].map(
    (ink) => 255 * (1 - Math.min(1, ink)) * (1 - Math.min(1, black)),
  ) as unknown as Rgb;
}

/** Hue, saturation and brightness from 0 to 1. */
export function rgbOfHsb([hue = 0, saturation = 0, brightness = 0]: readonly number[]): Rgb {
  const channel = (offset: number): number => {
    const place = (offset + hue * 6) % 6;
    return 255 * brightness * (1 - saturation * Math.max(0, Math.min(place, 4 - place, 1)));
  };
  return [channel(5), channel(3), channel(1)];
}

/** CIE L*a*b* with the white of D50, as design programs have it, to sRGB. */
export function rgbOfLab([lightness = 0, a = 0, b = 0]: readonly number[]): Rgb {
  const y = (lightness + 16) / 116;
  const cube = (t: number): number => (t > 6 / 29 ? t ** 3 : (3 * 36 * (t - 4 / 29)) / 841);
  const [X, Y, Z] = [0.964_22 * cube(y + a / 500), cube(y), 0.825_21 * cube(y - b / 200)];
  // Bradford-adapted matrix from D50 to linear sRGB.
  const linear = [
    3.133_856_1 * X - 1.616_866_7 * Y - 0.490_614_6 * Z,
    -0.978_768_4 * X + 1.916_141_5 * Y + 0.033_454 * Z,
    0.071_945_3 * X - 0.228_991_4 * Y + 1.405_242_7 * Z,
  ];
  return linear.map(
    (part) => 255 * (part <= 0.003_130_8 ? 12.92 * Math.max(0, part) : 1.055 * part ** (1 / 2.4) - 0.055),
  ) as unknown as Rgb;
}
