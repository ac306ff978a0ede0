import type { Hop, RunContext, WarningCode } from '../../codec.ts';
import { resizeFor } from '../../models/raster-size.ts';
import { applyProfile, toSrgb8, withKnownBands } from './colour.ts';
import { hasField, intField } from './fields.ts';
import type { NativeScope } from './native-scope.ts';
import { requireSideFor, writerOf } from './save.ts';
import type { VipsImage } from './start.ts';

/** Makes one loaded image ready to be written: upright, in its size, with the colours and channels of the target. */
export function prepare(scope: NativeScope, image: VipsImage, hop: Hop, context: RunContext): VipsImage {
  const upright = orient(scope, image);
  const sized = resize(scope, toWritableColours(scope, upright, hop, context), hop);
  return dropAlpha(scope, sized, hop, context);
}

/** The pixels as a viewer shows them. The embedded preview of the unturned picture goes. */
function orient(scope: NativeScope, image: VipsImage): VipsImage {
  if (intField(image, 'orientation', 1) === 1) return image;
  const upright = scope.keep(image.autorot());
  upright.remove('jpeg-thumbnail-data');
  return upright;
}

/** Colour space, profile and depth that the target can hold, as near to the source as it allows. */
export function toWritableColours(
  scope: NativeScope,
  image: VipsImage,
  { from, to }: Hop,
  context: RunContext,
): VipsImage {
  if (from === to && to === 'tiff') return image; // TIFF holds whatever TIFF held
  const writer = writerOf(to);
  if (image.interpretation === 'cmyk') {
    if (from === to && to === 'jpg') return image;
    if (!hasField(image, 'icc-profile-data')) {
      warn(
        context,
        'colour_profile_assumed',
        'The CMYK image has no colour profile: common printing colours were assumed.',
      );
    }
    return applyProfile(scope, image);
  }
  const known = withKnownBands(scope, image);
  const isDeep = known.format === 'ushort' && (known.interpretation === 'rgb16' || known.interpretation === 'grey16');
  const isPlain = known.format === 'uchar' && (known.interpretation === 'srgb' || known.interpretation === 'b-w');
  const mustLoseProfile = !writer.holdsProfile && hasField(known, 'icc-profile-data');
  if (!mustLoseProfile && (isPlain || (isDeep && writer.holds16Bits))) return known;
  if (isDeep && !writer.holds16Bits) {
    warn(context, 'depth_reduced', `The 16 bits of each channel were reduced to 8: ${to} holds no more.`);
  }
  return toSrgb8(scope, known, { applyProfile: mustLoseProfile });
}

function warn(context: RunContext, code: WarningCode, message: string): void {
  context.warn({ code, message });
}

export function resize(scope: NativeScope, image: VipsImage, { to, options }: Hop): VipsImage {
  const target = resizeFor(image, options);
  requireSideFor(to, target?.result.width ?? image.width, target?.result.height ?? image.height);
  if (!target) return image;
  const { scaled, result } = target;
  const resized = scope.keep(
    image.thumbnailImage(scaled.width, { height: scaled.height, size: 'force', no_rotate: true }),
  );
  resized.remove('jpeg-thumbnail-data');
  if (scaled.width === result.width && scaled.height === result.height) return resized;
  const left = Math.floor((scaled.width - result.width) / 2);
  const top = Math.floor((scaled.height - result.height) / 2);
  return scope.keep(resized.crop(left, top, result.width, result.height));
}

/** Fills what is transparent with the background when the target holds no transparency. */
export function dropAlpha(scope: NativeScope, image: VipsImage, { to, options }: Hop, context: RunContext): VipsImage {
  if (writerOf(to).hasAlpha || !image.hasAlpha()) return image;
  const background = rgbOf(options.background ?? '#ffffff');
  context.warn({
    code: 'feature_dropped',
    message: `Transparency was filled with ${options.background ?? 'white'}: ${to} holds none.`,
    lost: ['alpha'],
  });
  const isGrey = image.bands === 2;
  const isGreyBackground = background.every((value) => value === background[0]);
  const coloured = isGrey && !isGreyBackground ? scope.keep(image.colourspace('srgb')) : image;
  return scope.keep(coloured.flatten({ background: coloured.bands === 2 ? [background[0]!] : background }));
}

function rgbOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

export function isBilevel(image: VipsImage): boolean {
  return intField(image, 'bits-per-sample', 8) === 1 && image.interpretation === 'b-w' && image.bands === 1;
}
