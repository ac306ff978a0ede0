import type { Step, Warning } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import type { Limits } from '../../contract/limits.ts';
import { playArgs } from './loops.ts';
import { frameTimingOf } from './frame-timing.ts';
import { isImageStream, imageFilters, matrixFilters, toneFilters } from './image-filters.ts';
import type { Probe, Stream } from './probe.ts';
import { requireDecoder } from './decoders.ts';
import type { Recipe, RecipeContext } from './recipe.ts';
import { trimFilters, type Trim } from './trim.ts';

/** Images that a video can become: a single one, or an animation. */
const IMAGES = {
  png: { animated: false, output: ['-c:v', 'png'] },
  jpg: { animated: false, output: ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'] },
  gif: { animated: true, output: ['-c:v', 'gif', '-f', 'gif'] },
  apng: { animated: true, output: ['-c:v', 'apng', '-f', 'apng'] },
  webp: { animated: true, output: ['-c:v', 'libwebp_anim', '-f', 'webp'] },
} as const satisfies Partial<Record<FormatId, { animated: boolean; output: readonly string[] }>>;

type Image = keyof typeof IMAGES;

export function isImage(format: FormatId): format is Image {
  return Object.hasOwn(IMAGES, format);
}

export function isAnimation(format: FormatId): boolean {
  return isImage(format) && IMAGES[format].animated;
}

/** Animations are made for pages and chats, and grow with every pixel: this is what converters on the web give. */
const DEFAULT_SIDE = 640;
const DEFAULT_FPS = 15;
/** Delays of a GIF are counted in hundredths of a second, and browsers slow down whatever is below two. */
const MOST_FPS = 50;

/** Colours of a GIF's palette, and from how many on those are in it that hardly ever change. */
const MOST_COLOURS = 256;
const ENOUGH_COLOURS = 64;

/** Plays of an animation that is made of a video. */
const FOR_EVER = 0;

/** Plans the frame or animation that is made of a video's first video track. */
export function imageRecipe(probe: Probe, step: Step, trim: Trim, { limits, plays = FOR_EVER }: RecipeContext): Recipe {
  const stream =
    probe.streams.find(({ kind }) => kind === 'video') ?? probe.streams.find(({ kind }) => kind === 'cover');
  if (!stream) {
    throw new ConversionError({ code: 'unsupported_conversion', message: 'The file has no video track.' });
  }
  requireDecoder(stream);
  const { animated, output } = IMAGES[step.to as Image];
  const base = { input: trim.args, duration: trim.duration };
  if (!animated && step.edge === 'frames') return eachFrame(stream, step, trim, limits);
  if (!animated) {
    const graph = [
      '-map',
      `0:${stream.index}`,
      ...filterArgs([...trimFilters(trim, 'video'), ...frameFilters(stream, step)]),
    ];
    return {
      ...base,
      output: [...graph, '-frames:v', '1', ...qualityArgs(step), ...output, '-f', 'image2pipe'],
      warnings: [],
    };
  }
  if (step.options.colours !== undefined && step.to !== 'gif') throw withoutPalette(step);
  const { filters, fps, warnings } = animationFilters(stream, step, trim);
  requireFewFrames(trim.duration, fps, limits);
  // Frames keep their own times: an animation may hold one for seconds.
  const timed = ['-vsync', 'vfr', ...playArgs(step.to, plays), ...lastDelayArgs(stream, probe, step, trim), ...output];
  if (step.to !== 'gif') {
    // Videos have no transparency; frames keep the depth and the transparency that they have.
    const depth = step.to === 'apng' && !isImageStream(stream) ? ['-pix_fmt', 'rgb24'] : [];
    const all = [filters, ...matrixFilters(stream, step.to, step.options)].join(',');
    const graph = ['-map', `0:${stream.index}`, '-filter:v', all];
    return { ...base, output: [...graph, ...qualityArgs(step), ...depth, ...timed], warnings };
  }
  // Two passes: in one, all frames would wait in memory for the palette.
  const { colours = MOST_COLOURS } = step.options;
  const most = colours === MOST_COLOURS ? '' : `:max_colors=${colours}`;
  // Of what moves the palette has the colours in which it was before it moved: those of a last frame alone are missing.
  // A small one must hold what stands still as well.
  const counted = isImageStream(stream) || colours < ENOUGH_COLOURS ? 'full' : 'diff';
  const palette = ['-map', `0:${stream.index}`, '-filter:v', `${filters},palettegen=stats_mode=${counted}${most}`];
  const graph = `[0:${stream.index}]${filters}[video];[video][1:v]paletteuse=dither=sierra2_4a:diff_mode=rectangle`;
  return {
    ...base,
    preparation: { makes: 'palette', output: [...palette, '-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe'] },
    output: ['-filter_complex', graph, ...timed],
    warnings,
  };
}

/** The filters of a single frame, which has no frame rate. */
function frameFilters(stream: Stream, { to, options }: Step): string[] {
  const image = imageFilters(stream, { ...options, fps: undefined });
  return [...toneFilters(stream), ...image, ...matrixFilters(stream, to, options)];
}

/** How long the last frame of an animation is shown: without it, as long as the one before. */
function lastDelayArgs(stream: Stream, probe: Probe, { to, options }: Step, { duration }: Trim): readonly string[] {
  if (!isImageStream(stream) || options.fps !== undefined || to === 'webp') return [];
  const { seconds, lastStart } = frameTimingOf(stream, probe, options, duration);
  if (seconds === undefined || lastStart === undefined) return [];
  const hundredths = Math.round(100 * (seconds - lastStart));
  return ['-final_delay', to === 'gif' ? String(hundredths) : `${hundredths}/100`];
}

/** Frames of a video a second, when nobody says how many. */
const USUAL_SHOTS = 1;
/** Share of a frame that is no more than the rounding of its time. */
const ROUNDING = 0.01;

function eachFrame(stream: Stream, step: Step, trim: Trim, limits: Limits): Recipe {
  const { options } = step;
  const fps = options.fps ?? USUAL_SHOTS;
  requireFewFrames(trim.duration, fps, limits);
  const { duration } = trim;
  const count = duration === undefined ? limits.frames : Math.max(1, Math.ceil(duration * fps - ROUNDING));
  // The first frame is that of the beginning, and each stands for the time until the next.
  const shots = `fps=${fps}:start_time=0:round=up`;
  const filters = [...trimFilters(trim, 'video'), shots, ...frameFilters(stream, step)];
  const graph = ['-map', `0:${stream.index}`, ...filterArgs(filters), '-vsync', 'vfr'];
  const output = [
    ...graph,
    '-frames:v',
    String(count),
    ...qualityArgs(step),
    ...IMAGES[step.to as Image].output,
    '-f',
    'image2',
  ];
  return { input: trim.args, duration: trim.duration, output, isSeries: true, warnings: [] };
}

function withoutPalette({ to }: Step): ConversionError {
  return new ConversionError({
    code: 'invalid_options',
    message: `${formatOf(to).name} is written without a palette, so that colours has no meaning. Leave it out, or choose GIF.`,
    details: { option: 'colours' },
  });
}

function filterArgs(filters: readonly string[]): string[] {
  return filters.length === 0 ? [] : ['-filter:v', filters.join(',')];
}

interface AnimationFilters {
  readonly filters: string;
  /** Frames a second, at most. */
  readonly fps: number;
  readonly warnings: readonly Warning[];
}

function animationFilters(stream: Stream, { options }: Step, trim: Trim): AnimationFilters {
  const { duration = Infinity } = trim;
  if (isImageStream(stream)) {
    const filters = imageFilters(stream, options).join(',') || 'null';
    return { filters, fps: options.fps ?? stream.framesPerSecond ?? DEFAULT_FPS, warnings: [] };
  }
  const fps = Math.min(MOST_FPS, options.fps ?? Math.min(DEFAULT_FPS, stream.framesPerSecond ?? DEFAULT_FPS));
  const side = sideWithin(stream, DEFAULT_SIDE);
  const asked = options.width !== undefined || options.height !== undefined;
  const size = asked || side === undefined ? options : { ...options, [side]: DEFAULT_SIDE };
  const sized = imageFilters(stream, { ...size, fps: undefined });
  // Of a video that is shorter than one frame at that rate, nothing would be left.
  const rate = duration * fps < 2 ? [] : [`fps=${fps}`];
  const filters = [...trimFilters(trim, 'video'), ...rate, ...toneFilters(stream), ...sized].join(',') || 'null';
  if (asked || side === undefined) return { filters, fps, warnings: [] };
  const message = `The animation was scaled to a ${side} of ${DEFAULT_SIDE} px. The options width and height ask for more.`;
  return { filters, fps, warnings: [{ code: 'feature_dropped', message, details: { [side]: DEFAULT_SIDE } }] };
}

/** The longer side, as it is shown, when it is longer than allowed. */
function sideWithin({ width = 0, height = 0, rotation }: Stream, most: number): 'width' | 'height' | undefined {
  if (Math.max(width, height) <= most) return undefined;
  const turned = rotation % 180 === 90;
  return width >= height === !turned ? 'width' : 'height';
}

function requireFewFrames(duration: number | undefined, fps: number, { frames: limit }: Limits): void {
  const found = Math.ceil((duration ?? 0) * fps);
  if (found <= limit) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The result would have ${found} frames, and at most ${limit} are allowed. Ask for a shorter duration or fewer fps.`,
    details: { limit, found },
  });
}

/** JPEG counts from 2 (best) to 31; WebP counts like the option. */
function qualityArgs({ to, options: { quality } }: Step): string[] {
  if (to === 'jpg') return ['-q:v', String(Math.round(31 - 0.29 * (quality ?? 90)))];
  return to === 'webp' ? ['-quality', String(quality ?? 75)] : [];
}
