import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError, type ConvertOptions } from '../../engine/index.ts';
import { publicPlan } from '../../engine/planner/plan.ts';
import { ACCEPTED } from './report.ts';

/** A conversion whose result holds the name of its source; sources that are called bad fail. */
export async function convertToName(input: string, { to, outDir }: ConvertOptions): Promise<unknown> {
  const name = input.split('/').at(-1)!;
  if (name.startsWith('bad')) throw new ConversionError({ code: 'input_corrupt', message: 'It is damaged.' });
  const path = join(outDir!, 'result');
  await writeFile(path, name);
  const plan = publicPlan({
    ...{ from: 'png', to: 'webp', steps: [], kept: [], lost: [], gone: [], operations: [] },
    ...{ generations: 0, loss: 0, qualityPenalty: 0, ms: 1, why: '', rejected: [] },
  });
  const timings = { total: 1, queued: 0, converted: 1, verified: 0 };
  const artifacts = [{ name: 'result', format: 'webp', path, size: 1 }];
  return { artifacts, sourceFormat: 'png', targetFormat: to, plan, report: ACCEPTED, warnings: [], timings };
}
