import { existsSync, writeFileSync } from 'node:fs';
import { differences, GOLDEN_PLANS, readGoldenPlans, renderPlans } from './golden-plans.ts';

/** Shows how the plans differ from `plans.golden.tsv`; with ACCEPT_PLANS=1 it makes the present ones golden. */
const current = renderPlans();
const golden = existsSync(GOLDEN_PLANS) ? readGoldenPlans() : '';
const changed = differences(golden, current);
process.stdout.write(changed.length === 0 ? 'The plans are as they were.\n' : `${changed.join('\n')}\n`);
if (process.env.ACCEPT_PLANS === '1') writeFileSync(GOLDEN_PLANS, current);
else if (golden !== current) process.exitCode = 1;
