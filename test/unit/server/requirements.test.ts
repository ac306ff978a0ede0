import { expect, it } from 'vitest';
import { requiredGeneration } from '../../../server/services/requirements.ts';
import type { QueuedJob } from '../../../server/services/worker.ts';
import { GENERATION } from '../../../server/stores/generation.ts';

const JOB: QueuedJob = {
  ...{ tenant: 'a', priority: undefined, inputs: [], kind: 'convert', sourceFormat: 'pdf', to: 'docx' },
  options: { quality: 80 },
};
const SINCE = {
  fields: { kind: 1, verify: 3 },
  kinds: { convert: 1, merge: 5 },
  formats: { djvu: 4 },
  options: { dpi: 2 },
};

it.each<[string, Partial<QueuedJob>, number]>([
  ['nothing new', {}, 1],
  ['a field', { verify: 'full' }, 3],
  ['a field without a value', { verify: undefined }, 1],
  ['a kind', { kind: 'merge' }, 5],
  ['a source format', { sourceFormat: 'djvu' }, 4],
  ['a target format', { to: 'djvu' }, 4],
  ['an option', { options: { dpi: 300 } }, 2],
  ['several', { to: 'djvu', options: { dpi: 300 } }, 4],
  ['names of inherited properties', { to: 'constructor', options: { toString: 1 } }, 1],
])('a job with %s requires workers that know it', (_name, changes, generation) => {
  expect(requiredGeneration({ ...JOB, ...changes }, SINCE)).toBe(generation);
});

it('workers of this version can convert every job of this version', () => {
  expect(requiredGeneration({ ...JOB, from: 'pdf', kind: 'merge', allowLoss: [] })).toBeLessThanOrEqual(GENERATION);
});
