import type { MediaFacts } from '../../../contract/facts.ts';
import type { Expectation } from '../../../contract/report.ts';
import { formatOf } from '../../../formats/index.ts';
import { trimOf } from './media.ts';

/** Share of the bits of a video that its audio gets as a rule when its size is bounded, and thousands a second that it gets at least. */
const OF_VIDEO = { share: 0.2, least: 24 } as const;

/** Thousands of bits a second that the options leave for each of so many audio tracks; `Infinity` if they say nothing. */
export function kbitsATrack(media: MediaFacts, tracks: number, expectation: Expectation): number {
  const { to, options } = expectation;
  const { audioBitrate = Infinity, targetSize } = options;
  const { lengthMs } = trimOf(media, expectation);
  if (targetSize === undefined || lengthMs <= 0) return audioBitrate;
  const total = (targetSize * 8000) / lengthMs / Math.max(1, tracks);
  const shared = formatOf(to).family === 'video' ? Math.max(OF_VIDEO.least, OF_VIDEO.share * total) : total;
  return Math.min(audioBitrate, shared);
}
