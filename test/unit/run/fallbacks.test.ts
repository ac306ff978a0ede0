import { expect, it } from 'vitest';
import { ConversionError } from '../../../engine/contract/errors.ts';
import type { Plan } from '../../../engine/planner/plan.ts';
import type { Job } from '../../../engine/run/job.ts';
import { withFallbacks } from '../../../engine/run/fallbacks.ts';
import type { VerifiedResult } from '../../../engine/run/verified-result.ts';

const first = { steps: [{ codec: 'a' }], generations: 0 } as unknown as Plan;
const second = { steps: [{ codec: 'b' }], generations: 0 } as unknown as Plan;
const done = { plan: second } as unknown as VerifiedResult;

function run(attempt: (plan: Plan) => Promise<VerifiedResult>): Promise<VerifiedResult> {
  const planner = { suspectsOf: () => ['a'], fallbacks: (plan: Plan) => (plan === first ? second : undefined) };
  const job = { engine: { planner }, warnings: [], partitioning: { isUsed: false, isAllowed: true } };
  return withFallbacks(job as unknown as Job, { from: 'html', to: 'pdf' }, first, { attempt });
}

const unmet = (option: string) =>
  new ConversionError({ code: 'invalid_options', message: 'Not so.', details: { option } });

it('another codec is tried where the first cannot write this file to the standard asked for', async () => {
  const attempt = (plan: Plan) => (plan === first ? Promise.reject(unmet('pdfStandard')) : Promise.resolve(done));
  await expect(run(attempt)).resolves.toBe(done);
});

it('where that fails as well the error names the option', async () => {
  const failed = new ConversionError({ code: 'conversion_failed', message: 'Failed.' });
  const attempt = (plan: Plan) => Promise.reject(plan === first ? unmet('pdfStandard') : failed);
  await expect(run(attempt)).rejects.toMatchObject({ code: 'invalid_options', details: { option: 'pdfStandard' } });
});

it('an option that no codec can follow is refused at once', async () => {
  const attempt = (plan: Plan) => (plan === first ? Promise.reject(unmet('start')) : Promise.resolve(done));
  await expect(run(attempt)).rejects.toMatchObject({ details: { option: 'start' } });
});
