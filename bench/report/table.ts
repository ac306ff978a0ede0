import type { BaselineComparison } from '../compare.ts';
import { MOVE_THRESHOLD, REPEATS } from '../compare.ts';
import { summariseMachine } from '../machine.ts';
import { ratioOf } from '../measure.ts';
import type { BenchResults, Comparison, Figure, Load, PeerMeasurement, Quality, SuiteResults } from '../results.ts';
import {
  formatDate,
  formatMs,
  formatNumber,
  formatRatio,
  nameWithVersion,
  summariseRatios,
  titleOfFigure,
} from './format.ts';

type Row = readonly string[];

/** Aligns columns by padding: the first to the left, numbers (what begins with a digit) to the right. */
export function alignTable(header: Row, rows: readonly Row[]): string {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const isNumeric = header.map(
    (_, column) => rows.length > 0 && rows.every((row) => /^(?:\d|–|$)/.test(row[column] ?? '')),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => (isNumeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The results for a terminal. */
export function renderTable({ machine, date, suites }: BenchResults): string {
  const head =
    `${summariseMachine(machine)}, load ${formatNumber(machine.loadAverage)}, ${formatDate(date)}\n` +
    'Medians; ratios are ours ÷ theirs: below 1 we are faster.';
  return [head, ...suites.map(renderSuite)].join('\n\n');
}

function renderSuite({ suite, seconds, comparisons, figures, loads, skipped }: SuiteResults): string {
  const parts = [
    ...(comparisons.length > 0 ? [comparisonTable(comparisons), ...summaries(comparisons)] : []),
    ...(loads.length > 0 ? [loadTable(loads)] : []),
    ...(figures.length > 0 ? [figureTable(figures)] : []),
    ...(skipped.length > 0 ? [skipped.map(({ work, reason }) => `not measured: ${work}: ${reason}`).join('\n')] : []),
  ];
  return [`== ${suite} (${Math.round(seconds)} s)`, ...parts].join('\n\n');
}

function summaries(comparisons: readonly Comparison[]): string[] {
  const lines = summariseRatios(comparisons);
  return lines.length > 0 ? [lines.join('\n')] : [];
}

function comparisonTable(comparisons: readonly Comparison[]): string {
  if (comparisons.some(({ codec }) => codec)) return benchmarkTable(comparisons);
  const header = ['work', 'phase', 'our user', 'our wall', 'peer', 'user', 'wall', 'user ratio', 'wall ratio'];
  const rows = comparisons.flatMap(({ work, phase, ours, peers }) => {
    const own = [work, phase, formatMs(ours.userMs.median), formatMs(ours.wallMs.median)];
    if (peers.length === 0) return [[...own, '(none)', '–', '–', '–', '–']];
    return peers.map((peer) => [
      ...own,
      nameWithVersion(peer),
      formatMs(peer.userMs.median),
      formatMs(peer.wallMs.median),
      formatRatio(peer.ratio.user),
      formatRatio(peer.ratio.wall),
    ]);
  });
  return alignTable(header, rows);
}

/** Where the codec was measured alone, and results differ in what they are worth: CPU only, wall times are in the JSON. */
function benchmarkTable(comparisons: readonly Comparison[]): string {
  const header = [
    'work',
    'our user',
    'codec',
    'our wall',
    'peer',
    'user',
    'wall',
    'user ratio',
    'target',
    'codec ratio',
    'with kernel',
    'our result',
    'its result',
  ];
  const rows = comparisons.flatMap(({ work, ours, codec, quality, peers }) =>
    peers.map((peer) => [
      work,
      formatMs(ours.userMs.median),
      codec ? formatMs(codec.userMs.median) : '–',
      formatMs(ours.wallMs.median),
      nameWithVersion(peer),
      formatMs(peer.userMs.median),
      formatMs(peer.wallMs.median),
      formatRatio(peer.ratio.user),
      formatTarget(peer),
      codec ? formatRatio(ratioOf(codec, peer).user) : '–',
      peer.ratio.cpu === undefined ? '–' : formatRatio(peer.ratio.cpu),
      formatQuality(quality),
      formatQuality(peer.quality),
    ]),
  );
  return alignTable(header, rows);
}

function formatTarget({ target, ratio }: PeerMeasurement): string {
  if (target === undefined) return '–';
  return `≤ ${formatRatio(target)} ${ratio.user <= target ? 'reached' : 'missed'}`;
}

function formatQuality(quality: Quality | undefined): string {
  if (!quality) return '–';
  const size = `${formatNumber(quality.bytes / 1e3)} kB`;
  const right = quality.right ? `, ${quality.right.count} of ${quality.right.of} right` : '';
  const likeness = quality.ssim === undefined ? '' : `, SSIM ${quality.ssim.toFixed(4)}`;
  return `${size}${likeness}${right}`;
}

function loadTable(loads: readonly Load[]): string {
  const header = ['work', 'by', 'workers', 'callers', 'jobs/s', 'user/job', 'p50', 'p95', 'p99', 'done', 'refused'];
  const rows = loads.map((load) => [
    load.work,
    load.task,
    String(load.workers),
    String(load.inFlight),
    formatNumber(load.jobsPerSecond),
    load.userMsPerJob === undefined ? '–' : formatMs(load.userMsPerJob),
    formatMs(load.latencyMs.p50),
    formatMs(load.latencyMs.p95),
    formatMs(load.latencyMs.p99),
    String(load.done),
    String(load.refused),
  ]);
  return alignTable(header, rows);
}

function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { value, unit, target } = figure;
    const aim = target === undefined ? '' : `target ≤ ${formatNumber(target)} ${unit}`;
    return [titleOfFigure(figure), `${formatNumber(value)} ${unit}`, aim];
  });
  return alignTable(['figure', 'value', ''], rows);
}

/** What moved since the baseline, for a terminal. */
export function renderBaselineComparison({ moved, missing, compared }: BaselineComparison): string {
  const percent = Math.round(MOVE_THRESHOLD * 100);
  const lines = moved.map(({ ratio, baseline, found, direction }) => [
    direction,
    ratio,
    formatRatio(baseline),
    found.map(formatRatio).join(' '),
  ]);
  const verdict =
    moved.length === 0
      ? `None of ${compared} ratios moved by more than ${percent} % in all of ${REPEATS} repeats.`
      : `${moved.length} of ${compared} ratios moved by more than ${percent} % in all of ${REPEATS} repeats:\n\n` +
        alignTable(['now', 'ratio', 'baseline', 'repeats'], lines);
  return [verdict, ...missing.map((ratio) => `not measured now: ${ratio}`)].join('\n');
}
