import { geometricMean } from './measure.ts';
import { figureName, ratioName, ratiosOf } from './compare.ts';
import { summariseMachine } from './machine.ts';
import { formatDate, isProgram } from './report/format.ts';
import {
  SUITE_NAMES,
  type BenchResults,
  type Comparison,
  type Figure,
  type PeerMeasurement,
  type Phase,
  type SuiteName,
  type SuiteResults,
} from './results.ts';

/** A ratio of user CPU and one of wall time. */
export interface RatioPair {
  readonly user: number;
  readonly wall: number;
}

/** Geometric means, warm, that we want to be reached at most. */
const TARGETS: Partial<Readonly<Record<Change['suite'], RatioPair>>> = {
  convert: { user: 0.8, wall: 0.6 },
  image: { user: 0.95, wall: 0.85 },
  media: { user: 1, wall: 0.9 },
  document: { user: 1, wall: 0.5 },
  archive: { user: 1.2, wall: 1 },
  all: { user: 0.85, wall: 0.65 },
};

/** Geometric means of the ratios that were measured before and now, of a suite in one phase or of all together. */
export interface Change {
  readonly suite: SuiteName | 'all';
  readonly phase: Phase;
  readonly count: number;
  readonly before: RatioPair;
  readonly now: RatioPair;
  readonly target?: RatioPair;
}

/** Results of an earlier state of the project, measured on the same machine, to be shown beside those of now. */
export class Before {
  readonly #ratios: ReadonlyMap<string, number>;
  readonly #figures: ReadonlyMap<string, number>;
  readonly #results: BenchResults;

  constructor(results: BenchResults) {
    this.#results = results;
    this.#ratios = ratiosOf(results.suites);
    this.#figures = new Map(
      results.suites.flatMap(({ suite, figures }) =>
        figures.map((figure): [string, number] => [figureName(suite, figure), figure.value]),
      ),
    );
  }

  /** What was measured, and where, in a sentence for readers of the reports. */
  describe(): string {
    const { machine, date, code = 'of an earlier state' } = this.#results;
    return (
      'Geometric means of the ratios that were measured both times, below 1× ours costs less. ' +
      `Before: the code ${code}, measured ${formatDate(date)} on ${summariseMachine(machine)}.`
    );
  }

  /** What our work cost in relation to a peer's; undefined where it was not measured. */
  ratio(suite: SuiteName, comparison: Comparison, peer: PeerMeasurement): RatioPair | undefined {
    const user = this.#ratios.get(ratioName(suite, comparison, peer, 'user'));
    const wall = this.#ratios.get(ratioName(suite, comparison, peer, 'wall'));
    return user === undefined || wall === undefined ? undefined : { user, wall };
  }

  figure(suite: SuiteName, figure: Figure): number | undefined {
    return this.#figures.get(figureName(suite, figure));
  }

  /** How the suites have changed: only ratios count that both runs have. */
  changes(suites: readonly SuiteResults[]): Change[] {
    const pairs = suites.flatMap(({ suite, comparisons }) =>
      comparisons.flatMap((comparison) =>
        comparison.peers.filter(isProgram).flatMap((peer) => {
          const before = this.ratio(suite, comparison, peer);
          return before ? [{ suite, phase: comparison.phase, before, now: peer.ratio }] : [];
        }),
      ),
    );
    return (['warm', 'cold'] as const).flatMap((phase) => {
      const ofPhase = pairs.filter((pair) => pair.phase === phase);
      const suitesOfPhase = SUITE_NAMES.filter((name) => ofPhase.some(({ suite }) => suite === name));
      return [
        ...suitesOfPhase.map((name) =>
          changeOf(
            name,
            phase,
            ofPhase.filter(({ suite }) => suite === name),
          ),
        ),
        ...(suitesOfPhase.length > 1 ? [changeOf('all', phase, ofPhase)] : []),
      ];
    });
  }
}

function changeOf(
  suite: Change['suite'],
  phase: Phase,
  pairs: readonly { readonly before: RatioPair; readonly now: RatioPair }[],
): Change {
  const mean = (state: 'before' | 'now'): RatioPair => ({
    user: geometricMean(pairs.map((pair) => pair[state].user)),
    wall: geometricMean(pairs.map((pair) => pair[state].wall)),
  });
  const target = phase === 'warm' ? TARGETS[suite] : undefined;
  return { suite, phase, count: pairs.length, before: mean('before'), now: mean('now'), ...(target && { target }) };
}
