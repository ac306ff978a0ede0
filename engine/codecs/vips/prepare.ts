import type { Hop, RunContext, WarningCode } from '../../codec.ts';
import { resizeFor, type Size } from '../../models/raster-size.ts';
import { applyProfile, toSrgb8, withKnownBands } from './colour.ts';
import { hasField, intField } from './fields.ts';
import type { NativeScope } from './native-scope.ts';
import { requireSideFor, writerOf } from './save.ts';
import type { VipsImage } from './start.ts';

/** Makes one loaded image ready to be written: upright, in its size, with the colours and channels of the target. */
export function prepare(
  scope: NativeScope,
  image: VipsImage,
  hop: Hop,
  original: Size,
  context: RunContext,
): VipsImage {
  const upright = orient(scope, image);
  const sized = resize(scope, toWritableColours(scope, upright, hop, context), hop, original);
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
  { from, to, options }: Hop,
  context: RunContext,
): VipsImage {
  const isResized = options.width !== undefined || options.height !== undefined;
  if (from === to && to === 'tiff') return isResized ? withKnownBands(scope, image) : image; // TIFF holds what it held
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
  const isDeepLab = writer.holds16Bits && (known.interpretation === 'labs' || known.interpretation === 'lab');
  if (isDeepLab) return scope.keep(known.colourspace('rgb16'));
  return toSrgb8(scope, known, { applyProfile: mustLoseProfile });
}

function warn(context: RunContext, code: WarningCode, message: string): void {
  context.warn({ code, message });
}

/** The size that the options ask for; the same image when they ask for none. `original` is its size before decoding. */
export function resize(scope: NativeScope, image: VipsImage, { to, options }: Hop, original: Size): VipsImage {
  const target = resizeFor(original, options);
  const { width, height } = target?.result ?? original;
  requireSideFor(to, width, height);
  if (!target) return image;
  const resized = scaleTo(scope, image, target.scaled);
  resized.remove('jpeg-thumbnail-data');
  const { scaled } = target;
  if (scaled.width === width && scaled.height === height) return resized;
  return scope.keep(
    resized.crop(Math.floor((scaled.width - width) / 2), Math.floor((scaled.height - height) / 2), width, height),
  );
}

/** Scales with Lanczos; what is transparent does not colour its neighbours. */
function scaleTo(scope: NativeScope, image: VipsImage, { width, height }: Size): VipsImage {
  const hasAlpha = image.hasAlpha();
  const weighted = hasAlpha ? scope.keep(image.premultiply()) : image;
  const scaled = scope.keep(weighted.resize(width / image.width, { vscale: height / image.height }));
  if (!hasAlpha) return scope.keep(scaled.copy());
  return scope.keep(scope.keep(scaled.unpremultiply()).cast(image.format));
}

/** The fraction at which a JPEG may be decoded because it will be scaled down anyway. */
export function jpegShrinkFor(header: Size, { from, options }: Hop): number {
  const target = from === 'jpg' ? resizeFor(header, options)?.scaled : undefined;
  if (!target) return 1;
  const most = Math.min(header.width / target.width, header.height / target.height);
  return [8, 4, 2].find((factor) => factor <= most) ?? 1;
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

/** Whether one bit a pixel is enough to write what was loaded. */
export function isBilevel(image: VipsImage, { options }: Hop): boolean {
  if (options.width !== undefined || options.height !== undefined) return false;
  return intField(image, 'bits-per-sample', 8) === 1 && image.interpretation === 'b-w' && image.bands === 1;
}
