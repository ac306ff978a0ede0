import type { BenchResults, Comparison, Figure, PeerMeasurement, SuiteName, SuiteResults } from './results.ts';

/** A ratio that differs from its baseline by more than the threshold, in the same direction in every repeat. */
export interface MovedRatio {
  readonly ratio: string;
  readonly baseline: number;
  readonly found: readonly number[];
  readonly direction: 'slower' | 'faster';
}

export interface BaselineComparison {
  readonly moved: readonly MovedRatio[];
  /** Ratios of the baseline that some repeat lacks, among those of the suites that ran. */
  readonly missing: readonly string[];
  /** How many ratios were compared. */
  readonly compared: number;
}

/** Less is noise on a machine that does other things too. */
export const MOVE_THRESHOLD = 0.15;

/** How often a ratio must have moved before it is named. */
export const REPEATS = 3;

/**
 * Compares repeats of the bench with one earlier run. Only ratios count: they hold from one machine to another, times do
 * not. Every ratio is ours ÷ theirs of a cost, so that a larger one is always worse.
 */
export function compareWithBaseline(
  baseline: BenchResults,
  repeats: readonly BenchResults[],
  threshold: number = MOVE_THRESHOLD,
): BaselineComparison {
  const ran = new Set(repeats.flatMap(({ suites }) => suites.map(({ suite }) => suite)));
  const expected = ratiosOf(baseline.suites.filter(({ suite }) => ran.has(suite)));
  const found = repeats.map(({ suites }) => ratiosOf(suites));
  const moved: MovedRatio[] = [];
  const missing: string[] = [];
  let compared = 0;
  for (const [ratio, before] of expected) {
    const values = found.map((ratios) => ratios.get(ratio)).filter((value) => value !== undefined);
    if (values.length === 0 || values.length < repeats.length) {
      missing.push(ratio);
      continue;
    }
    compared++;
    const direction = directionOf(before, values, threshold);
    if (direction) moved.push({ ratio, baseline: before, found: values, direction });
  }
  return { moved, missing, compared };
}

function directionOf(
  before: number,
  values: readonly number[],
  threshold: number,
): MovedRatio['direction'] | undefined {
  if (values.every((value) => value > before * (1 + threshold))) return 'slower';
  if (values.every((value) => value < before * (1 - threshold))) return 'faster';
  return undefined;
}

export function ratioName(
  suite: SuiteName,
  { work, phase }: Comparison,
  { name }: PeerMeasurement,
  key: 'user' | 'wall',
): string {
  return `${suite}: ${work}, ${phase}, ${name}, ${key}`;
}

export function figureName(suite: SuiteName, { name }: Figure): string {
  return `${suite}: ${name}`;
}

/** Every ratio by a name that stays the same from run to run, e.g. `convert: png → webp, warm, cwebp, user`. */
export function ratiosOf(suites: readonly SuiteResults[]): Map<string, number> {
  const ratios = new Map<string, number>();
  for (const { suite, comparisons, loads } of suites) {
    for (const comparison of comparisons) {
      for (const peer of comparison.peers) {
        for (const key of ['user', 'wall'] as const)
          ratios.set(ratioName(suite, comparison, peer, key), peer.ratio[key]);
      }
    }
    for (const [name, value] of loadRatios(loads)) ratios.set(`${suite}: ${name}, seconds a job`, value);
  }
  return ratios;
}

/** Seconds a job of ours ÷ theirs, where a peer ran the same work with as many at once. */
function loadRatios(loads: SuiteResults['loads']): [string, number][] {
  const ours = loads.filter(({ task, done }) => task === OURS && done > 0);
  return ours.flatMap((load) =>
    loads
      .filter(
        ({ work, task, workers, inFlight }) =>
          task !== OURS && work === load.work && workers === load.workers && inFlight === load.inFlight,
      )
      .map((peer): [string, number] => [
        `${load.work}, ${load.workers} at once, ${peer.task}`,
        peer.jobsPerSecond / load.jobsPerSecond,
      ]),
  );
}

/** Our own name among the tasks of a load. */
export const OURS = 'athanor';

/** Reads results that `--json` wrote. Throws when the text is not such a file. */
export function parseResults(text: string): BenchResults {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && 'version' in value && value.version === 1 && 'suites' in value) {
    return value as BenchResults;
  }
  throw new Error('Expected the results of an earlier run, as --json writes them.');
}
