/** Between the bytes of sRGB and light itself, of which 1 is white (IEC 61966-2-1). */

/** By byte of sRGB: how much light it stands for. */
export const LIGHT_OF_BYTE: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

const STEPS = 65_535;
let bytes: Uint8Array | undefined;

/** The byte of sRGB for some light; what is brighter than white is white. */
export function byteOfLight(light: number): number {
  bytes ??= Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
    const share = step / STEPS;
    return Math.round(255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055));
  });
  return light > 0 ? bytes[light >= 1 ? STEPS : Math.round(light * STEPS)]! : 0; // not a number is black
}
