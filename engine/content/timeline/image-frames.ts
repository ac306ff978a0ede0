import type { RasterFacts, Thumbnail } from '../../contract/facts.ts';
import { FRAME_GRID, type Moment, type Sample } from '../../contract/samples.ts';
import { playedMs, shownDelays } from '../raster/compare/animation.ts';
import { endsOf } from '../raster/compare/timing.ts';

/** Whether all that an image shows over time is known: it stands still, or each of its frames was seen. */
export function isSeenWhole({ frames, thumbnails = [], sequence }: RasterFacts): boolean {
  return sequence !== 'pages' && thumbnails.length === frames;
}

/** Most frames a second that are decoded of a video for one of its images. */
const MOST_PACE = 30;
/** Share of the shortest time by which others may differ from its multiples: formats round them. */
const UNEVEN = 0.2;

/**
 * Frames a second at which an image shows one after the other, where that is more than the usual grid. Frames that were
 * the same are shown for a multiple of that time.
 */
export function paceOf(image: RasterFacts): number | undefined {
  const delays = shownDelays(image);
  const shortest = Math.min(...delays);
  const isEven = delays.every((delay) => Math.abs(delay / shortest - Math.round(delay / shortest)) <= UNEVEN);
  const pace = (1000 * delays.length) / delays.reduce((sum, delay) => sum + delay / Math.round(delay / shortest), 0);
  return isEven && pace > FRAME_GRID && pace <= MOST_PACE ? pace : undefined;
}

/** What would have been decoded at the usual grid, of what was at `pace` frames a second. */
export function thinned({ frames, ...sample }: Sample, pace: number): Sample {
  if (!frames) return sample;
  const count = Math.round((frames.length / pace) * FRAME_GRID);
  const at = (index: number): number => Math.min(frames.length - 1, Math.floor(((index + 0.5) / FRAME_GRID) * pace));
  return { ...sample, frames: Array.from({ length: count }, (_, index) => frames[at(index)]!) };
}

/** What an image shows at a moment, as a decoder of videos gives it; one that stands still shows the same for ever. */
export function sampleOfImage(image: RasterFacts, { atMs, lengthMs }: Moment, framesPerSecond = FRAME_GRID): Sample {
  const { thumbnails = [] } = image;
  const ends = thumbnails.length === 1 ? [Infinity] : endsOf(shownDelays(image));
  const playsMs = thumbnails.length === 1 ? Infinity : (playedMs(image) ?? 0);
  const count = Math.max(0, Math.round((Math.min(lengthMs, playsMs - atMs) / 1000) * framesPerSecond));
  const frameAt = (ms: number): Thumbnail => thumbnails[ends.findIndex((end) => ms < end)] ?? thumbnails.at(-1)!;
  return { frames: Array.from({ length: count }, (_, at) => frameAt(atMs + (1000 * (at + 0.5)) / framesPerSecond)) };
}
