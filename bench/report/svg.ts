import type { Comparison, Load } from '../results.ts';
import { formatMs, formatNumber, formatRatio, isProgram, titleOf } from './format.ts';

/** User units; the page scales the drawing to its width. */
const WIDTH = 960;
const LABEL_WIDTH = 330;
const VALUE_WIDTH = 70;
/** Values are beside their bars, on either side. */
const PLOT = { left: LABEL_WIDTH + VALUE_WIDTH - 20, right: WIDTH - VALUE_WIDTH } as const;
const BAR_HEIGHT = 12;
const AXIS_HEIGHT = 28;

export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** More labels would run into each other; then there is one a decade. */
const MOST_TICKS = 12;

/** A position on a logarithmic axis: twice as fast lies as far to one side as twice as slow to the other. */
interface LogScale {
  readonly ticks: readonly number[];
  position(value: number): number;
}

function logScale(values: readonly number[], steps: readonly number[]): LogScale {
  const low = largestStep(Math.min(...values), steps, 'below');
  const high = Math.max(largestStep(Math.max(...values), steps, 'above'), low * 2);
  const span = Math.log(high) - Math.log(low);
  const position = (value: number): number =>
    PLOT.left + ((Math.log(value) - Math.log(low)) / span) * (PLOT.right - PLOT.left);
  const ticks = ticksBetween(low, high, steps);
  return { ticks: ticks.length > MOST_TICKS ? ticksBetween(low, high, [1]) : ticks, position };
}

/** The nearest `step × 10ⁿ` at or below, or at or above, a value. */
function largestStep(value: number, steps: readonly number[], side: 'below' | 'above'): number {
  const decade = 10 ** Math.floor(Math.log10(value));
  const candidates = [0.1, 1, 10].flatMap((factor) => steps.map((step) => step * decade * factor));
  return side === 'below'
    ? candidates.findLast((candidate) => candidate <= value)!
    : candidates.find((candidate) => candidate >= value)!;
}

function ticksBetween(low: number, high: number, steps: readonly number[]): number[] {
  const ticks: number[] = [];
  for (let exponent = Math.floor(Math.log10(low)); exponent <= Math.ceil(Math.log10(high)); exponent++) {
    for (const step of steps) {
      const tick = step * 10 ** exponent;
      if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
    }
  }
  return ticks;
}

function axis({ ticks, position }: LogScale, height: number, label: (value: number) => string): string {
  return ticks
    .map((tick) => {
      const x = round(position(tick));
      return (
        `<line class="grid" x1="${x}" x2="${x}" y1="${AXIS_HEIGHT - 6}" y2="${height}"/>` +
        `<text class="tick" x="${x}" y="${AXIS_HEIGHT - 12}" text-anchor="middle">${escapeMarkup(label(tick))}</text>`
      );
    })
    .join('');
}

function drawing(height: number, label: string, content: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeMarkup(label)}">${content}</svg>`;
}

const RATIO_ROW_HEIGHT = 40;

/** One row for each peer of each comparison: how far we are to the left (faster) or to the right (slower) of 1×. */
export function ratioChart(comparisons: readonly Comparison[]): string {
  const rows = comparisons.flatMap((comparison) =>
    comparison.peers
      .filter(isProgram)
      .map((peer) => ({ title: titleOf(comparison), peer: peer.name, ratio: peer.ratio })),
  );
  if (rows.length === 0) return '';
  const height = AXIS_HEIGHT + rows.length * RATIO_ROW_HEIGHT;
  const scale = logScale([1, ...rows.flatMap(({ ratio }) => [ratio.user, ratio.wall])], [1, 2, 5]);
  const equal = round(scale.position(1));
  const bars = rows.map(({ title, peer, ratio }, index) => {
    const top = AXIS_HEIGHT + index * RATIO_ROW_HEIGHT;
    return (
      `<text class="label" x="${LABEL_WIDTH - 12}" y="${top + 15}" text-anchor="end">${escapeMarkup(title)}</text>` +
      `<text class="tick" x="${LABEL_WIDTH - 12}" y="${top + 29}" text-anchor="end">against ${escapeMarkup(peer)}</text>` +
      ratioBar(scale, top + 5, ratio.user, 'user CPU', `${title}, against ${peer}`) +
      ratioBar(scale, top + 5 + BAR_HEIGHT + 2, ratio.wall, 'wall time', `${title}, against ${peer}`)
    );
  });
  return drawing(
    height,
    `Ratios of ${rows.length} comparisons, ours divided by theirs, on a logarithmic scale`,
    `${axis(scale, height, formatRatio)}${bars.join('')}<line class="equal" x1="${equal}" x2="${equal}" y1="${AXIS_HEIGHT - 6}" y2="${height}"/>`,
  );
}

function ratioBar(scale: LogScale, y: number, ratio: number, quantity: string, title: string): string {
  const from = scale.position(1);
  const to = scale.position(ratio);
  const classes = `${ratio <= 1 ? 'better' : 'worse'} ${quantity === 'user CPU' ? 'user' : 'wall'}`;
  const x = Math.min(from, to);
  const width = Math.max(1, Math.abs(to - from));
  // Values are outside of their bar, on the side that it points to.
  const [textX, anchor] = ratio <= 1 ? [x - 5, 'end'] : [x + width + 5, 'start'];
  const text = formatRatio(ratio);
  return (
    `<rect class="${classes}" x="${round(x)}" y="${y}" width="${round(width)}" height="${BAR_HEIGHT}" rx="2">` +
    `<title>${escapeMarkup(`${title}: ${text} of its ${quantity}`)}</title></rect>` +
    `<text class="value" x="${round(textX)}" y="${y + BAR_HEIGHT - 2}" text-anchor="${anchor}">${text}</text>`
  );
}

const LOAD_ROW_HEIGHT = 26;

/** Jobs a second, one bar a load, on a scale from zero. */
export function jobsChart(loads: readonly Load[]): string {
  if (loads.length === 0) return '';
  const most = Math.max(...loads.map(({ jobsPerSecond }) => jobsPerSecond)) || 1;
  const height = loads.length * LOAD_ROW_HEIGHT;
  const bars = loads.map((load, index) => {
    const y = index * LOAD_ROW_HEIGHT + 5;
    const width = Math.max(1, (load.jobsPerSecond / most) * (PLOT.right - PLOT.left));
    const value = `${formatNumber(load.jobsPerSecond)}/s`;
    return (
      `<text class="label" x="${LABEL_WIDTH - 12}" y="${y + 13}" text-anchor="end">${escapeMarkup(loadTitle(load))}</text>` +
      `<rect class="${load.task === 'athanor' ? 'better' : 'peer'}" x="${PLOT.left}" y="${y}" width="${round(width)}" height="16" rx="2"/>` +
      `<text class="value" x="${round(PLOT.left + width + 5)}" y="${y + 13}">${value}</text>`
    );
  });
  return drawing(height, 'Jobs a second', bars.join(''));
}

/** From the median to the 99th percentile, one line a load; the mark between is the 95th. */
export function latencyChart(loads: readonly Load[]): string {
  const measured = loads.filter(({ done }) => done > 0);
  if (measured.length === 0) return '';
  const height = AXIS_HEIGHT + measured.length * LOAD_ROW_HEIGHT;
  const scale = logScale(
    measured.flatMap(({ latencyMs }) => [latencyMs.p50, latencyMs.p99]),
    [1, 2, 5],
  );
  const lines = measured.map((load, index) => {
    const y = AXIS_HEIGHT + index * LOAD_ROW_HEIGHT + 13;
    const { p50, p95, p99 } = load.latencyMs;
    const [x50, x95, x99] = [p50, p95, p99].map((value) => round(scale.position(value)));
    const colour = load.task === 'athanor' ? 'ours' : 'theirs';
    const told = `p50 ${formatMs(p50)}, p95 ${formatMs(p95)}, p99 ${formatMs(p99)}`;
    return (
      `<g class="${colour}"><title>${escapeMarkup(`${loadTitle(load)}: ${told}`)}</title>` +
      `<text class="label" x="${LABEL_WIDTH - 12}" y="${y + 4}" text-anchor="end">${escapeMarkup(loadTitle(load))}</text>` +
      `<line class="span" x1="${x50}" x2="${x99}" y1="${y}" y2="${y}"/>` +
      `<circle cx="${x50}" cy="${y}" r="5"/><line class="mark" x1="${x95}" x2="${x95}" y1="${y - 5}" y2="${y + 5}"/>` +
      `<line class="mark" x1="${x99}" x2="${x99}" y1="${y - 8}" y2="${y + 8}"/></g>`
    );
  });
  return drawing(height, 'Latency percentiles in milliseconds', axis(scale, height, formatMs) + lines.join(''));
}

function loadTitle({ work, task, workers, inFlight }: Load): string {
  const callers = inFlight === workers ? '' : `, ${inFlight} callers`;
  return `${work}, ${task}, ${workers} ${workers === 1 ? 'worker' : 'workers'}${callers}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
