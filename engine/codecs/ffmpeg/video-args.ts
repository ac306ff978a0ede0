import type { Step } from '../../contract/codec.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';
import { videoChoice } from './codec-choice.ts';
import type { VideoSlot } from './container.ts';
import { requireDecoder } from './decoders.ts';
import { DIVISIBLE, type Video } from './division.ts';
import type { Task } from './arg-builder.ts';
import { videoSettings, type Pixels, type VideoCodec, type VideoOptions } from './encoders.ts';
import { frameTimingOf, withShortTicks } from './frame-timing.ts';
import {
  coloursOfRgb,
  imageFilters,
  isImageStream,
  isScaledTo,
  matrixFilters,
  pixelsToEncode,
  slotFilters,
  timesFilters,
} from './image-filters.ts';
import type { Probe, Stream } from './probe.ts';
import type { Rates } from './size-budget.ts';
import { trimFilters } from './trim.ts';

/** Returns the video when it is the only one, and its frames can be encoded in parts. */
export function addVideo(probe: Probe, task: Task): Video | undefined {
  const { step, container, builder } = task;
  const { video } = container;
  if (!video) return undefined;
  const { copies, encodes } = videoChoice(video, step.options, formatOf(step.to).name);
  const streams = probe.streams.filter(({ kind }) => kind === 'video');
  let divisible: Video | undefined;
  for (const stream of streams) {
    if (copies.includes(stream.codec) && canStayAsItIs(stream, task)) copyVideo(stream, task);
    else if (task.frames) builder.mapVideo(stream);
    else divisible = encodeVideo(stream, { probe, task, video, codec: encodes }) ?? divisible;
  }
  return streams.length === 1 ? divisible : undefined;
}

function canStayAsItIs(stream: Stream, { step, container, trimmed, fits }: Task): boolean {
  const { videoBitrate, quality, rotate } = step.options;
  const filters = imageFilters(stream, { ...step.options, rotate: undefined });
  const asked = filters.length > 0 || videoBitrate !== undefined || quality !== undefined || !fits;
  const turned = stream.rotation !== 0 || rotate !== undefined;
  const noted = !turned || container.notesRotation === true;
  return !asked && !trimmed && noted && !UNCOPIED.has(step.from) && !lacksTimes(stream, step);
}

/** Codecs of which AVI tells no times but those of decoding, and FFmpeg knows the others only when it decodes. */
const TIMED_BY_DECODING: ReadonlySet<string> = new Set(['h264', 'hevc']);

/** A copy would show frames in the order in which they are decoded. */
function lacksTimes({ codec, isReordered }: Stream, { from }: Pick<Step, 'from'>): boolean {
  return from === 'avi' && isReordered === true && TIMED_BY_DECODING.has(codec);
}

function copyVideo(stream: Stream, { step, container, builder }: Task): void {
  // Apple's players open HEVC only under this name.
  const isHevcInMp4 = stream.codec === 'hevc' && container.notesRotation === true;
  builder.map(stream, { c: 'copy', ...(isHevcInMp4 && { tag: 'hvc1' }) });
  const { rotate } = step.options;
  if (rotate !== undefined) builder.noteRotation((stream.rotation + Number(rotate)) % 360);
}

interface Encoding {
  readonly probe: Probe;
  readonly task: Task;
  readonly video: VideoSlot;
  readonly codec: VideoCodec;
}

/** Returns the video when its frames can be encoded in parts. */
function encodeVideo(stream: Stream, { probe, task, video, codec }: Encoding): Video | undefined {
  const { step, duration, builder, rates } = task;
  requireDecoder(stream);
  // A video of variable frame rate keeps it where the target can: frames would be doubled else.
  if (!builder.args.includes('-vsync')) builder.args.push('-vsync', hasFixedRate(video) ? 'cfr' : 'vfr');
  const isCounted = video.counted === true;
  const isTimed = isCounted || (stream.isUneven && probe.packets) || isImageStream(stream);
  const ownTiming = isTimed ? frameTimingOf(stream, probe, step.options, duration) : {};
  const isRepeated = isImageStream(stream) && step.options.fps === undefined;
  const frameTiming = isRepeated && video.endUntold ? withShortTicks(ownTiming) : ownTiming;
  const pixels = pixelsToEncode(stream, step.options, duration);
  const settings = videoSettings(codec, pixels, rates ? within(rates, step.options, pixels) : step.options);
  // A large WebM has another codec than was asked for.
  const encoded = settings['c'] === 'libvpx' ? 'vp8' : codec;
  const filter = [
    ...trimFilters(task, 'video'),
    ...(isImageStream(stream)
      ? timesFilters(frameTiming, { isEven: hasFixedRate(video) || step.options.fps !== undefined })
      : []),
    ...imageFilters(stream, step.options, { forEncoder: true, isScaled: isScaledTo(video) }),
    ...matrixFilters(stream, encoded, step.options),
    ...slotFilters(stream, step.options, video, frameTiming),
  ].join(',');
  if (isCounted) builder.counted = frameTiming;
  const rate = hasFixedRate(video) ? undefined : frameTiming.rate;
  builder.map(stream, {
    ...settings,
    ...coloursOfRgb(stream),
    ...(rate !== undefined && { r: rate }),
    // Where frames look ahead, players wait for the one that comes after next: seconds, in an animation.
    ...(codec === 'h264' && isImageStream(stream) && { bf: 0 }),
    ...(filter && { filter }),
  });
  return isDivisible(stream, codec, task) ? { stream, output: [...builder.args], pixels } : undefined;
}

/**
 * Whether the parts of a video are what the whole would be: its encoder is told how good each frame is to be, not how
 * many bits there are for all, and no filter changes the frame rate.
 */
function isDivisible(stream: Stream, codec: VideoCodec, { step, container, duration, rates }: Task): boolean {
  const { fps, videoBitrate } = step.options;
  const isOfOnePiece = rates !== undefined || videoBitrate !== undefined || fps !== undefined;
  const isEven = !isImageStream(stream) && !hasFixedRate(container.video!);
  return DIVISIBLE.has(codec) && duration !== undefined && !isOfOnePiece && isEven;
}

/**
 * SWF does not say which frames stand alone: a copy could be played from nowhere, and FFmpeg drops them all. GXF counts
 * fields, and a copy would play at twice the frame rate.
 */
const UNCOPIED: ReadonlySet<FormatId> = new Set(['swf', 'gxf']);

/** Bits of one pixel with which every codec shows all that there is to see. */
const MOST_BITS_PER_PIXEL = 0.5;

/** The options of an encoder that must not take more than it is given, nor more than it needs. */
function within({ video = 0 }: Rates, options: OptionValues, { perSecond }: Pixels): VideoOptions {
  const enough = Math.ceil((perSecond * MOST_BITS_PER_PIXEL) / 1000);
  return { ...options, videoBitrate: Math.min(video, options.videoBitrate ?? enough), capped: true };
}

function hasFixedRate({ isFixedRate, frameRates, frames }: VideoSlot): boolean {
  return isFixedRate === true || frameRates !== undefined || frames !== undefined;
}
