import { formatOf } from '../../../formats/index.ts';
import { selectedPages } from '../../pages/page-selection.ts';
import { isIcon } from '../icon/sizes.ts';
import type { Facts, MediaFacts, RasterFacts, TrackFacts } from '../../../contract/facts.ts';
import type { Check, Compare, Expectation } from '../../../contract/report.ts';
import { guessMs, rateOf, trimOf } from '../../timeline/compare/media.ts';
import { checkFrameTimes } from '../../timeline/compare/frame-times.ts';
import { checkSizeOfVideo, checkVideoSize } from '../../timeline/compare/shown-size.ts';

/** Compares videos with the animated images that were made of them, and the other way round. */
export const compareAnimation: Compare = (source, outputs, expectation) => {
  const [output] = outputs;
  if (!output) return [];
  const video = videoOf(source.media);
  if (video && output.raster) return checkImageOfVideo(source.media!, video, output.raster, expectation);
  const made = videoOf(output.media);
  return source.raster && made ? checkVideoOfImage(source, source.raster, made, expectation) : [];
};

function videoOf(media: MediaFacts | undefined): TrackFacts | undefined {
  return media?.tracks.find(({ kind }) => kind === 'video');
}

/** The side to which a video is scaled when no size is asked, and milliseconds that rounded delays may add up to. */
const DEFAULT_SIDE = 640;
const ROUNDING_MS = 100;

function checkImageOfVideo(
  media: MediaFacts,
  video: TrackFacts,
  image: RasterFacts,
  expectation: Expectation,
): Check[] {
  // A single frame keeps its size; what may move is scaled, though a video of one frame gives an image that is.
  const longestSide = expectation.takes === 'first' ? Infinity : DEFAULT_SIDE;
  if (expectation.takes === 'first' || image.sequence !== 'animation') {
    // Icons are square: what is not is framed, so that its size says nothing.
    const size = isIcon(expectation.to)
      ? []
      : checkSizeOfVideo('look', video, image, expectation.options, { longestSide });
    const mayMove = expectation.takes !== 'first' && expectation.kept.includes('animation') && video.packets !== 1;
    // Where it was seen, it is compared with what moves: writers join images that are the same.
    return mayMove && !image.thumbnails?.length ? [singleImage(image), ...size] : size;
  }
  const { lengthMs } = trimOf(media, expectation);
  const exactMs = lengthMs === media.durationMs ? pacedMs(video) : undefined;
  const played = playedMs(image);
  const frame = (played ?? 0) / image.frames;
  return [
    ...checkSizeOfVideo('animation', video, image, expectation.options, { longestSide }),
    ...(exactMs === undefined || played === undefined
      ? checkLength(Math.min(lengthMs, video.durationMs ?? lengthMs), played, frameMs(video, image))
      : [lengthCheck(exactMs, played, { less: PACED.less * frame, more: PACED.more * frame })]),
    ...checkEndless(image),
  ];
}

/** What was a video plays again and again, where its image says how often. */
function checkEndless({ loops }: RasterFacts): Check[] {
  if (loops === undefined) return [];
  return [{ name: 'loops', feature: 'animation', ok: loops === 0, expected: 'for ever', found: loops || 'for ever' }];
}

/**
 * Frames by which an animation may be shorter, and longer, than a video whose frames all take as long: another pace may
 * begin one more at its end.
 */
const PACED = { less: 0.75, more: 1.75 } as const;
/** Milliseconds to which frames are even, and agree with the length of their video. */
const PACE_MS = 5;

/** How long a video plays whose frames all take as long; undefined where they do not, or it is not known. */
function pacedMs({ shownMs = [], durationMs }: TrackFacts): number | undefined {
  if (shownMs.length < 2 || durationMs === undefined) return undefined;
  const pause = (shownMs.at(-1)! - shownMs[0]!) / (shownMs.length - 1);
  const isEven = shownMs.every((time, at) => Math.abs(time - shownMs[0]! - at * pause) <= PACE_MS);
  const ms = pause * shownMs.length;
  return isEven && Math.abs(ms - durationMs) <= PACE_MS ? ms : undefined;
}

function singleImage({ frames }: RasterFacts): Check {
  return { name: 'frames', feature: 'animation', ok: false, expected: 'more than 1', found: frames };
}

/** Milliseconds of one image of a video that was made of an animation: a tick of its clock. */
const TICK_MS = 50;

function checkVideoOfImage(source: Facts, whole: RasterFacts, video: TrackFacts, expectation: Expectation): Check[] {
  const { sequence } = whole;
  const image = selectedFrames(whole, expectation);
  const size = checkVideoSize(image, video, expectation);
  if (sequence !== 'animation' || !source.features.includes('animation')) return size;
  const { starts, lengthMs } = takenOf(image, expectation);
  const frames = starts.length || image.frames;
  const isAsked = expectation.options.fps !== undefined;
  const least = isAsked ? 1 : leastPackets(frames, lengthMs, video, expectation);
  const { packets = least } = video;
  return [
    ...size,
    { name: 'frames', feature: 'animation', ok: packets >= least, expected: frames, found: packets },
    ...(isAsked ? [] : checkFrameTimes('animation', starts, video)),
    ...checkLength(lengthMs, video.durationMs, TICK_MS, guessMs(expectation.to)),
  ];
}

/** An animation of those frames alone that the options select. */
function selectedFrames(image: RasterFacts, { options: { pages } }: Pick<Expectation, 'options'>): RasterFacts {
  if (pages === undefined || image.sequence !== 'animation') return image;
  const selected = selectedPages(pages, image.frames);
  const { delaysMs } = image;
  return {
    ...image,
    frames: selected.length,
    ...(delaysMs && { delaysMs: selected.map((frame) => delaysMs[frame] ?? 0) }),
  };
}

/**
 * Milliseconds of an animation that the frames which the options select begin after, and for which they play; undefined
 * where they do not follow each other in it.
 */
export function selectedMs(
  image: RasterFacts,
  expectation: Pick<Expectation, 'options'>,
): { readonly startMs: number; readonly durationMs: number } | undefined {
  const selected = selectedPages(expectation.options.pages, image.frames);
  if (selected.some((frame, at) => frame !== selected[0]! + at)) return undefined;
  const startMs = shownDelays(image)
    .slice(0, selected[0])
    .reduce((sum, delay) => sum + delay, 0);
  return { startMs, durationMs: playedMs(selectedFrames(image, expectation)) ?? 0 };
}

/** Share of the images of one pace that may be missing: their number is rounded. */
const MISSING_SHARE = 0.02;

/** An image each, or as many as fill their time where every image lasts as long. */
function leastPackets(
  frames: number,
  lengthMs: number | undefined,
  video: TrackFacts,
  { to }: Pick<Expectation, 'to'>,
): number {
  const frameTiming = formatOf(to).timeline?.frameTiming;
  if (frameTiming === 'changes') return 1;
  if (frameTiming === undefined) return frames;
  const rate = rateOf(video);
  return lengthMs && rate ? Math.round((1 - MISSING_SHARE) * (lengthMs / 1000) * rate) : frames - 1;
}

/** When the images that are taken of an animation begin, and for how long they play. */
function takenOf(
  image: RasterFacts,
  expectation: Expectation,
): { readonly starts: readonly number[]; readonly lengthMs: number | undefined } {
  const durationMs = playedMs(image);
  if (durationMs === undefined) return { starts: [], lengthMs: undefined };
  const { startMs, lengthMs } = trimOf({ durationMs }, expectation);
  let end = 0;
  const starts = shownDelays(image).flatMap((delay) => {
    const start = end;
    end += delay;
    return end > startMs && start < startMs + lengthMs ? [Math.max(0, start - startMs)] : [];
  });
  return { starts, lengthMs };
}

/** Every player shows frames with a delay of less than 20 ms for 100 ms. */
const LEAST_DELAY_MS = 20;
const USUAL_DELAY_MS = 100;

/** Milliseconds that an animation plays once. */
export function playedMs(image: Pick<RasterFacts, 'delaysMs'>): number | undefined {
  return image.delaysMs && shownDelays(image).reduce((sum, delay) => sum + delay, 0);
}

/** How long players show each frame. */
export function shownDelays({ delaysMs = [] }: Pick<RasterFacts, 'delaysMs'>): number[] {
  return delaysMs.map((delay) => (delay < LEAST_DELAY_MS ? USUAL_DELAY_MS : delay));
}

/** The longest time that one frame is shown: the last one's is often lost between formats. */
function frameMs(video: TrackFacts, { delaysMs = [] }: RasterFacts): number {
  const ofVideo = video.framesPerSecond ? 1000 / video.framesPerSecond : USUAL_DELAY_MS;
  return Math.max(ofVideo, ...delaysMs);
}

function checkLength(expected: number | undefined, found: number | undefined, oneFrameMs: number, slack = 0): Check[] {
  if (!expected || found === undefined) return []; // streams without a container do not know how long they are
  const most = ROUNDING_MS + slack + 2 * oneFrameMs;
  return [lengthCheck(expected, found, { less: most, more: most })];
}

/** `less` and `more` are milliseconds. */
function lengthCheck(
  expected: number,
  found: number,
  { less, more }: { readonly less: number; readonly more: number },
): Check {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  const ok = found >= expected - less && found <= expected + more;
  return { name: 'duration', feature: 'animation', ok, expected: seconds(expected), found: seconds(found) };
}
