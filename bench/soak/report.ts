import { escapeMarkup } from '../report/svg.ts';
import { countsOf, p99, percent, type SoakOutcome } from './soak.ts';

const WIDTH = 760;
const HEIGHT = 180;
const PLOT = { left: 70, right: 740, top: 20, bottom: 150 } as const;

type Points = readonly (readonly [at: number, value: number])[];

/** A page with charts of what the service held over time, which needs no other file. */
export function soakReport(outcome: SoakOutcome): string {
  const { plan, startedAt, node, work, holdings, memorySlope, rest, problems } = outcome;
  const minutes = Array.from({ length: Math.ceil(plan.minutes) }, (_, minute) =>
    work.filter(({ at }) => Math.floor(at / 60) === minute),
  );
  const failures = [...countsOf(work)].sort((a, b) => b[1] - a[1]);
  const overTime = (value: (holding: (typeof holdings)[number]) => number): Points =>
    holdings.map((holding) => [holding.at, value(holding)]);
  const charts = [
    chart(
      'Memory (RSS), MB',
      overTime(({ memory }) => memory / 1e6),
    ),
    chart(
      'Descriptors',
      overTime(({ descriptors }) => descriptors),
    ),
    chart(
      'Threads',
      overTime(({ threads }) => threads),
    ),
    chart(
      'Files in the data directory',
      overTime(({ files }) => files),
    ),
    chart(
      'p99 of a minute, ms',
      minutes.map((done, minute) => [(minute + 0.5) * 60, p99(done)]),
    ),
  ];
  const facts = [
    `${work.length} conversions in ${plan.minutes} minutes, ${plan.jobs} at a time, seed ${plan.seed}, Node ${node}, ${startedAt}.`,
    `Memory changes by ${percent(memorySlope)} an hour behind the warm-up. At rest: ${Math.round(rest.memory / 1e6)} MB, ${rest.descriptors} descriptors, ${rest.threads} threads, ${rest.files} files.`,
    problems.length === 0 ? 'All promises were kept.' : `Broken promises: ${problems.join('; ')}.`,
  ];
  const rows = failures.map(([code, count]) => `<tr><td>${escapeMarkup(code)}</td><td>${count}</td></tr>`).join('');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Soak</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:800px;margin:2rem auto;padding:0 1rem}svg{max-width:100%;height:auto}td{padding:.1rem 1rem .1rem 0}</style>
<h1>Soak</h1>
${facts.map((fact) => `<p>${escapeMarkup(fact)}</p>`).join('\n')}
${charts.join('\n')}
<h2>Refused, by code</h2><table>${rows}</table>
</html>
`;
}

function chart(title: string, points: Points): string {
  const most = Math.max(1, ...points.map(([, value]) => value));
  const end = Math.max(1, ...points.map(([at]) => at));
  const x = (at: number): number => PLOT.left + (at / end) * (PLOT.right - PLOT.left);
  const y = (value: number): number => PLOT.bottom - (value / most) * (PLOT.bottom - PLOT.top);
  const line = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const label = (left: number, top: number, text: string, anchor: string): string =>
    `<text x="${left}" y="${top}" text-anchor="${anchor}" font-size="12" fill="#445">${escapeMarkup(text)}</text>`;
  return `<h2>${escapeMarkup(title)}</h2>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeMarkup(title)}">
<path d="M${PLOT.left} ${PLOT.top}V${PLOT.bottom}H${PLOT.right}" fill="none" stroke="#99a"/>
<polyline points="${line}" fill="none" stroke="#1f5fa8" stroke-width="1.5"/>
${label(PLOT.left - 8, PLOT.top + 4, most.toPrecision(3), 'end')}${label(PLOT.left - 8, PLOT.bottom, '0', 'end')}
${label(PLOT.right, PLOT.bottom + 18, `${Math.round(end / 60)} min`, 'end')}
</svg>`;
}
