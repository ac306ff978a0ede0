import { summariseMachine } from '../machine.ts';
import type { Before, RatioPair } from '../before.ts';
import type { Distribution, Ratio } from '../measure.ts';
import type {
  BenchResults,
  Comparison,
  Figure,
  Load,
  PeerMeasurement,
  Quality,
  SuiteName,
  SuiteResults,
} from '../results.ts';
import {
  formatDate,
  formatMs,
  formatNumber,
  formatRatio,
  isProgram,
  nameWithVersion,
  SUITE_DESCRIPTIONS,
  summariseRatios,
  titleOf,
  titleOfFigure,
} from './format.ts';
import { reasonOf } from './reasons.ts';

type Row = readonly string[];

/** The results as the repository keeps them: a page of Markdown. */
export function renderMarkdown(results: BenchResults, before?: Before): string {
  const { machine, date, suites } = results;
  return `${[
    '# Benchmarks',
    `${summariseMachine(machine)}; ${formatDate(date)}; load of the machine before the start ${formatNumber(machine.loadAverage)}.`,
    'Times are medians. A ratio is ours ÷ theirs, the median over the turns, with the least and the most in parentheses: ' +
      'below 1× ours costs less. Ours verifies every result, which no other does. Written by `npm run bench -- all`.',
    ...(before ? [changePart(before, suites)] : []),
    ...suites.map((suite) => suitePart(suite, before)),
    ...slowerPart(suites),
  ].join('\n\n')}\n`;
}

/** What became cheaper or dearer since an earlier state. */
function changePart(before: Before, suites: readonly SuiteResults[]): string {
  const rows = before
    .changes(suites)
    .map(({ suite, phase, count, before: { user, wall }, now, target }) => [
      `${suite}, ${phase}`,
      String(count),
      `${formatRatio(user)} → ${formatRatio(now.user)}`,
      `${formatRatio(wall)} → ${formatRatio(now.wall)}`,
      target ? `≤ ${formatPair(target)}` : '–',
    ]);
  return [
    '## Before and now',
    before.describe(),
    table(['suite', 'ratios', 'user CPU, before → now', 'wall time, before → now', 'target'], rows),
  ].join('\n\n');
}

function suitePart(
  { suite, seconds, comparisons, figures, loads, skipped }: SuiteResults,
  before: Before | undefined,
): string {
  return [
    `## ${suite}`,
    `${SUITE_DESCRIPTIONS[suite]} Took ${Math.round(seconds)} s.`,
    ...(comparisons.length > 0 ? [comparisonTable(suite, comparisons, before), ...summariseRatios(comparisons)] : []),
    ...(loads.length > 0 ? [loadTable(loads)] : []),
    ...(figures.length > 0 ? [figureTable(suite, figures, before)] : []),
    ...(skipped.length > 0 ? [skipped.map(({ work, reason }) => `* Not measured: ${work}: ${reason}`).join('\n')] : []),
  ].join('\n\n');
}

function comparisonTable(suite: SuiteName, comparisons: readonly Comparison[], before: Before | undefined): string {
  const hasCounts = comparisons.some(({ quality }) => quality?.right);
  const rows = comparisons.flatMap((comparison) => {
    const { ours, codec, peers } = comparison;
    const own = [titleOf(comparison), formatMs(ours.userMs.median), codec ? formatMs(codec.userMs.median) : '–'];
    if (peers.length === 0)
      return [[...own, formatMs(ours.wallMs.median), '–', '–', '–', '–', ...(before ? ['–'] : [])]];
    return peers.map((peer) => [
      ...own,
      formatMs(ours.wallMs.median),
      `${nameWithVersion(peer)}, ${formatMs(peer.userMs.median)}`,
      withSpread(peer.ratio, 'user'),
      withSpread(peer.ratio, 'wall'),
      ...(before ? [formatPair(before.ratio(suite, comparison, peer))] : []),
      peer.target === undefined ? '–' : `≤ ${formatRatio(peer.target)}`,
      ...(hasCounts ? [formatRight(comparison.quality), formatRight(peer.quality)] : []),
    ]);
  });
  const header = [
    ...['work', 'our user CPU', 'codec', 'our wall', 'peer, its user CPU', 'user', 'wall'],
    ...(before ? ['before: user / wall'] : []),
    'target',
  ];
  return table([...header, ...(hasCounts ? ['right, ours', 'right, theirs'] : [])], rows);
}

function formatRight(quality: Quality | undefined): string {
  return quality?.right ? `${quality.right.count} of ${quality.right.of}` : '–';
}

function withSpread(ratio: Ratio, key: 'user' | 'wall'): string {
  const turns: Distribution | undefined = ratio.turns?.[key];
  const spread = turns && turns.runs > 1 ? ` (${formatNumber(turns.min)}–${formatNumber(turns.max)})` : '';
  return `${formatRatio(ratio[key])}${spread}`;
}

function formatPair(pair: RatioPair | undefined): string {
  return pair ? `${formatRatio(pair.user)} / ${formatRatio(pair.wall)}` : '–';
}

function loadTable(loads: readonly Load[]): string {
  const rows = loads.map(({ work, task, workers, inFlight, jobsPerSecond, userMsPerJob, latencyMs }) => [
    work,
    task,
    `${workers} × ${inFlight}`,
    formatNumber(jobsPerSecond),
    userMsPerJob === undefined ? '–' : formatMs(userMsPerJob),
    `${formatMs(latencyMs.p50)} / ${formatMs(latencyMs.p99)}`,
  ]);
  return table(['work', 'by', 'workers × callers', 'jobs/s', 'user CPU a job', 'p50 / p99'], rows);
}

function figureTable(suite: SuiteName, figures: readonly Figure[], before: Before | undefined): string {
  const rows = figures.map((figure) => {
    const { value, unit, target } = figure;
    const earlier = before?.figure(suite, figure);
    return [
      titleOfFigure(figure),
      `${formatNumber(value)} ${unit}`,
      ...(before ? [earlier === undefined ? '–' : `${formatNumber(earlier)} ${unit}`] : []),
      target === undefined ? '–' : `≤ ${formatNumber(target)} ${unit}`,
    ];
  });
  return table(['figure', 'value', ...(before ? ['before'] : []), 'target'], rows);
}

/** Everything that costs more than elsewhere, the worst first, and why. */
function slowerPart(suites: readonly SuiteResults[]): string[] {
  const slower = suites
    .flatMap(({ suite, comparisons }) =>
      comparisons.flatMap((comparison) =>
        comparison.peers
          .filter((peer) => isProgram(peer) && peer.ratio.user > 1)
          .map((peer): { ratio: number; row: Row } => ({
            ratio: peer.ratio.user,
            row: rowOfSlower(suite, comparison, peer),
          })),
      ),
    )
    .sort((a, b) => b.ratio - a.ratio);
  if (slower.length === 0) return [];
  const rows = slower.map(({ row }) => row);
  const note =
    'What the codec alone and what is around it cost was measured; what is said of a codec is known of it, and was not ' +
    'profiled in this run.';
  return ['## What is slower, and why', note, table(['suite', 'work', 'than', 'user', 'why'], rows)];
}

function rowOfSlower(suite: SuiteResults['suite'], comparison: Comparison, peer: PeerMeasurement): Row {
  return [suite, titleOf(comparison), peer.name, formatRatio(peer.ratio.user), reasonOf(suite, comparison, peer)];
}

function table(header: Row, rows: readonly Row[]): string {
  return [header, header.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}
