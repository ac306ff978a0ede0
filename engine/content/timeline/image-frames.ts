import type { RasterFacts, Thumbnail } from '../../contract/facts.ts';
import { FRAME_GRID, type Moment, type Sample } from '../../contract/samples.ts';
import { playedMs, shownDelays } from '../raster/compare/animation.ts';

/** Whether all that an image shows over time is known: it stands still, or each of its frames was seen. */
export function isSeenWhole({ frames, thumbnails = [], sequence }: RasterFacts): boolean {
  return sequence !== 'pages' && thumbnails.length === frames;
}

/** What an image shows at a moment, as a decoder of videos gives it; one that stands still shows the same for ever. */
export function sampleOfImage(image: RasterFacts, { atMs, lengthMs }: Moment): Sample {
  const { thumbnails = [] } = image;
  const ends = thumbnails.length === 1 ? [Infinity] : endsOf(shownDelays(image));
  const playsMs = thumbnails.length === 1 ? Infinity : (playedMs(image) ?? 0);
  const count = Math.max(0, Math.round((Math.min(lengthMs, playsMs - atMs) / 1000) * FRAME_GRID));
  const frameAt = (ms: number): Thumbnail => thumbnails[ends.findIndex((end) => ms < end)] ?? thumbnails.at(-1)!;
  return { frames: Array.from({ length: count }, (_, at) => frameAt(atMs + (1000 * (at + 0.5)) / FRAME_GRID)) };
}

function endsOf(delaysMs: readonly number[]): number[] {
  let end = 0;
  return delaysMs.map((delay) => (end += delay));
}
