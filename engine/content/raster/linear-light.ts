/** Between the values of sRGB and light itself, of which 1 is white (IEC 61966-2-1). */

function lightOfShade(shade: number): number {
  return shade <= 0.04045 ? shade / 12.92 : ((shade + 0.055) / 1.055) ** 2.4;
}

/** The share of white in sRGB that some light has. */
export function shadeOfLight(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** By byte of sRGB: how much light it stands for. */
export const LIGHT_OF_BYTE: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => lightOfShade(byte / 255));

/** Steps of a byte in the table: averages have fractions. */
const STEPS_OF_BYTE = 16;
const LIGHT = Float64Array.from({ length: 255 * STEPS_OF_BYTE + 1 }, (_, step) =>
  lightOfShade(step / STEPS_OF_BYTE / 255),
);

/** The light that a value of sRGB stands for, 0 to 255 with fractions. */
export function lightOf(value: number): number {
  return LIGHT[Math.round(value * STEPS_OF_BYTE)]!;
}

const STEPS = 65_535;
let bytes: Uint8Array | undefined;

/** The byte of sRGB for some light; what is brighter than white is white. */
export function byteOfLight(light: number): number {
  bytes ??= Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(255 * shadeOfLight(step / STEPS)));
  return light > 0 ? bytes[light >= 1 ? STEPS : Math.round(light * STEPS)]! : 0; // not a number is black
}
