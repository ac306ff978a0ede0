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
  it.each(sample.map((scenario) => [`${scenario.source} → ${scenario.to}`, scenario] as const))(
    '%s',
    async (_name, scenario) => {
      const { findings, refusedControls, unapplied } = await sabotage(
        engine,
        scenario,
        AbortSignal.timeout(TIMEOUT_MS),
      );
      expect(refusedControls).toEqual([]);
      expect(unapplied).toEqual([]);
      expect(findings.filter(({ outcome }) => outcome === 'silent').map(({ damage }) => damage)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
