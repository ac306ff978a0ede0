import { afterAll, describe, expect, it } from 'vitest';
import { createContext } from '../../engine/engine.ts';
import { sabotage } from './harness.ts';
import { loadScenarios } from './scenarios.ts';

const TIMEOUT_MS = 120_000;

const engine = createContext({});

afterAll(async () => {
  await engine.lanes[Symbol.asyncDispose]();
  await engine.scratch[Symbol.asyncDispose]();
});

const sample = (await loadScenarios()).filter(({ isInSample }) => isInSample);

describe('a damaged result is refused, or its damage is told', () => {
  it.for(sample.map((scenario) => [`${scenario.source} → ${scenario.to}`, scenario] as const))(
    '%s',
    { timeout: TIMEOUT_MS },
    async ([, scenario], { skip }) => {
      const { findings, refusedControls, unapplied, skipped } = await sabotage(
        engine,
        scenario,
        AbortSignal.timeout(TIMEOUT_MS),
      );
      expect(refusedControls).toEqual([]);
      expect(unapplied).toEqual([]);
      expect(findings.filter(({ outcome }) => outcome === 'silent').map(({ damage }) => damage)).toEqual([]);
      if (skipped.length > 0)
        skip(`the rest was noticed, these need a tool that is not installed: ${skipped.join('; ')}`);
    },
  );
});
