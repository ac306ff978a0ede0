import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Cases that fail, by suite: whose fault it is, and why. */
const FAILURES = join(import.meta.dirname, 'failures.tsv');
/** How many cases ran and failed when they ran last. */
const OUTCOMES = join(import.meta.dirname, 'outcomes.json');

/** `ours` is to be mended, `theirs` is a fault of the suite, `design` is meant to be otherwise here. */
export type Fault = 'ours' | 'theirs' | 'design';

export interface Failure {
  readonly name: string;
  readonly message: string;
  /** Empty where nobody has looked at it. */
  readonly by: Fault | '';
  readonly reason: string;
}

export interface Outcome {
  readonly suite: string;
  readonly run: number;
  readonly failed: number;
}

/** The explained failures of a suite; those of all if absent. */
export function readFailures(suite?: string): (Failure & { readonly suite: string })[] {
  const lines = readFileSync(FAILURES, 'utf8').trim().split('\n').slice(1);
  return lines
    .map((line) => line.split('\t'))
    .map(([id = '', name = '', by = '', reason = '']) => ({
      suite: id,
      name,
      by: by as Fault | '',
      reason,
      message: '',
    }))
    .filter((failure) => suite === undefined || failure.suite === suite);
}

/** Keeps explanations of cases that still fail, drops those that pass, and lists new ones without. */
export function writeFailures(suite: string, failures: readonly Failure[]): void {
  const known = readFailures();
  const explained = new Map(known.filter((one) => one.suite === suite).map((one) => [one.name, one]));
  const all = [
    ...known.filter((one) => one.suite !== suite),
    ...failures.map((failure) => ({ ...failure, ...explained.get(failure.name), suite })),
  ].sort((a, b) => compare(a.suite, b.suite) || compare(a.name, b.name));
  const lines = all.map(({ suite: id, name, by, reason }) => [id, name, by, reason].join('\t'));
  writeFileSync(FAILURES, `${['suite\tcase\tby\treason', ...lines].join('\n')}\n`);
}

export function readOutcomes(): readonly Outcome[] {
  return JSON.parse(readFileSync(OUTCOMES, 'utf8')) as Outcome[];
}

export function writeOutcome(outcome: Outcome): void {
  const others = readOutcomes().filter(({ suite }) => suite !== outcome.suite);
  const all = [...others, outcome].sort((a, b) => compare(a.suite, b.suite));
  writeFileSync(OUTCOMES, `${JSON.stringify(all, undefined, 2)}\n`);
}

/** Failures that nobody has explained, and explained ones that did not occur. */
export function sameFailures(
  known: readonly Failure[],
  found: readonly Failure[],
): { readonly unexplained: readonly Failure[]; readonly mended: readonly Failure[] } {
  const explained = new Set(known.filter(({ by }) => by !== '').map(({ name }) => name));
  const failing = new Set(found.map(({ name }) => name));
  return {
    unexplained: found.filter(({ name }) => !explained.has(name)),
    mended: known.filter(({ name }) => !failing.has(name)),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
