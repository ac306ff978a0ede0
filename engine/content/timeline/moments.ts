import type { Facts, RasterFacts } from '../../contract/facts.ts';
import type { Expectation } from '../../contract/report.ts';
import type { Moment, MomentPair, Place } from '../../contract/samples.ts';
import { playedMs, shownDelays } from '../raster/compare/animation.ts';
import { paceOf, trimOf } from './compare/media.ts';

/** The same moments of a source where it is only a part of the result. */
export function movedTo(pairs: readonly MomentPair[], { atMs }: Place): MomentPair[] {
  return pairs.map(({ before, after }) => ({ before, after: { ...after, atMs: after.atMs + atMs } }));
}

/** Shares of the length, the most telling first. */
const MOMENTS = { quick: [0, 0.5, 0.8], full: [0, 0.5, 0.8, 0.2, 0.35, 0.65] } as const;
/** Milliseconds of audio that are heard at each. */
const SOUND_MS = 2_000;
/** Frames of a source around a moment, of which a result of another frame rate shows one. */
const MOST_PICTURES = 10;
const USUAL_RATE = 25;

/** Where to look for what a path has kept; nowhere when a source has nothing that is kept, or too much to tell what. */
export function momentsOf(source: Facts, promise: Expectation, effort: 'quick' | 'full'): MomentPair[] {
  const { startMs, lengthMs } = source.media
    ? trimOf(source.media, promise)
    : trimOf({ durationMs: playedMs(source.raster ?? {}) ?? 0 }, promise);
  const kinds = keptKinds(source, promise).filter((kind) => !isAmbiguous(kind, source));
  return MOMENTS[effort].flatMap((share) => {
    const at = share * lengthMs;
    // Where a few frames or moments are left, a result may have ended.
    const leastMs = { audio: SOUND_MS, video: 3 * pictureMsOf(source) };
    return kinds
      .filter((kind) => share === 0 || at + leastMs[kind] <= lengthMs)
      .map((kind) => (kind === 'video' ? picturesAt(at, startMs, source, promise) : soundAt(at, startMs, lengthMs)));
  });
}

/** What a source plays and its result should. */
export function keptKinds({ media, raster }: Facts, { kept }: Expectation): Moment['kind'][] {
  if (raster) return raster.frames > 1 && kept.includes('animation') ? ['video'] : [];
  const has = (kind: Moment['kind']): boolean => media?.tracks.some((track) => track.kind === kind) === true;
  const isSeen = has('video') && (kept.includes('video') || kept.includes('animation'));
  return [
    ...(has('audio') && kept.includes('audio') ? (['audio'] as const) : []),
    ...(isSeen ? (['video'] as const) : []),
  ];
}

/** Which of several tracks of audio the result holds first is not known here. */
function isAmbiguous(kind: Moment['kind'], { media }: Facts): boolean {
  return kind === 'audio' && (media?.tracks.filter((track) => track.kind === kind).length ?? 0) > 1;
}

function soundAt(at: number, startMs: number, lengthMs: number): MomentPair {
  const length = Math.min(SOUND_MS, lengthMs - at);
  return {
    before: { kind: 'audio', atMs: startMs + at, lengthMs: length },
    after: { kind: 'audio', atMs: at, lengthMs: length },
  };
}

/** The result shows at its moment what the source shows within a frame of it: that many are taken. */
function picturesAt(at: number, startMs: number, source: Facts, { options }: Expectation): MomentPair {
  const after = { kind: 'video', atMs: at, pictures: 1 } as const;
  const window = source.raster && framesAround(startMs + at, source.raster, options.fps);
  if (window) return { before: { kind: 'video', ...window }, after };
  const pictureMs = pictureMsOf(source);
  const slackMs = 1.5 * Math.max(pictureMs, 1000 / (options.fps ?? USUAL_RATE));
  const pictures = Math.min(MOST_PICTURES, Math.ceil((2 * slackMs) / pictureMs) + 1);
  return {
    before: { kind: 'video', atMs: startMs + Math.max(0, at - slackMs), pictures },
    after,
  };
}

/** Milliseconds before a frame at which a decoder that seeks is sure to find it. */
const SEEK_MS = 5;

/** The frames of an animation that a video may show at a moment: those around it, and the next one. */
function framesAround(
  atMs: number,
  raster: RasterFacts,
  fps: number = USUAL_RATE,
): Pick<Moment & { kind: 'video' }, 'atMs' | 'pictures'> | undefined {
  const slackMs = 1500 / fps;
  let end = 0;
  const frames = shownDelays(raster).map((delay) => ({ start: end, end: (end += delay) }));
  const first = frames.find((frame) => frame.end > atMs - slackMs);
  if (!first) return undefined;
  const count = frames.filter(({ start }) => start >= first.start && start <= atMs + slackMs).length;
  return { atMs: Math.max(0, first.start - SEEK_MS), pictures: Math.min(MOST_PICTURES, count + 1) };
}

function pictureMsOf({ media, raster }: Facts): number {
  const pace = paceOf(media?.tracks.find(({ kind }) => kind === 'video') ?? {}) || USUAL_RATE;
  return Math.max(1000 / pace, ...(raster?.delaysMs ?? []));
}
