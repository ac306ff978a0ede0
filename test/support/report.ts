import type { Report } from '../../engine/index.ts';

/** The report of a result in which nothing is wrong. */
export const ACCEPTED: Report = {
  verified: 'content',
  verdict: 'accepted',
  score: 100,
  checks: [],
  differences: [],
  differenceCount: 0,
  judge: { source: 'vips', writer: 'vips', result: 'magick', independent: true },
  lost: [],
  gone: [],
};
