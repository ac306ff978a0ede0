import { hasField } from './fields.ts';
import type { NativeScope } from './native-scope.ts';
import type { VipsImage } from './start.ts';

const TWO_BYTE_FORMATS: readonly unknown[] = ['ushort', 'short'];

/**
 * Applies the embedded profile, or the built-in one for CMYK without a profile: relative intent with black point
 * compensation, which came nearest to the original of all intents measured. 16 bits stay 16 bits.
 */
export function applyProfile(scope: NativeScope, image: VipsImage): VipsImage {
  const isCmyk = image.interpretation === 'cmyk';
  return scope.keep(
    image.iccTransform('srgb', {
      embedded: true,
      input_profile: isCmyk ? 'cmyk' : 'srgb', // taken when the embedded one does not fit the pixels
      intent: 'relative',
      black_point_compensation: true,
      depth: TWO_BYTE_FORMATS.includes(image.format) ? 16 : 8,
    }),
  );
}

interface Srgb8Options {
  /** Apply the embedded profile to the pixels; otherwise it stays with them. */
  readonly applyProfile: boolean;
}

/** The image with 8 bits a channel as sRGB, grey as three bands too, and its alpha if it has any. */
export function toSrgb8(
  scope: NativeScope,
  image: VipsImage,
  options: Srgb8Options = { applyProfile: true },
): VipsImage {
  const known = withKnownBands(scope, image);
  const hasColourProfile =
    options.applyProfile &&
    hasField(known, 'icc-profile-data') &&
    known.interpretation !== 'b-w' &&
    known.interpretation !== 'grey16';
  const profiled = known.interpretation === 'cmyk' || hasColourProfile ? applyProfile(scope, known) : known;
  const srgb = profiled.interpretation === 'srgb' ? profiled : scope.keep(profiled.colourspace('srgb'));
  return srgb.format === 'uchar' ? srgb : scope.keep(srgb.cast('uchar'));
}

/**
 * Images of science have any number of bands: the first three are shown as colours, or the first one as grey. Signed
 * bytes are shown as unsigned ones, as every other reader does.
 */
export function withKnownBands(scope: NativeScope, image: VipsImage): VipsImage {
  const unsigned = image.format === 'char' ? scope.keep(image.copy({ format: 'uchar' })) : image;
  if (unsigned.interpretation !== 'multiband' && unsigned.interpretation !== 'matrix') return unsigned;
  const isColour = unsigned.bands >= 3;
  const bands = scope.keep(unsigned.extractBand(0, { n: isColour ? 3 : 1 }));
  return scope.keep(bands.copy({ interpretation: isColour ? 'srgb' : 'b-w' }));
}
