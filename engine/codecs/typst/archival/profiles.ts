import {
  D50,
  description,
  plainText,
  sampledCurve,
  SRGB_PRIMARIES,
  writeProfile,
  xyz,
  type ProfileTags,
} from '../../../content/raster/metadata/icc-writer.ts';

const VERSION_2_1 = 0x0210_0000;
/** Steps of a curve: between them a colour is less than a 16-bit step off. */
const CURVE_STEPS = 1024;

const CURVE = sampledCurve(Array.from({ length: CURVE_STEPS }, (_, index) => linear(index / (CURVE_STEPS - 1))));

/** The light of a component of sRGB (IEC 61966-2-1). */
function linear(component: number): number {
  return component <= 0.04045 ? component / 12.92 : ((component + 0.055) / 1.055) ** 2.4;
}

/** Profiles of version 2, which every part of PDF/A takes: of sRGB for three components, of its greys for one. */
export function profileOf(components: 1 | 3): Uint8Array {
  const name = components === 3 ? 'sRGB' : 'sGray';
  const curves: ProfileTags =
    components === 3
      ? [
          ['rXYZ', xyz(SRGB_PRIMARIES.rXYZ)],
          ['gXYZ', xyz(SRGB_PRIMARIES.gXYZ)],
          ['bXYZ', xyz(SRGB_PRIMARIES.bXYZ)],
          ['rTRC', CURVE],
          ['gTRC', CURVE],
          ['bTRC', CURVE],
        ]
      : [['kTRC', CURVE]];
  return writeProfile({ version: VERSION_2_1, space: components === 3 ? 'RGB ' : 'GRAY' }, [
    ['desc', description(name)],
    ['cprt', plainText('No copyright, use freely')],
    ['wtpt', xyz(D50)],
    ...curves,
  ]);
}
