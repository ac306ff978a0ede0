import type { Report } from '../../engine/index.ts';

/** The report of a result in which nothing is wrong. */
export const ACCEPTED: Report = {
  verified: 'content',
  verdict: 'accepted',
  score: 100,
  checks: [],
  differences: [],
  differencesBeyond: 0,
  judge: { reads: 'vips', writes: 'vips', judges: 'magick', independent: true },
  lost: [],
  gone: [],
};
