import type { FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';
import type { Frame, VideoSlot } from './container.ts';
import type { FrameTiming } from './frame-timing.ts';
import { resizeFor, turnedSize } from '../../content/raster/size.ts';
import type { VideoCodec } from './encoders.ts';
import { shownSize, type Stream } from './probe.ts';

/** Transfer functions of high dynamic range: shown without tone mapping, their frames are grey. */
const HDR_TRANSFERS: ReadonlySet<string> = new Set(['smpte2084', 'arib-std-b67']);

/**
 * Up to half of the light of white (203 cd/m², ITU-R BT.2408) frames stay as they are; white comes to nine tenths of
 * the scale, and the lights beyond it share the rest. The result is no floats: swscale copies a quarter of each of their
 * lines where a filter leaves the size as it is (`planarCopyWrapper`).
 */
const TONE_MAPPING = [
  'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:param=0.5:desat=0,zscale=t=bt709:m=bt709:r=tv',
  'format=gbrp16le',
].join(',');

/** Puts transparent images on white, because videos have no transparency. */
export const ON_WHITE =
  'format=rgba,split[ground][picture];[ground]lutrgb=r=255:g=255:b=255:a=255[white];[white][picture]overlay=format=auto';

/** GIF and APNG: videos for FFmpeg, but they may be transparent. */
export function isImageStream({ codec }: Stream): boolean {
  return codec === 'gif' || codec === 'apng';
}

/**
 * Filters that the options ask for, in order: turn, size, then frame rate. With `forEncoder` also those that an encoder of
 * halved chroma needs: a range that eight bits can show, and an even size, unless all is scaled to one behind them
 * (`isScaled`). FFmpeg itself turns rotated frames first.
 */
export function imageFilters(
  stream: Stream,
  options: OptionValues,
  { forEncoder = false, isScaled = false }: { forEncoder?: boolean; isScaled?: boolean } = {},
): string[] {
  const size = sizeFilters(stream, options);
  const turn = options.rotate === undefined ? [] : TURNS[options.rotate];
  const rate = options.fps === undefined ? [] : [`fps=${options.fps}`];
  if (!forEncoder) return [...(size.length === 0 ? squarePixels(stream) : []), ...turn, ...size, ...rate];
  const flat = isImageStream(stream) ? [ON_WHITE] : [];
  const tone = toneFilters(stream);
  const evened = size.length === 0 && !isScaled ? evenSize(stream) : [];
  return [...flat, ...tone, ...turn, ...size, ...evened, ...rate];
}

/** Whether every frame is scaled to what a slot holds. */
export function isScaledTo({ multipleOf, frames }: VideoSlot): boolean {
  return multipleOf !== undefined || frames !== undefined;
}

/** Brings a high dynamic range into the one that eight bits show; nothing for other videos. */
export function toneFilters({ transfer = '' }: Pick<Stream, 'transfer'>): string[] {
  return HDR_TRANSFERS.has(transfer) ? [TONE_MAPPING] : [];
}

/** What an encoder is given frames for. */
type Encoded = VideoCodec | FormatId;

/** Codecs and images that do not say of which matrix their luma and chroma are: players take the older one for all, or for small videos. */
const OLDER_MATRIX: ReadonlySet<Encoded> = new Set<Encoded>([
  ...(['mjpeg', 'theora', 'vp8', 'dv', 'amv', 'roq', 'jpg', 'webp'] as const),
]);
const OLDER_IF_SMALL: ReadonlySet<Encoded> = new Set<Encoded>(['mpeg4', 'wmv', 'flv1', 'rv20', 'raw']);
/** Lines of the largest video of standard definition. */
const MOST_SMALL_LINES = 576;

/** Whether luma and chroma are of another matrix than BT.601, as those that were mapped are. */
function hasOtherMatrix({ matrix = '', transfer = '' }: Stream): boolean {
  return /^(?:bt709|bt2020n?c|smpte240m)$/.test(matrix) || HDR_TRANSFERS.has(transfer);
}

/** Turns luma and chroma into those of BT.601 where players take them for these. */
export function matrixFilters(stream: Stream, encoded: Encoded, options: OptionValues): string[] {
  if (!hasOtherMatrix(stream)) return [];
  const size = turnedSize(shownSize(stream), options.rotate);
  const lines = (resizeFor(size, options)?.result ?? size).height;
  const isOlder = OLDER_MATRIX.has(encoded) || (OLDER_IF_SMALL.has(encoded) && lines <= MOST_SMALL_LINES);
  return isOlder ? ['scale=out_color_matrix=bt601'] : [];
}

/** What players must know to show a video's colours, where its frames do not say so themselves. */
export function coloursOf(stream: Stream): Record<string, string> {
  const { transfer = '', primaries = '', chromaLocation = '' } = stream;
  const isMapped = HDR_TRANSFERS.has(transfer);
  const colours = {
    color_primaries: isMapped ? 'bt709' : primaries,
    color_trc: isMapped ? 'bt709' : transfer,
    chroma_sample_location: chromaLocation,
  };
  const told = Object.entries(colours).filter(([, value]) => !UNTOLD.test(value));
  return { ...Object.fromEntries(told), ...coloursOfRgb(stream) };
}

/** What FFmpeg makes of the colours of images, without saying so: players would take those of a large video for BT.709. */
export function coloursOfRgb({ pixelFormat = '' }: Stream): Record<string, string> {
  const isRgb = /rgb|bgr|gbr|pal8/.test(pixelFormat);
  return isRgb ? { colorspace: 'smpte170m', color_primaries: 'bt709', color_trc: 'iec61966-2-1' } : {};
}

const UNTOLD = /^(|unknown|unspecified|reserved)$/;

/** Halved chroma needs even sides: an odd line or column is dropped, and a lone one is doubled. */
function evenSize({ width = 2, height = 2 }: Stream): string[] {
  if (Math.min(width, height) < 2) return ['scale=max(2\\,trunc(iw/2)*2):max(2\\,trunc(ih/2)*2):flags=neighbor'];
  return width % 2 === 1 || height % 2 === 1 ? ['crop=trunc(iw/2)*2:trunc(ih/2)*2'] : [];
}

/** Videos may have pixels that are wider than high; frames have not. */
function squarePixels({ pixelAspect }: Stream): string[] {
  return pixelAspect === 1 ? [] : ['scale=trunc(iw*sar/2)*2:ih', 'setsar=1'];
}

/** Turns by the option `rotate`, clockwise; FFmpeg has turned what is noted in the file. */
const TURNS: Readonly<Record<NonNullable<OptionValues['rotate']>, readonly string[]>> = {
  '90': ['transpose=clock'],
  '180': ['hflip', 'vflip'],
  '270': ['transpose=cclock'],
};

export function even(side: number): number {
  return Math.max(2, Math.round(side / 2) * 2);
}

/** Sides are rounded to even numbers, because every video encoder here halves the chroma. */
function sizeFilters(stream: Stream, options: OptionValues): string[] {
  const resize = resizeFor(turnedSize(shownSize(stream), options.rotate), options);
  if (!resize) return [];
  const { scaled, result } = resize;
  const cut = scaled === result ? [] : [`crop=${even(result.width)}:${even(result.height)}`];
  // What rounding adds to the proportions must not come back as pixels that are not square.
  return [`scale=${even(scaled.width)}:${even(scaled.height)}:flags=lanczos`, ...cut, 'setsar=1'];
}

/** Filters that a container needs whose frames are not of any size or frame rate, and that show the last one to the end. */
export function slotFilters(
  stream: Stream,
  { fps }: OptionValues,
  { isFixedRate, frameRates, multipleOf, square, shapes, counted, frames }: VideoSlot,
  timing: FrameTiming,
): string[] {
  const isTimed = !counted && timing.rate !== undefined;
  const wanted = fps ?? (isTimed ? Math.min(MOST_RATE, timing.rate!) : stream.framesPerSecond) ?? DEFAULT_RATE;
  // Of a slide show any frame rate will do, and players take none better than the usual one.
  const known = fps === undefined && isTimed ? Math.max(DEFAULT_RATE, wanted) : wanted;
  const end = isTimed ? untilTheEnd(stream, timing) : [];
  if (frames) return [...fitInto(nearest(frames, known, (frame) => frame.fps)), ...end];
  const wide =
    multipleOf === undefined
      ? square || (shapes && !shapes.some((shape) => isShape(stream, shape)))
        ? squarePixels(stream)
        : []
      : [`scale=${multipleTo('iw*sar', multipleOf)}:${multipleTo('ih', multipleOf)}`, 'setsar=1'];
  if (frameRates) return [...wide, `fps=${nearest(frameRates, known, (each) => each)}:eof_action=pass`, ...end];
  if (isFixedRate && isTimed) return [...wide, `fps=${wanted}:eof_action=pass`, ...end];
  return fps !== undefined && isImageStream(stream) ? [...wide, ...end] : wide;
}

/** Share by which proportions may differ from those that are said. */
const SHAPE_ROUNDING = 0.01;

function isShape({ width = 0, height = 1, pixelAspect }: Stream, shape: number): boolean {
  return Math.abs((width * pixelAspect) / height / shape - 1) < SHAPE_ROUNDING;
}

/** At an even frame rate all ends with the last frame: that of a video is repeated, animations have it (`timesFilters`). */
function untilTheEnd(stream: Stream, { seconds }: FrameTiming): string[] {
  if (seconds === undefined) return [];
  const again = isImageStream(stream) ? [] : [`tpad=stop_mode=clone:stop_duration=${seconds}`];
  return [...again, `trim=end=${seconds}`];
}

/**
 * The part of an animation that is taken, and its last frame once more: it would end one tick after its beginning. It
 * comes again at the end, for filters that make the frame rate even, or else one tick before.
 */
export function timesFilters(
  { cut, seconds, rate, frames, lastStart = Infinity }: FrameTiming,
  { isEven }: { isEven: boolean },
): string[] {
  if (seconds === undefined || rate === undefined || frames === undefined) return [];
  const taken = cut ? [`select=between(n\\,${cut.first}\\,${cut.last})`, `setpts=max(0\\,PTS-${cut.start}/TB)`] : [];
  const again = isEven ? seconds : seconds - 1 / rate;
  // Half a tick is rounding.
  if (again - lastStart < 0.5 / rate) return taken;
  return [...taken, 'tpad=stop=1:stop_mode=clone', `setpts=if(gte(N\\,${frames})\\,${again}/TB\\,PTS)`];
}

const DEFAULT_RATE = 25;
/** Frames a second beyond which an even video would only grow. */
const MOST_RATE = 60;

function multipleTo(side: string, of: number): string {
  return `max(${of}\\,round(${side}/${of})*${of})`;
}

function nearest<T>(candidates: readonly T[], wanted: number, frameTimingOf: (candidate: T) => number): T {
  const distance = (candidate: T): number => Math.abs(frameTimingOf(candidate) - wanted);
  return candidates.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

/** Broadcast frames are shown four wide and three high, whatever pixels they have: the video gets black bars. */
function fitInto({ width, height, fps, pixelFormat }: Frame): string[] {
  const shownWidth = (height / 3) * 4;
  return [
    'scale=iw*sar:ih',
    `scale=${shownWidth}:${height}:force_original_aspect_ratio=decrease`,
    `pad=${shownWidth}:${height}:-1:-1`,
    `scale=${width}:${height}`,
    `setsar=${shownWidth}/${width}`,
    // Frames and audio begin together.
    `fps=${fps}:start_time=0:eof_action=pass`,
    ...(pixelFormat ? [`format=${pixelFormat}`] : []),
  ];
}

/** Seconds of a video that does not say how long it is. */
const USUAL_SECONDS = 60;

/** Pixels that an encoder will get a second and in all, to choose its speed by. */
export function pixelsToEncode(
  stream: Stream,
  { width, height, fps }: OptionValues,
  seconds: number = USUAL_SECONDS,
): { perSecond: number; total: number } {
  const { width: sourceWidth = 640, height: sourceHeight = 480, framesPerSecond = 30 } = stream;
  const scale = width === undefined ? (height ?? sourceHeight) / sourceHeight : width / sourceWidth;
  const perSecond = sourceWidth * sourceHeight * scale ** 2 * (fps ?? framesPerSecond);
  return { perSecond, total: perSecond * seconds };
}
