import type { Step, RunContext, WarningCode } from '../../contract/codec.ts';
import type { FeatureSet } from '../../formats/features.ts';
import { resizeFor, type Size } from '../../content/raster/size.ts';
import { applyProfile, toSrgb8, withKnownBands } from './colour.ts';
import { hasField, intField } from './fields.ts';
import { removeLocation } from './location.ts';
import type { NativeScope } from './native-scope.ts';
import { holds16Bits, requireSideFor, writerOf } from './save.ts';
import type { VipsImage } from './start.ts';
import { rgbOf } from '../../content/raster/colour.ts';

const IPTC = 'iptc-data';
/** The tag of TIFF in which Photoshop keeps its blocks of resources, IPTC among them. */
const RESOURCES = 'photoshop-data';
/** What JPEG has before such blocks. */
const JPEG_HEADER = Buffer.from('Photoshop 3.0\0', 'latin1');

/** Whether the image has IPTC as JPEG files have it. */
function hasJpegIptc(image: VipsImage): boolean {
  return hasField(image, IPTC) && JPEG_HEADER.equals(image.getBlob(IPTC).subarray(0, JPEG_HEADER.length));
}

/** Puts IPTC where TIFF has it: libvips would write the first quarter of it, under another tag. */
function moveJpegIptc(image: VipsImage): void {
  image.setBlob(RESOURCES, image.getBlob(IPTC).slice(JPEG_HEADER.length));
  image.remove(IPTC);
}

/**
 * Makes one loaded image ready to be written: upright, turned, in its size, with the colours and channels of the target.
 * `original` is its size before decoding, upright and turned.
 */
export function prepare(
  scope: NativeScope,
  image: VipsImage,
  step: Step,
  original: Size,
  context: RunContext,
): VipsImage {
  const upright = turn(scope, orient(scope, image), step);
  const sized = resize(scope, toWritableColours(scope, upright, step, context), step, original);
  warnOfMetadata(image, step, context);
  return describe(scope, dropAlpha(scope, sized, step, context), step);
}

/** libvips writes no EXIF into TIFF. */
export function warnOfMetadata(image: VipsImage, { from, to, options }: Step, context: RunContext): void {
  if (to !== 'tiff' || from === 'tiff' || options.strip || !hasField(image, 'exif-data')) return;
  const isAll = !hasField(image, 'xmp-data') && !hasField(image, 'iptc-data');
  const message = 'The EXIF metadata was left out: it is not written into TIFF here.';
  warn(context, 'tags_dropped', message, isAll ? ['metadata'] : undefined);
}

/** Whether pixels are asked for in another order than that in which they are stored. */
export function isTurned({ options }: Step): boolean {
  return options.rotate !== undefined;
}

/** Turns the image clockwise by the degrees of the option. */
export function turn(scope: NativeScope, image: VipsImage, { options: { rotate } }: Step): VipsImage {
  if (rotate === undefined) return image;
  const turned = scope.keep(scope.keep(image.rot(`d${rotate}`)).copy());
  turned.remove(PREVIEW);
  return turned;
}

const PREVIEW = 'jpeg-thumbnail-data';

/** The pixels as a viewer shows them. The embedded preview of the unturned image goes. */
function orient(scope: NativeScope, image: VipsImage): VipsImage {
  if (intField(image, 'orientation', 1) === 1) return image;
  const upright = scope.keep(image.autorot());
  upright.remove(PREVIEW);
  return upright;
}

/** Colour space, profile and depth that the target can hold, as near to the source as it allows. */
export function toWritableColours(scope: NativeScope, image: VipsImage, step: Step, context: RunContext): VipsImage {
  const { from, to, options } = step;
  if (options.colourSpace === 'srgb' || options.colourSpace === 'grey') {
    return toColourSpace(scope, image, step, context);
  }
  const isResized = options.width !== undefined || options.height !== undefined;
  if (from === to && to === 'tiff') return isResized ? withKnownBands(scope, image) : image; // TIFF holds what it held
  const canBeDeep = holds16Bits(step);
  if (image.interpretation === 'cmyk') {
    if (from === to && to === 'jpg') return image;
    return inksToSrgb(scope, image, context);
  }
  const known = withKnownBands(scope, image);
  const isDeep = known.format === 'ushort' && (known.interpretation === 'rgb16' || known.interpretation === 'grey16');
  const isPlain = known.format === 'uchar' && (known.interpretation === 'srgb' || known.interpretation === 'b-w');
  const mustLoseProfile = !writerOf(to).holdsProfile && hasField(known, 'icc-profile-data');
  if (!mustLoseProfile && (isPlain || (isDeep && canBeDeep))) return known;
  const isFine = FINE_COLOURS.includes(known.interpretation);
  if (isFine && canBeDeep) return scope.keep(known.colourspace('rgb16'));
  if ((isDeep || isFine) && !canBeDeep) warnOfDepth(context, step);
  return toSrgb8(scope, known, { applyProfile: mustLoseProfile });
}

/** Colour spaces whose numbers are finer than 8 bits: L*a*b* and light itself. */
const FINE_COLOURS: readonly unknown[] = ['labs', 'lab', 'scrgb'];

/** Pixels of sRGB or shades of grey, with nothing to say about them: that is what everybody takes for granted. */
function toColourSpace(scope: NativeScope, image: VipsImage, step: Step, context: RunContext): VipsImage {
  const { options } = step;
  const known = withKnownBands(scope, image);
  const isGrey = known.interpretation === 'b-w' || known.interpretation === 'grey16';
  const isDeep = known.format !== 'uchar';
  if (isDeep && !holds16Bits(step)) warnOfDepth(context, step);
  const depth = isDeep && holds16Bits(step) ? 16 : 8;
  const target = options.colourSpace === 'grey' || isGrey ? GREY[depth] : COLOUR[depth];
  const hasProfile = hasField(known, 'icc-profile-data') && !isGrey;
  const isInks = known.interpretation === 'cmyk';
  const srgb = isInks ? inksToSrgb(scope, known, context) : hasProfile ? applyProfile(scope, known) : known;
  const converted = scope.keep(scope.keep(srgb.colourspace(target)).copy());
  converted.remove('icc-profile-data');
  if (options.colourSpace === 'grey' && !isGrey) {
    warn(context, 'feature_dropped', 'The colours were turned into shades of grey, as asked.', ['colour']);
  }
  return converted;
}

const COLOUR = { 8: 'srgb', 16: 'rgb16' } as const;
const GREY = { 8: 'b-w', 16: 'grey16' } as const;

function inksToSrgb(scope: NativeScope, image: VipsImage, context: RunContext): VipsImage {
  if (!hasField(image, 'icc-profile-data')) {
    warn(
      context,
      'colour_profile_assumed',
      'The CMYK image has no colour profile: common printing colours were assumed.',
    );
  }
  return applyProfile(scope, image);
}

function warnOfDepth(context: RunContext, { to, options }: Step): void {
  const holder = options.colours === undefined ? to : 'a palette';
  const message = `The more than 8 bits of each channel were reduced to 8: ${holder} holds no more.`;
  warn(context, 'depth_reduced', message, ['depth']);
}

function warn(context: RunContext, code: WarningCode, message: string, lost?: FeatureSet): void {
  context.warn({ code, message, ...(lost && { lost }) });
}

/** The size that the options ask for; the same image when they ask for none. `original` is its size before decoding. */
export function resize(scope: NativeScope, image: VipsImage, { to, options }: Step, original: Size): VipsImage {
  const target = resizeFor(original, options);
  const { width, height } = target?.result ?? original;
  requireSideFor(to, width, height);
  if (!target) return image;
  const resized = scaleTo(scope, image, target.scaled);
  resized.remove(PREVIEW);
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
export function shrinkFor(header: Size, { from, options }: Step): number {
  const target = from === 'jpg' ? resizeFor(header, options)?.scaled : undefined;
  if (!target) return 1;
  const most = Math.min(header.width / target.width, header.height / target.height);
  return [8, 4, 2].find((factor) => factor <= most) ?? 1;
}

/** Fills what is transparent with the background when the target holds no transparency. */
function dropAlpha(scope: NativeScope, image: VipsImage, { to, options }: Step, context: RunContext): VipsImage {
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

/** What the file says beside its pixels, as the options and the target want it. */
export function describe(scope: NativeScope, image: VipsImage, { to, options }: Step): VipsImage {
  const { dpi, stripLocation } = options;
  const movesIptc = to === 'tiff' && hasJpegIptc(image);
  if (dpi === undefined && !stripLocation && !movesIptc) return image;
  const pixelsPerMm = dpi === undefined ? {} : { xres: dpi / MM_PER_INCH, yres: dpi / MM_PER_INCH };
  const described = scope.keep(image.copy(pixelsPerMm));
  if (stripLocation) removeLocation(described);
  if (movesIptc) moveJpegIptc(described);
  return described;
}

const MM_PER_INCH = 25.4;

/** Whether one bit a pixel is enough to write what was loaded. */
export function isBilevel(image: VipsImage, { options }: Step): boolean {
  if (options.width !== undefined || options.height !== undefined) return false;
  return intField(image, 'bits-per-sample', 8) === 1 && image.interpretation === 'b-w' && image.bands === 1;
}
