import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../../engine/contract/errors.ts';
import {
  differences,
  goldenPairs,
  pairsOf,
  readGoldenPlans,
  registryPlanner,
  renderPlans,
} from '../../support/golden-plans.ts';
import { SENSELESS } from '../../support/wanted-pairs.ts';

describe('the plans of the registry', () => {
  it('are those of plans.golden.tsv', () => {
    const changed = differences(readGoldenPlans(), renderPlans());
    const advice = 'Plans have changed. If that is right: ACCEPT_PLANS=1 node test/support/accept-plans.ts';
    expect(changed, advice).toEqual([]);
    expect(readGoldenPlans(), 'Only the order of the rows has changed: accept them.').toBe(renderPlans());
  });

  it('name every pair once', () => {
    const names = goldenPairs().map((pair) => pair.join('>'));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('never turn something into what it is not without consent', () => {
    const planner = registryPlanner();
    const planned = pairsOf(SENSELESS).filter(([from, to]) => {
      try {
        return planner.plan({ from, to });
      } catch (error) {
        if (error instanceof ConversionError) return false;
        throw error;
      }
    });
    expect(planned).toEqual([]);
  });
});
