import {
  AlphaAction,
  Channels,
  ClassType,
  ColorSpace,
  ColorType,
  DitherMethod,
  Gravity,
  ImageProfile,
  MagickColor,
  MagickGeometry,
  Percentage,
  QuantizeSettings,
  type IMagickImage,
} from '@imagemagick/magick-wasm';
import type { Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import { withoutExifLocation, withoutXmpLocation } from '../../content/raster/metadata/location.ts';
import { isIcon, MAX_ICON_SIDE } from '../../content/raster/icon/sizes.ts';
import { resizeFor } from '../../content/raster/size.ts';
import type { ImageHeader } from './header.ts';
import { convertToSrgb } from './pixels.ts';

const PLAIN_SPACES: readonly ColorSpace[] = [ColorSpace.sRGB, ColorSpace.Gray];
const WITH_PROFILE: readonly FormatId[] = ['png', 'jpg', 'webp', 'tiff', 'avif', 'jxl'];
/** These edges join pixels alone. */
const MERGING = ['frames', 'pages'];

/** Makes a decoded image ready to be written: in its size, with the colours and channels that the target holds. */
export function prepare(image: IMagickImage, header: ImageHeader, step: Step, context: RunContext): void {
  toWritableColours(image, step, context);
  if (header.bitsPerChannel > 8) {
    const message = `The ${header.bitsPerChannel} bits of each channel were reduced to 8.`;
    context.warn({ code: 'depth_reduced', message });
  }
  if (step.options.rotate) turn(image, Number(step.options.rotate));
  resize(image, step);
  dropAlpha(image, step, context);
  reduceTones(image, step);
  image.depth = 8; // that of the source, 1 or 32, confuses some writers
  if (step.options.strip) stripMetadata(image);
  else if (step.options.stripLocation) stripLocation(image);
  if (!step.options.strip) tellLostCaptions(image, step, context);
}

const WITH_IPTC: readonly FormatId[] = ['jpg', 'tiff', 'psd', 'psb', 'miff'];

/** The captions of the press (IPTC) have a place in few formats; what programs write elsewhere, others do not find. */
function tellLostCaptions(image: IMagickImage, { to }: Step, context: RunContext): void {
  const names = image.profileNames;
  const isAlone = names.includes('iptc') && !names.includes('exif') && !names.includes('xmp');
  if (!isAlone || WITH_IPTC.includes(to)) return;
  context.warn({
    code: 'feature_dropped',
    message: `The captions (IPTC) were left out: ${to} holds none.`,
    lost: ['metadata'],
  });
}

function toWritableColours(image: IMagickImage, { edge, to, options }: Step, context: RunContext): void {
  // Planar TIFF is read as grey in colours, and some writers believe it.
  const isMistaken = image.colorSpace === ColorSpace.sRGB && image.colorType === ColorType.Grayscale;
  if (isMistaken) image.colorType = ColorType.TrueColor;
  const isCmyk = image.colorSpace === ColorSpace.CMYK;
  const hasProfile = image.getColorProfile() !== null;
  const isHeld = WITH_PROFILE.includes(to) && !MERGING.includes(edge);
  const mayStay = isHeld && (options.colourSpace ?? 'keep') === 'keep';
  if (hasProfile && (isCmyk || !mayStay)) {
    convertToSrgb(image);
    if (!isHeld) image.removeProfile('icc');
    return;
  }
  if (!isCmyk) {
    if (!PLAIN_SPACES.includes(image.colorSpace)) image.colorSpace = ColorSpace.sRGB;
    return;
  }
  context.warn({
    code: 'colour_profile_assumed',
    message: 'The CMYK image has no colour profile: its colours were converted without one.',
  });
  image.colorSpace = ColorSpace.sRGB;
}

function turn(image: IMagickImage, degrees: number): void {
  image.rotate(degrees);
  image.resetPage();
}

function resize(image: IMagickImage, { to, options }: Step): void {
  const target = resizeFor(image, options);
  if (!target) return;
  const { scaled, result } = target;
  const side = Math.max(result.width, result.height);
  if (isIcon(to) && to !== 'icns' && !options.sizes && side > MAX_ICON_SIDE) {
    throw new ConversionError({
      code: 'invalid_options',
      message: `Expected a width and height of at most ${MAX_ICON_SIDE} pixels for an icon, but received ${side}.`,
      details: { allowed: MAX_ICON_SIDE, found: side },
    });
  }
  image.resize(new MagickGeometry(`${scaled.width}x${scaled.height}!`));
  const isCut = scaled.width !== result.width || scaled.height !== result.height;
  if (isCut) image.crop(new MagickGeometry(result.width, result.height), Gravity.Center);
  image.resetPage();
}

function dropAlpha(image: IMagickImage, { to, options }: Step, context: RunContext): void {
  if (!image.hasAlpha || formatOf(to).carries.includes('alpha')) return;
  if (image.isOpaque) {
    image.alpha(AlphaAction.Off);
    return;
  }
  const background = options.background ?? '#ffffff';
  context.warn({
    code: 'feature_dropped',
    message: `Transparency was filled with ${options.background ?? 'white'}: ${to} holds none.`,
    lost: ['alpha'],
  });
  image.backgroundColor = new MagickColor(background);
  image.alpha(AlphaAction.Remove);
}

/** Greys and palettes; black and white are left to the writer. */
function reduceTones(image: IMagickImage, { to, options }: Step): void {
  const { tones } = formatOf(to);
  if (tones === 'grey' || options.colourSpace === 'grey') toGrey(image);
  const colours = options.colours ?? (tones === 'palette' ? PALETTE_COLOURS : undefined);
  if (colours === undefined || tones === 'grey' || tones === 'bilevel') return;
  // a colour of a palette is seen or is not
  const isHardened = image.hasAlpha && tones === 'palette';
  if (isHardened) image.threshold(new Percentage(50), Channels.Alpha);
  if (image.totalColors <= colours) return;
  const settings = new QuantizeSettings();
  settings.colors = isHardened ? colours - 1 : colours;
  settings.ditherMethod = DitherMethod.FloydSteinberg;
  image.quantize(settings);
  // most formats have palettes of opaque colours alone
  if (image.hasAlpha && !isHardened && to !== 'png') image.classType = ClassType.Direct;
}

const PALETTE_COLOURS = 256;

function toGrey(image: IMagickImage): void {
  if (image.colorSpace === ColorSpace.Gray) return;
  if (image.getColorProfile()) convertToSrgb(image);
  image.removeProfile('icc');
  image.colorSpace = ColorSpace.Gray;
}

/** Everything but the colour profile, without which the colours would change. */
function stripMetadata(image: IMagickImage): void {
  const profile = image.getColorProfile();
  const icc = profile && new Uint8Array(profile.data);
  image.strip();
  if (icc) image.setProfile(new ImageProfile('icc', icc));
}

/** Metadata that cannot be read may hide a position: it goes as a whole. */
function stripLocation(image: IMagickImage): void {
  const cleaners = { exif: withoutExifLocation, xmp: withoutXmpLocation };
  for (const [name, clean] of Object.entries(cleaners)) {
    const profile = image.getProfile(name);
    if (!profile) continue;
    try {
      image.setProfile(new ImageProfile(name, clean(profile.data)));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      image.removeProfile(name);
    }
  }
}
