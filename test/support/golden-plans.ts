import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODECS } from '../../engine/codecs/index.ts';
import { ConversionError } from '../../engine/contract/errors.ts';
import { FORMATS, type FormatId } from '../../engine/formats/index.ts';
import { Graph } from '../../engine/planner/graph.ts';
import { Planner } from '../../engine/planner/planner.ts';
import { describeRoute } from '../../engine/planner/wording.ts';
import { SENSELESS, WANTED } from './wanted-pairs.ts';

export const GOLDEN_PLANS = join(import.meta.dirname, '../plans.golden.tsv');

const COLUMNS = ['from', 'to', 'consent', 'route', 'lost', 'gone', 'generations'] as const;

/** A planner over every declared codec, installed or not, so that the plans are the same on every machine. */
export function registryPlanner(): Planner {
  return new Planner(new Graph(CODECS, FORMATS));
}

/**
 * The plans of the wanted and the senseless pairs, one a line: what `plans.golden.tsv` holds. Predicted times are left
 * out, because every calibration changes them; a route that changes by it shows.
 */
export function renderPlans(): string {
  const planner = registryPlanner();
  const rows = goldenPairs().map(([from, to]) => [from, to, ...describePlan(planner, from, to)].join('\t'));
  return `${[COLUMNS.join('\t'), ...rows].join('\n')}\n`;
}

export function readGoldenPlans(): string {
  return readFileSync(GOLDEN_PLANS, 'utf8');
}

export function goldenPairs(): [FormatId, FormatId][] {
  return [...pairsOf(WANTED), ...pairsOf(SENSELESS)];
}

export function pairsOf(pairs: Readonly<Partial<Record<FormatId, readonly FormatId[]>>>): [FormatId, FormatId][] {
  return Object.entries(pairs).flatMap(([from, targets]) =>
    targets.map((to): [FormatId, FormatId] => [from as FormatId, to]),
  );
}

/** Rows that differ, as `- old` and `+ new`. */
export function differences(golden: string, current: string): string[] {
  const before = new Set(golden.split('\n'));
  const after = new Set(current.split('\n'));
  const removed = [...before].filter((row) => !after.has(row)).map((row) => `- ${row}`);
  const added = [...after].filter((row) => !before.has(row)).map((row) => `+ ${row}`);
  return [...removed, ...added].sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1));
}

function describePlan(planner: Planner, from: FormatId, to: FormatId): string[] {
  try {
    const { steps, lost, gone, generations, consent } = planner.plan({ from, to, allowLoss: 'any' });
    return [consent ? 'needed' : '', describeRoute(steps), lost.join(' '), gone.join(' '), String(generations)];
  } catch (error) {
    if (error instanceof ConversionError) return ['', error.code, '', '', ''];
    throw error;
  }
}
