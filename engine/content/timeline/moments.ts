import type { Facts, TrackFacts } from '../../contract/facts.ts';
import type { Expectation } from '../../contract/report.ts';
import type { MomentKind, MomentPair, Place } from '../../contract/samples.ts';
import { playedMs, selectedMs } from '../raster/compare/animation.ts';
import { rateOf, trimOf, wantedMs } from './compare/media.ts';

/** The same moments of a source where it is only a part of the result. */
export function movedTo(pairs: readonly MomentPair[], { atMs }: Place): MomentPair[] {
  return pairs.map(({ before, after }) => ({ before, after: { ...after, atMs: after.atMs + atMs } }));
}

/** Milliseconds up to which a file is decoded as a whole, and the pixels of a video. */
const WHOLE = { audioMs: 120_000, videoMs: 12_000, pixels: 300e6 } as const;
/** Milliseconds of a moment, and between the starts of two. */
const AUDIO = { lengthMs: 1_000, everyMs: 2_500, most: 300 } as const;
const VIDEO = { lengthMs: 1_000, moments: 5 } as const;
const USUAL_RATE = 25;

/**
 * Where to look for what a path has kept: the whole of what is short, else moments all over. What is `known` to be
 * the same is left out. Depends on the inputs alone.
 */
export function momentsOf(
  source: Facts,
  promise: Expectation,
  effort: 'quick' | 'full',
  known: readonly MomentKind[] = [],
): MomentPair[] {
  const whole = source.media ? { ...source.media, startMs: 0 } : playedOf(source.raster, promise);
  if (!whole) return [];
  const trim = trimOf(whole, promise);
  const { lengthMs } = trim;
  const startMs = whole.startMs + trim.startMs;
  const kinds = keptKinds(source, promise).filter((kind) => !known.includes(kind));
  const at = (fromMs: number, forMs: number, of: readonly MomentKind[]): MomentPair => ({
    before: { atMs: startMs + fromMs, lengthMs: forMs, kinds: of },
    after: { atMs: fromMs, lengthMs: forMs, kinds: of },
  });
  if (lengthMs <= 0) return kinds.length > 0 ? [at(0, Math.min(WHOLE.audioMs, wantedMs(promise)), kinds)] : [];
  const hasVideo = kinds.includes('video');
  const isWhole = effort === 'full' || (hasVideo ? isShort(source, lengthMs) : lengthMs <= WHOLE.audioMs);
  if (isWhole && kinds.length > 0) return [at(0, lengthMs, kinds)];
  const video = hasVideo ? spread(lengthMs, VIDEO.moments, VIDEO.lengthMs) : [];
  const count = Math.min(AUDIO.most, Math.ceil(lengthMs / AUDIO.everyMs));
  const audio = kinds.includes('audio') && !hasVideo ? spread(lengthMs, count, AUDIO.lengthMs) : [];
  return [
    ...video.map((from) => at(from, VIDEO.lengthMs, kinds)),
    ...audio.map((from) => at(from, AUDIO.lengthMs, kinds)),
  ];
}

/** When the part of an animation begins that the options select, and how long it plays; nothing of frames out of order. */
function playedOf(image: Facts['raster'], promise: Expectation): ReturnType<typeof selectedMs> {
  if (image?.sequence === 'animation' && promise.options.pages !== undefined) return selectedMs(image, promise);
  return { startMs: 0, durationMs: playedMs(image ?? {}) ?? 0 };
}

function isShort({ media, raster }: Facts, lengthMs: number): boolean {
  const track: Partial<TrackFacts> = raster ?? media?.tracks.find(({ kind }) => kind === 'video') ?? {};
  const { width = 640, height = 480 } = track;
  const frames = (lengthMs / 1000) * (rateOf(track) || USUAL_RATE);
  return lengthMs <= WHOLE.videoMs && frames * width * height <= WHOLE.pixels;
}

/** Milliseconds at the end that a result may lack: two packets of its slowest codecs. */
const END_MS = 200;

/** Where moments begin that are spread evenly over a length, from its beginning to its end. */
function spread(lengthMs: number, count: number, eachMs: number): number[] {
  const last = Math.max(0, lengthMs - eachMs - END_MS);
  return Array.from({ length: count }, (_, index) => (count === 1 ? 0 : Math.round((last * index) / (count - 1))));
}

/** What a source plays and its result should. */
export function keptKinds({ media, raster }: Facts, { kept }: Expectation): MomentKind[] {
  if (raster) return raster.frames > 1 && kept.includes('animation') ? ['video'] : [];
  const has = (kind: MomentKind): boolean => media?.tracks.some((track) => track.kind === kind) === true;
  const isSeen = has('video') && (kept.includes('video') || kept.includes('animation'));
  return [
    ...(has('audio') && kept.includes('audio') ? (['audio'] as const) : []),
    ...(isSeen ? (['video'] as const) : []),
  ];
}
