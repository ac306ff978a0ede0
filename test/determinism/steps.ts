import { createHash } from 'node:crypto';
import { Planner } from '../../engine/planner/planner.ts';
import type { FormatId } from '../../engine/formats/index.ts';
import { isRefuted, readKept } from '../matrix/kept.ts';
import { readOffer } from '../matrix/pairs.ts';
import type { Samples } from '../matrix/samples.ts';

/** One kind of step, and a pair of formats that it converts alone. */
export interface Step {
  readonly codec: string;
  readonly edge: string;
  readonly from: FormatId;
  readonly to: FormatId;
}

/**
 * Every codec, edge and target format of the advertised pairs that one step converts, each with one of its sources that
 * has a sample, of those that the matrix did not find refused: always the same one. Results of several steps are made of
 * those of each.
 */
export function findSteps(samples: Samples): Step[] {
  const { graph, pairs } = readOffer();
  const planner = new Planner(graph);
  const direct = pairs.flatMap(([from, to]): Step[] => {
    const [step, ...more] = planner.plan({ from, to }).steps;
    return step && more.length === 0 ? [{ codec: step.codec, edge: step.edge, from, to }] : [];
  });
  const matrix = readKept();
  const isUsable = ({ from, to }: Step): boolean => samples.has(from) && !isRefuted(matrix, from, to);
  return [...Map.groupBy(direct, idOfStep).values()].map((steps) => {
    const shuffled = steps.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    return shuffled.find(isUsable) ?? shuffled.find(({ from }) => samples.has(from)) ?? shuffled[0]!;
  });
}

function orderOf(step: Step): string {
  return createHash('sha256')
    .update(`${idOfStep(step)} ${step.from}`)
    .digest('hex');
}

/** Names a kind of step, whichever source it is tried with. */
export function idOfStep({ codec, edge, to }: Pick<Step, 'codec' | 'edge' | 'to'>): string {
  return `${codec} ${edge} ${to}`;
}
