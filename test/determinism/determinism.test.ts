import { beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../matrix/random.ts';
import { findSamples, sampleFor, type Samples } from '../matrix/samples.ts';
import { SEED } from '../support/seed.ts';
import { sharedEngine } from '../support/shared-engine.ts';
import { readRepeats } from './kept.ts';
import { repeat } from './repeat.ts';
import { findSteps, idOfStep } from './steps.ts';

/** Steps that every run repeats; `npm run determinism` repeats all. */
const SAMPLE = 8;
/** Of codecs that start in less than a second. */
const QUICK = new Set(['archive', 'data', 'listing', 'markup-text', 'mesh', 'office-markup', 'subtitles', 'zip']);

let samples: Samples;
beforeAll(async () => {
  samples = await findSamples();
});

describe('results of the same file', () => {
  it(`are the same bytes in fresh engines and in one that did other work (seed ${SEED})`, async () => {
    const kept = readRepeats();
    const steps = findSteps(samples).filter(({ codec }) => QUICK.has(codec));
    for (const step of sampleOf(steps, SAMPLE, SEED)) {
      const path = sampleFor(samples, { ...step, rank: 'usual' });
      if (!path) continue;
      const { outcome, detail } = await repeat(sharedEngine(), path, step);
      const isKnown = (kept.get(idOfStep(step))?.reason ?? '') !== '';
      expect(outcome !== 'different' || isKnown, `${idOfStep(step)}: ${detail}`).toBe(true);
    }
  });

  it('differ only where a reason is known', () => {
    const unexplained = [...readRepeats().values()].filter(
      ({ outcome, reason }) => (outcome === 'different') !== (reason !== ''),
    );
    expect(unexplained.map(idOfStep)).toEqual([]);
  });
});
