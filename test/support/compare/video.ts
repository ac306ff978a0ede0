import type { MediaFacts, TrackFacts } from '../../../engine/contract/facts.ts';
import { compareSound, mediaOf, tagsOf } from './audio.ts';
import { atLeast, near, same, type CompareFiles, type Finding, type Pair, type Tolerance } from './finding.ts';
import { MediaDecoder } from './media-decoder.ts';
import { structuralSimilarity } from './image-distance.ts';

/** Frames that are decoded and compared, spread over the film. */
const SAMPLED_FRAMES = 5;

/**
 * Films: duration, size, frame rate and count, subtitles, tags, structural similarity of sampled frames, and sound.
 * Tolerances: `ssim` and `snr` (at least).
 */
export const compareVideoFiles: CompareFiles = async (pair, tolerance, bench) => {
  const [golden, found] = [await mediaOf(pair, pair.golden, bench), await mediaOf(pair, pair.found, bench)];
  return [
    ...(await compareFilm(pair, golden, found, tolerance)),
    ...(await compareSound(pair, golden, found, tolerance)),
    same('subtitles', codecsOf(golden, 'subtitle'), codecsOf(found, 'subtitle')),
    same('tags', tagsOf(golden), tagsOf(found)),
  ];
};

function codecsOf({ tracks }: MediaFacts, kind: TrackFacts['kind']): string {
  return tracks
    .filter((track) => track.kind === kind)
    .map(({ codec, language = '' }) => `${codec} ${language}`)
    .join(', ');
}

async function compareFilm(
  pair: Pair,
  golden: MediaFacts,
  found: MediaFacts,
  { ssim = 0.95 }: Tolerance,
): Promise<Finding[]> {
  const [before, after] = [golden, found].map(({ tracks }) => tracks.find(({ kind }) => kind === 'video'));
  if (!before || !after) return [same('video tracks', codecsOf(golden, 'video'), codecsOf(found, 'video'))];
  const rate = before.framesPerSecond ?? 25;
  const shape = [
    same('video codec', before.codec, after.codec),
    same('size', `${before.width} × ${before.height}`, `${after.width} × ${after.height}`),
    same('frames', before.packets ?? 0, after.packets ?? 0),
    near('frames a second', rate, after.framesPerSecond ?? 0, 0.01),
    near('milliseconds', golden.durationMs, found.durationMs, 1000 / rate),
  ];
  if (shape.some(({ ok }) => !ok)) return shape;
  return [...shape, atLeast('least SSIM of a frame', ssim, await leastSimilarity(pair, before))];
}

async function leastSimilarity(
  { format, golden, found }: Pair,
  { packets = 1, width = 0, height = 0 }: TrackFacts,
): Promise<number> {
  const decoder = await MediaDecoder.start();
  const step = Math.max(1, Math.floor(packets / SAMPLED_FRAMES));
  let least = 1;
  for (let frame = 0; frame < packets; frame += step) {
    const place = { index: frame, width, height };
    const [a, b] = [await decoder.frame(golden, format, place), await decoder.frame(found, format, place)];
    if (a.byteLength !== b.byteLength) return 0;
    least = Math.min(least, structuralSimilarity(a, b, width, height));
  }
  return least;
}
