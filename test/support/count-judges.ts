import { Registry } from '../../engine/codecs/registry.ts';
import { FORMATS, type FormatId } from '../../engine/formats/index.ts';
import { Graph } from '../../engine/planner/graph.ts';
import { Planner } from '../../engine/planner/planner.ts';
import { inOrderOfIndependence, sharesLibrary } from '../../engine/run/independence.ts';

/** How the results of planned pairs are judged. */
export interface JudgeCounts {
  readonly pairs: number;
  /** By a codec that shares no library with the one that wrote. */
  readonly independent: number;
  /** By the codec that wrote. */
  readonly self: number;
  /** By nobody. */
  readonly unjudged: number;
  /** Their source is inspected by the codec that converts it. */
  readonly sameReader: number;
}

/** Counts over all pairs: of a sample the shares would be others whenever a format is added. */
export function countJudges(): JudgeCounts {
  const registry = new Registry();
  const planner = new Planner(new Graph(registry.codecs, FORMATS));
  const pairs = planner.pairs();
  const judged = pairs.map(([from, to]) => judgeOfPair(registry, planner, from, to));
  const count = (isMeant: (one: PairJudge) => boolean): number => judged.filter(isMeant).length;
  return {
    pairs: pairs.length,
    independent: count(({ judge }) => judge === 'independent'),
    self: count(({ judge }) => judge === 'self'),
    unjudged: count(({ judge }) => judge === 'nobody'),
    sameReader: count(({ isSameReader }) => isSameReader),
  };
}

interface PairJudge {
  readonly judge: 'independent' | 'related' | 'self' | 'nobody';
  readonly isSameReader: boolean;
}

function judgeOfPair(registry: Registry, planner: Planner, from: FormatId, to: FormatId): PairJudge {
  const { steps } = planner.plan({ from, to });
  const writer = registry.codec(steps.at(-1)!.codec);
  const [reader] = inOrderOfIndependence(registry.readersOf(to), writer);
  const isSameReader = registry.readersOf(from)[0]?.id === steps[0]!.codec;
  if (!reader) return { judge: 'nobody', isSameReader };
  if (!sharesLibrary(reader, writer)) return { judge: 'independent', isSameReader };
  return { judge: reader.id === writer.id ? 'self' : 'related', isSameReader };
}

if (import.meta.main) {
  const { pairs, ...counts } = countJudges();
  process.stdout.write(`${pairs} pairs\n`);
  for (const [name, count] of Object.entries(counts))
    process.stdout.write(`${name.padEnd(12)} ${String(count).padStart(6)}  ${((100 * count) / pairs).toFixed(1)} %\n`);
}
