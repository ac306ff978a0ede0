import type { BaselineComparison } from '../compare.ts';
import { MOVE_THRESHOLD, REPEATS } from '../compare.ts';
import { summariseMachine } from '../machine.ts';
import type { Measurement } from '../measure.ts';
import type { Before, RatioPair } from '../before.ts';
import type { BenchResults, Comparison, Figure, Load, Skipped, SuiteName, SuiteResults } from '../results.ts';
import {
  formatDate,
  formatMs,
  formatNumber,
  formatRatio,
  nameWithVersion,
  SUITE_DESCRIPTIONS,
  summariseRatios,
  titleOf,
  titleOfFigure,
} from './format.ts';
import { STYLE } from './style.ts';
import { escapeMarkup, jobsChart, latencyChart, ratioChart } from './svg.ts';

/** Results of other runs that are shown beside these. */
export interface Compared {
  readonly baseline?: BaselineComparison;
  readonly before?: Before;
}

/** The results as one page that needs nothing else: no script, no font, no network. */
export function renderHtml(results: BenchResults, { baseline, before }: Compared = {}): string {
  const { machine, date, suites } = results;
  const body = [
    '<header><h1>Athanor benchmarks</h1>',
    `<p>${escapeMarkup(summariseMachine(machine))}<br><time datetime="${date}">${formatDate(date)}</time>`,
    ` · load of the machine before the start: ${formatNumber(machine.loadAverage)}</p>`,
    '<p>All figures are medians. A ratio is our cost divided by theirs, on this machine and in turns: below 1× we are',
    ' faster, above 1× slower.</p></header>',
    '<main>',
    ...(baseline ? [baselineSection(baseline)] : []),
    ...(before ? [changeSection(before, suites)] : []),
    ...suites.map((suite) => suiteSection(suite, before)),
    '</main>',
  ].join('');
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">' +
    `<title>Athanor benchmarks, ${date.slice(0, 10)}</title><style>${STYLE}</style></head><body>${body}</body></html>\n`
  );
}

function suiteSection(
  { suite, seconds, comparisons, figures, loads, skipped }: SuiteResults,
  before: Before | undefined,
): string {
  const parts = [
    `<section><h2>${suite}</h2>`,
    `<p>${escapeMarkup(SUITE_DESCRIPTIONS[suite])} <span class="quiet">Took ${Math.round(seconds)} s.</span></p>`,
    comparisons.length > 0 ? comparisonPart(suite, comparisons, before) : '',
    loads.length > 0 ? loadPart(loads) : '',
    figures.length > 0 ? figureTable(suite, figures, before) : '',
    skipped.length > 0 ? skippedList(skipped) : '',
    '</section>',
  ];
  return parts.join('');
}

const RATIO_LEGEND =
  '<ul class="legend"><li><i class="swatch better user"></i>user CPU, ours costs less</li>' +
  '<li><i class="swatch better wall"></i>wall time, ours costs less</li>' +
  '<li><i class="swatch worse user"></i>user CPU, ours costs more</li>' +
  '<li><i class="swatch worse wall"></i>wall time, ours costs more</li></ul>';

function comparisonPart(suite: SuiteName, comparisons: readonly Comparison[], before: Before | undefined): string {
  // A chart each: starting a process costs so much that it would crush the scale of the rest.
  const charts = [...Map.groupBy(comparisons, ({ phase }) => phase)].map(([phase, members]) => {
    const chart = ratioChart(members);
    const caption = `Ours ÷ theirs, ${phase}, on a logarithmic scale: the line marks equal cost.`;
    return chart === '' ? '' : figure(`${RATIO_LEGEND}${chart}`, caption);
  });
  const summary = summariseRatios(comparisons).map((line) => `<p>${escapeMarkup(line)}</p>`);
  return charts.join('') + summary.join('') + comparisonTable(suite, comparisons, before);
}

function comparisonTable(suite: SuiteName, comparisons: readonly Comparison[], before: Before | undefined): string {
  const rows = comparisons.flatMap((comparison) => {
    const { input, ours, peers } = comparison;
    const head = [titleOf(comparison), input].map(cell).join('');
    const own = numbers(formatMs(ours.userMs.median), spread(ours), formatMs(ours.wallMs.median));
    if (peers.length === 0)
      return [`<tr>${head}${own}<td colspan="${before ? 7 : 5}" class="quiet">no peer took part</td></tr>`];
    return peers.map(
      (peer) =>
        `<tr>${head}${own}${cell(nameWithVersion(peer))}` +
        numbers(formatMs(peer.userMs.median), formatMs(peer.wallMs.median)) +
        ratioCells(peer.ratio) +
        (before ? ratioCells(before.ratio(suite, comparison, peer)) : '') +
        '</tr>',
    );
  });
  const measured = ['work', 'input', 'our user CPU', '±', 'our wall', 'peer', 'its user CPU', 'its wall'];
  const ratios = ['user ratio', 'wall ratio', ...(before ? ['user before', 'wall before'] : [])];
  return table([...measured, ...ratios], rows);
}

/** The median absolute deviation of user CPU, as a share of its median. */
function spread({ userMs }: Measurement): string {
  return userMs.median === 0 ? '–' : `${Math.round((100 * userMs.deviation) / userMs.median)} %`;
}

function loadPart(loads: readonly Load[]): string {
  const legend =
    '<ul class="legend"><li><i class="swatch better user"></i>athanor</li>' +
    '<li><i class="swatch peer"></i>native processes, as many at once</li></ul>';
  const rows = loads.map(
    (load) =>
      `<tr>${[load.work, load.task].map(cell).join('')}` +
      numbers(
        String(load.workers),
        String(load.inFlight),
        formatNumber(load.jobsPerSecond),
        load.userMsPerJob === undefined ? '–' : formatMs(load.userMsPerJob),
        formatMs(load.latencyMs.p50),
        formatMs(load.latencyMs.p95),
        formatMs(load.latencyMs.p99),
        formatNumber(load.done),
        formatNumber(load.refused),
      ) +
      '</tr>',
  );
  return (
    [...Map.groupBy(loads, ({ work }) => work)]
      .map(([work, members]) => figure(`${legend}${jobsChart(members)}`, `${escapeMarkup(work)}: jobs a second.`))
      .join('') +
    figure(latencyChart(loads), 'Latency: median (dot), 95th percentile (short mark), 99th (long mark).') +
    table(['work', 'by', 'workers', 'callers', 'jobs/s', 'user CPU/job', 'p50', 'p95', 'p99', 'done', 'refused'], rows)
  );
}

function figureTable(suite: SuiteName, figures: readonly Figure[], before: Before | undefined): string {
  const rows = figures.map((figure) => {
    const { value, unit, target } = figure;
    const missed = target !== undefined && value > target;
    const aim = target === undefined ? '' : `≤ ${formatNumber(target)} ${unit}`;
    const shown = `${formatNumber(value)} ${unit}${missed ? ' (missed)' : ''}`;
    const earlier = before?.figure(suite, figure);
    const others = [...(before ? [earlier === undefined ? '–' : `${formatNumber(earlier)} ${unit}`] : []), aim];
    return `<tr>${cell(titleOfFigure(figure))}<td class="number${missed ? ' worse' : ''}">${escapeMarkup(shown)}</td>${numbers(...others)}</tr>`;
  });
  return table(['figure', 'value', ...(before ? ['before'] : []), 'target'], rows);
}

function skippedList(skipped: readonly Skipped[]): string {
  const items = skipped.map(({ work, reason }) => `<li>${escapeMarkup(`${work}: ${reason}`)}</li>`);
  return `<details><summary>Not measured: ${skipped.length}</summary><ul>${items.join('')}</ul></details>`;
}

function baselineSection({ moved, missing, compared }: BaselineComparison): string {
  const percent = Math.round(MOVE_THRESHOLD * 100);
  const rows = moved.map(
    ({ ratio, baseline, found, direction }) =>
      `<tr>${cell(ratio)}<td class="${direction === 'slower' ? 'worse' : 'better'}">${direction}</td>` +
      numbers(formatRatio(baseline), found.map(formatRatio).join(' · ')) +
      '</tr>',
  );
  const verdict = `${moved.length} of ${compared} ratios moved by more than ${percent} % in all of ${REPEATS} repeats.`;
  const lacking =
    missing.length > 0 ? `<p class="quiet">Not measured now: ${escapeMarkup(missing.join('; '))}</p>` : '';
  return (
    `<section><h2>Since the baseline</h2><p>${verdict}</p>` +
    (rows.length > 0 ? table(['ratio', 'now', 'baseline', 'repeats'], rows) : '') +
    `${lacking}</section>`
  );
}

/** What became cheaper or dearer since an earlier state. */
function changeSection(before: Before, suites: readonly SuiteResults[]): string {
  const rows = before
    .changes(suites)
    .map(
      ({ suite, phase, count, before: earlier, now, target }) =>
        `<tr>${cell(`${suite}, ${phase}`)}${numbers(String(count))}${ratioCells(earlier)}${ratioCells(now)}` +
        `${target ? numbers(formatRatio(target.user), formatRatio(target.wall)) : numbers('–', '–')}</tr>`,
    );
  const header = [
    'suite',
    'ratios',
    'user before',
    'wall before',
    'user now',
    'wall now',
    'user wanted',
    'wall wanted',
  ];
  return `<section><h2>Before and now</h2><p>${escapeMarkup(before.describe())}</p>${table(header, rows)}</section>`;
}

function table(header: readonly string[], rows: readonly string[]): string {
  const head = header.map((name) => `<th scope="col">${escapeMarkup(name)}</th>`).join('');
  return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function figure(content: string, caption: string): string {
  return `<figure><div class="wide" tabindex="0">${content}</div><figcaption>${caption}</figcaption></figure>`;
}

function cell(text: string): string {
  return `<td>${escapeMarkup(text)}</td>`;
}

function numbers(...texts: readonly string[]): string {
  return texts.map((text) => `<td class="number">${escapeMarkup(text)}</td>`).join('');
}

function ratioCells(pair: RatioPair | undefined): string {
  return pair ? ratioCell(pair.user) + ratioCell(pair.wall) : numbers('–', '–');
}

function ratioCell(ratio: number): string {
  return `<td class="number ${ratio <= 1 ? 'better' : 'worse'}">${formatRatio(ratio)}</td>`;
}
