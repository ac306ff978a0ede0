import type { Facts } from '../../../contract/facts.ts';
import type { Check, Expectation } from '../../../contract/report.ts';
import type { Moment, MomentPair, Place, Sample } from '../../../contract/samples.ts';
import { keptKinds } from '../moments.ts';
import { checkPictures } from './sampled-pictures.ts';
import { checkSounds } from './sampled-sound.ts';

interface Samples {
  readonly pairs: readonly MomentPair[];
  readonly before: readonly Sample[];
  readonly after: readonly Sample[];
}

/** What both files play at one moment. */
export interface PlayedPair {
  readonly before: Sample;
  readonly after: Sample;
}

/** Compares moments of a source with the same of its result, as far as both were decoded. */
export function compareSamples(
  { pairs, before, after }: Samples,
  facts: Facts,
  expectation: Expectation,
  place?: Place,
): { readonly checks: readonly Check[]; readonly isWhole: boolean } {
  const played = (kind: Moment['kind']): PlayedPair[] =>
    pairs.flatMap((pair, at) => {
      const [expected, found] = [before[at], after[at]];
      return pair.before.kind === kind && expected && found ? [{ before: expected, after: found }] : [];
    });
  const checks = {
    audio: checkSounds(played('audio'), expectation),
    video: checkPictures(played('video'), facts, expectation, place?.shape),
  };
  const kinds = keptKinds(facts, expectation);
  const isWhole = kinds.length > 0 && kinds.every((kind) => checks[kind].length > 0);
  return { checks: [...checks.audio, ...checks.video], isWhole };
}
