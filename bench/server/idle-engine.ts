import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOf, type Plan, type PlannedStep } from '../../engine/index.ts';
import type { ConversionEngine } from '../../server/conversion-engine.ts';

const RESULT = Buffer.from('a result');
const STEP: PlannedStep = {
  codec: 'none',
  edge: 'none',
  from: 'png',
  to: 'webp',
  options: {},
  lane: 'light',
  operation: 'recode',
  takes: 'all',
  gives: 'one',
  ms: 1,
  memoryMB: 1,
  cpuSlots: 1,
};
const PLAN: Plan = {
  from: 'png',
  to: 'webp',
  steps: [STEP],
  kept: [],
  lost: [],
  gone: [],
  operations: [],
  generations: 0,
  loss: 0,
  qualityPenalty: 0,
  ms: 1,
  why: '',
  rejected: [],
  hops: [STEP],
  acts: [],
  wear: 0,
};

/** Everything that the service asks of an engine, at no cost but the writing of a result: what is left is the service. */
export const idleEngine: ConversionEngine = {
  formats: () => [],
  targets: () => [],
  optionsFor: () => [],
  mergeTargets: async () => [],
  detect: async () => ({ format: 'png', confidence: 1, via: 'content', also: [], warnings: [] }),
  plan: () => PLAN,
  planChain: () => ({ to: ['webp'], steps: [], ms: 1 }),
  merge: () => Promise.reject(new Error('not measured')),
  chain: () => Promise.reject(new Error('not measured')),
  async convert(_input, { outDir }) {
    const name = `result.${formatOf('webp').extensions[0]}`;
    const path = join(outDir!, name);
    // As workers do it, in threads of their own.
    writeFileSync(path, RESULT);
    return {
      artifacts: [{ name, format: 'webp', path, size: RESULT.byteLength }],
      sourceFormat: 'png',
      targetFormat: 'webp',
      plan: PLAN,
      report: {
        verified: 'content',
        verdict: 'accepted',
        score: 100,
        checks: [],
        differences: [],
        differencesBeyond: 0,
        judge: { independent: false },
        lost: [],
        gone: [],
      },
      warnings: [],
      timings: { total: 1, queued: 0, converted: 1, verified: 0 },
    };
  },
  warm: async () => {},
  status: () => {
    throw new Error('the benchmark asks no engine how it is');
  },
};
