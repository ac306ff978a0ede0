import { ConversionError, resolveFormat, type Engine, type Plan } from '../../index.ts';
import type { PlanArguments } from '../arguments.ts';
import { findEdgeOrigin } from '../edge-origin.ts';
import { requireFiles } from '../input-files.ts';
import { planLines } from '../lines.ts';
import { EXIT, locate, printJson, printLine, type ExitCode, type Terminal } from '../terminal.ts';
import { planView } from '../views.ts';

/** Shows a plan. One that needs consent is shown with what it would give up, not refused. */
export async function runPlan(engine: Engine, args: PlanArguments, terminal: Terminal): Promise<ExitCode> {
  const plan = await planWithConsent(engine, args, terminal);
  if (args.json) {
    const edges = plan.steps.map((step) => ({ codec: step.codec, edge: step.edge, ...findEdgeOrigin(step) }));
    printJson(terminal.stdout, { ...planView(plan), edges });
    return EXIT.ok;
  }
  const origins = plan.steps.map((step) => findEdgeOrigin(step));
  for (const line of planLines(plan, origins)) printLine(terminal.stdout, line);
  return EXIT.ok;
}

async function planWithConsent(engine: Engine, args: PlanArguments, terminal: Terminal): Promise<Plan> {
  try {
    return await planOnce(engine, args, terminal);
  } catch (error) {
    const needsConsent = error instanceof ConversionError && error.code === 'loss_not_allowed';
    if (!needsConsent || args.allowLoss !== undefined) throw error;
    return await planOnce(engine, { ...args, allowLoss: 'any' }, terminal);
  }
}

/** A name that is no format is a file. */
async function planOnce(engine: Engine, args: PlanArguments, terminal: Terminal): Promise<Plan> {
  const { source, to, from, bytes, options, allowLoss } = args;
  const isFormat = resolveFormat(source) !== undefined || !/[./\\]/.test(source);
  if (isFormat) return engine.plan(source, to, { bytes, options, allowLoss });
  requireFiles([source], terminal);
  return engine.planFile(locate(source, terminal), { to, from, options, allowLoss, signal: terminal.signal });
}
