import {
  D50,
  multiLocalised,
  parametricCurve,
  SRGB_PRIMARIES,
  writeProfile,
  xyz,
} from '../../content/raster/metadata/icc-writer.ts';

const VERSION_4_3 = 0x0430_0000;

/**
 * An ICC profile of sRGB: a matrix and the parametric curve of IEC 61966-2-1, adapted to the D50 white of the profile
 * connection space. The library has none of its own, and applies an embedded profile only towards another one.
 * Layout: ICC.1:2010 (profile version 4.3), sections 7 and 10.
 */
export function srgbProfile(): Uint8Array<ArrayBuffer> {
  const curve = parametricCurve([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]);
  return writeProfile({ version: VERSION_4_3, space: 'RGB ' }, [
    ['desc', multiLocalised('sRGB')],
    ['cprt', multiLocalised('No copyright, use freely')],
    ['wtpt', xyz(D50)],
    ['rXYZ', xyz(SRGB_PRIMARIES.rXYZ)],
    ['gXYZ', xyz(SRGB_PRIMARIES.gXYZ)],
    ['bXYZ', xyz(SRGB_PRIMARIES.bXYZ)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}
