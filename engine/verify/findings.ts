import { MAX_LISTED_DIFFERENCES, type Difference } from '../contract/differences.ts';
import type { Check, Finding } from '../contract/report.ts';

/** Differences that are counted of one comparison, once there are enough to refuse the result for. */
const MAX_COUNTED_REFUSALS = 10_000;

/**
 * What was found different: the first of them, at least one of each kind, those to refuse before those to tell; and how
 * many there are.
 */
export interface Differences {
  readonly listed: readonly Difference[];
  readonly count: number;
}

/** What verification found in a result. */
export interface Findings {
  readonly checks: readonly Check[];
  readonly differences: Differences;
}

export const NO_FINDINGS: Findings = { checks: [], differences: { listed: [], count: 0 } };

/** Collects what comparisons found; of one that finds a great many differences to refuse, the rest is not looked at. */
export function collectFindings(found: Iterable<Finding>): Findings {
  const checks: Check[] = [];
  const refused: Difference[] = [];
  const told: Difference[] = [];
  let refusals = 0;
  let count = 0;
  for (const finding of found) {
    if ('kind' in finding) {
      const isRefusal = finding.severity === 'refuse';
      const list = isRefusal ? refused : told;
      listDifference(list, finding);
      count++;
      if (isRefusal && ++refusals === MAX_COUNTED_REFUSALS) break;
    } else checks.push(finding);
  }
  return { checks, differences: { listed: [...refused, ...told].slice(0, MAX_LISTED_DIFFERENCES), count } };
}

/** Adds to a list as long as it has room; many of one kind leave room for the first of another. */
function listDifference(list: Difference[], found: Difference): void {
  if (list.length === MAX_LISTED_DIFFERENCES) {
    if (list.some(({ kind }) => kind === found.kind)) return;
    const counts = Map.groupBy(list, ({ kind }) => kind);
    const last = list.findLastIndex(({ kind }) => counts.get(kind)!.length > 1);
    if (last < 0) return;
    list.splice(last, 1);
  }
  list.push(found);
}

export function joinFindings(...findings: readonly Findings[]): Findings {
  const listed = collectFindings(findings.flatMap(({ differences }) => differences.listed)).differences.listed;
  const count = findings.reduce((sum, { differences }) => sum + differences.count, 0);
  return { checks: findings.flatMap(({ checks }) => checks), differences: { listed, count } };
}
